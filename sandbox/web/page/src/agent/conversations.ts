// The direct message with the app as conversations: each of its threads is one.

import { DIRECT } from "../look";
import { isFor, rootOf } from "../messages/rows";
import { sessionOf } from "../messages/session";
import { channelOf } from "../messages/where";
import { asTyped } from "../messages/words";
import { useMirror } from "../mirror";
import type { Channel, Message, Session } from "../types";
import { useViewer, type Viewer } from "../viewer";

export type Conversation = {
  /** Its root. */
  ts: string;
  title: string;
  session: Session | undefined;
  /** When the last word was said in it. */
  last: string;
};

const TITLE = 60;

/** The direct message; undefined until something was said or the app's page was opened. */
export function useDirect(): Channel | undefined {
  const { me } = useViewer();
  return useMirror((state) => channelOf(state, me.id, DIRECT));
}

/** The conversations, the one with the latest word first. */
export function conversations(
  channel: Channel,
  sessions: Session[],
  viewer: Viewer,
): Conversation[] {
  const threads = new Map<string, Message[]>();
  for (const message of channel.messages.filter((one) => isFor(one, viewer.me.id))) {
    const thread = threads.get(rootOf(message));
    if (thread) thread.push(message);
    else threads.set(rootOf(message), [message]);
  }
  const found: Conversation[] = [];
  for (const [ts, [root, ...replies]] of threads) {
    const session = sessionOf(sessions, channel.id, ts);
    // A word of the app that nobody has answered is a notice, not a conversation.
    if (root?.ts !== ts || !(session || replies.length || root.user === viewer.me.id)) continue;
    const title = session?.title || firstWords(asTyped(root.text, viewer, "words"));
    found.push({ ts, title: title || "A file", session, last: (replies.at(-1) ?? root).ts });
  }
  return found.sort((a, b) => Number(b.last) - Number(a.last));
}

function firstWords(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  if (line.length <= TITLE) return line;
  return `${line.slice(0, TITLE).replace(/\s+\S*$/, "")}…`;
}
