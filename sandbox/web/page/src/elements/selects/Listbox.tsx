// The list of a combobox: its options, under their headings.

import { type ReactNode, useEffect } from "react";
import styles from "./Combobox.module.css";
import type { Choice } from "./choice";

/** The id of an option's node. */
export const optionId = (list: string, choice: string): string =>
  `${list}-${choice.replace(/[^\w-]/g, (one) => `_${one.charCodeAt(0)}`)}`;

type Props = {
  id: string;
  label: string;
  choices: Choice[];
  chosen: Choice[];
  many: boolean;
  /** No more may be chosen. */
  full: boolean;
  active: string | undefined;
  onChoose: (choice: Choice) => void;
  onPoint: (choice: Choice) => void;
};

export function Listbox(props: Props): ReactNode {
  const { id, label, choices, many, active } = props;
  useEffect(() => {
    if (active) document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div role="listbox" id={id} aria-label={label} aria-multiselectable={many || undefined}>
      {grouped(choices).map(([group, inside], at) =>
        group ? (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
          <div key={group} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div className={styles.group} id={`${id}-group-${at}`} role="presentation">
              {group}
            </div>
            <Options {...props} choices={inside} />
          </div>
        ) : (
          <Options key="" {...props} choices={inside} />
        ),
      )}
    </div>
  );
}

function Options({ id, choices, chosen, full, active, onChoose, onPoint }: Props): ReactNode {
  const held = new Set(chosen.map((one) => one.id));
  return choices.map((choice) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    <div
      key={choice.id}
      role="option"
      id={optionId(id, choice.id)}
      aria-selected={held.has(choice.id)}
      aria-disabled={(full && !held.has(choice.id)) || undefined}
      data-active={choice.id === active || undefined}
      className={styles.option}
      onPointerMove={() => choice.id !== active && onPoint(choice)}
      onClick={() => onChoose(choice)}
    >
      <span className={styles.tick} aria-hidden="true">
        {held.has(choice.id) ? "✓" : ""}
      </span>
      <span className={styles.words}>
        {choice.label}
        {choice.description ? <span className={styles.more}> {choice.description}</span> : null}
      </span>
    </div>
  ));
}

// Neighbours with the same heading stand together.
function grouped(choices: Choice[]): [string, Choice[]][] {
  const groups: [string, Choice[]][] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && last[0] === (choice.group ?? "")) last[1].push(choice);
    else groups.push([choice.group ?? "", [choice]]);
  }
  return groups;
}
