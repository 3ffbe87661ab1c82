// Every payload on its way to the bot, the newest first.

import { type ReactNode, useState } from "react";
import { useViewer } from "../viewer";
import { marksOf, nameOf, stateOf, wayOf } from "./delivery";
import { Fetched, Fold } from "./Fold";
import { Empty, Missing } from "./Missing";
import { clock } from "./measures";
import parts from "./parts.module.css";
import { useLog } from "./told";
import type { Sent } from "./types";

const KINDS = {
  all: "everything",
  events_api: "events",
  interactive: "clicks and forms",
  slash_commands: "commands",
};

export function DeliveriesTab(): ReactNode {
  const [kind, setKind] = useState("all");
  const [odd, setOdd] = useState(false);
  const log = useLog<Sent>("/sandbox/deliveries?last=200", "deliveries", "delivery");
  const shown = log.entries.filter(
    (one) => (kind === "all" || one.kind === kind) && (!odd || marksOf(one).length),
  );
  return (
    <>
      <p className={parts.lead}>
        What Slack sends to the bot, which must acknowledge each within 3 seconds. An event that it
        doesn't acknowledge comes again; a click never does. Over HTTP each request is signed; by
        socket none is, as the connection, opened with the app token, is the proof.
      </p>
      <div className={parts.bar}>
        <label>
          Show
          <select
            className={parts.select}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            {Object.entries(KINDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={odd} onChange={(event) => setOdd(event.target.checked)} />
          Only slow or troubled ones
        </label>
      </div>
      {log.trouble ? <Missing>{log.trouble}</Missing> : null}
      {shown.length ? (
        <ul className={parts.rows} aria-label="Deliveries">
          {shown.map((one) => (
            <Row key={one.id} sent={one} />
          ))}
        </ul>
      ) : (
        <Empty>{log.loaded ? "Nothing of that kind was delivered yet." : "Loading…"}</Empty>
      )}
    </>
  );
}

function Row({ sent }: { sent: Sent }): ReactNode {
  const { me } = useViewer();
  const marks = marksOf(sent);
  const state = stateOf(sent);
  const summary = (
    <>
      <time className={parts.time}>{clock(sent.at, me.tz)}</time>
      <span>
        <span className={parts.what}>{sent.type}</span>{" "}
        <span className={parts.kind}>{sent.about || nameOf(sent.kind)}</span>
      </span>
      <span className={`${parts.figure} ${state.good ? parts.good : parts.bad}`}>
        {state.words}
      </span>
      <span className={parts.more}>
        {wayOf(sent)}
        {marks.map((mark) => (
          <span key={mark} className={`${parts.marks} ${parts.warn}`}>
            {mark}
          </span>
        ))}
      </span>
    </>
  );
  return (
    <li>
      <Fold summary={summary} className={parts.row}>
        {() => (
          <div className={parts.inside}>
            {sent.event_id ? <p>Event id {sent.event_id}, the same at each retry.</p> : null}
            <Fetched path={`/sandbox/deliveries/${sent.id}`} pick="payload" label="Its payload" />
          </div>
        )}
      </Fold>
    </li>
  );
}
