// Checkboxes and radio buttons.

import { type ReactNode, useId } from "react";
import { Text } from "../text/Mrkdwn";
import type { Obj } from "../types";
import styles from "./Choices.module.css";
import type { Drawn } from "./Element";
import { optionsOf } from "./entries";
import { useNaming } from "./field";
import { useField } from "./press";
import { textOf } from "./words";

/** A group of options; the app gets those that are chosen, in the options' own order. */
export function Choices({ block, element }: Drawn): ReactNode {
  const { value, choose, busy, question } = useField(block, element);
  const { "aria-required": required, ...naming } = useNaming(block, element);
  const name = useId();
  const many = element.type === "checkboxes";
  const chosen = [value].flat().map((one) => (one as Obj | null)?.value);
  const options = optionsOf(element);
  const pick = (option: Obj, on: boolean) =>
    choose(
      many ? options.filter((one) => (one === option ? on : chosen.includes(one.value))) : option,
    );
  return (
    <div
      {...naming}
      {...(many ? {} : { "aria-required": required })}
      role={many ? "group" : "radiogroup"}
      aria-busy={busy || undefined}
      className={styles.group}
    >
      {options.map((option) => (
        <label key={String(option.value)} className={styles.option}>
          <input
            type={many ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(option.value)}
            onChange={(event) => pick(option, event.target.checked)}
          />
          <span className={styles.words}>
            <Text text={textOf(option, "text")} />
            {option.description ? (
              <span className={styles.more}>
                <Text text={textOf(option, "description")} />
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {question}
    </div>
  );
}
