// JSON to be read: indented, with its keys told from its values.

import type { ReactNode } from "react";
import styles from "./Json.module.css";

const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function Json({ value, label }: { value: unknown; label: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.json} tabIndex={0} aria-label={label}>
      <pre>{parts(JSON.stringify(value, null, 2) ?? "")}</pre>
    </section>
  );
}

function parts(text: string): ReactNode[] {
  const found: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    found.push(text.slice(last, match.index));
    last = match.index + match[0].length;
    const kind = match[2] ? styles.key : match[1] ? styles.text : styles.other;
    found.push(
      <span key={match.index} className={kind}>
        {match[1] ?? match[0]}
      </span>,
      match[2] ?? "",
    );
  }
  found.push(text.slice(last));
  return found;
}
