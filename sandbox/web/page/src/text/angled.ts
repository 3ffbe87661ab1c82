// What Slack writes in angle brackets: people, places, moments and links.

import { isSafe } from "./address";
import { withEmoji } from "./emoji";
import { unescapeOnce } from "./plain";
import type { Angled, MentionKind } from "./tree";

const MENTIONS: [RegExp, MentionKind][] = [
  [/^@([UW]\w+)$/, "user"],
  [/^#([CG]\w+)$/, "channel"],
  [/^!subteam\^(S\w+)$/, "group"],
  [/^!(here|channel|everyone)$/, "everyone"],
];

/** Where brackets open in a line and what they hold, if Slack knows it. */
export const ANGLED = /<([@#!a-z][^<>]*)>/gi;

/** Reads what stands between the brackets; null: nothing of Slack's, so it stays text. */
export function readAngled(inside: string): Angled | null {
  const bar = inside.indexOf("|");
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescapeOnce(inside.slice(bar + 1));
  if (target.startsWith("!date^")) return readDate(target, label);
  for (const [pattern, kind] of MENTIONS) {
    const id = pattern.exec(target)?.[1];
    if (id) return { is: "mention", kind, id, ...(label ? { label } : {}) };
  }
  const href = unescapeOnce(target);
  if (!isSafe(href)) return null;
  return { is: "link", href, label: label ? withEmoji(label) : href.replace(/^mailto:/i, "") };
}

function readDate(target: string, fallback: string | undefined): Angled {
  const [, seconds = "", format, href] = target.split("^");
  if (!/^-?\d+$/.test(seconds) || !format) return { is: "text", text: fallback ?? `<${target}>` };
  const moment = {
    is: "date" as const,
    at: Number(seconds),
    format: unescapeOnce(format),
    fallback: fallback ?? "",
  };
  const link = href && unescapeOnce(href);
  return link && isSafe(link) ? { ...moment, href: link } : moment;
}
