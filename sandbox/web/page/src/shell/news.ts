// What is new to whom: per person and channel, the newest message that they have looked at.

import { useMemo, useSyncExternalStore } from "react";
import { useMirror } from "../mirror";
import type { Channel, Group, Message, User } from "../types";
import { useViewer } from "../viewer";

export type Unread = {
  /** New messages of others, replies and private words included. */
  count: number;
  /** How many of them are for this person: a mention, a private word, a direct message. */
  calls: number;
};

const NOTHING: Unread = { count: 0, calls: 0 };

/** Who has seen what, from the page's first load on: nothing before it is news. */
export class News {
  #first = "";
  #begun = false;
  #seen = new Map<string, string>();
  #listeners = new Set<() => void>();
  version = 0;

  /** Takes what is there as known to all; only the first time. */
  begin(channels: Channel[]): void {
    if (this.#begun) return;
    this.#begun = true;
    for (const { messages } of channels) {
      const last = messages.at(-1)?.ts ?? "";
      if (last > this.#first) this.#first = last;
    }
  }

  /** The newest message that the person has looked at in the channel. */
  since(person: string, channel: string): string {
    return this.#seen.get(`${person}/${channel}`) ?? this.#first;
  }

  /** The person looks at the channel, up to this message. */
  see(person: string, channel: string, ts: string): void {
    if (ts <= this.since(person, channel)) return;
    this.#seen.set(`${person}/${channel}`, ts);
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const news = new News();

/** What is new in a channel to one of its members who has seen it up to `since`. */
export function unreadOf(channel: Channel, me: string, groups: Group[], since: string): Unread {
  if (!channel.members.includes(me)) return NOTHING;
  let [count, calls] = [0, 0];
  // From the newest back, so that a long history costs nothing.
  for (let at = channel.messages.length - 1; at >= 0; at -= 1) {
    const message = channel.messages[at];
    if (!message || message.ts <= since) break;
    if (message.user === me || (message.ephemeral_to && message.ephemeral_to !== me)) continue;
    if (message.subtype === "tombstone") continue;
    count += 1;
    if (message.ephemeral_to || channel.kind === "im" || names(message, me, groups)) calls += 1;
  }
  return count ? { count, calls } : NOTHING;
}

/** Whether a message calls a person: by name, by a group of theirs, or everybody. */
export function names(message: Message, me: string, groups: Group[]): boolean {
  const { ids, all } = calledIn(message);
  return all || ids.has(me) || groups.some((one) => ids.has(one.id) && one.users.includes(me));
}

type Called = { ids: Set<string>; all: boolean };
const CALLS =
  /<@(\w+)|<!subteam\^(\w+)|"(?:user_id|usergroup_id)":"(\w+)"|<!(?:here|channel|everyone)\b|"type":"(broadcast)"/g;
const known = new WeakMap<Message, Called>();

function calledIn(message: Message): Called {
  const before = known.get(message);
  if (before) return before;
  const ids = new Set<string>();
  let all = false;
  const { text, blocks, attachments } = message;
  for (const found of JSON.stringify([text, blocks, attachments]).matchAll(CALLS)) {
    const id = found[1] ?? found[2] ?? found[3];
    if (id) ids.add(id);
    else all = true;
  }
  known.set(message, { ids, all });
  return { ids, all };
}

/** What is new to the viewer, by channel id. */
export function useUnread(): Map<string, Unread> {
  const { me } = useViewer();
  const [channels, groups, version] = useNews();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen changes with `version`
  return useMemo(
    () => new Map(channels.map((one) => [one.id, unreadBy(one, me.id, groups)])),
    [channels, groups, version, me.id],
  );
}

/** How many messages call each of the people, by their id; whoever isn't called isn't in it. */
export function useCalls(people: User[]): Map<string, number> {
  const [channels, groups, version] = useNews();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen changes with `version`
  return useMemo(() => {
    const calls = people.map(({ id }): [string, number] => [
      id,
      channels.reduce((sum, one) => sum + unreadBy(one, id, groups).calls, 0),
    ]);
    return new Map(calls.filter(([, count]) => count));
  }, [channels, groups, version, people]);
}

const unreadBy = (channel: Channel, me: string, groups: Group[]): Unread =>
  unreadOf(channel, me, groups, news.since(me, channel.id));

function useNews(): [Channel[], Group[], number] {
  const channels = useMirror((state) => state.channels);
  const groups = useMirror((state) => state.groups);
  news.begin(channels);
  return [channels, groups, useSyncExternalStore(news.subscribe, () => news.version)];
}
