// For tests: a workspace, its viewer, and what was asked of the server.

import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Answer } from "../api";
import { mirror } from "../mirror";
import type { Channel, State, User } from "../types";
import { ViewerGiven, viewerOf } from "../viewer";

const user = (id: string, name: string, real_name: string, is_bot = false): User => ({
  id,
  name,
  real_name,
  is_bot,
  team_id: "T1",
  tz: "Europe/Berlin",
  deleted: false,
  is_admin: false,
  is_restricted: false,
  is_stranger: false,
});

export const channel = (id: string, name: string, more: Partial<Channel> = {}): Channel => ({
  id,
  name,
  kind: "channel",
  is_private: false,
  is_archived: false,
  is_ext_shared: false,
  members: ["U0ANA", "U0BEN", "U0SIGNOFF"],
  messages: [],
  ...more,
});

/** A workspace with Ana, Ben, Olga and the app. */
export const workspace = (more: Partial<State> = {}): State => ({
  users: [
    user("U0ANA", "ana", "Ana Ruiz"),
    user("U0BEN", "ben", "Ben Ode"),
    user("U0OLGA", "olga", "Olga Brandt"),
    user("U0SIGNOFF", "signoff", "Signoff", true),
  ],
  groups: [{ id: "S0ONCALL", handle: "oncall", name: "On call", users: ["U0BEN"] }],
  channels: [channel("C1", "support"), channel("C2", "ops")],
  views: [],
  homes: {},
  sessions: [],
  lint: [],
  app: {
    commands: [
      { command: "/task", description: "Give it a task.", usage_hint: "[what to do | status]" },
      { command: "/approvals", description: "What waits.", usage_hint: "" },
    ],
    shortcuts: [
      { name: "New task", type: "global", callback_id: "new_task", description: "Give a task." },
      { name: "Hand over", type: "message", callback_id: "hand_over", description: "" },
    ],
    agent: true,
    home_tab: true,
    messages_tab: true,
  },
  examples: [],
  connections: 1,
  now: 1_700_000_000,
  ...more,
});

/** Draws something as a person sees it in a workspace. */
export function show(node: ReactNode, state: State = workspace(), as = "ana") {
  const drawn = (now: State, who: string) => {
    mirror.state = now;
    return <ViewerGiven value={viewerOf(now, who)}>{node}</ViewerGiven>;
  };
  const { rerender, unmount } = render(drawn(state, as));
  return { again: (now: State, who = as) => rerender(drawn(now, who)), unmount };
}

export type Sent = { path: string; body: unknown };

/** A server that answers everything with `answer`; what it was sent is in the list. */
export function server(answer: (path: string) => Promise<Answer> | Answer = () => ({})): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(init.body as string) });
    const { trouble, ...rest } = await answer(path);
    return trouble ? Response.json({ error: trouble }, { status: 403 }) : Response.json(rest);
  });
  return sent;
}
