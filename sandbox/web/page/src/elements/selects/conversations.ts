// Which conversations a select may offer, and what they are called.

import type { Channel, Obj } from "../../types";
import type { Viewer } from "../../viewer";
import type { ElementJson } from "../place";
import type { Choice } from "./choice";

type Kind = "public" | "private" | "im" | "mpim";

const KINDS: Record<Channel["kind"], Kind> = {
  channel: "public",
  group: "private",
  im: "im",
  mpim: "mpim",
};
const GROUPS: Record<Kind, string> = {
  public: "Channels",
  private: "Private channels",
  im: "Direct messages",
  mpim: "Group messages",
};
const ORDER: Kind[] = ["public", "private", "mpim", "im"];

/** Whether an element's filter lets a conversation through. */
export function passes(element: ElementJson, channel: Channel, viewer: Viewer): boolean {
  const kind = KINDS[channel.kind];
  if (element.type.endsWith("channels_select")) return kind === "public";
  const filter = (element.filter ?? {}) as Obj;
  if (Array.isArray(filter.include) && !filter.include.includes(kind)) return false;
  if (filter.exclude_external_shared_channels === true && channel.is_ext_shared) return false;
  const withApp = kind === "im" && channel.members.some((id) => viewer.user(id)?.is_bot);
  return !(filter.exclude_bot_users === true && withApp);
}

/** Whether the viewer may see that it exists: what they are in, and members all public ones. */
export function visible(channel: Channel, { me }: Viewer): boolean {
  if (channel.is_archived) return false;
  const member = !me.is_restricted && !me.is_stranger;
  return channel.members.includes(me.id) || (member && channel.kind === "channel");
}

/** What the viewer calls a conversation: a direct message by who is at its other end. */
export function conversationName(
  channel: Pick<Channel, "name" | "kind"> & { members?: string[] },
  viewer: Viewer,
): string {
  if (channel.kind !== "im") return `${channel.kind === "channel" ? "# " : ""}${channel.name}`;
  const other = channel.members?.find((id) => id !== viewer.me.id);
  return (other && viewer.user(other)?.real_name) || channel.name;
}

/** The conversations as choices, by kind and name. */
export function conversationChoices(
  element: ElementJson,
  channels: Channel[],
  viewer: Viewer,
): Choice[] {
  const offered = channels.filter((one) => visible(one, viewer) && passes(element, one, viewer));
  const kinds = new Set(offered.map((one) => one.kind));
  return offered
    .map((one): Choice & { order: number } => ({
      id: one.id,
      label: conversationName(one, viewer),
      value: one.id,
      order: ORDER.indexOf(KINDS[one.kind]),
      ...(kinds.size > 1 ? { group: GROUPS[KINDS[one.kind]] } : {}),
    }))
    .sort((one, other) => one.order - other.order || one.label.localeCompare(other.label));
}
