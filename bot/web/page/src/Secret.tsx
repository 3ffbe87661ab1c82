import { useState } from "preact/hooks";
import type { Marks } from "./Control";
import type { FieldItem, Given } from "./types";

interface Props {
  field: FieldItem;
  text: string;
  onChange: (value: Given) => void;
  marks: Marks;
}

/** A masked value, that its owner may look at; a long one, such as a key file, can't be masked. */
export function Secret({ field, text, onChange, marks }: Props) {
  const [shown, setShown] = useState(false);
  const long = field.kind === "lines" || field.kind === "json";
  return (
    <div class="secret">
      {long ? (
        <textarea
          {...marks}
          rows={6}
          class={shown ? "code" : "code masked"}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          {...marks}
          {...(shown ? ({ type: "text" } as const) : ({ type: "password" } as const))}
          spellcheck={false}
          autocomplete="new-password"
          autocapitalize="off"
          placeholder={field.placeholder}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? "Hide" : "Show"}
        <span class="unseen"> {field.label}</span>
      </button>
    </div>
  );
}
