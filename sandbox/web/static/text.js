// Draws text trees, Slack text objects and rich text as DOM nodes.

import { add, el, link, raw } from "./dom.js";
import { formatDate, fullStamp } from "./dates.js";
import { parseMarkdown } from "./markdown.js";
import { parseMrkdwn } from "./mrkdwn.js";

const EMOJI = {
  white_check_mark: "✅", heavy_check_mark: "✔️", ballot_box_with_check: "☑️", x: "❌",
  no_entry: "⛔", no_entry_sign: "🚫", octagonal_sign: "🛑", warning: "⚠️", rotating_light: "🚨",
  hourglass: "⌛", hourglass_flowing_sand: "⏳", alarm_clock: "⏰", clock1: "🕐", eyes: "👀",
  lock: "🔒", unlock: "🔓", key: "🔑", bell: "🔔", question: "❓", grey_question: "❔",
  exclamation: "❗", information_source: "ℹ️", robot_face: "🤖", speech_balloon: "💬",
  memo: "📝", pencil2: "✏️", tada: "🎉", thumbsup: "👍", "+1": "👍", thumbsdown: "👎", "-1": "👎",
  wave: "👋", arrow_right: "➡️", repeat: "🔁", large_green_circle: "🟢", red_circle: "🔴",
  large_yellow_circle: "🟡", large_orange_circle: "🟠", white_circle: "⚪", link: "🔗",
  moneybag: "💰", wrench: "🔧", gear: "⚙️", mag: "🔍", raised_hand: "✋", zzz: "💤", bulb: "💡",
};

export const emoji = (name) => EMOJI[name] ?? `:${name}:`;

const SIMPLE = { bold: "strong", italic: "em", strike: "s", quote: "blockquote", para: "p" };

export function draw(tokens, ctx) {
  return tokens.map((token) => drawToken(token, ctx));
}

function drawToken(token, ctx) {
  if (token.t in SIMPLE) return el(SIMPLE[token.t], {}, draw(token.c, ctx));
  switch (token.t) {
    case "text": return document.createTextNode(token.v);
    case "br": return el("br");
    case "rule": return el("hr");
    case "code": return el("code", {}, token.v);
    case "pre": return el("pre", { tabindex: 0 }, token.v);
    case "emoji": return document.createTextNode(emoji(token.name));
    case "link": return link(token.href, draw(token.c, ctx));
    case "mention": return drawMention(token, ctx);
    case "date": return drawDate(token, ctx);
    case "heading": {
      const tag = `h${Math.min(token.level + 2, 6)}`;
      return el(`${tag}.md-h${token.level}`, {}, draw(token.c, ctx));
    }
    case "list": return drawList(token, ctx);
    case "table": return drawTable(token, ctx);
    default: return raw(token.t, token);
  }
}

function drawMention(token, ctx) {
  if (token.kind === "everyone") return el("span.mention.loud", {}, `@${token.id}`);
  if (token.kind === "group") return el("span.mention", {}, token.label ?? `@${token.id}`);
  if (token.kind === "channel") {
    return el("span.mention", {}, `#${ctx.channelName(token.id) ?? token.label ?? token.id}`);
  }
  const mine = token.id === ctx.me?.id ? ".mine" : "";
  return el(`span.mention${mine}`, {}, `@${ctx.userName(token.id) ?? token.label ?? token.id}`);
}

function drawDate(token, ctx) {
  let shown = token.fallback;
  try {
    shown = formatDate(token.at, token.format, ctx.zone);
  } catch {
    // A time that no calendar has: the fallback is what Slack shows too.
  }
  const time = el("time", { title: safely(() => fullStamp(token.at, ctx.zone)) }, shown);
  return token.href ? link(token.href, time) : time;
}

function safely(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function drawList(token, ctx) {
  const start = token.ordered && token.start !== 1 ? token.start : undefined;
  const items = token.items.map((item) => el("li", {}, draw(item, ctx)));
  return el(token.ordered ? "ol" : "ul", { start }, items);
}

function drawTable(token, ctx) {
  const row = (cells, tag) => el("tr", {}, cells.map((cell) => el(tag, {}, draw(cell, ctx))));
  const body = el("tbody", {}, token.rows.map((cells) => row(cells, "td")));
  return el("div.scroll", {}, el("table", {}, el("thead", {}, row(token.head, "th")), body));
}

export const drawMrkdwn = (text, ctx) => draw(parseMrkdwn(text ?? ""), ctx);
export const drawMarkdown = (text, ctx) => draw(parseMarkdown(text ?? ""), ctx);

// A text object: plain_text knows emoji and line ends, and nothing else.
export function drawText(object, ctx) {
  if (!object) return [];
  if (object.type === "mrkdwn") return drawMrkdwn(object.text, ctx);
  return [el("span.plain", {}, plain(object.text))];
}

export const plain = (text) =>
  String(text ?? "").replace(/:([a-z0-9_+-]+):/g, (whole, name) => EMOJI[name] ?? whole)
    .replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

export function drawRichText(block, ctx) {
  return (block.elements ?? []).map((part) => drawRichPart(part, ctx));
}

function drawRichPart(part, ctx) {
  const leaves = () => (part.elements ?? []).map((leaf) => drawLeaf(leaf, ctx));
  switch (part.type) {
    case "rich_text_section": return el("div.rich", {}, leaves());
    case "rich_text_quote": return el("blockquote", {}, leaves());
    case "rich_text_preformatted": return el("pre", { tabindex: 0 }, leaves());
    case "rich_text_list": {
      const items = (part.elements ?? []).map((item) => el("li", {}, drawRichPart(item, ctx)));
      const start = part.offset ? part.offset + 1 : undefined;
      const indent = `indent${Math.min(part.indent ?? 0, 8)}`;
      return el(`${part.style === "ordered" ? "ol" : "ul"}.${indent}`, { start }, items);
    }
    default: return raw(part.type, part);
  }
}

const STYLES = { code: "code", bold: "strong", italic: "em", strike: "s" };

function drawLeaf(leaf, ctx) {
  let node = drawBareLeaf(leaf, ctx);
  for (const [style, tag] of Object.entries(STYLES)) {
    if (leaf.style?.[style]) node = el(tag, {}, node);
  }
  return node;
}

function drawBareLeaf(leaf, ctx) {
  switch (leaf.type) {
    case "text": return el("span.plain", {}, leaf.text);
    case "link": return link(leaf.url, leaf.text || leaf.url);
    case "user": return drawMention({ kind: "user", id: leaf.user_id }, ctx);
    case "channel": return drawMention({ kind: "channel", id: leaf.channel_id }, ctx);
    case "usergroup": return drawMention({ kind: "group", id: leaf.usergroup_id }, ctx);
    case "broadcast": return drawMention({ kind: "everyone", id: leaf.range }, ctx);
    case "emoji": return document.createTextNode(emoji(leaf.name));
    case "color": return el("code", {}, leaf.value);
    case "date": {
      const { timestamp: at, format = "", fallback = "", url: href } = leaf;
      return drawDate({ at, format, fallback, href }, ctx);
    }
    default: return raw(leaf.type, leaf);
  }
}

export function drawTableBlock(block, ctx) {
  const table = el("table");
  for (const cells of block.rows ?? []) {
    const drawn = cells.map((cell) => {
      const words = () => String(cell.text ?? cell.value ?? "");
      return el("td", {}, cell.type === "rich_text" ? drawRichText(cell, ctx) : words());
    });
    add(table, el("tr", {}, drawn));
  }
  return el("div.scroll", {}, table);
}
