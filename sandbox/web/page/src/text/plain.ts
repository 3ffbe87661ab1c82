// Text of Slack as plain words.

import { withEmoji } from "./emoji";

/** A text object of Block Kit. */
export type TextJson = { type: string; text: string; emoji?: boolean; verbatim?: boolean };

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** Undoes, once, what Slack escapes. */
export const unescapeOnce = (text: string): string =>
  text.includes("&") ? text.replace(/&(?:lt|gt|amp);/g, (found) => ENTITIES[found] ?? found) : text;

/** A text object as words for a name, a label or an option; mrkdwn's marks stay as written. */
export function plainWords(text: TextJson | undefined): string {
  if (!text) return "";
  const words = unescapeOnce(text.text);
  return text.emoji === false ? words : withEmoji(words);
}
