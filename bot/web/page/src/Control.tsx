import { Choices } from "./Choices";
import { Finder } from "./Finder";
import { fromLocal, toLocal } from "./moment";
import { Secret } from "./Secret";
import { Slider } from "./Slider";
import type { FieldItem, Given, Option } from "./types";

export interface ControlProps {
  field: FieldItem;
  value: Given | undefined;
  wrong: string;
  onChange: (value: Given) => void;
  onFind: (query: string) => Promise<Option[]>;
}

/** What every control says of itself to those who can't see it. */
export interface Marks {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

const GROUPS = new Set(["radio", "checkboxes", "multiselect"]);

/** One field: its label, its words, the control, and what is wrong with it. */
export function Control(props: ControlProps) {
  const { field, wrong } = props;
  const id = `f-${field.id}`;
  const words = [field.about && `${id}-about`, field.hint && `${id}-hint`, wrong && `${id}-wrong`];
  const marks: Marks = {
    id,
    "aria-describedby": words.filter(Boolean).join(" ") || undefined,
    "aria-invalid": wrong !== "",
    "aria-required": !field.optional,
  };
  const label = (
    <>
      {field.label}
      {field.optional && field.kind !== "locked" && <span class="quiet"> (optional)</span>}
    </>
  );
  const inside = (
    <>
      <About field={field} id={id} />
      <Inner {...props} marks={marks} />
      <Words field={field} id={id} wrong={wrong} />
    </>
  );
  if (field.kind === "checkbox") {
    const picked = props.value === undefined ? field.picked : props.value;
    return (
      <div class="field">
        <label class="choice">
          <input
            {...marks}
            type="checkbox"
            checked={picked.includes("0")}
            onChange={(event) => props.onChange(event.currentTarget.checked ? ["0"] : [])}
          />
          <span class="label">{field.label}</span>
        </label>
        <About field={field} id={id} />
        <Words field={field} id={id} wrong={wrong} />
      </div>
    );
  }
  if (GROUPS.has(field.kind) && !field.sensitive) {
    return (
      <fieldset class="field" aria-describedby={marks["aria-describedby"]}>
        <legend>{label}</legend>
        {inside}
      </fieldset>
    );
  }
  return (
    <div class="field">
      {field.kind === "locked" ? <p class="label">{label}</p> : <label for={id}>{label}</label>}
      {inside}
    </div>
  );
}

function About({ field, id }: { field: FieldItem; id: string }) {
  if (!field.about) return null;
  return (
    <p class="about" id={`${id}-about`}>
      {field.about}
    </p>
  );
}

/** What stands below a control. */
function Words({ field, id, wrong }: { field: FieldItem; id: string; wrong: string }) {
  return (
    <>
      {field.sensitive && (
        <p class="quiet">Only the tool sees this value, never Slack or the model.</p>
      )}
      {field.hint && (
        <p class="quiet" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </>
  );
}

function Inner(props: ControlProps & { marks: Marks }) {
  const { field, value, onChange, marks } = props;
  const text = typeof value === "string" ? value : value === undefined ? field.shown : "";
  const picked = value === undefined ? field.picked : typeof value === "string" ? [value] : value;
  if (field.sensitive && field.options.length === 0) {
    return <Secret field={field} text={text} onChange={onChange} marks={marks} />;
  }
  if (field.slides) return <Slider field={field} text={text} onChange={onChange} marks={marks} />;
  switch (field.kind) {
    case "locked":
      return <p class="locked">{field.shown || "–"}</p>;
    case "radio":
    case "checkboxes":
    case "multiselect":
      return <Choices field={field} picked={picked} onChange={onChange} marks={marks} />;
    case "select":
      return <Menu field={field} picked={picked[0] ?? ""} onChange={onChange} marks={marks} />;
    case "search":
    case "multisearch":
      return <Finder {...props} picked={picked} />;
    case "lines":
    case "json":
      return (
        <textarea
          {...marks}
          rows={field.kind === "json" ? 6 : 4}
          class={field.kind === "json" ? "code" : ""}
          spellcheck={field.kind !== "json"}
          placeholder={field.placeholder}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <input
          {...marks}
          {...kindOf(field)}
          placeholder={field.placeholder}
          value={field.kind === "datetime" ? toLocal(text) : text}
          onInput={(event) => {
            const typed = event.currentTarget.value;
            onChange(field.kind === "datetime" ? fromLocal(typed) : typed);
          }}
        />
      );
  }
}

/** Numbers are texts here: a browser's own number field loses digits. */
function kindOf(field: FieldItem) {
  switch (field.kind) {
    case "integer":
      return { type: "text", inputmode: "numeric" } as const;
    case "number":
      return { type: "text", inputmode: "decimal" } as const;
    case "email":
      return { type: "email" } as const;
    case "url":
      return { type: "url" } as const;
    case "date":
      return { type: "date" } as const;
    case "time":
      return { type: "time", step: "1" } as const;
    case "datetime":
      return { type: "datetime-local", step: "1" } as const;
    default:
      return { type: "text" } as const;
  }
}

interface MenuProps {
  field: FieldItem;
  picked: string;
  onChange: (value: Given) => void;
  marks: Marks;
}

function Menu({ field, picked, onChange, marks }: MenuProps) {
  const groups = [...new Set(field.options.map((one) => one.group))];
  const list = (group: string) =>
    field.options
      .filter((one) => one.group === group)
      .map((one) => (
        <option key={one.value} value={one.value}>
          {one.about ? `${one.label} – ${one.about}` : one.label}
        </option>
      ));
  return (
    <select {...marks} value={picked} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{field.optional ? "– none –" : "Choose…"}</option>
      {groups.map((group) =>
        group ? (
          <optgroup key={group} label={group}>
            {list(group)}
          </optgroup>
        ) : (
          list("")
        ),
      )}
    </select>
  );
}
