// What a log of the drawer shows: its lines that open, and which of them.

import type { ReactNode } from "react";
import { useViewer } from "../viewer";
import { Fold } from "./Fold";
import { Empty, Missing } from "./Missing";
import { clock } from "./measures";
import parts from "./parts.module.css";
import type { Log } from "./told";

/** The lines of `log` that are `shown`; `nothing` is said where there are none. */
export function Entries<T extends { id: string }>({
  log,
  shown,
  label,
  nothing,
  row,
}: {
  log: Log<T>;
  shown: T[];
  label: string;
  nothing: string;
  row: (entry: T) => ReactNode;
}): ReactNode {
  return (
    <>
      {log.trouble ? <Missing>{log.trouble}</Missing> : null}
      {shown.length ? (
        <ul className={parts.rows} aria-label={label}>
          {shown.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      ) : (
        <Empty>{log.loaded ? nothing : "Loading…"}</Empty>
      )}
    </>
  );
}

/** One line: when, what of which kind, how it stands, and `more` below; `children` are inside. */
export function EntryRow({
  at,
  what,
  kind,
  stands,
  tone,
  more,
  children,
}: {
  at: number;
  what: string;
  kind: string;
  stands: string;
  tone: "good" | "warn" | "bad";
  more: ReactNode;
  children: () => ReactNode;
}): ReactNode {
  const { me } = useViewer();
  const summary = (
    <>
      <time className={parts.time}>{clock(at, me.tz)}</time>
      <span>
        <span className={parts.what}>{what}</span> <span className={parts.kind}>{kind}</span>
      </span>
      <span className={`${parts.figure} ${parts[tone]}`}>{stands}</span>
      <span className={parts.more}>{more}</span>
    </>
  );
  return (
    <Fold summary={summary} className={parts.row}>
      {() => <div className={parts.inside}>{children()}</div>}
    </Fold>
  );
}

/** Marks that stand out in `more`. */
export function Marks({ words, tone }: { words: string[]; tone: "warn" | "bad" }): ReactNode {
  return words.map((one) => (
    <span key={one} className={`${parts.marks} ${parts[tone]}`}>
      {one}
    </span>
  ));
}

/** Whether only what is odd is shown. */
export function OnlyOdd({
  label,
  odd,
  choose,
}: {
  label: string;
  odd: boolean;
  choose: (odd: boolean) => void;
}): ReactNode {
  return (
    <label>
      <input type="checkbox" checked={odd} onChange={(event) => choose(event.target.checked)} />
      {label}
    </label>
  );
}
