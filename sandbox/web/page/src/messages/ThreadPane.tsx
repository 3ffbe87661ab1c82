// The thread that is open beside its channel.

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { StopWorking } from "../agent/SessionState";
import { Composer } from "../composer/Composer";
import { useLook } from "../look";
import { Icon } from "../shell/Icon";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import { MessageList } from "./MessageList";
import { StatusLine } from "./StatusLine";
import styles from "./ThreadPane.module.css";
import { closeThread, wasAsked } from "./thread";
import { labelOf, useChannel } from "./where";

export function ThreadPane(): ReactNode {
  const { thread } = useLook();
  const channel = useChannel();
  const known = channel?.messages.some((one) => one.ts === thread && !one.ephemeral_to);
  // A thread of somebody else, or one that was deleted meanwhile.
  if (!thread || !channel || !known) return null;
  return <OneThread key={thread} channel={channel} thread={thread} />;
}

function OneThread({ channel, thread }: { channel: Channel; thread: string }): ReactNode {
  const { me, user } = useViewer();
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only who opened it waits to write in it; whoever writes elsewhere goes on doing so.
    if (!wasAsked(thread)) return;
    const found = (what: string) => pane.current?.querySelector<HTMLElement>(what);
    (found("textarea") ?? found("h2"))?.focus();
  }, [thread]);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    closeThread(thread);
  };
  return (
    <aside ref={pane} className={styles.pane} aria-label="Thread" onKeyDown={keyDown}>
      <header className={styles.head}>
        <h2 tabIndex={-1}>Thread</h2>
        <span>{labelOf(channel, user)}</span>
        <button
          type="button"
          className="sign"
          aria-label="Close thread"
          title="Close thread"
          onClick={() => closeThread(thread)}
        >
          <Icon name="close" />
        </button>
      </header>
      <MessageList key={me.id} channel={channel} thread={thread} label="Messages in this thread" />
      <div className={styles.status}>
        <StatusLine channel={channel.id} thread={thread} quiet />
        <StopWorking channel={channel.id} thread={thread} />
      </div>
      {channel.is_archived ? null : (
        <Composer channel={channel.id} thread={thread} label="Reply in thread" />
      )}
    </aside>
  );
}
