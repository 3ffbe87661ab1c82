// What an agent does: one task, or a plan of several.

import type { ReactNode } from "react";
import { SafeLink } from "../text/leaves";
import type { Obj } from "../types";
import { NotDrawn } from "./NotDrawn";
import { RichParts } from "./RichText";
import styles from "./Tasks.module.css";
import {
  type Drawn,
  isBool,
  isObj,
  isRichText,
  isString,
  listOf,
  maybe,
  type RichTextJson,
  shaped,
} from "./wire";

export const isTask = shaped({
  title: isString,
  status: maybe(isString),
  details: maybe(isRichText),
  output: maybe(isRichText),
  sources: maybe(listOf(isObj)),
  hide_title: maybe(isBool),
});
type TaskParts = {
  title: string;
  status: string | undefined;
  details: RichTextJson | undefined;
  output: RichTextJson | undefined;
  sources: Obj[] | undefined;
  hide_title: boolean | undefined;
};

export const isPlan = shaped({ title: isString, tasks: maybe(listOf(isObj)) });

export function Plan({ parts }: Drawn<{ title: string; tasks: Obj[] | undefined }>): ReactNode {
  return (
    <div className={styles.plan}>
      <p className={styles.title}>{parts.title}</p>
      {parts.tasks?.length ? (
        <ol className={styles.tasks}>
          {parts.tasks.map((task, at) => (
            <li key={typeof task.task_id === "string" ? task.task_id : at}>
              {isTask(task) ? <Task task={task} /> : <NotDrawn what={task} />}
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

export const TaskCard = ({ parts }: Drawn<TaskParts>): ReactNode => (
  <div className={styles.plan}>
    <Task task={parts} />
  </div>
);

const PENDING = { sign: "○", word: "Pending" };
const STATES: Record<string, { sign: string; word: string }> = {
  pending: PENDING,
  in_progress: { sign: "◐", word: "In progress" },
  complete: { sign: "✓", word: "Complete" },
  error: { sign: "✕", word: "Error" },
};

function Task({ task }: { task: TaskParts }): ReactNode {
  const status = task.status ?? "pending";
  const { sign, word } = STATES[status] ?? PENDING;
  const more = task.details || task.output || task.sources?.length;
  return (
    <div className={styles.task}>
      <span className={`${styles.sign} ${styles[status] ?? ""}`} aria-hidden="true">
        {sign}
      </span>
      <div className={styles.about}>
        <div className={styles.head}>
          {task.hide_title ? null : <span>{task.title}</span>}
          <span className={`${styles.word} ${styles[status] ?? ""}`}>{word}</span>
        </div>
        {more ? <More task={task} /> : null}
      </div>
    </div>
  );
}

function More({ task }: { task: TaskParts }): ReactNode {
  return (
    <details className={styles.more}>
      <summary>Details</summary>
      {task.details ? <RichParts of={task.details} /> : null}
      {task.output ? (
        <div className={styles.output}>
          <span className={styles.word}>Output</span>
          <RichParts of={task.output} />
        </div>
      ) : null}
      {task.sources?.length ? (
        <ul className={styles.sources} aria-label="Sources">
          {task.sources.map((source) => (
            <li key={JSON.stringify(source)}>
              <Source source={source} />
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}

function Source({ source }: { source: Obj }): ReactNode {
  const { url, text } = source;
  if (typeof url !== "string") return <NotDrawn what={source} />;
  return <SafeLink href={url}>{typeof text === "string" && text ? text : url}</SafeLink>;
}
