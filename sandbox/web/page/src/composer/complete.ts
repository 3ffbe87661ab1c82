// What can be completed where the caret is, and with what.

import { emojiNames, emojiOf } from "../text/emoji";
import type { AppInfo, Channel, Group, User } from "../types";

export type Mark = "@" | "#" | ":" | "/";

/** A name that is being written: from its mark to the caret. */
export type Token = { mark: Mark; query: string; start: number; end: number };

/** One of the things that a token can become. */
export type Choice = {
  key: string;
  insert: string;
  glyph: string;
  label: string;
  /** How a command goes on. */
  hint?: string;
  detail: string;
};

export type Sources = {
  users: readonly User[];
  groups: readonly Group[];
  channels: readonly Pick<Channel, "id" | "name" | "kind">[];
  commands: AppInfo["commands"];
  /** Who is in the conversation, by id; others are offered too, and it is said of them. */
  members: readonly string[];
  /** Whether @here and @channel mean anything: not in a direct message. */
  wide: boolean;
};

const MOST = 12;
const NAME = /(?:^|[\s(])([@#])([\w.-]*)$/;
// Two letters at least, as in Slack: a colon alone is mostly just a colon.
const EMOJI = /(?:^|[\s(])(:)([a-z0-9_+-]{2,})$/;
const COMMAND = /^(\/)([\w-]*)$/;
const AWAY = "not in this channel";
const ALONE = "not in this conversation";
const WIDE: [string, string][] = [
  ["here", "Everyone who is active here"],
  ["channel", "Everyone in this channel"],
];

/** The token that ends at the caret, if one does. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret);
  const found = COMMAND.exec(before) ?? NAME.exec(before) ?? EMOJI.exec(before);
  if (!found) return undefined;
  const [, mark, query] = found as unknown as [string, Mark, string];
  return { mark, query: query.toLowerCase(), start: caret - query.length - 1, end: caret };
}

/** What the token can become, the best first. */
export function choicesFor({ mark, query }: Token, sources: Sources): Choice[] {
  const all = {
    "@": () => best(named(sources), query),
    "#": () => best(channels(sources), query),
    "/": () => best(commands(sources), query),
    ":": () => emoji(query),
  };
  return all[mark]().slice(0, MOST);
}

type Named = Choice & { words: string[] };

function best(offers: Named[], query: string): Choice[] {
  const rank = ({ words }: Named): number => {
    const all = words.map((one) => one.toLowerCase());
    if (all[0]?.startsWith(query)) return 0;
    if (all.some((one) => one.startsWith(query))) return 1;
    return all.some((one) => one.includes(query)) ? 2 : 3;
  };
  const ranked = offers.map((one) => ({ one, at: rank(one) })).filter(({ at }) => at < 3);
  return ranked.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

function named({ users, groups, members, wide }: Sources): Named[] {
  const isIn = (one: User) => members.length === 0 || members.includes(one.id);
  const people = users.filter((one) => !one.deleted).sort(appFirst);
  const [inside, outside] = [people.filter(isIn), people.filter((one) => !isIn(one))];
  return [
    ...inside.map((one) => person(one, one.is_bot ? `${one.real_name} · app` : one.real_name)),
    ...groups.map((one) => group(one)),
    ...(wide ? WIDE.map(([name, detail]) => everyone(name, detail)) : []),
    ...outside.map((one) => person(one, `${one.real_name} · ${wide ? AWAY : ALONE}`)),
  ];
}

// Whom one comes here for.
const appFirst = (a: User, b: User): number => Number(b.is_bot) - Number(a.is_bot);

const person = (one: User, detail: string): Named => ({
  key: one.id,
  insert: `@${one.name}`,
  glyph: one.is_bot ? "✦" : one.real_name.charAt(0).toUpperCase(),
  label: one.name,
  detail,
  words: [one.name, ...one.real_name.split(/\s+/)],
});

const group = ({ id, handle, name, users }: Group): Named => ({
  key: id,
  insert: `@${handle}`,
  glyph: "@",
  label: `@${handle}`,
  detail: `${name} · ${users.length} ${users.length === 1 ? "person" : "people"}`,
  words: [handle, ...name.split(/\s+/)],
});

const everyone = (name: string, detail: string): Named => ({
  key: name,
  insert: `@${name}`,
  glyph: "@",
  label: `@${name}`,
  detail,
  words: [name],
});

const channels = (sources: Sources): Named[] =>
  sources.channels
    .filter((one) => one.kind === "channel" || one.kind === "group")
    .map(({ id, name, kind }) => ({
      key: id,
      insert: `#${name}`,
      glyph: kind === "group" ? "◇" : "#",
      label: name,
      detail: kind === "group" ? "private channel" : "",
      words: [name, ...name.split("-")],
    }));

const commands = (sources: Sources): Named[] =>
  sources.commands.map(({ command, description, usage_hint }) => ({
    key: command,
    insert: command,
    glyph: "✦",
    label: command,
    hint: usage_hint,
    detail: description,
    words: [command.slice(1)],
  }));

function emoji(query: string): Choice[] {
  const late = (name: string) => (name.startsWith(query) ? 0 : 1);
  return emojiNames()
    .filter((name) => name.includes(query))
    .sort((a, b) => late(a) - late(b) || a.length - b.length)
    .slice(0, MOST)
    .map((name) => ({
      key: name,
      insert: `:${name}:`,
      glyph: emojiOf(name) ?? "",
      label: `:${name}:`,
      detail: "",
    }));
}
