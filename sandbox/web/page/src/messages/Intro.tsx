// Above the first message of a channel: where one is, and what could be said.

import type { ReactNode } from "react";
import { Icon } from "../shell/Icon";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import styles from "./Intro.module.css";
import { labelOf, signOf } from "./where";

export function Intro({ channel, empty }: { channel: Channel; empty: boolean }): ReactNode {
  const { user } = useViewer();
  const label = labelOf(channel, user);
  return (
    <div className={styles.intro}>
      <span className={styles.sign}>
        <Icon name={signOf(channel)} size={26} />
      </span>
      <p className={styles.begin}>This is the very beginning of {label}.</p>
      <p>
        {channel.kind === "im"
          ? "Write what it should do: each task becomes a conversation of its own."
          : empty
            ? "Nothing has been said here yet. Write a message, or mention @signoff to give it a task."
            : "Mention @signoff to give it a task; it answers in a thread."}
      </p>
    </div>
  );
}
