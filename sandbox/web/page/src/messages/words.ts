// A message's stored text as a person would type it, or hear it.

import type { Viewer } from "../viewer";

const MARKS = /<([^<>]+)>/g;
const LINK = /^([^|]*)(?:\|(.*))?$/;

/** With names for ids and without escapes; links by their address, or by their words. */
export function asTyped(
  text: string,
  viewer: Pick<Viewer, "user" | "channel" | "group">,
  links: "address" | "words" = "address",
): string {
  return unescaped(text.replace(MARKS, (whole, inner: string) => unmarked(whole, inner)));

  function unmarked(whole: string, inner: string): string {
    const [, what = "", words = ""] = LINK.exec(inner) ?? [];
    if (what.startsWith("@")) return `@${viewer.user(what.slice(1))?.name ?? (words || what)}`;
    if (what.startsWith("#")) return `#${viewer.channel(what.slice(1))?.name ?? (words || what)}`;
    if (what.startsWith("!subteam^"))
      return `@${viewer.group(what.slice("!subteam^".length))?.handle ?? (words || "group")}`;
    if (what.startsWith("!date^")) return words || whole;
    if (what.startsWith("!")) return `@${what.slice(1)}`;
    return links === "words" && words ? words : what;
  }
}

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
