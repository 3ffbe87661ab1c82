// For tests and for looking: what examples of blocks are made of.

import type { Block, Obj } from "../types";

/** A block, with the words that its drawing must show. */
export type Example = { name: string; block: Block; words: string[] };

export const plain = (text: string) => ({ type: "plain_text", text, emoji: true });
export const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: false });
export const button = (text: string, more: Obj = {}) => ({
  type: "button",
  action_id: text,
  text: plain(text),
  ...more,
});
export const text = (words: string, style: Obj = {}) => ({ type: "text", text: words, style });
export const section = (...elements: Obj[]) => ({ type: "rich_text_section", elements });
export const rich = (words: string) => ({ type: "rich_text", elements: [section(text(words))] });
export const image = (alt_text: string) => ({
  type: "image",
  image_url: "https://pictures.test/a.png",
  alt_text,
});
export const raw = (words: string) => ({ type: "raw_text", text: words });
export const number = (value: number) => ({ type: "raw_number", value });
export const points = (...values: number[]) =>
  values.map((value, at) => ({ label: ["Mon", "Tue", "Wed", "Thu"][at], value }));

export const make = (name: string, block: Block, ...words: string[]): Example => ({
  name,
  block,
  words,
});

export const leaves: Obj[] = [
  text("plain "),
  text("strong", { bold: true }),
  text(" slanted", { italic: true }),
  text(" gone", { strike: true }),
  text("a*b*", { code: true }),
  text(" under", { underline: true }),
  { type: "link", url: "https://a.test", text: "a link" },
  { type: "link", url: "javascript:alert(1)", text: "bad link" },
  { type: "user", user_id: "U0BEN" },
  { type: "usergroup", usergroup_id: "S1" },
  { type: "channel", channel_id: "C0OPS" },
  { type: "team", team_id: "T1" },
  { type: "emoji", name: "lock" },
  { type: "emoji", name: "wave", skin_tone: 3 },
  { type: "broadcast", range: "here" },
  { type: "color", value: "#1f6f54" },
  { type: "date", timestamp: 1795995000, format: "{date_num}", fallback: "f" },
];

export const list = (style: string, more: Obj, ...items: string[]) => ({
  type: "rich_text_list",
  style,
  elements: items.map((one) => section(text(one))),
  ...more,
});

export const task = (task_id: string, title: string, status: string, more: Obj = {}) => ({
  type: "task_card",
  task_id,
  title,
  status,
  ...more,
});
export const whole = {
  details: rich("asked the pager"),
  output: rich("3 pods"),
  sources: [
    { type: "url", url: "https://a.test/run", text: "Runbook" },
    { type: "url", url: "javascript:x", text: "Bad source" },
  ],
};

export const card = {
  type: "card",
  hero_image: image("hero"),
  icon: image("icon"),
  title: mrkdwn("*Deploy* 12"),
  subtitle: mrkdwn("checkout-api"),
  body: mrkdwn("Took _4 min_"),
  actions: [button("Open it")],
};

export const lines = (type: string) => ({
  type,
  series: [
    { name: "p50", data: points(120, 140, 90, 110) },
    { name: "p99", data: points(800, 950, 400, 620) },
  ],
  axis_config: { categories: ["Mon", "Tue", "Wed", "Thu"], x_label: "Day", y_label: "ms" },
});

export const row = (at: number) => [
  raw(`pod-${at}`),
  number(at * 1000),
  { type: "action_cell", button: button(`Drain ${at}`), fallback: raw("-") },
];
