// Where one writes: whether one may, and who is there.

import { useMemo } from "react";
import { DIRECT } from "../look";
import { useMirror } from "../mirror";
import type { Channel, State } from "../types";
import { useViewer } from "../viewer";
import type { Sources } from "./complete";

const NOBODY: string[] = [];

/** The conversation that `channel` (an id, or `dm`) means for this person. */
function find(state: State, me: string, channel: string): Channel | undefined {
  if (channel !== DIRECT) return state.channels.find((one) => one.id === channel);
  return state.channels.find((one) => one.kind === "im" && one.members.includes(me));
}

/** Why nothing can be written there, in a sentence; empty if something can. */
export function useClosed(channel: string): string {
  const { me } = useViewer();
  return useMirror((state) => {
    const place = find(state, me.id, channel);
    if (!place) return "";
    const name = place.kind === "im" ? "This conversation" : `#${place.name}`;
    if (place.is_archived) return `${name} is archived: it can be read, and nobody writes here.`;
    if (!place.members.includes(me.id)) return `You aren’t in ${name}, so you can’t write here.`;
    if (place.kind === "im" && !state.app.messages_tab)
      return "Sending messages to this app has been turned off.";
    return "";
  });
}

/** The name for "Also send to"; undefined where there is no channel to send to. */
export function useChannelName(channel: string): string | undefined {
  const { me } = useViewer();
  return useMirror((state) => {
    const place = find(state, me.id, channel);
    return place && place.kind !== "im" ? place.name : undefined;
  });
}

/** What can be completed there; no commands in a thread, where Slack takes none. */
export function useSources(channel: string, thread: string | undefined): Sources {
  const { me, users, channels } = useViewer();
  const groups = useMirror((state) => state.groups);
  const all = useMirror((state) => state.app.commands);
  const members = useMirror((state) => find(state, me.id, channel)?.members ?? NOBODY);
  const wide = useChannelName(channel) !== undefined;
  return useMemo(() => {
    const commands = thread ? [] : all;
    return { users, groups, channels, commands, members, wide };
  }, [users, groups, channels, all, thread, members, wide]);
}
