// The page: who you are, the channels that you see, and what is said there.

import { el } from "./dom.js";
import { drawBlocks } from "./blocks.js";
import { AWAY, Mirror, post } from "./client.js";
import { composer } from "./composer.js";
import { Messages, sync, visibleTo } from "./messages.js";
import { Modal, pressing } from "./modal.js";

const ROLES = {
  ana: "asks", eli: "asks", ben: "on call", chi: "on call", dee: "admin", gus: "guest",
  olga: "other company",
};
const EXAMPLES = [
  "@signoff refund order 1042, it arrived broken",
  "@signoff restart checkout in prod",
  "@signoff how is checkout doing?",
];
const HOME = "home";
const DIRECT = "dm";

const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.hash.slice(1));
const mentions = new WeakMap(); // message → the ids of those whom it names
const seen = new Map(); // person and channel → the newest message they have looked at
let me = asked.get("as") ?? "ana";
let place = asked.get("channel") ?? "support";
let first = null; // the newest message when the page was opened: nothing before it is news

const mirror = new Mirror(render, linked);
const send = (verb, body) => post(me, verb, body);
const messages = new Messages($("messages"), send, trouble);
const ctx = {
  me: undefined,
  zone: undefined,
  key: "",
  userName: (id) => user(id)?.name,
  channelName: (id) => mirror.state.channels.find((one) => one.id === id)?.name,
  people: () => people().map((one) => ({ id: one.id, label: one.real_name ?? one.name })),
  channels: () => channels().map((one) => ({ id: one.id, label: `#${one.name}` })),
};
const modal = new Modal($("modal"), ctx, send, trouble);

const user = (id) => mirror.state.users.find((one) => one.id === id || one.name === id);
const people = () => mirror.state.users.filter((one) => !one.is_bot && !one.deleted);
const isIn = (channel, id) => !channel.members || channel.members.includes(id);
const mine = (channel) => isIn(channel, ctx.me.id);
const channels = () => mirror.state.channels.filter((one) => one.kind !== "im" && mine(one));

// Where one can go: channels, the bot's direct message, and a Home tab if there is one.
function places() {
  const direct = mirror.state.channels.find((one) => one.kind === "im" && mine(one));
  const found = channels().map((one) => {
    return { name: one.name, label: `${sign(one)} ${one.name}`, channel: one };
  });
  found.push({ name: DIRECT, label: "✦ Signoff", channel: direct ?? { id: DIRECT, messages: [] } });
  const home = mirror.state.homes?.[ctx.me.id];
  if (home) found.push({ name: HOME, label: "⌂ Home", home });
  return found;
}

// Where one is: somebody who doesn't see the channel asked for gets their first one instead.
const current = (all = places()) => all.find((one) => one.name === place) ?? all[0];

function sign(channel) {
  if (channel.is_private || channel.kind === "group") return "◇";
  return channel.is_ext_shared ? "⇄" : "#";
}

function render() {
  const state = mirror.state;
  if (!state.users.length) return;
  ctx.me = user(me) ?? people()[0];
  me = ctx.me.name;
  ctx.zone = ctx.me.tz;
  ctx.key = JSON.stringify([me, [...state.users, ...state.channels].map((one) => one.name)]);
  first ??= newest(state.channels.flatMap((one) => one.messages), undefined);
  const all = places();
  const at = current(all);
  if (at.channel) seen.set(`${me}/${at.name}`, newest(at.channel.messages, undefined));
  drawPeople();
  drawPlaces(all, at);
  drawTitle(at);
  if (at.home) drawHome(at.home);
  else messages.update(at.channel, ctx, state.sessions ?? [], `${me}/${at.channel.id}`);
  for (const part of [$("composer"), $("examples").parentElement]) part.hidden = Boolean(at.home);
  modal.update(state.views, ctx.me.id);
}

function newest(list, but) {
  return list.reduce((last, one) => (one.user !== but && one.ts > last ? one.ts : last), "");
}

