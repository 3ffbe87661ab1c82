// The list of conversations with the app: what each is about, how it stands, and when.

import { type FormEvent, memo, type ReactNode, useMemo, useRef, useState } from "react";
import { useLook } from "../look";
import { openThread } from "../messages/thread";
import { stampOf } from "../messages/times";
import { useMirror } from "../mirror";
import { Icon } from "../shell/Icon";
import type { Channel } from "../types";
import { useAct, useViewer } from "../viewer";
import styles from "./Conversations.module.css";
import { type Conversation, conversations } from "./conversations";
import { isWorking, Loading, StateWords, Stop } from "./SessionState";

export function Conversations({ channel }: { channel: Channel }): ReactNode {
  const viewer = useViewer();
  const sessions = useMirror((state) => state.sessions);
  const { thread } = useLook();
  const all = useMemo(() => conversations(channel, sessions, viewer), [channel, sessions, viewer]);
  if (!all.length) return null;
  return (
    <section className={styles.conversations} aria-labelledby="conversations">
      <h3 id="conversations" className={styles.head}>
        Conversations
      </h3>
      <ul className={styles.list} aria-labelledby="conversations">
        {all.map((one) => (
          <Row key={one.ts} channel={channel.id} one={one} isOpen={one.ts === thread} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { channel: string; one: Conversation; isOpen: boolean };

const Row = memo(function Row({ channel, one, isOpen }: RowProps): ReactNode {
  const [renaming, setRenaming] = useState(false);
  const { me } = useViewer();
  const now = useMirror((state) => state.now);
  const edit = useRef<HTMLButtonElement>(null);
  const { ts, title, session, last } = one;
  if (renaming) {
    const close = () => {
      setRenaming(false);
      requestAnimationFrame(() => edit.current?.focus());
    };
    return (
      <li className={styles.row}>
        <Rename channel={channel} ts={ts} title={title} close={close} />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-current={isOpen || undefined}
        onClick={() => openThread(ts)}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>
          {session ? <StateWords session={session} /> : null}
          {isWorking(session) ? <Loading messages={session?.loading_messages} /> : null}
          <time className={styles.time}>{stampOf(last, me.tz, now)}</time>
        </span>
      </button>
      {isWorking(session) ? <Stop channel={channel} thread={ts} of={title} /> : null}
      {session ? (
        <button
          ref={edit}
          type="button"
          className={`sign ${styles.edit}`}
          aria-label={`Rename ${title}`}
          title="Rename"
          onClick={() => setRenaming(true)}
        >
          <Icon name="pencil" size={16} />
        </button>
      ) : null}
    </li>
  );
});

type RenameProps = { channel: string; ts: string; title: string; close(): void };

function Rename({ channel, ts, title, close }: RenameProps): ReactNode {
  const act = useAct();
  const [text, setText] = useState(title);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    const changed = text.trim() !== title;
    const { trouble } = changed
      ? await act("rename", { channel, thread_ts: ts, title: text.trim() })
      : {};
    setBusy(false);
    if (!trouble) close();
  };
  return (
    <form
      className={styles.rename}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        aria-label="Title of the conversation"
        // biome-ignore lint/a11y/noAutofocus: one has just pressed Rename
        autoFocus
        maxLength={200}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button primary" disabled={busy || !text.trim()}>
        Save
      </button>
      <button type="button" className="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}
