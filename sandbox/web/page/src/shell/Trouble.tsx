// What went wrong last, until it is dismissed or something goes well.

import type { ReactNode } from "react";
import { useTrouble } from "../viewer";
import { Icon } from "./Icon";
import styles from "./Trouble.module.css";

export function Trouble(): ReactNode {
  const [words, tell] = useTrouble();
  return (
    <div role="alert" className={styles.place}>
      {words ? (
        <div className={styles.toast}>
          <span>{words}</span>
          <button type="button" className={styles.dismiss} onClick={() => tell("")}>
            <Icon name="close" size={16} /> Dismiss
          </button>
        </div>
      ) : null}
    </div>
  );
}
