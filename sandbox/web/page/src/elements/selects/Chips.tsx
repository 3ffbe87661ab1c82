// What is chosen of many; each can be taken away.

import type { KeyboardEvent, ReactNode } from "react";
import styles from "./Combobox.module.css";
import type { Choice } from "./choice";

export function Chips({
  chosen,
  onRemove,
}: {
  chosen: Choice[];
  onRemove: (choice: Choice) => void;
}): ReactNode {
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Chosen">
      {chosen.map((one) => (
        <li key={one.id} className={styles.chip}>
          {one.label}
          <button
            type="button"
            className={styles.clear}
            aria-label={`Remove ${one.label}`}
            onClick={() => onRemove(one)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== "Backspace" && event.key !== "Delete") return;
              event.preventDefault();
              onRemove(one);
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
