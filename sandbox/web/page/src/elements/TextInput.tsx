// Fields to type in. What is typed is kept as it is: numbers and addresses too are strings.

import type { ChangeEvent, KeyboardEvent, ReactNode } from "react";
import type { Obj } from "../types";
import type { Drawn } from "./Element";
import styles from "./Field.module.css";
import { useNaming } from "./field";
import type { ElementJson } from "./place";
import { type Field, useField } from "./press";
import { fromPlain, toPlain } from "./richText";
import { words } from "./words";

const KEYBOARDS: Record<string, "email" | "url" | "decimal" | "numeric"> = {
  email_text_input: "email",
  url_text_input: "url",
};
// Slack counts down when the end is near.
const NEAR = 0.8;

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** A text, an e-mail address, a web address or a number. */
export function TextInput({ block, element }: Drawn): ReactNode {
  const field = useField(block, element);
  const text = typeof field.value === "string" ? field.value : "";
  const most = typeof element.max_length === "number" ? element.max_length : undefined;
  const on = triggers(field, element);
  const shared = {
    ...useNaming(block, element),
    className: styles.input,
    placeholder: words(element.placeholder) || undefined,
    maxLength: most,
    autoComplete: "off",
    "aria-busy": field.busy || undefined,
    value: text,
    onChange: (event: ChangeEvent<Typed>) => {
      field.type(event.target.value);
      if (on.character) field.tell(event.target.value);
    },
    onKeyDown: (event: KeyboardEvent<Typed>) => {
      if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
      if (!on.enter) return;
      event.preventDefault();
      field.tell(text);
    },
  };
  return (
    <div className={styles.field}>
      {element.multiline === true ? (
        <textarea {...shared} rows={4} />
      ) : (
        <input {...shared} type="text" inputMode={keyboard(element)} />
      )}
      {most && text.length > most * NEAR ? (
        <span className={styles.count}>{most - text.length} characters left</span>
      ) : null}
      {on.enter ? <span className={styles.note}>Press Enter to send</span> : null}
    </div>
  );
}

/** Text with styles; here they are typed plainly. */
export function RichTextInput({ block, element }: Drawn): ReactNode {
  const field = useField(block, element);
  const naming = useNaming(block, element);
  return (
    <textarea
      {...naming}
      className={styles.input}
      rows={4}
      placeholder={words(element.placeholder) || undefined}
      value={toPlain(field.value)}
      onChange={(event) => field.type(fromPlain(event.target.value))}
      onBlur={() => field.dispatches && field.entered && field.tell(field.value)}
    />
  );
}

function keyboard({ type, is_decimal_allowed }: ElementJson) {
  return type === "number_input" ? (is_decimal_allowed ? "decimal" : "numeric") : KEYBOARDS[type];
}

// When the app hears of what is typed: at Enter, if nothing else is said.
function triggers(field: Field, element: ElementJson): { enter: boolean; character: boolean } {
  if (!field.dispatches) return { enter: false, character: false };
  const config = (element.dispatch_action_config ?? {}) as Obj;
  const on = Array.isArray(config.trigger_actions_on) ? config.trigger_actions_on : [];
  const character = on.includes("on_character_entered");
  return { enter: on.includes("on_enter_pressed") || on.length === 0, character };
}
