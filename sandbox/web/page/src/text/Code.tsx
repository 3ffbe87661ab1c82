// A block of code.

import type { ReactNode } from "react";
import styles from "./text.module.css";

/** Code as it is, to the character, with the name of its language if that is said. */
export function Code({
  text,
  language,
}: {
  text: ReactNode;
  language?: string | undefined;
}): ReactNode {
  return (
    <div className={styles.code}>
      {language ? <span className={styles.language}>{language}</span> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
