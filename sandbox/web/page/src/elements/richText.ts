// Rich text as somebody types it plainly.

import type { Obj } from "../types";

/** A rich_text of one section; nothing for nothing. */
export const fromPlain = (text: string): Obj | null =>
  text === ""
    ? null
    : {
        type: "rich_text",
        elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
      };

/** The words of a rich_text; a line for each of its parts. */
export function toPlain(rich: unknown): string {
  const parts = (rich as { elements?: Obj[] } | null)?.elements ?? [];
  return parts.map(wordsOf).join("\n");
}

function wordsOf(part: Obj): string {
  if (typeof part.text === "string") return part.text;
  const inside = (part.elements ?? []) as Obj[];
  return inside.map(wordsOf).join(part.type === "rich_text_list" ? "\n" : "");
}
