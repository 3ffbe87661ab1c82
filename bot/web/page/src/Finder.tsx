import { useEffect, useRef, useState } from "preact/hooks";
import type { ControlProps, Marks } from "./Control";
import type { Option } from "./types";

const PAUSE_MS = 200;

/** One or several of very many: type a part of it, then choose from what fits. */
export function Finder({
  field,
  onChange,
  onFind,
  picked,
  marks,
}: ControlProps & { picked: string[]; marks: Marks }) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Option[]>(field.options.slice(0, 100));
  const [known, setKnown] = useState(() => labels(field.options));
  const latest = useRef(onFind);
  latest.current = onFind;
  const several = field.kind === "multisearch";

  useEffect(() => {
    let over = false;
    const timer = window.setTimeout(() => {
      latest
        .current(query)
        .then((options) => {
          if (over) return;
          setFound(options);
          setKnown((before) => ({ ...before, ...labels(options) }));
        })
        .catch(() => {}); // what was found before stays; sending says what is wrong
    }, PAUSE_MS);
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [query]);

  return (
    <div class="finder">
      {picked.map((value) => (
        <span class="picked" key={value}>
          {known[value] ?? value}
          <button type="button" onClick={() => onChange(picked.filter((one) => one !== value))}>
            <span aria-hidden="true">×</span>
            <span class="unseen">Take {known[value] ?? value} away</span>
          </button>
        </span>
      ))}
      <input
        {...marks}
        type="search"
        placeholder="Type a part of it"
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <select
        size={6}
        aria-label={`${field.label}: what fits`}
        value=""
        onChange={(event) => {
          const value = event.currentTarget.value;
          if (value !== "") onChange(several ? [...new Set([...picked, value])] : [value]);
        }}
      >
        {found.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function labels(options: Option[]): Record<string, string> {
  return Object.fromEntries(options.map((one) => [one.value, one.label]));
}
