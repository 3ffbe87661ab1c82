// Where one writes: a message with mentions, a slash command, a shortcut, a file.

import { type ReactNode, useState } from "react";
import type { Answer } from "../api";
import { useMirror } from "../mirror";
import { useViewer } from "../viewer";
import styles from "./Composer.module.css";
import { changeDraft, draftKey, draftOf, useDraft } from "./drafts";
import { Chips } from "./Files";
import { attachments } from "./files";
import { useChannelName, useClosed } from "./place";
import { commandOf, isEmpty, send } from "./send";
import { TextBox } from "./TextBox";
import { Tools } from "./Tools";

type Props = {
  /** An id, or `dm` for the app's own messages. */
  channel: string;
  thread?: string;
  label: string;
  /** Hears of what was sent. */
  onSent?(answer: Answer): void;
};

/** A box for a channel, or for a thread of it; a sentence where nobody can write. */
export function Composer(props: Props): ReactNode {
  const { me } = useViewer();
  const closed = useClosed(props.channel);
  if (closed) return <p className={styles.closed}>{closed}</p>;
  const key = draftKey(me.id, props.channel, props.thread);
  return <Form key={key} draftName={key} {...props} />;
}

function Form({ draftName: key, channel, thread, label, onSent }: Props & { draftName: string }) {
  const { me } = useViewer();
  const draft = useDraft(key);
  const [over, setOver] = useState(false);
  const submit = async () => {
    const answer = await send(key, { person: me.name, channel, thread });
    if (answer) onSent?.(answer);
  };
  const attach = async (files: Iterable<File>) => {
    const more = await attachments(files);
    changeDraft(key, { files: [...draftOf(key).files, ...more], trouble: "" });
  };
  return (
    <form
      className={styles.composer}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void attach(event.dataTransfer.files);
      }}
    >
      <div className={styles.frame} data-over={over || undefined}>
        <TextBox
          draft={draft}
          draftName={key}
          label={label}
          at={{ channel, thread }}
          submit={submit}
        />
        <Chips draft={draft} draftName={key} />
        {thread ? <Broadcast draftName={key} channel={channel} checked={draft.broadcast} /> : null}
        <Tools
          attach={attach}
          tell={(trouble) => changeDraft(key, { trouble })}
          sending={draft.sending}
          empty={isEmpty(draft)}
        />
      </div>
      {draft.trouble ? (
        <p className={styles.trouble} role="alert">
          {draft.trouble}
        </p>
      ) : (
        <Hint text={draft.text} inThread={Boolean(thread)} />
      )}
    </form>
  );
}

type BroadcastProps = { draftName: string; channel: string; checked: boolean };

function Broadcast({ draftName, channel, checked }: BroadcastProps): ReactNode {
  const name = useChannelName(channel);
  if (!name) return null;
  return (
    <label className={styles.broadcast}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => changeDraft(draftName, { broadcast: event.target.checked })}
      />
      Also send to #{name}
    </label>
  );
}

/** How the command that is being written goes on; else which keys send. */
function Hint({ text, inThread }: { text: string; inThread: boolean }): ReactNode {
  const commands = useMirror((state) => state.app.commands);
  const command = inThread ? undefined : commandOf(text)?.[0];
  const known = commands.find((one) => one.command === command);
  if (known) {
    return (
      <p className={styles.hint}>
        <b>{known.command}</b> {known.usage_hint} <span>{known.description}</span>
      </p>
    );
  }
  return text ? (
    <p className={`${styles.hint} ${styles.keys}`}>
      <b>Enter</b> to send, <b>Shift + Enter</b> for a new line
    </p>
  ) : (
    <p className={styles.hint} />
  );
}
