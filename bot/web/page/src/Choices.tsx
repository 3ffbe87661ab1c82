import type { Marks } from "./Control";
import type { FieldItem, Given } from "./types";

interface Props {
  field: FieldItem;
  picked: string[];
  onChange: (value: Given) => void;
  marks: Marks;
}

/** One or several of a few: a box or a dot each. */
export function Choices({ field, picked, onChange, marks }: Props) {
  const one = field.kind === "radio";

  function toggle(value: string, on: boolean) {
    if (one) return onChange([value]);
    const order = field.options.map((option) => option.value);
    const next = on ? [...picked, value] : picked.filter((other) => other !== value);
    onChange(order.filter((other) => next.includes(other)));
  }

  return (
    <>
      {field.options.map((option, n) => (
        <label class="choice" key={option.value}>
          <input
            id={n === 0 ? marks.id : undefined}
            type={one ? "radio" : "checkbox"}
            name={marks.id}
            aria-invalid={marks["aria-invalid"]}
            checked={picked.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
          <span>
            {option.label}
            {option.about && <span class="about"> {option.about}</span>}
          </span>
        </label>
      ))}
      {one && field.optional && picked.length > 0 && (
        <button type="button" class="plain" onClick={() => onChange([])}>
          Clear<span class="unseen"> {field.label}</span>
        </button>
      )}
    </>
  );
}
