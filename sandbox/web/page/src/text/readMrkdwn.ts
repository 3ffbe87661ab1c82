// Reads Slack's mrkdwn. Marks count only at the edges of words; what isn't known stays as written.

import { isSafe } from "./address";
import { ANGLED, readAngled } from "./angled";
import { withEmoji } from "./emoji";
import { unescapeOnce } from "./plain";
import type { Inline, Mark, Node } from "./tree";

const MARKS: Record<string, Mark> = { "*": "bold", _: "italic", "~": "strike" };
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
const FENCE = "```";
const QUOTED = /^(?:&gt;|>)\s?(.*)$/;
const QUOTED_ON = /^(?:&gt;|>){3}\s?(.*)$/;
const BARE_LINK = /https?:\/\/[^\s<>]+/g;
const DEEPEST = 8;
const KEPT = 2000;

const read = new Map<string, Node[]>();

/** The parts of a text. `verbatim`: an address in it that isn't in brackets is no link. */
export function parseMrkdwn(text: string, verbatim = false): Node[] {
  const key = (verbatim ? "v" : "l") + text;
  const known = read.get(key);
  if (known) return known;
  if (read.size >= KEPT) read.clear();
  const nodes = parseAll(text, verbatim);
  read.set(key, nodes);
  return nodes;
}

// A code block keeps its lines; around it are lines with marks.
function parseAll(text: string, verbatim: boolean): Node[] {
  const out = new Lines(verbatim);
  const parts = text.split(FENCE);
  let words = parts[0] ?? "";
  let at = 1;
  for (; at + 1 < parts.length; at += 2) {
    const code = (parts[at] ?? "").replace(/^\n/, "").replace(/\n$/, "");
    const after = parts[at + 1] ?? "";
    if (code) {
      out.lines(words.replace(/\n$/, ""));
      out.push({ is: "pre", text: unescapeOnce(code) });
      words = after.replace(/^\n/, "");
    } else words += FENCE + (parts[at] ?? "") + FENCE + after;
  }
  out.lines(at < parts.length ? words + FENCE + (parts[at] ?? "") : words);
  return out.nodes;
}

/** Gathers lines and the quotes among them. */
class Lines {
  nodes: Node[] = [];
  #quote: Node[] | null = null; // the quote that the last line was in
  #on = false; // whether all that follows is quoted
  #verbatim: boolean;

  constructor(verbatim: boolean) {
    this.#verbatim = verbatim;
  }

  /** Adds what stands by itself. */
  push(node: Node): void {
    if (this.#on) this.#quote?.push(node);
    else {
      this.#quote = null;
      this.nodes.push(node);
    }
  }

  /** Adds lines. */
  lines(text: string): void {
    if (!text) return;
    text.split("\n").forEach((line, at) => {
      this.#line(line, at === 0);
    });
  }

  #line(line: string, first: boolean): void {
    const on = this.#on ? null : QUOTED_ON.exec(line);
    const quoted = this.#on ? line : (on ?? QUOTED.exec(line))?.[1];
    if (on) this.#on = true;
    if (quoted === undefined) {
      if (!first && !this.#quote) this.nodes.push({ is: "break" });
      this.#quote = null;
      this.nodes.push(...parseInline(line, this.#verbatim));
      return;
    }
    if (this.#quote) {
      if (this.#quote.at(-1)?.is !== "pre") this.#quote.push({ is: "break" });
    } else {
      this.#quote = [];
      this.nodes.push({ is: "quote", inside: this.#quote });
    }
    this.#quote.push(...parseInline(quoted, this.#verbatim));
  }
}

/** The parts of one line. */
function parseInline(line: string, verbatim = false): Inline[] {
  return new Line(line, verbatim).within(0, line.length, 0);
}

type Solid = { end: number; node: Inline };

/** One line: first what no mark can reach into is found, then the marks around it. */
class Line {
  #line: string;
  #solid = new Map<number, Solid>();
  // By sign, up to where no closing mark was found: a later opening one finds none either.
  #unclosed = new Map<string, number>();

  constructor(line: string, verbatim: boolean) {
    this.#line = line;
    this.#findCode();
    for (const found of line.matchAll(ANGLED)) {
      const node = this.#isFree(found.index) && readAngled(found[1] ?? "");
      if (node) this.#keep(found.index, found.index + found[0].length, node);
    }
    if (!verbatim) this.#findLinks();
  }

  #keep(at: number, end: number, node: Inline): void {
    this.#solid.set(at, { end, node });
  }

  #isFree(at: number): boolean {
    for (const [start, { end }] of this.#solid) if (start <= at && at < end) return false;
    return true;
  }

  #findCode(): void {
    let at = this.#line.indexOf("`");
    while (at >= 0) {
      const end = this.#line.indexOf("`", at + 1);
      if (end < 0) return;
      if (end === at + 1) {
        at = end;
        continue;
      }
      this.#keep(at, end + 1, { is: "code", text: unescapeOnce(this.#line.slice(at + 1, end)) });
      at = this.#line.indexOf("`", end + 1);
    }
  }

  #findLinks(): void {
    for (const found of this.#line.matchAll(BARE_LINK)) {
      if (WORD.test(this.#line[found.index - 1] ?? "") || !this.#isFree(found.index)) continue;
      const written = found[0].replace(/(?:&(?:gt|lt);.*|[.,:;!?'"*_~`)\]])+$/, "");
      const href = unescapeOnce(written);
      if (!isSafe(href)) continue;
      this.#keep(found.index, found.index + written.length, { is: "link", href, label: href });
    }
  }

  /** The parts from one place to another. */
  within(from: number, to: number, depth: number): Inline[] {
    const out: Inline[] = [];
    let plain = from;
    let at = from;
    while (at < to) {
      const found = this.#solid.get(at) ?? this.#markedAt(at, to, depth);
      if (!found || found.end > to) {
        at++;
        continue;
      }
      this.#words(out, plain, at);
      out.push(found.node);
      at = plain = found.end;
    }
    this.#words(out, plain, to);
    return out;
  }

  #words(out: Inline[], from: number, to: number): void {
    if (from >= to) return;
    out.push({ is: "text", text: unescapeOnce(withEmoji(this.#line.slice(from, to))) });
  }

  #markedAt(at: number, to: number, depth: number): Solid | undefined {
    const sign = this.#line[at] ?? "";
    const mark = MARKS[sign];
    if (!mark || depth >= DEEPEST || !this.#opens(at, sign)) return undefined;
    const end = this.#closing(at, to, sign);
    if (end === undefined) return undefined;
    return { end: end + 1, node: { is: mark, inside: this.within(at + 1, end, depth + 1) } };
  }

  #opens(at: number, sign: string): boolean {
    const next = this.#line[at + 1] ?? " ";
    return !WORD.test(this.#line[at - 1] ?? "") && !SPACE.test(next) && next !== sign;
  }

  #closing(at: number, to: number, sign: string): number | undefined {
    if (at < (this.#unclosed.get(sign) ?? 0)) return undefined;
    for (let end = at + 1; end < to; end++) {
      const solid = this.#solid.get(end);
      if (solid) {
        end = solid.end - 1;
        continue;
      }
      if (this.#line[end] !== sign || end < at + 2 || SPACE.test(this.#line[end - 1] ?? ""))
        continue;
      if (!WORD.test(this.#line[end + 1] ?? "")) return end;
    }
    this.#unclosed.set(sign, to);
    return undefined;
  }
}
