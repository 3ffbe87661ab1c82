// The thread of a task that the viewer has just given opens by itself.

import { useEffect, useRef, useState } from "react";
import { go, useLook } from "../look";
import { useMirror } from "../mirror";
import { names } from "../shell/news";
import type { Channel, Message, Session } from "../types";
import { useViewer } from "../viewer";
import { isReply } from "./rows";

const PHONE = "(max-width: 600px)";

/** For a channel that is being looked at; each message opens its thread once. */
export function useOwnThread(channel: Channel): void {
  const { me, users } = useViewer();
  const { thread } = useLook();
  const sessions = useMirror((state) => state.sessions);
  const [since] = useState(() => channel.messages.at(-1)?.ts ?? "");
  const opened = useRef(new Set<string>());
  useEffect(() => {
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
    if (thread !== task.ts && !writesElsewhere()) go({ thread: task.ts });
  }, [channel, sessions, me.id, users, since, thread]);
}

const begun = (channel: string, task: Message, sessions: Session[]): boolean =>
  Boolean(task.reply_count) ||
  sessions.some((one) => one.channel === channel && one.thread_ts === task.ts);

/** In a thread that would go, or on a phone in a composer that would be covered. */
function writesElsewhere(): boolean {
  const at = document.activeElement;
  if (!(at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement)) return false;
  return at.value !== "" && (at.closest("aside") !== null || matchMedia(PHONE).matches);
}
