// What a run's checkpoint weighs, part by part, and how it grew.

import type { ReactNode } from "react";
import { bytes, count } from "./measures";
import styles from "./SizeBox.module.css";
import type { Run, Sizes } from "./types";

const WAITING = "all that waiting for a person costs";
type Part = Exclude<keyof Sizes, "total">;
const PARTS: [Part, string][] = [
  ["events", "events"],
  ["transcript", "transcript"],
  ["requests", "requests"],
  ["snapshot", "snapshot"],
  ["header", "header"],
  ["mail", "mail"],
];

export function SizeBox({ run }: { run: Run }): ReactNode {
  const { size, steps } = run;
  const there = PARTS.filter(([part]) => size[part]);
  return (
    <section className={styles.box} aria-label="Checkpoint">
      <h3>
        Checkpoint: {bytes(size.total)}{" "}
        <small>{run.phase === "acting" ? WAITING : "all that is kept of it"}</small>
      </h3>
      <div className={styles.weights} aria-hidden="true">
        {there.map(([part]) => (
          <span key={part} className={styles[part]} style={{ flexGrow: size[part] }} />
        ))}
      </div>
      <ul>
        {there.map(([part, words]) => (
          <li key={part}>
            <span className={`${styles.mark} ${styles[part]}`} aria-hidden="true" />
            {words} {bytes(size[part])}
          </li>
        ))}
      </ul>
      {steps.length > 1 ? <Growth steps={steps} /> : null}
    </section>
  );
}

const WIDTH = 400;
const HEIGHT = 44;

/** The bytes of log and transcript after each step. */
function Growth({ steps }: { steps: Run["steps"] }): ReactNode {
  const most = steps.at(-1)?.total || 1;
  const points = steps.map(({ total }, at) => {
    const x = (at / (steps.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 2 - (total / most) * (HEIGHT - 6)).toFixed(1)}`;
  });
  const heaviest = steps.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  return (
    <figure className={styles.growth}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        Events and transcript grew to {bytes(most)} in {count(steps.length, "step")}. The heaviest
        added {bytes(weight(heaviest))}: entry {heaviest.n}.
      </figcaption>
    </figure>
  );
}

const weight = (step: Run["steps"][number]): number => step.bytes + step.lines;
