// The channel that the viewer looks at.

import { DIRECT, useLook } from "../look";
import { useMirror } from "../mirror";
import type { IconName } from "../shell/Icon";
import type { Channel, State, User } from "../types";
import { useViewer } from "../viewer";

/** The channel of the address; who isn't in it sees their first one. Undefined: not made yet. */
export function useChannel(): Channel | undefined {
  const { me } = useViewer();
  const { channel } = useLook();
  return useMirror((state) => channelOf(state, me.id, channel));
}

/** A person's channel by its name in the address; undefined for a direct message without a word. */
export function channelOf(state: State, me: string, name: string): Channel | undefined {
  const mine = state.channels.filter((one) => one.members.includes(me));
  if (name === DIRECT) return mine.find((one) => one.kind === "im");
  return mine.find((one) => one.name === name) ?? mine.find((one) => one.kind !== "im");
}

/** The workspace's time in seconds, as far as dividers and stamps need it. */
export function useNow(): number {
  const now = useMirror((state) => state.now);
  return Math.max(now, Date.now() / 1000);
}

export function signOf(channel: Pick<Channel, "kind" | "is_private" | "is_ext_shared">): IconName {
  if (channel.kind === "im") return "spark";
  if (channel.kind === "mpim") return "people";
  if (channel.is_private) return "lock";
  return channel.is_ext_shared ? "shared" : "hash";
}

export function kindOf(channel: Channel): string {
  if (channel.is_archived) return "archived";
  if (channel.kind === "im") return "direct messages";
  if (channel.kind === "mpim") return "group message";
  if (channel.is_ext_shared) return "shared channel";
  return channel.is_private ? "private channel" : "public channel";
}

type Named = Pick<Channel, "kind" | "name" | "members">;

/** A channel's name; a direct message is called after the app. */
export function nameOf(channel: Named, user: (id: string) => User | undefined): string {
  if (channel.kind !== "im") return channel.name;
  const app = channel.members.map(user).find((one) => one?.is_bot);
  return app?.real_name ?? "Signoff";
}

/** The name with its sign, as people write it. */
export function labelOf(channel: Named, user: (id: string) => User | undefined): string {
  const name = nameOf(channel, user);
  return channel.kind === "im" || channel.kind === "mpim" ? name : `#${name}`;
}
