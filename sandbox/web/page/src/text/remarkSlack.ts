// Slack's tokens in Markdown, and what Slack's Markdown has not: HTML and footnotes.

import type { Nodes, PhrasingContent, Root } from "mdast";
import type { Processor } from "unified";
import { ANGLED, readAngled } from "./angled";
import { withEmoji } from "./emoji";
import type { Angled } from "./tree";

// Constructs that are switched off, so that what they would take stays text.
const OFF = [
  "htmlFlow",
  "htmlText",
  "definition",
  "gfmFootnoteCall",
  "gfmFootnoteDefinition",
  "gfmPotentialFootnoteCall",
];

/** Marks of a private kind, none of which is in the text itself. */
type Held = { text: string; tokens: string[]; open: string; close: string };

/** The text with every token of Slack's replaced by a mark that Markdown leaves alone. */
export function hold(text: string): Held {
  const free = privateMarks(text);
  const [open = "", close = ""] = free;
  const tokens: string[] = [];
  if (free.length < 2) return { text, tokens, open: "", close: "" };
  const held = text.replace(ANGLED, (whole, inside: string) => {
    if (!readAngled(inside)) return whole;
    tokens.push(inside);
    return `${open}${tokens.length - 1}${close}`;
  });
  return { text: held, tokens, open, close };
}

// Two characters for private use that the text doesn't hold.
function privateMarks(text: string): string[] {
  const out: string[] = [];
  for (let code = 0xe000; code < 0xf8ff && out.length < 2; code++) {
    const mark = String.fromCharCode(code);
    if (!text.includes(mark)) out.push(mark);
  }
  return out;
}

/** A plugin of remark that puts the held tokens back: drawn in text, as written everywhere else. */
export function remarkSlack(this: Processor, held: Held): (tree: Root) => void {
  const settings = this.data() as { micromarkExtensions?: unknown[] };
  settings.micromarkExtensions ??= [];
  settings.micromarkExtensions.push({ disable: { null: OFF } });
  const marks = new RegExp(`${held.open}(\\d+)${held.close}`, "g");
  const back = (text: string) =>
    text.replace(marks, (_, at: string) => `<${held.tokens[Number(at)] ?? ""}>`);
  return (tree) => {
    if (held.open) restore(tree, marks, held.tokens, back);
  };
}

type Parent = Extract<Nodes, { children: unknown[] }>;

function restore(
  node: Nodes,
  marks: RegExp,
  tokens: string[],
  back: (text: string) => string,
): void {
  if ("value" in node) node.value = back(node.value);
  if ("url" in node) node.url = back(node.url).replace(/^<(.*)>$/, "$1");
  if ("alt" in node && node.alt) node.alt = back(node.alt);
  if ("lang" in node && node.lang) node.lang = back(node.lang);
  if (!("children" in node)) return;
  const parent = node as Parent;
  const children = (parent.children as Nodes[]).flatMap((child): Nodes[] => {
    if (child.type === "text") return parts(child.value, marks, tokens);
    restore(child, marks, tokens, back);
    return [child];
  });
  parent.children = children as never;
}

// A text with its tokens as nodes of their own, and its line ends as breaks: Slack keeps them.
function parts(text: string, marks: RegExp, tokens: string[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  text.split(marks).forEach((part, at) => {
    if (at % 2 === 1) {
      const token = readAngled(tokens[Number(part)] ?? "");
      if (token) out.push(tokenNode(token));
      return;
    }
    part.split("\n").forEach((line, row) => {
      if (row > 0) out.push({ type: "break" });
      if (line) out.push({ type: "text", value: withEmoji(line) });
    });
  });
  return out;
}

// An element of a name that no Markdown gives; the page draws it by that name.
function tokenNode(token: Angled): PhrasingContent {
  if (token.is === "text") return { type: "text", value: token.text };
  return {
    type: "text",
    value: "",
    data: { hName: "slack-token", hProperties: { token: JSON.stringify(token) } },
  };
}
