// Everything that the bot sent, the newest first, and what strict checks said of it.

import { type ReactNode, useState } from "react";
import { useMirror } from "../mirror";
import { useViewer } from "../viewer";
import { Fetched, Fold } from "./Fold";
import { Empty, Missing } from "./Missing";
import { bytes, clock, count } from "./measures";
import styles from "./PayloadsTab.module.css";
import parts from "./parts.module.css";
import { useLog } from "./told";
import type { Payload } from "./types";

export function PayloadsTab(): ReactNode {
  const [odd, setOdd] = useState(false);
  const log = useLog<Payload>("/sandbox/payloads?last=200", "payloads", "payload");
  const shown = log.entries.filter((one) => !odd || !one.ok || one.doubts.length);
  return (
    <>
      <p className={parts.lead}>
        What the bot sent to Slack that people see. Each is checked as strictly as Slack does, and
        what sources differ on is doubted.
      </p>
      <Lint />
      <div className={parts.bar}>
        <label>
          <input type="checkbox" checked={odd} onChange={(event) => setOdd(event.target.checked)} />
          Only refused or doubted ones
        </label>
        <span role="status">{verdict(log.entries)}</span>
      </div>
      {log.trouble ? <Missing>{log.trouble}</Missing> : null}
      {shown.length ? (
        <ul className={parts.rows} aria-label="Payloads">
          {shown.map((one) => (
            <Row key={one.id} payload={one} />
          ))}
        </ul>
      ) : (
        <Empty>{log.loaded ? nothing(odd) : "Loading…"}</Empty>
      )}
    </>
  );
}

const nothing = (odd: boolean): string =>
  odd ? "Nothing was refused or doubted." : "The bot hasn't sent anything yet.";

function verdict(entries: Payload[]): string {
  const refused = entries.filter((one) => !one.ok).length;
  const doubted = entries.filter((one) => one.doubts.length).length;
  return `${count(entries.length, "payload")}: ${refused} refused, ${doubted} doubted`;
}

function Row({ payload }: { payload: Payload }): ReactNode {
  const { me } = useViewer();
  const { ok, doubts } = payload;
  const summary = (
    <>
      <time className={parts.time}>{clock(payload.at, me.tz)}</time>
      <span>
        <span className={parts.what}>{payload.method}</span>{" "}
        <span className={parts.kind}>{payload.kind}</span>
      </span>
      <span
        className={`${parts.figure} ${ok ? (doubts.length ? parts.warn : parts.good) : parts.bad}`}
      >
        {ok ? (doubts.length ? "taken, doubted" : "taken") : "refused"}
      </span>
      <span className={parts.more}>
        {bytes(payload.bytes)}
        {payload.surface ? `, in a ${payload.surface}` : ""}
        {payload.error ? <b className={`${parts.marks} ${parts.bad}`}>{payload.error}</b> : null}
        {doubts.map((doubt) => (
          <span key={doubt} className={`${parts.marks} ${parts.warn}`}>
            doubted: {doubt}
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
            {payload.pointers.map((pointer) => (
              <p key={pointer}>
                <code>{pointer}</code>
              </p>
            ))}
            <Fetched path={`/sandbox/payloads/${payload.id}`} pick="payload" label="Its JSON" />
          </div>
        )}
      </Fold>
    </li>
  );
}

/** What the real Slack might refuse, each once. */
function Lint(): ReactNode {
  const lint = useMirror((state) => state.lint);
  if (!lint.length) return null;
  return (
    <section className={styles.lint} aria-label="Lint">
      <h3>
        {count(lint.length, "thing")} that the real Slack might refuse, or that is bad practice
      </h3>
      <ul>
        {lint.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
