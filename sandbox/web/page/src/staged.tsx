// A small workspace for tests: what the server would say, and what was asked of it.

import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { go, type Look } from "./look";
import { mirror } from "./mirror";
import type { Channel, Message, State, User } from "./types";
import { ViewerProvider } from "./viewer";

/** A person; whoever is in the demo has the same id there. */
export const person = (name: string, real_name: string, more: Partial<User> = {}): User => ({
  id: `U0${name.toUpperCase()}`,
  team_id: "T0SIGNOFF",
  name,
  real_name,
  tz: "Europe/Berlin",
  deleted: false,
  is_bot: false,
  is_admin: false,
  is_restricted: false,
  is_stranger: false,
  ...more,
});

export const PEOPLE: User[] = [
  person("ana", "Ana Ruiz"),
  person("ben", "Ben Ode"),
  person("dee", "Dee Falk", { is_admin: true }),
  person("gus", "Gus Lind", { is_restricted: true }),
  person("olga", "Olga Brandt", { is_stranger: true, team_id: "T0OUTSIDE" }),
  person("signoff", "Signoff", { is_bot: true }),
];

/** The `at`th second after a moment in 2026. */
export const tsOf = (at: number): string => `${1_790_000_000 + at}.000100`;

/** A message by a person's name. */
export const said = (
  user: string,
  at: number,
  text: string,
  more: Partial<Message> = {},
): Message => ({
  ts: tsOf(at),
  user: `U0${user.toUpperCase()}`,
  text,
  type: "message",
  ...(user === "signoff" ? { bot_id: "B0SIGNOFF" } : {}),
  ...more,
});

export const channel = (
  name: string,
  messages: Message[] = [],
  more: Partial<Channel> = {},
): Channel => ({
  id: `C0${name.toUpperCase()}`,
  name,
  kind: "channel",
  is_private: false,
  is_archived: false,
  is_ext_shared: false,
  members: PEOPLE.map((one) => one.id),
  messages,
  ...more,
});

const APP: State["app"] = {
  commands: [],
  shortcuts: [
    { name: "New task", type: "global", callback_id: "new_task", description: "" },
    { name: "Hand to Signoff", type: "message", callback_id: "hand", description: "" },
  ],
  agent: true,
  home_tab: true,
  messages_tab: true,
};

let state: Partial<State> = {};
/** Each action that was asked for: path and body. */
export const asked: [string, unknown][] = [];

/** Answers as a server with this workspace would, from now on. */
export function stage(given: Partial<State>): Promise<void> {
  state = {
    users: PEOPLE,
    groups: [{ id: "S0ONCALL", handle: "oncall", name: "On call", users: ["U0BEN"] }],
    app: APP,
    connections: 1,
    now: Number(tsOf(100)),
    ...given,
  };
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.startsWith("/sandbox/state")) return Response.json(state);
    asked.push([path, JSON.parse(String(init?.body ?? "null"))]);
    return Response.json({ status: "ok" });
  });
  return mirror.load();
}

/** Something changes in the workspace. */
export function change(given: Partial<State>): Promise<void> {
  state = { ...state, ...given };
  return mirror.load();
}

/** Draws something as the page would, for a person at a place. */
export function draw(node: ReactNode, look: Partial<Look> = {}) {
  go({ as: "ana", channel: "support", thread: undefined, drawer: undefined });
  go(look);
  return render(<ViewerProvider>{node}</ViewerProvider>);
}
