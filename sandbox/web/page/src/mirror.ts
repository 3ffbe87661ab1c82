// A copy of the workspace that follows the server's stream of changes.

import { useSyncExternalStore } from "react";
import type { Channel, Message, OpenView, Session, State, View } from "./types";

const EMPTY: State = {
  users: [],
  groups: [],
  channels: [],
  views: [],
  homes: {},
  sessions: [],
  lint: [],
  app: { commands: [], shortcuts: [], agent: false, home_tab: true, messages_tab: true },
  examples: [],
  questions: [],
  connections: 0,
  now: 0,
};
const AGAIN_MS = 1000;

type Change = { channel?: string; message?: Message; ts?: string } & Record<string, unknown>;
type Apply = (state: State, data: Change) => State | undefined;

// How each kind of change alters the state; undefined: load the whole anew, which is always right.
const CHANGES: Record<string, Apply> = {
  message: withMessage,
  changed: withMessage,
  ephemeral: withMessage,
  deleted: (state, { channel, ts }) =>
    withChannel(state, channel, (one) => one.filter((message) => message.ts !== ts)),
  view: (state, data) => {
    const record = data as unknown as OpenView;
    const id = record.view.id;
    return { ...state, views: [...state.views.filter((one) => one.id !== id), { ...record, id }] };
  },
  view_closed: (state, { id }) => ({ ...state, views: state.views.filter((one) => one.id !== id) }),
  home: (state, { user, view }) => ({
    ...state,
    homes: { ...state.homes, [user as string]: view as View },
  }),
  session: (state, data) => {
    const session = data as unknown as Session;
    const others = state.sessions.filter(
      (one) => one.channel !== session.channel || one.thread_ts !== session.thread_ts,
    );
    return { ...state, sessions: [...others, session] };
  },
  connection: (state, { connections }) => ({ ...state, connections: connections as number }),
  // The state that was asked for meanwhile may hold it.
  lint: (state, { line }) => ({ ...state, lint: [...new Set([...state.lint, line as string])] }),
  channel: () => undefined,
  person: () => undefined,
};

function withMessage(state: State, { channel, message }: Change): State | undefined {
  if (!message) return undefined;
  return withChannel(state, channel, (messages) => placed(messages, message));
}

function withChannel(
  state: State,
  id: string | undefined,
  change: (messages: Message[]) => Message[],
): State | undefined {
  if (!state.channels.some((one) => one.id === id)) return undefined;
  const channels = state.channels.map(
    (one): Channel => (one.id === id ? { ...one, messages: change(one.messages) } : one),
  );
  return { ...state, channels };
}

function placed(messages: Message[], message: Message): Message[] {
  const at = messages.findIndex((one) => one.ts === message.ts);
  if (at >= 0) return messages.with(at, message);
  const after = messages.findLastIndex((one) => one.ts < message.ts);
  return messages.toSpliced(after + 1, 0, message);
}

/** The copy; `live` says whether it follows the server. */
export class Mirror {
  state = EMPTY;
  live = false;
  loaded = false;
  #listeners = new Set<() => void>();
  #heard = new Map<string, Set<(data: unknown) => void>>();
  #waiting: [string, Change][] | null = null; // while the whole state is on its way
  #again = false;

  /** Follows the server from now on, for good. */
  start(): void {
    const source = new EventSource("/sandbox/events");
    source.onopen = () => this.load();
    source.onerror = () => {
      this.#link(false);
      // The browser tries again by itself unless the server refused outright.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.start(), AGAIN_MS);
    };
    for (const kind of [...Object.keys(CHANGES), "delivery", "payload", "faults"]) {
      source.addEventListener(kind, (event) => this.#take(kind, event.data as string));
    }
  }

  /** Gets the whole state anew. */
  async load(): Promise<void> {
    if (this.#waiting) {
      this.#again = true;
      return;
    }
    this.#waiting = [];
    try {
      const answer = await fetch("/sandbox/state?deliveries=0");
      if (!answer.ok) throw new Error(`state: ${answer.status}`);
      this.state = { ...EMPTY, ...((await answer.json()) as Partial<State>) };
      this.loaded = true;
      this.live = true;
    } catch {
      this.live = false;
      setTimeout(() => this.load(), AGAIN_MS);
    }
    const missed = this.#waiting;
    this.#waiting = null;
    for (const [kind, data] of missed) this.#apply(kind, data);
    this.#tell();
    if (this.#again) {
      this.#again = false;
      void this.load();
    }
  }

  /** Hears each change of a kind, also of those that the state does not hold: delivery, payload, faults. */
  hear(kind: string, listener: (data: unknown) => void): () => void {
    const listeners = this.#heard.get(kind) ?? new Set();
    this.#heard.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** For useSyncExternalStore. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #take(kind: string, text: string): void {
    const data = JSON.parse(text) as Change;
    for (const listener of this.#heard.get(kind) ?? []) listener(data);
    if (this.#waiting) this.#waiting.push([kind, data]);
    else if (this.#apply(kind, data)) this.#tell();
  }

  #apply(kind: string, data: Change): boolean {
    const apply = CHANGES[kind];
    if (!apply) return false;
    const state = apply(this.state, data);
    if (state) this.state = state;
    else void this.load();
    return Boolean(state);
  }

  #link(live: boolean): void {
    if (this.live === live) return;
    this.live = live;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const mirror = new Mirror();

/** A part of the state; `select` gives the same object while nothing in it has changed. */
export function useMirror<T>(select: (state: State) => T): T {
  return useSyncExternalStore(mirror.subscribe, () => select(mirror.state));
}

/** Whether the page follows the server. */
export const useLive = (): boolean => useSyncExternalStore(mirror.subscribe, () => mirror.live);

/** Whether the first state has come. */
export const useLoaded = (): boolean => useSyncExternalStore(mirror.subscribe, () => mirror.loaded);
