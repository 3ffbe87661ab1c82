// The channel that the viewer looks at.

import { DIRECT, useLook } from "../look";
import { useMirror } from "../mirror";
import type { Channel, State } from "../types";
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
