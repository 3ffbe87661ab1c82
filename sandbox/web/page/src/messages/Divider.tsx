// A line between messages: a day, or what is new.

import type { ReactNode } from "react";
import styles from "./Divider.module.css";

export function Divider({ words, fresh = false }: { words: string; fresh?: boolean }): ReactNode {
  return (
    <div className={fresh ? styles.fresh : styles.day}>
      <span>{words}</span>
    </div>
  );
}
