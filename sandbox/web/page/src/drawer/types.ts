// What the drawer is told: by the local Slack itself, and by the bot's own side through it.

import type { Delivery, Obj } from "../types";

/** A delivery in a list; its payload is got by its id. `ack_ms` is that of its last sending. */
export type Sent = Omit<Delivery, "transport" | "signed"> & {
  transport: "socket" | "http" | null;
  signed: boolean | null;
  ack_ms: number | null;
  /** An event's subtype, the command, or what was pressed or filled in. */
  about?: string;
};

/** Something that the bot sent, without its payload. */
export type Payload = {
  id: string;
  at: number;
  method: string;
  kind: string;
  surface: string | null;
  ok: boolean;
  error: string | null;
  /** Slack's own words on where the fault is. */
  pointers: string[];
  /** What the real Slack might refuse. */
  doubts: string[];
  bytes: number;
};

export type Fault = {
  kind: string;
  method: string | null;
  /** Null: until it is taken back. */
  left: number | null;
  rate: number;
  error: string;
  status: number;
  retry_after: number;
  seconds: number;
};

/** What is in force now. */
export type Faults = {
  faults: Fault[];
  frames_to_lose: number;
  duplicates: number;
  reorder: { wanted: number; gathered: number };
  limits: { on: boolean; events_an_hour: number };
  connections: number;
  ahead_s: number;
};

/** A process that is kept alive; `since` in seconds. */
export type Part = {
  name: string;
  label: string;
  pid: number | null;
  ready: boolean;
  restarts: number;
  since: number;
  back_after_s: number | null;
};

/** A run in a list; its times are in ms. */
export type Listed = {
  id: string;
  number: number;
  task: string;
  by: string;
  channel: string;
  thread_ts: string;
  asked_at: number;
  phase: string;
  live: boolean;
  waiting: number;
  running: string[];
  parked: boolean;
};

export type Step = {
  n: number;
  at: number;
  after_ms: number | null;
  kind: string;
  words: string;
  by: string | null;
  /** What it added to the log, and to the transcript. */
  bytes: number;
  lines: number;
  total: number;
  event: Obj;
};

export type Sizes = {
  header: number;
  events: number;
  transcript: number;
  snapshot: number;
  requests: number;
  mail: number;
  total: number;
};

export type Asked = {
  number: number;
  kind: "approval" | "unsure";
  title: string;
  asked_at: number;
  outcome: string | null;
};

/** A run, whole. What is optional is missing when not even its first entry can be read. */
export type Run = {
  id: string;
  steps: Step[];
  size: Sizes;
  parked: boolean;
  /** Why the rest can't be read, or "". */
  unread: string;
  number?: number;
  by?: string;
  asked_at?: number;
  stands?: string;
  phase?: string;
  turns?: number;
  tokens?: [number, number];
  requests?: Asked[];
};

/** A line of a run's record: who, when, what exactly, why, by what right. */
export type Line = Obj & { what: string; at?: number };

export type TaskRecord = { lines: Line[]; whole: boolean; broken_at: number | null };
