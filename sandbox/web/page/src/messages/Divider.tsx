// A line between messages: a day, what is new, or where the replies begin.

import type { ReactNode } from "react";
import styles from "./Divider.module.css";

export function Divider({
  words,
  fresh = false,
  left = false,
}: {
  words: string;
  fresh?: boolean;
  left?: boolean;
}): ReactNode {
  return (
    <div className={fresh ? styles.fresh : left ? styles.left : styles.day}>
      <span>{words}</span>
    </div>
  );
}
