// For tests: a workspace, its viewer, and what was asked of the server.

import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Answer } from "../api";
import { mirror } from "../mirror";
import { person, channel as placed } from "../staged";
import type { Channel, State } from "../types";
import { ViewerGiven, viewerOf } from "../viewer";
import { Composer } from "./Composer";
import { draftKey, dropDraft } from "./drafts";

/** The box of #support, and where what it sends goes. */
export const support = <Composer channel="C1" label="Message #support" />;
export const say = "/sandbox/users/ana/say";

const members = ["U0ANA", "U0BEN", "U0SIGNOFF"];
export const channel = (id: string, name: string, more: Partial<Channel> = {}): Channel =>
  placed(name, [], { id, members, ...more });

/** A workspace with Ana, Ben, Olga and the app. */
export const workspace = (more: Partial<State> = {}): State => ({
  users: [
    person("ana", "Ana Ruiz"),
    person("ben", "Ben Ode"),
    person("olga", "Olga Brandt"),
    person("signoff", "Signoff", { is_bot: true }),
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
  questions: [],
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

/** After a test: nothing drawn, no draft of anybody, the real fetch. */
export function tidy(): void {
  cleanup();
  for (const person of ["U0ANA", "U0BEN"])
    for (const [place, thread] of [["C1"], ["C2"], ["dm"], ["C1", "1.1"], ["dm", "1.1"]])
      dropDraft(draftKey(person, place ?? "", thread));
  vi.unstubAllGlobals();
}
