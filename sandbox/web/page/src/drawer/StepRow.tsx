// One event of a run: whose doing, what happened, how long after the one before, what it weighs.

import { memo, type ReactNode } from "react";
import { useViewer } from "../viewer";
import { Fold } from "./Fold";
import { Json } from "./Json";
import { bytes, clock, lasted } from "./measures";
import styles from "./StepRow.module.css";
import { className, handOf } from "./steps";
import type { Step } from "./types";

// A pause that is worth a line of its own.
const PAUSE_MS = 5_000;

export const StepRow = memo(
  ({ step }: { step: Step }): ReactNode => {
    const { me, user } = useViewer();
    const hand = handOf(step.kind);
    const who = step.by ? (user(step.by)?.real_name ?? step.by) : "";
    const pause = step.after_ms ?? 0;
    const summary = (
      <>
        <span className={`${styles.hand} ${styles[hand]}`}>{hand}</span>
        <span className={styles.words}>
          {who ? <b>{who} </b> : null}
          {step.words}
        </span>
        <span className={styles.figures}>
          <time>{clock(step.at / 1_000, me.tz)}</time>
          {step.after_ms === null ? "" : ` · +${lasted(step.after_ms)}`} · {bytes(step.bytes)}
          {step.lines ? ` + ${bytes(step.lines)} of transcript` : ""}
        </span>
      </>
    );
    return (
      <li className={styles.step}>
        {pause >= PAUSE_MS ? <p className={styles.pause}>{lasted(pause)} later</p> : null}
        <Fold summary={summary} className={styles.fold}>
          {() => (
            <div className={styles.inside}>
              <p>
                Entry {step.n} of the log, <code>{className(step.kind)}</code>:
              </p>
              <Json value={step.event} label={`Entry ${step.n} as JSON`} />
            </div>
          )}
        </Fold>
      </li>
    );
  },
  (before, after) => before.step.n === after.step.n && before.step.at === after.step.at,
);
