// An input block: its label, the control, its hint, and what is wrong with it.

import type { ReactNode } from "react";
import { Text } from "../text/Mrkdwn";
import type { Block, Obj } from "../types";
import { Element } from "./Element";
import { fieldIds } from "./field";
import styles from "./InputBlock.module.css";
import { type ElementJson, usePlace } from "./place";
import { textOf } from "./words";

/** Draws a block of type `input`. */
export function InputBlock({ block }: { block: Block }): ReactNode {
  const place = usePlace();
  const ids = fieldIds(place, block);
  const { element, optional } = block as Obj & { element?: ElementJson };
  const hint = textOf(block as Obj, "hint");
  const wrong = place.error?.(block);
  return (
    <div className={styles.field}>
      <label className={styles.label} id={ids.label} htmlFor={ids.control}>
        <Text text={textOf(block as Obj, "label")} />
        {optional ? <span className={styles.quiet}> (optional)</span> : null}
      </label>
      {element ? <Element block={block} element={element} /> : null}
      {wrong ? (
        <p className={styles.error} id={ids.error}>
          <span aria-hidden="true">⚠</span> {wrong}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={ids.hint}>
          <Text text={hint} />
        </p>
      ) : null}
    </div>
  );
}
