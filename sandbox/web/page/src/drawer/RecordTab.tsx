// The record of a run: who, when, what exactly, why, by what right; and whether it is whole.

import type { ReactNode } from "react";
import { useViewer } from "../viewer";
import { Fold } from "./Fold";
import { Json } from "./Json";
import { Empty, Missing } from "./Missing";
import { clock, count } from "./measures";
import parts from "./parts.module.css";
import styles from "./RecordTab.module.css";
import { doerOf, type Known, knownOf, rightOf, whatOf, whyOf } from "./record";
import { RunChoice, useChosen } from "./runs";
import { useTold } from "./told";
import type { Line, TaskRecord } from "./types";

export function RecordTab(): ReactNode {
  const chosen = useChosen();
  const path = chosen.run ? `/sandbox/backstage/runs/${chosen.run.id}/record` : null;
  const told = useTold<TaskRecord>(path, chosen.changes);
  const trouble = chosen.trouble ?? told.trouble;
  return (
    <>
      {trouble ? <Missing>{trouble}</Missing> : null}
      {chosen.loaded && !chosen.run ? (
        <Empty>There is no task yet, so there is no record.</Empty>
      ) : null}
      {chosen.run ? <RunChoice chosen={chosen} /> : null}
      {told.data ? <Whole record={told.data} /> : null}
    </>
  );
}

function Whole({ record }: { record: TaskRecord }): ReactNode {
  const { lines, whole } = record;
  const known = knownOf(lines);
  return (
    <>
      <p className={`${styles.verdict} ${whole ? styles.whole : styles.broken}`} role="status">
        <b>{whole ? "The chain is whole." : "The chain is broken."}</b> {verdict(record)}
      </p>
      <ol className={parts.rows} aria-label="Record">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is what it is
          <Row key={at} line={line} known={known} broken={record.broken_at === at} />
        ))}
      </ol>
    </>
  );
}

function verdict({ lines, whole, broken_at }: TaskRecord): string {
  if (!lines.length) return "Nothing is on record yet.";
  if (whole)
    return `${count(lines.length, "line")}. The first line of each step names all lines of the step before by their SHA-256: whoever changed, left out or put in one had to write all steps after it anew.`;
  return `Line ${(broken_at ?? 0) + 1} doesn't follow from what stands before it: something was changed or lost there.`;
}

function Row({ line, known, broken }: { line: Line; known: Known; broken: boolean }): ReactNode {
  const { me, user } = useViewer();
  const by = doerOf(line);
  const who = by ? (user(by)?.real_name ?? by) : "";
  const [why, right] = [whyOf(line), rightOf(line, known)];
  const summary = (
    <>
      <time className={parts.time}>{line.at ? clock(line.at / 1_000, me.tz) : ""}</time>
      <span className={styles.what}>
        {who ? <b>{who} </b> : null}
        {whatOf(line, known)}
        {broken ? <b className={`${parts.marks} ${parts.bad}`}>The chain breaks here.</b> : null}
      </span>
      <span className={parts.more}>
        {line.args === undefined ? null : (
          <span className={styles.fact}>
            exactly <code>{JSON.stringify(line.args)}</code>
          </span>
        )}
        {why ? <span className={styles.fact}>why: {why}</span> : null}
        {right ? <span className={styles.fact}>by what right: {right}</span> : null}
      </span>
    </>
  );
  return (
    <li>
      <Fold summary={summary} className={`${parts.row} ${styles.row}`}>
        {() => <Json value={line} label="The line as JSON" />}
      </Fold>
    </li>
  );
}
