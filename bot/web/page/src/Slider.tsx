import type { Marks } from "./Control";
import type { FieldItem, Given } from "./types";

interface Props {
  field: FieldItem;
  text: string;
  onChange: (value: Given) => void;
  marks: Marks;
}

/** A number between two bounds, to slide or to type. Until it is touched there is no value. */
export function Slider({ field, text, onChange, marks }: Props) {
  const low = Number(field.low);
  const high = Number(field.high);
  const step = field.kind === "integer" ? "1" : "any";
  const at = text.trim() === "" || Number.isNaN(Number(text)) ? low : Number(text);
  return (
    <div class="slider">
      <input
        type="range"
        aria-label={`${field.label}, slider`}
        min={low}
        max={high}
        step={step}
        value={at}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <input
        {...marks}
        type="text"
        inputmode={field.kind === "integer" ? "numeric" : "decimal"}
        value={text}
        placeholder={`${field.low}–${field.high}`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
