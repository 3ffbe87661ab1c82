// A channel's messages with their threads below them, redrawn only where something changed.

import { el, link, raw } from "./dom.js";
import { drawBlocks } from "./blocks.js";
import { composer } from "./composer.js";
import { stamp, fullStamp } from "./dates.js";
import { drawMrkdwn, emoji, plain } from "./text.js";
import { pressing } from "./modal.js";

// What the states of an agent's session mean to people; a free text is shown as it is.
const STATUS = { processing: "is working…", suspended: "waits for people", closed: "is done" };

export class Messages {
  // `send(verb, body)` posts as the viewer; `say(words)` tells of trouble.
  constructor(root, send, say) {
    this.root = root;
    this.send = send;
    this.say = say;
    this.cells = new Map(); // ts → {mark, node}
    this.threads = new Map(); // root ts → {list, status, node}
    this.key = "";
  }

  update(channel, ctx, sessions, key) {
    const moved = key !== this.key;
    const low = this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight < 80;
    if (moved) {
      this.cells.clear();
      this.threads.clear();
      this.root.replaceChildren();
      this.key = key;
    }
    const { roots, replies } = byThread(visibleTo(channel, ctx.me.id));
    const nodes = roots.flatMap((message) => {
      const cell = this.cell(message, channel, ctx);
      if (isReply(message) || message.ephemeral_to) return [cell];
      const here = (one) => one.channel === channel.id && one.thread_ts === message.ts;
      const status = sessions.find(here)?.status;
      return [cell, this.thread(message, replies.get(message.ts) ?? [], channel, ctx, status)];
    });
    sync(this.root, nodes.length ? nodes : [this.cell({ ts: "empty" }, channel, ctx)]);
    if (moved || low) this.root.scrollTop = this.root.scrollHeight;
  }

  thread(message, replies, channel, ctx, status) {
    let thread = this.threads.get(message.ts);
    if (!thread) {
      thread = this.newThread(message, channel);
      this.threads.set(message.ts, thread);
    }
    sync(thread.list, replies.map((one) => this.cell(one, channel, ctx)));
    thread.node.classList.toggle("filled", replies.length > 0);
    const words = typeof status === "string" && status && status !== "active" ? `Signoff ${STATUS[status] ?? status}` : "";
    if (thread.status.textContent !== words) thread.status.textContent = words;
    return thread.node;
  }

  newThread(message, channel) {
    const list = el("div.replies");
    const status = el("p.status", { role: "status" });
    const box = el("div", {});
    const say = async (text) => {
      const answer = await this.send("say", { channel: channel.id, text, thread_ts: message.ts });
      if (answer.trouble) this.say(answer.trouble);
      return !answer.trouble;
    };
    const open = () => {
      button.hidden = true;
      const form = composer("Reply in thread", say);
      box.replaceChildren(form);
      form.querySelector("textarea").focus();
    };
    const button = el("button.plain-button", { type: "button", onclick: open }, "Reply in thread");
    return { list, status, node: el("div.thread", {}, list, status, button, box) };
  }

  cell(message, channel, ctx) {
    const mark = JSON.stringify([message, ctx.key]);
    const known = this.cells.get(message.ts);
    if (known?.mark === mark) return known.node;
    const node = message.ts === "empty"
      ? el("p.quiet", {}, "Nothing here yet. Write a message, or try an example below.")
      : this.draw(message, channel, ctx);
    // In the same place, so that neither the order nor the scroll position jumps.
    if (known) replace(known.node, node);
    this.cells.set(message.ts, { mark, node });
    return node;
  }

  draw(message, channel, ctx) {
    const name = ctx.userName(message.user) ?? message.username ?? message.user ?? "?";
    const whole = { title: fullStamp(message.ts, ctx.zone) };
    const time = el("time", whole, stamp(message.ts, ctx.zone));
    const app = message.bot_id && el("span.app", {}, "APP");
    const edited = message.edited && el("span.quiet", {}, " (edited)");
    const whisper = message.ephemeral_to && el("p.whisper", {}, "Only visible to you");
    const hue = `hue${[...String(message.user)].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 6}`;
    return el(
      `article.message${message.ephemeral_to ? ".private" : ""}`,
      { "data-ts": message.ts },
      el(`span.avatar.${hue}`, { "aria-hidden": "true" }, name.slice(0, 1).toUpperCase()),
      el(
        "div.said",
        {},
        whisper,
        el("div.by", {}, el("strong", {}, name), app, " ", time, edited),
        this.body(message, channel, ctx),
        reactions(message, ctx),
      ),
    );
  }

  body(message, channel, ctx) {
    const place = {
      act: (element, block, value, node) =>
        pressing(element, node, () => this.press(message, channel, { element, block, value })),
    };
    const attached = (message.attachments ?? []).map((one) => attachment(one, ctx, place));
    const words = message.blocks?.length
      ? drawBlocks(message.blocks, ctx, place)
      : el("div.words", {}, drawMrkdwn(message.text, ctx));
    return [words, (message.files ?? []).map(file), attached];
  }

  async press(message, channel, { element, block, value }) {
    const at = { channel: channel.id, ts: message.ts };
    const what = { action_id: element.action_id, block_id: block.block_id, value };
    const answer = await this.send("click", { ...at, ...what });
    const words = answer.trouble ?? (answer.status === "ok" || !answer.status ? "" : answer.status);
    this.say(words && `“${plain(element.text?.text ?? element.action_id)}”: ${words}`);
  }
}

function file(one) {
  return el("p.file", {}, "📄 ", link(one.url_private ?? "", one.title || one.name || one.id));
}

function attachment(one, ctx, place) {
  const known = one.blocks || one.text || one.title || one.pretext || one.fallback;
  if (!known) return raw("attachment", one);
  const words = one.text ?? (one.blocks ? "" : one.fallback);
  const text = [one.pretext, one.title, words].filter(Boolean).join("\n");
  return el("div.attachment", {}, drawMrkdwn(text, ctx), drawBlocks(one.blocks, ctx, place));
}

function reactions(message, ctx) {
  const chips = (message.reactions ?? []).map((one) => {
    const who = (one.users ?? []).map((id) => ctx.userName(id) ?? id).join(", ");
    const count = one.count ?? one.users?.length ?? 1;
    return el("span.reaction", { title: who }, `${emoji(one.name)} ${count}`);
  });
  return chips.length > 0 && el("div.reactions", {}, chips);
}

// Whoever is on a button of the old message is on the same one of the new, else on the message: a
// key that is pressed again must not press another button.
function replace(old, node) {
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(node);
  if (!held) return;
  const same = [...node.querySelectorAll("button, a")].find((one) =>
    one.textContent === held.textContent);
  if (!same) node.tabIndex = -1;
  (same ?? node).focus({ preventScroll: true });
}

// An ephemeral message is there for one person only.
export const visibleTo = (channel, id) =>
  channel.messages.filter((one) => !one.ephemeral_to || one.ephemeral_to === id);

const isReply = (message) => Boolean(message.thread_ts) && message.thread_ts !== message.ts;

// Replies go below their root; one whose root can't be seen stands by itself.
function byThread(messages) {
  const known = new Set(messages.filter((one) => !isReply(one)).map((one) => one.ts));
  const replies = new Map();
  const roots = [];
  for (const message of messages) {
    if (isReply(message) && known.has(message.thread_ts)) {
      replies.set(message.thread_ts, [...(replies.get(message.thread_ts) ?? []), message]);
    } else roots.push(message);
  }
  return { roots, replies };
}

// Makes the children of a node these, moving as few as it can: a moved node loses its focus.
export function sync(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, at) => {
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
}
