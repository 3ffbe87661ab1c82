// The thread of a task that the viewer has just given opens by itself.

import { useEffect, useRef, useState } from "react";
import { go, useLook } from "../look";
import { useMirror } from "../mirror";
import { names } from "../shell/news";
import type { Channel, Message, Session } from "../types";
import { useViewer } from "../viewer";
import { isReply } from "./rows";
import { asTyped } from "./words";

const PHONE = "(max-width: 600px)";

/** For a channel that is being looked at; each message opens its thread once. */
export function useOwnThread(channel: Channel): void {
  const viewer = useViewer();
  const { thread } = useLook();
  const sessions = useMirror((state) => state.sessions);
  const [since] = useState(() => channel.messages.at(-1)?.ts ?? "");
  const opened = useRef(new Set<string>());
  useEffect(() => {
    const { me, users } = viewer;
    const apps = users.filter((one) => one.is_bot).map((one) => one.id);
    const task = channel.messages.findLast(
      (one) =>
        one.user === me.id &&
        one.ts > since &&
        !isReply(one) &&
        apps.some((id) => names(one, id, [])),
    );
    if (!task || opened.current.has(task.ts) || !begun(channel.id, task, sessions)) return;
    opened.current.add(task.ts);
    if (thread !== task.ts && !writesElsewhere(asTyped(task.text, viewer))) go({ thread: task.ts });
  }, [channel, sessions, viewer, since, thread]);
}

const begun = (channel: string, task: Message, sessions: Session[]): boolean =>
  Boolean(task.reply_count) ||
  sessions.some((one) => one.channel === channel && one.thread_ts === task.ts);

/** In a thread that would go, or on a phone in a composer that would be covered. */
function writesElsewhere(sent: string): boolean {
  const at = document.activeElement;
  if (!(at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement)) return false;
  // The app can be quicker than the answer that empties the composer.
  if (at.value === "" || at.value.trim() === sent.trim()) return false;
  return at.closest("aside") !== null || matchMedia(PHONE).matches;
}
