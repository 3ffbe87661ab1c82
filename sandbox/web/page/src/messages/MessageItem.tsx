// One message as the viewer sees it.

import { memo, type ReactNode, useState } from "react";
import { Guard } from "../shell/Guard";
import { Icon } from "../shell/Icon";
import type { Message } from "../types";
import { useAct, useViewer } from "../viewer";
import { Avatar, NoAvatar } from "./Avatar";
import { Body } from "./Body";
import { DeleteQuestion, EditBox } from "./EditBox";
import { dropEdit, editKey, editOf } from "./edits";
import { Head } from "./Head";
import styles from "./MessageItem.module.css";
import { Reactions } from "./Reactions";
import { rootOf } from "./rows";
import { StatusLine } from "./StatusLine";
import { RepliedTo, Summary } from "./Summary";
import { useSession } from "./session";
import { Toolbar } from "./Toolbar";
import { timeOf, wholeOf } from "./times";
import { useTools } from "./tools";
import { asTyped } from "./words";

type Props = {
  channel: string;
  message: Message;
  /** It goes on from the message above it, so that it needs no head. */
  grouped?: boolean;
  /** How many notes in its thread only the viewer sees. */
  notes?: number;
  /** It stands in the pane of its thread. */
  inThread?: boolean;
  /** Tab stops here; one message of a list is such. */
  tabbable?: boolean;
};

export const MessageItem = memo(function MessageItem(props: Props): ReactNode {
  const { channel, message, grouped = false, inThread = false, tabbable = false } = props;
  const { me, user } = useViewer();
  const edit = editKey(me.id, channel, message.ts);
  const [mode, setMode] = useState<"" | "edit" | "delete">(() => (editOf(edit) ? "edit" : ""));
  // Its tools are made when they are first wanted: scrolling is quicker without.
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  const tools = useTools(channel, message, inThread, setMode);
  const author = user(message.user);
  const gone = message.subtype === "tombstone";
  const name = gone ? "Deleted message" : (message.username ?? author?.real_name ?? message.user);
  return (
    <article
      className={classes(message, grouped)}
      data-ts={message.ts}
      aria-label={`${name} at ${timeOf(message.ts, me.tz)}`}
      tabIndex={tabbable ? 0 : -1}
      onPointerEnter={want}
      onFocus={want}
    >
      <div className={styles.side}>
        {gone ? (
          <NoAvatar />
        ) : grouped ? (
          <time className={styles.when} title={wholeOf(message.ts, me.tz)}>
            {timeOf(message.ts, me.tz)}
          </time>
        ) : (
          <Avatar id={message.user} user={author} />
        )}
      </div>
      <div className={styles.said}>
        {message.ephemeral_to ? (
          <p className={styles.private}>
            <Icon name="eye" size={14} /> Only visible to you
          </p>
        ) : null}
        {grouped || gone ? null : <Head message={message} author={author} name={name} />}
        <Said {...props} mode={mode} edit={edit} leave={() => setMode("")} />
        <Reactions reactions={message.reactions ?? []} toggle={tools.toggle} />
        {inThread || message.ephemeral_to ? null : (
          <Summary message={message} notes={props.notes ?? 0} />
        )}
        {inThread ? null : <StatusLine channel={channel} thread={message.ts} />}
      </div>
      {mode || gone || !wanted ? null : <Toolbar tools={tools} />}
    </article>
  );
});

function Said(props: Props & { mode: string; edit: string; leave: () => void }): ReactNode {
  const { channel, message, inThread, mode, edit, leave } = props;
  const viewer = useViewer();
  const act = useAct();
  const streaming = useSession(channel, rootOf(message))?.streaming === message.ts;
  if (message.subtype === "tombstone") return <p className={styles.gone}>{message.text}</p>;
  const at = { channel, ts: message.ts };
  const back = () => {
    dropEdit(edit);
    leave();
    document.querySelector<HTMLElement>(`article[data-ts="${message.ts}"]`)?.focus();
  };
  if (mode === "edit") {
    // What isn't taken stays to be saved again.
    const save = async (text: string) => {
      const { trouble } = await act("edit", { ...at, text });
      if (!trouble) back();
    };
    const text = asTyped(message.text, viewer);
    return <EditBox text={text} name={edit} save={save} cancel={back} />;
  }
  return (
    <>
      {message.subtype === "thread_broadcast" && !inThread ? (
        <RepliedTo channel={channel} message={message} />
      ) : null}
      <Guard what="This message" data={message}>
        <Body channel={channel} message={message} streaming={streaming} />
      </Guard>
      {message.edited ? <span className={styles.edited}>(edited)</span> : null}
      {mode === "delete" ? (
        <DeleteQuestion
          remove={() => {
            const next = neighbour(message.ts);
            void act("delete", at).then(({ trouble }) => trouble || next?.focus());
          }}
          keep={back}
        />
      ) : null}
    </>
  );
}

/** The message above, or below where there is none: it gets the focus of one that goes. */
function neighbour(ts: string): HTMLElement | undefined {
  const own = document.activeElement?.closest("article");
  const all = [...(own?.closest("[role=log]")?.querySelectorAll("article") ?? [])];
  const at = all.findIndex((one) => one.dataset.ts === ts);
  return all[at - 1] ?? all[at + 1];
}

const classes = (message: Message, grouped: boolean): string =>
  [styles.message, grouped ? styles.grouped : "", message.ephemeral_to ? styles.whisper : ""].join(
    " ",
  );
