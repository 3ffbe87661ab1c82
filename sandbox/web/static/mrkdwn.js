// Slack's mrkdwn as a tree of plain objects; text.js draws the tree.
//
// {t: "text", v} {t: "bold" | "italic" | "strike" | "quote", c: […]} {t: "code" | "pre", v}
// {t: "link", href, c} {t: "mention", kind, id, label} {t: "date", …} {t: "emoji", name} {t: "br"}

const MARKS = { "*": "bold", _: "italic", "~": "strike" };
const WORD = /[\p{L}\p{N}]/u;
const EMOJI = /^:([a-z0-9_+'-]+):/;

export const unescape = (text) =>
  text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

export function parseMrkdwn(text) {
  const out = [];
  text.split(/```/).forEach((part, at, all) => {
    const closed = at % 2 === 1 && at < all.length - 1;
    if (closed) out.push({ t: "pre", v: unescape(part.replace(/^\n/, "").replace(/\n$/, "")) });
    else {
      const open = at % 2 === 1 ? "```" : "";
      out.push(...parseLines(open + part, at > 0 && !open, at < all.length - 1));
    }
  });
  return out;
}

// Lines with quotes gathered; a break next to a code block is already there by the block itself.
function parseLines(text, afterBlock, beforeBlock) {
  let plain = text;
  if (afterBlock) plain = plain.replace(/^\n/, "");
  if (beforeBlock) plain = plain.replace(/\n$/, "");
  if (!plain) return [];
  const out = [];
  let quote = null;
  for (const line of plain.split("\n")) {
    const quoted = line.match(/^(?:&gt;|>)\s?(.*)$/);
    if (quoted) {
      if (quote) quote.c.push({ t: "br" });
      else out.push((quote = { t: "quote", c: [] }));
      quote.c.push(...parseInline(quoted[1]));
    } else {
      if (out.length && !quote) out.push({ t: "br" });
      quote = null;
      out.push(...parseInline(line));
    }
  }
  return out;
}

export function parseInline(text) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain) out.push({ t: "text", v: unescape(plain) });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = tokenAt(text, at);
    if (found) {
      flush();
      out.push(found.token);
      at = found.end;
    } else plain += text[at++];
  }
  flush();
  return out;
}

function tokenAt(text, at) {
  const sign = text[at];
  if (sign === "`") return codeAt(text, at);
  if (sign === "<") return angleAt(text, at);
  if (sign === ":") {
    const name = text.slice(at).match(EMOJI);
    return name && { token: { t: "emoji", name: name[1] }, end: at + name[0].length };
  }
  return sign in MARKS ? markedAt(text, at, sign) : null;
}

function codeAt(text, at) {
  const end = text.indexOf("`", at + 1);
  if (end <= at + 1) return null;
  return { token: { t: "code", v: unescape(text.slice(at + 1, end)) }, end: end + 1 };
}

function markedAt(text, at, sign) {
  if (WORD.test(text[at - 1] ?? "") || /[\s*_~]/.test(text[at + 1] ?? " ")) return null;
  for (let end = at + 2; end < text.length && text[end] !== "\n"; end++) {
    if (text[end] !== sign || /\s/.test(text[end - 1])) continue;
    if (!WORD.test(text[end + 1] ?? "")) {
      return { token: { t: MARKS[sign], c: parseInline(text.slice(at + 1, end)) }, end: end + 1 };
    }
  }
  return null;
}

export function angleAt(text, at) {
  const end = text.indexOf(">", at);
  if (end < 0) return null;
  const inside = text.slice(at + 1, end);
  const token = parseAngle(inside);
  return token && { token, end: end + 1 };
}

const MENTIONS = [
  [/^@([UW]\w+)$/, "user"],
  [/^#(C\w+)$/, "channel"],
  [/^!subteam\^(S\w+)$/, "group"],
  [/^!(here|channel|everyone)$/, "everyone"],
];

function parseAngle(inside) {
  const bar = inside.indexOf("|");
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescape(inside.slice(bar + 1));
  if (target.startsWith("!date^")) return parseDate(target, label);
  for (const [pattern, kind] of MENTIONS) {
    const found = target.match(pattern);
    if (found) return { t: "mention", kind, id: found[1], label };
  }
  if (!/^(https?:\/\/|mailto:)/i.test(target)) return null;
  const href = unescape(target);
  return { t: "link", href, c: [{ t: "text", v: label ?? href.replace(/^mailto:/i, "") }] };
}

function parseDate(target, fallback) {
  const [, seconds, format, href] = target.split("^");
  if (!/^-?\d+$/.test(seconds ?? "") || !format) return { t: "text", v: fallback ?? target };
  const at = Number(seconds);
  return { t: "date", at, format: unescape(format), fallback: fallback ?? "", href };
}
