// A day, a time of day, a moment: the browser's own fields, in the viewer's zone.

import type { ReactNode } from "react";
import { useViewer } from "../viewer";
import type { Drawn } from "./Element";
import styles from "./Field.module.css";
import { useNaming } from "./field";
import { useField } from "./press";
import { momentOf, wallTime } from "./zone";

// Whoever types a year passes through the years 2, 20 and 202, which nobody means.
const FIRST_DAY = "1000-01-01";

export const DatePicker = ({ block, element }: Drawn): ReactNode => (
  <Picker block={block} element={element} type="date" />
);

export const TimePicker = ({ block, element }: Drawn): ReactNode => (
  <Picker block={block} element={element} type="time" />
);

function Picker({ block, element, type }: Drawn & { type: "date" | "time" }): ReactNode {
  const { value, choose, busy, question } = useField(block, element);
  const naming = useNaming(block, element);
  const zone = element.timezone;
  return (
    <div className={styles.row}>
      <input
        {...naming}
        type={type}
        min={type === "date" ? FIRST_DAY : undefined}
        className={`${styles.input} ${styles.pick}`}
        aria-busy={busy || undefined}
        value={typeof value === "string" ? value : ""}
        onChange={(event) => {
          if (!event.target.validity.rangeUnderflow) choose(event.target.value);
        }}
      />
      {typeof zone === "string" ? <span className={styles.note}>{zone}</span> : null}
      {question}
    </div>
  );
}

/** A moment: the app gets seconds, the viewer sees their own clock. */
export function DateTimePicker({ block, element }: Drawn): ReactNode {
  const { value, choose, busy, question } = useField(block, element);
  const naming = useNaming(block, element);
  const { tz } = useViewer().me;
  return (
    <div className={styles.row}>
      <input
        {...naming}
        type="datetime-local"
        min={`${FIRST_DAY}T00:00`}
        className={`${styles.input} ${styles.pick}`}
        aria-busy={busy || undefined}
        value={typeof value === "number" ? wallTime(value, tz) : ""}
        onChange={(event) => {
          if (!event.target.validity.rangeUnderflow) choose(momentOf(event.target.value, tz));
        }}
      />
      <span className={styles.note}>{tz.replaceAll("_", " ")}</span>
      {question}
    </div>
  );
}
