// The markdown block's Markdown as the same tree as mrkdwn.js, with blocks on top.
//
// {t: "para" | "quote", c} {t: "heading", level, c} {t: "list", ordered, start, items: [[…], …]}
// {t: "table", head: [[…]], rows: [[[…]]]} {t: "pre", v} {t: "rule"}

import { angleAt, unescape } from "./mrkdwn.js";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}(?:>|&gt;) ?(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const DEEPEST = 12; // nested quotes and lists beyond this are drawn as text

export function parseMarkdown(text, depth = 0) {
  const lines = text.split(/\r?\n/);
  const out = [];
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at++;
      continue;
    }
    const taken = takeBlock(lines, at, depth);
    out.push(taken.token);
    at = taken.next;
  }
  return out;
}

function takeBlock(lines, at, depth) {
  const line = lines[at];
  if (FENCE.test(line)) return takeFence(lines, at);
  const heading = line.match(HEADING);
  if (heading) {
    const token = { t: "heading", level: heading[1].length, c: parseSpans(heading[2]) };
    return { token, next: at + 1 };
  }
  if (RULE.test(line)) return { token: { t: "rule" }, next: at + 1 };
  if (depth < DEEPEST && QUOTE.test(line)) return takeQuote(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return takeList(lines, at, depth);
  if (isTable(lines, at)) return takeTable(lines, at);
  return takeParagraph(lines, at, depth);
}

function takeFence(lines, at) {
  const [, fence] = lines[at].match(FENCE);
  const body = [];
  let next = at + 1;
  while (next < lines.length && !lines[next].trim().startsWith(fence)) body.push(lines[next++]);
  return { token: { t: "pre", v: body.join("\n") }, next: next + 1 };
}

function takeQuote(lines, at, depth) {
  const inside = [];
  let next = at;
  for (let found; next < lines.length && (found = lines[next].match(QUOTE)); next++) {
    inside.push(found[1]);
  }
  return { token: { t: "quote", c: parseMarkdown(inside.join("\n"), depth + 1) }, next };
}

function takeList(lines, at, depth) {
  const [, indent, sign] = lines[at].match(ITEM);
  const ordered = /\d/.test(sign);
  const items = [];
  let next = at;
  while (next < lines.length) {
    const found = lines[next].match(ITEM);
    const near = found && found[1].length <= indent.length + 1;
    if (near && /\d/.test(found[2]) === ordered) items.push([found[3]]);
    else if (belongs(lines, next, indent.length)) items[items.length - 1].push(lines[next]);
    else break;
    next++;
  }
  const parsed = items.map((item) => parseItem(item, depth));
  return { token: { t: "list", ordered, start: parseInt(sign, 10) || 1, items: parsed }, next };
}

// A line goes on with an item if it is indented, or blank and followed by an indented one.
function belongs(lines, at, indent) {
  const line = lines[at].trim() ? lines[at] : (lines[at + 1] ?? "");
  return line.trim() !== "" && line.match(/^\s*/)[0].length > indent + 1;
}

function parseItem(item, depth) {
  const [first, ...rest] = item;
  const filled = rest.filter((line) => line.trim());
  const cut = Math.min(...filled.map((line) => line.match(/^\s*/)[0].length), 99);
  const lines = [first, ...rest.map((line) => line.slice(cut))];
  const inside = parseMarkdown(lines.join("\n"), depth + 1);
  return inside.length && inside[0].t === "para" ? [...inside[0].c, ...inside.slice(1)] : inside;
}

function isTable(lines, at) {
  return lines[at].includes("|") && TABLE_RULE.test(lines[at + 1] ?? "");
}

function takeTable(lines, at) {
  const cells = (line) =>
    line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "").split(/(?<!\\)\|/)
      .map((cell) => parseSpans(cell.trim().replace(/\\\|/g, "|")));
  const rows = [];
  let next = at + 2;
  while (next < lines.length && lines[next].includes("|")) rows.push(cells(lines[next++]));
  return { token: { t: "table", head: cells(lines[at]), rows }, next };
}

function takeParagraph(lines, at, depth) {
  const inside = [lines[at].trim()];
  let next = at + 1;
  const ends = (line) =>
    !line.trim() || FENCE.test(line) || HEADING.test(line) || RULE.test(line) ||
    (depth < DEEPEST && (QUOTE.test(line) || ITEM.test(line)));
  while (next < lines.length && !ends(lines[next])) inside.push(lines[next++].trim());
  const c = inside.flatMap((line, n) => [...(n ? [{ t: "br" }] : []), ...parseSpans(line)]);
  return { token: { t: "para", c }, next };
}

const SPANS = [
  [/^\\([!-/:-@[-`{-~])/, (m) => ({ t: "text", v: m[1] })],
  [/^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/, (m) => ({ t: "code", v: m[2].replace(/^ (.+) $/, "$1") })],
  [/^(\*\*|__)(?=\S)([\s\S]*?\S)\1/, (m) => ({ t: "bold", c: parseSpans(m[2]) })],
  [/^~~(?=\S)([\s\S]*?\S)~~/, (m) => ({ t: "strike", c: parseSpans(m[1]) })],
  [/^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, (m) => ({ t: "italic", c: parseSpans(m[1]) })],
  [/^!?\[((?:[^\]\\]|\\.)*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+"[^"]*")?\s*\)/, toLink],
  [/^:([a-z0-9_+-]*[a-z_+-][a-z0-9_+-]*):/, (m) => ({ t: "emoji", name: m[1] })],
];
// An underscore inside a word is part of a name, not a mark.
const UNDERSCORE = /^_(?=[^\s_])([\s\S]*?[^\s_])_(?![\p{L}\p{N}_])/u;

function toLink(found) {
  return { t: "link", href: unescape(found[2]), c: parseSpans(found[1]) };
}

export function parseSpans(text) {
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const found = spanAt(text, at);
    if (!found) {
      plain += text[at++];
      continue;
    }
    if (plain) out.push({ t: "text", v: unescape(plain) });
    plain = "";
    out.push(found.token);
    at = found.end;
  }
  if (plain) out.push({ t: "text", v: unescape(plain) });
  return out;
}

function spanAt(text, at) {
  if (!/[\\`*_~!:<[]/.test(text[at])) return null;
  if (text[at] === "<") return angleAt(text, at);
  const rest = text.slice(at);
  const inWord = /[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
  if (text[at] === "_" && inWord) return null;
  for (const [pattern, make] of SPANS) {
    const found = rest.match(pattern);
    if (found) return { token: make(found), end: at + found[0].length };
  }
  const found = text[at] === "_" && rest.match(UNDERSCORE);
  if (!found) return null;
  return { token: { t: "italic", c: parseSpans(found[1]) }, end: at + found[0].length };
}
