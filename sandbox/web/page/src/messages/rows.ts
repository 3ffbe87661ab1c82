// The rows of a channel or a thread as one person sees them.

import type { Channel, Message } from "../types";
import { dayOf } from "./times";

export type Row = {
  message: Message;
  /** It is the first of its day. */
  newDay: boolean;
  /** It is the first that is new since the viewer last looked. */
  fresh: boolean;
  /** It goes on from the row above, by the same author within minutes. */
  grouped: boolean;
  /** How many replies in its thread only the viewer sees. */
  notes: number;
};

const GROUP_S = 300;

export const isReply = (message: Message): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;
export const rootOf = (message: Message): string => message.thread_ts ?? message.ts;

/** Whether a person sees it. */
export const isFor = (message: Message, me: string): boolean =>
  !message.ephemeral_to || message.ephemeral_to === me;

/** Roots, replies that were sent to the channel too, and private words. */
export function channelRows(channel: Channel, me: string, zone: string, since: string): Row[] {
  const seen = channel.messages.filter((one) => isFor(one, me));
  const roots = new Set(seen.filter((one) => !isReply(one)).map((one) => one.ts));
  const notes = new Map<string, number>();
  for (const one of seen) {
    if (one.ephemeral_to && isReply(one)) notes.set(rootOf(one), (notes.get(rootOf(one)) ?? 0) + 1);
  }
  // A reply whose root is gone would be nowhere if not here.
  const shown = seen.filter(
    (one) => !isReply(one) || one.subtype === "thread_broadcast" || !roots.has(rootOf(one)),
  );
  return rowsOf(shown, me, zone, since, notes);
}

/** A root and its replies; empty if the root isn't there for this person. */
export function threadRows(channel: Channel, root: string, me: string, zone: string): Row[] {
  const seen = channel.messages.filter((one) => isFor(one, me));
  if (!seen.some((one) => one.ts === root && !isReply(one))) return [];
  const shown = seen.filter((one) => one.ts === root || (isReply(one) && rootOf(one) === root));
  return rowsOf(shown, me, zone, "", new Map());
}

function rowsOf(
  messages: Message[],
  me: string,
  zone: string,
  since: string,
  notes: Map<string, number>,
): Row[] {
  let found = since === ""; // no line where everything is new
  return messages.map((message, at): Row => {
    const before = messages[at - 1];
    const newDay = !before || dayOf(before.ts, zone) !== dayOf(message.ts, zone);
    const fresh = !found && at > 0 && message.ts > since && message.user !== me;
    found ||= fresh;
    const grouped = !newDay && !fresh && before !== undefined && goesOn(before, message);
    return { message, newDay, fresh, grouped, notes: notes.get(message.ts) ?? 0 };
  });
}

const goesOn = (before: Message, message: Message): boolean =>
  before.user === message.user &&
  before.username === message.username &&
  before.ephemeral_to === message.ephemeral_to &&
  !before.reply_count &&
  before.subtype !== "tombstone" &&
  message.subtype !== "thread_broadcast" &&
  message.subtype !== "tombstone" &&
  Number(message.ts) - Number(before.ts) <= GROUP_S;
