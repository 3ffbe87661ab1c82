// Which addresses may be followed, and which of them lead to a message on this page.

import { DIRECT, go } from "../look";
import type { Viewer } from "../viewer";

const SAFE = /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i;
const MESSAGE = /^\/archives\/([A-Z]\w+)\/p(\d{10})(\d{6})$/;

/** Whether a link may lead there: http, https and mailto only. */
export const isSafe = (address: string): boolean => SAFE.test(address) && URL.canParse(address);

/** How to show the message that an address of Slack's means; undefined if it is elsewhere. */
export function messageAt(address: string, viewer: Viewer): (() => void) | undefined {
  if (!address.includes("/archives/") || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const [, id, seconds, micros] = MESSAGE.exec(url.pathname) ?? [];
  const channel = id && viewer.channel(id);
  if (!channel) return undefined;
  const thread = url.searchParams.get("thread_ts") ?? `${seconds}.${micros}`;
  const name = channel.kind === "im" ? DIRECT : channel.name;
  return () => go({ channel: name, thread });
}