// Redraws children only when what they show has changed, so that the focus stays; then the chosen
// one is in sight.
function redraw(parent, mark, make) {
  const text = JSON.stringify(mark);
  if (parent.dataset.mark === text) return;
  const focused = [...parent.children].findIndex((one) => one.contains(document.activeElement));
  parent.dataset.mark = text;
  sync(parent, make());
  const child = parent.children[focused];
  (child?.matches("button") ? child : child?.querySelector("button"))?.focus();
  const chosen = parent.querySelector('[aria-pressed="true"], [aria-current]');
  chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drawPeople() {
  const waited = new Set(people().filter(called).map((one) => one.name));
  redraw($("people"), [me, people(), [...waited]], () =>
    people().map((one) => {
      const role = ROLES[one.name] ? el("span.quiet", {}, ` (${ROLES[one.name]})`) : null;
      const label = one.name.charAt(0).toUpperCase() + one.name.slice(1);
      const press = () => go({ as: one.name });
      const pressed = one.name === me ? "true" : "false";
      const attributes = { type: "button", "aria-pressed": pressed, onclick: press };
      const dot = waited.has(one.name) &&
        el("span.dot", { title: `Something new for ${label}` }, el("span.away", {}, "has news"));
      return el("button.choice", attributes, label, role, dot);
    }),
  );
}

// Whether something that they haven't looked at names a person or was shown to them alone.
function called(person) {
  return mirror.state.channels.filter((one) => isIn(one, person.id)).some((channel) => {
    const name = channel.kind === "im" ? DIRECT : channel.name;
    const since = seen.get(`${person.name}/${name}`) ?? first;
    return visibleTo(channel, person.id).some((one) =>
      one.ts > since && one.user !== person.id && (one.ephemeral_to || named(one).has(person.id)));
  });
}

function named(message) {
  let found = mentions.get(message);
  if (!found) {
    const text = JSON.stringify([message.text, message.blocks]);
    found = new Set([...text.matchAll(/<@(\w+)/g)].map((match) => match[1]));
    mentions.set(message, found);
  }
  return found;
}

function drawPlaces(all, at) {
  const rows = all.map((one) => ({ ...one, news: one.channel ? news(one) : 0 }));
  const mark = [me, at.name, rows.map((one) => [one.label, one.news])];
  redraw($("channels"), mark, () =>
    rows.map((one) => {
      const count = one.news ? el("span.news", {}, one.news, el("span.away", {}, " new")) : null;
      const current = one.name === at.name ? "page" : undefined;
      const press = () => go({ channel: one.name });
      const attributes = { type: "button", "aria-current": current, onclick: press };
      return el("li", {}, el("button.channel", attributes, one.label, count));
    }),
  );
}

function news({ name, channel }) {
  const since = seen.get(`${me}/${name}`) ?? first;
  const others = visibleTo(channel, ctx.me.id).filter((one) => one.user !== ctx.me.id);
  return others.filter((one) => one.ts > since).length;
}

function drawTitle(at) {
  if ($("title").textContent === at.label) return;
  $("title").textContent = at.label;
  document.title = `${at.label} – Signoff, local Slack`;
  const label = at.name === DIRECT ? "Message Signoff" : `Message #${at.name}`;
  $("composer").replaceChildren(composer(label, say));
}

function drawHome(home) {
  const key = JSON.stringify([me, HOME, home.hash, home.blocks]);
  if (messages.key === key) return;
  messages.key = key;
  const act = (element, block, value, node) =>
    pressing(element, node, async () => {
      const at = { action_id: element.action_id, block_id: block.block_id, value };
      trouble((await send("click", { view_id: home.id, ...at })).trouble);
    });
  $("messages").replaceChildren(el("div.home", {}, drawBlocks(home.blocks, ctx, { act })));
}

async function say(text) {
  const channel = current().channel.id;
  const command = text.match(/^(\/\S+)\s*([\s\S]*)$/);
  const answer = command
    ? await send("command", { channel, command: command[1], text: command[2] })
    : await send("say", { channel, text });
  trouble(answer.trouble);
  return !answer.trouble;
}

function trouble(words) {
  const box = $("trouble");
  box.hidden = !words;
  const close = () => trouble("");
  box.replaceChildren();
  const button = el("button.plain-button", { type: "button", onclick: close }, "Dismiss");
  if (words) box.append(words, button);
}

function linked(yes) {
  $("link").textContent = yes ? "live" : "not connected, trying again…";
  $("link").classList.toggle("broken", !yes);
  if (yes && $("trouble").textContent.includes(AWAY)) trouble("");
}

function go(change) {
  me = change.as ?? me;
  place = change.channel ?? place;
  history.replaceState(null, "", `#${new URLSearchParams({ as: me, channel: place })}`);
  trouble("");
  render();
}

sync($("examples"), EXAMPLES.map((text) =>
  el("button.example", { type: "button", onclick: () => say(text) }, text)));
mirror.start();
