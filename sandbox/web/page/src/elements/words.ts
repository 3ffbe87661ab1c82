// Words of text objects where no markup can be drawn: names for readers, placeholders, options.

import { plainWords, type TextJson } from "../text/plain";
import type { Obj } from "../types";

/** A text object as a person reads it; empty if there is none. */
export const words = (text: unknown): string => plainWords(asText(text));

/** The text object at a key; undefined if there is none. */
export const textOf = (holder: Obj, key: string): TextJson | undefined => asText(holder[key]);

function asText(given: unknown): TextJson | undefined {
  const text = given as Partial<TextJson> | null | undefined;
  return typeof text?.text === "string"
    ? { type: "plain_text", ...text, text: text.text }
    : undefined;
}
