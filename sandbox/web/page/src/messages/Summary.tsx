// What a thread holds, below its root; and what a reply that went to the channel answers.

import type { ReactNode } from "react";
import { useMirror } from "../mirror";
import { Icon } from "../shell/Icon";
import type { Message } from "../types";
import { useViewer } from "../viewer";
import { Avatar } from "./Avatar";
import { rootOf } from "./rows";
import styles from "./Summary.module.css";
import { openThread } from "./thread";
import { stampOf } from "./times";
import { useNow } from "./where";
import { asTyped } from "./words";

const FACES = 4;
const EXCERPT = 60;

export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export function Summary({ message, notes }: { message: Message; notes: number }): ReactNode {
  const { me, user } = useViewer();
  const now = useNow();
  const replies = message.reply_count ?? 0;
  if (!replies && !notes) return null;
  const count = replies ? counted(replies, "reply", "replies") : "";
  const last = message.latest_reply ? `last ${stampOf(message.latest_reply, me.tz, now)}` : "";
  return (
    <button type="button" className={styles.summary} onClick={() => openThread(message.ts)}>
      <span className={styles.faces}>
        {message.reply_users?.slice(0, FACES).map((id) => (
          <Avatar key={id} id={id} user={user(id)} size={22} />
        ))}
      </span>
      {count ? <strong>{count}</strong> : null}
      {notes ? (
        <span className={styles.note}>
          <Icon name="eye" size={14} /> {counted(notes, "note", "notes")} only you can see
        </span>
      ) : null}
      {last ? <span className={styles.last}>{last}</span> : null}
      <span className={styles.go} aria-hidden="true">
        View thread
      </span>
    </button>
  );
}

/** Above a reply that was sent to the channel too. */
export function RepliedTo({ channel, message }: { channel: string; message: Message }): ReactNode {
  const viewer = useViewer();
  const root = useMirror((state) => {
    const found = state.channels.find((one) => one.id === channel);
    return found?.messages.find((one) => one.ts === message.thread_ts);
  });
  const words = root ? asTyped(root.text, viewer, "words") : "a message that is gone";
  const short = words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words;
  return (
    <p className={styles.replied}>
      replied to a thread:{" "}
      <button type="button" onClick={() => openThread(rootOf(message))}>
        {short}
      </button>
    </p>
  );
}
