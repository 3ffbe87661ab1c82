// Everything that the bot sent, the newest first, and what strict checks said of it.

import { type ReactNode, useState } from "react";
import { useMirror } from "../mirror";
import { Entries, EntryRow, Marks, OnlyOdd } from "./Entries";
import { Fetched } from "./Fold";
import { bytes, count } from "./measures";
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
        <OnlyOdd label="Only refused or doubted ones" odd={odd} choose={setOdd} />
        <span role="status">{verdict(log.entries)}</span>
      </div>
      <Entries
        log={log}
        shown={shown}
        label="Payloads"
        nothing={nothing(odd)}
        row={(one) => <Row payload={one} />}
      />
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
  const { ok, doubts, surface } = payload;
  const tone = ok ? (doubts.length ? "warn" : "good") : "bad";
  const more = (
    <>
      {bytes(payload.bytes)}
      {surface ? `, in a ${surface}` : ""}
      <Marks words={payload.error ? [payload.error] : []} tone="bad" />
      <Marks words={doubts.map((one) => `doubted: ${one}`)} tone="warn" />
    </>
  );
  return (
    <EntryRow
      at={payload.at}
      what={payload.method}
      kind={payload.kind}
      stands={{ good: "taken", warn: "taken, doubted", bad: "refused" }[tone]}
      tone={tone}
      more={more}
    >
      {() => (
        <>
          {payload.pointers.map((pointer) => (
            <p key={pointer}>
              <code>{pointer}</code>
            </p>
          ))}
          <Fetched path={`/sandbox/payloads/${payload.id}`} pick="payload" label="Its JSON" />
        </>
      )}
    </EntryRow>
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
