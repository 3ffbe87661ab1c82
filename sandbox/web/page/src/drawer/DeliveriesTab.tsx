// Every payload on its way to the bot, the newest first.

import { type ReactNode, useState } from "react";
import { marksOf, nameOf, stateOf, wayOf } from "./delivery";
import { Entries, EntryRow, Marks, OnlyOdd } from "./Entries";
import { Fetched } from "./Fold";
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
        <OnlyOdd label="Only slow or troubled ones" odd={odd} choose={setOdd} />
      </div>
      <Entries
        log={log}
        shown={shown}
        label="Deliveries"
        nothing="Nothing of that kind was delivered yet."
        row={(one) => <Row sent={one} />}
      />
    </>
  );
}

function Row({ sent }: { sent: Sent }): ReactNode {
  const state = stateOf(sent);
  const more = (
    <>
      {wayOf(sent)}
      <Marks words={marksOf(sent)} tone="warn" />
    </>
  );
  return (
    <EntryRow
      at={sent.at}
      what={sent.type}
      kind={sent.about || nameOf(sent.kind)}
      stands={state.words}
      tone={state.good ? "good" : "bad"}
      more={more}
    >
      {() => (
        <>
          {sent.event_id ? <p>Event id {sent.event_id}, the same at each retry.</p> : null}
          <Fetched path={`/sandbox/deliveries/${sent.id}`} pick="payload" label="Its payload" />
        </>
      )}
    </EntryRow>
  );
}
