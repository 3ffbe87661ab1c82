// Who wrote a message and when.

import type { ReactNode } from "react";
import { badgeOf } from "../shell/roles";
import type { Message, User } from "../types";
import { useViewer } from "../viewer";
import styles from "./Head.module.css";
import { stampOf, wholeOf } from "./times";
import { useNow } from "./where";

export function Head({
  message,
  author,
  name,
}: {
  message: Message;
  author: User | undefined;
  name: string;
}): ReactNode {
  const { me } = useViewer();
  const now = useNow();
  const badge = badgeOf(author);
  const iso = new Date(Number(message.ts) * 1000).toISOString();
  return (
    <div className={styles.head}>
      <strong>{name}</strong>
      {message.bot_id || author?.is_bot ? <span className={styles.app}>APP</span> : null}
      {badge ? <span className={styles.badge}>{badge}</span> : null}
      {author?.deleted ? <span className={styles.badge}>deactivated</span> : null}
      <time dateTime={iso} title={wholeOf(message.ts, me.tz)}>
        {stampOf(message.ts, me.tz, now)}
      </time>
    </div>
  );
}
