// What the local Slack's control API says, in its own words (see sandbox/workspace.py).

import type { KnownBlock } from "@slack/types";

export type Obj = Record<string, unknown>;

/** A block as Slack keeps it; those that no type is known of too. */
export type Block = KnownBlock | (Obj & { type: string; block_id?: string });

export type User = {
  id: string;
  team_id: string;
  name: string;
  real_name: string;
  tz: string;
  deleted: boolean;
  is_bot: boolean;
  is_admin: boolean;
  is_restricted: boolean;
  is_stranger: boolean;
};

export type Group = { id: string; handle: string; name: string; users: string[] };

export type SlackFile = {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  size: number;
  url_private: string;
};

export type Reaction = { name: string; users: string[]; count: number };

export type Message = {
  ts: string;
  user: string;
  text: string;
  type: string;
  subtype?: string;
  thread_ts?: string;
  bot_id?: string;
  username?: string;
  blocks?: Block[];
  attachments?: Obj[];
  files?: SlackFile[];
  reactions?: Reaction[];
  edited?: { user: string; ts: string };
  /** Of a thread's root. */
  reply_count?: number;
  reply_users?: string[];
  latest_reply?: string;
  /** The one person who sees it. */
  ephemeral_to?: string;
};

export type Channel = {
  id: string;
  name: string;
  kind: "channel" | "group" | "im" | "mpim";
  is_private: boolean;
  is_archived: boolean;
  is_ext_shared: boolean;
  members: string[];
  /** Oldest first, replies and private ones among them. */
  messages: Message[];
};

export type View = {
  id: string;
  type: "modal" | "home";
  hash: string;
  callback_id: string;
  title?: { text: string };
  submit?: { text: string } | null;
  close?: { text: string } | null;
  submit_disabled?: boolean;
  blocks: Block[];
  state: { values: Values };
};

/** What is entered, by block id and action id. */
export type Values = Record<string, Record<string, Entry>>;
export type Entry = { type: string } & Obj;

/** A modal that somebody has open; depth 0 is the root of their stack. */
export type OpenView = {
  id: string;
  user: string;
  view: View;
  depth: number;
  /** By block id, from the app's answer to a submission. */
  errors?: Record<string, string>;
};

/** A suggestion: pressing it sends its message. */
export type Prompt = { title: string; message: string };

export type Session = {
  channel: string;
  thread_ts: string;
  status?: string;
  assistant_status?: string;
  loading_messages?: string[];
  /** The message that is being streamed, if one is. */
  streaming?: string;
  title?: string;
  prompts?: Prompt[];
  prompts_title?: string;
};

/** One payload on its way to the bot. */
export type Delivery = {
  id: string;
  kind: "events_api" | "interactive" | "slash_commands";
  type: string;
  status: "pending" | "ok" | "retrying" | "lost" | "trouble";
  ms: number | null;
  retried: number;
  at: number;
  reason?: string;
  event_id?: string;
  signed?: boolean;
  transport?: string;
};

/** What the manifest says of the app. */
export type AppInfo = {
  name?: string;
  description?: string;
  long_description?: string;
  /** What an agent suggests until it suggests something itself. */
  prompts?: Prompt[];
  commands: { command: string; description: string; usage_hint: string }[];
  shortcuts: {
    name: string;
    type: "global" | "message";
    callback_id: string;
    description: string;
  }[];
  agent: boolean;
  home_tab: boolean;
  messages_tab: boolean;
};

export type State = {
  users: User[];
  groups: Group[];
  channels: Channel[];
  views: OpenView[];
  homes: Record<string, View>;
  sessions: Session[];
  lint: string[];
  app: AppInfo;
  /** Tasks that the scripted model plays. */
  examples: string[];
  /** More of them, of which it asks something first. */
  questions: string[];
  /** Open connections of the bot. */
  connections: number;
  /** The workspace's time, in seconds. */
  now: number;
};
