// What the page can't draw: its JSON in a marked box, never nothing.

import type { ReactNode } from "react";
import styles from "./Undrawn.module.css";

export function Undrawn({ element }: { element: { type: string } }): ReactNode {
  return (
    <figure className={styles.box} aria-label={`Not drawn here: ${element.type}`}>
      <figcaption>
        Not drawn here: <code>{element.type}</code>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(element, null, 2)}</pre>
    </figure>
  );
}
