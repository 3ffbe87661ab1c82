// Words of text objects where no markup can be drawn: names for readers, placeholders, what is typed.

import type { Obj } from "../types";

export type TextJson = { type: string; text: string };

/** A text object as a person reads it; empty if there is none. */
export function words(text: unknown): string {
  const { text: raw } = (text ?? {}) as Partial<TextJson>;
  if (typeof raw !== "string") return "";
  return raw.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The text object at a key; undefined if there is none. */
export function textOf(holder: Obj, key: string): TextJson | undefined {
  const text = holder[key] as Partial<TextJson> | undefined;
  return typeof text?.text === "string"
    ? { type: "plain_text", ...text, text: text.text }
    : undefined;
}
