// For tests: a server that answers the drawer, and a stream that tells it of changes.

import { vi } from "vitest";
import { mirror } from "../mirror";
import { channel, draw, PEOPLE } from "../staged";
import { Drawer } from "./Drawer";
import type { Faults, Listed, Part, Payload, Run, Sent, Step } from "./types";

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    Stream.last = this;
  }
}

/** What the server answers by path; what isn't in it is a 404. A function is asked each time. */
export const answers: Record<string, unknown> = {};
/** What was posted: path and body. */
export const posted: [string, unknown][] = [];
/** What was got, in order. */
export const got: string[] = [];

/** Opens the drawer at a tab, before this server. */
export async function open(tab: string, given: Record<string, unknown>, thread?: string) {
  for (const path of Object.keys(answers)) delete answers[path];
  Object.assign(answers, given);
  posted.length = 0;
  got.length = 0;
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", answer);
  mirror.start();
  await mirror.load();
  await import("./Inside");
  return draw(<Drawer />, { drawer: tab, ...(thread ? { thread } : {}) });
}

async function answer(path: string, init?: RequestInit): Promise<Response> {
  if (path.startsWith("/sandbox/state"))
    return Response.json({
      users: PEOPLE,
      channels: [channel("support")],
      lint: answers.lint ?? [],
    });
  if (init?.method === "POST") posted.push([path, JSON.parse(String(init.body))]);
  else got.push(path);
  const found = answers[path];
  const body = typeof found === "function" ? found() : found;
  if (body === undefined) return Response.json({ error: `nothing at ${path}` }, { status: 404 });
  return Response.json(body);
}

/** Something happens. */
export const tell = (kind: string, data: unknown): void => {
  Stream.last.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
};

// 12:00:00 in the zone of all who are on the page.
const NOON = Date.UTC(2026, 6, 1, 10) / 1_000;

export const sent = (id: string, more: Partial<Sent> = {}): Sent => ({
  id,
  kind: "events_api",
  type: "message",
  status: "ok",
  ms: 12,
  ack_ms: 12,
  retried: 0,
  at: NOON,
  transport: "socket",
  signed: false,
  ...more,
});

export const payload = (id: string, more: Partial<Payload> = {}): Payload => ({
  id,
  at: NOON,
  method: "chat.postMessage",
  kind: "message",
  surface: "message",
  ok: true,
  error: null,
  pointers: [],
  doubts: [],
  bytes: 1_234,
  ...more,
});

export const listed = (number: number, more: Partial<Listed> = {}): Listed => ({
  id: `3.run${number}`,
  number,
  task: `task ${number}`,
  by: "U0ANA",
  channel: "C0SUPPORT",
  thread_ts: `${number}.1`,
  asked_at: NOON * 1_000,
  phase: "at work",
  live: true,
  waiting: 1,
  running: [],
  parked: false,
  ...more,
});

export const step = (n: number, more: Partial<Step> = {}): Step => ({
  n,
  at: NOON * 1_000 + n,
  after_ms: n === 1 ? null : 1,
  kind: "began",
  words: `step ${n}`,
  by: null,
  bytes: 100,
  lines: 0,
  total: n * 100,
  event: { kind: "began", number: n },
  ...more,
});

export const run = (number: number, steps: Step[], more: Partial<Run> = {}): Run => ({
  id: `3.run${number}`,
  steps,
  size: {
    header: 500,
    events: 4_500,
    transcript: 551,
    snapshot: 0,
    requests: 0,
    mail: 0,
    total: 5_551,
  },
  parked: false,
  unread: "",
  number,
  by: "U0ANA",
  asked_at: NOON * 1_000,
  stands: "waiting for people: A-1",
  phase: "acting",
  turns: 2,
  tokens: [1_993, 28],
  requests: [{ number: 1, kind: "approval", title: "x", asked_at: 0, outcome: null }],
  ...more,
});

export const faults = (more: Partial<Faults> = {}): Faults => ({
  faults: [],
  frames_to_lose: 0,
  duplicates: 0,
  reorder: { wanted: 0, gathered: 0 },
  limits: { on: false, events_an_hour: 30_000 },
  connections: 2,
  ahead_s: 0,
  ...more,
});

export const part = (more: Partial<Part> = {}): Part => ({
  name: "bot",
  label: "The bot",
  pid: 7,
  ready: true,
  restarts: 0,
  since: NOON,
  back_after_s: null,
  ...more,
});
