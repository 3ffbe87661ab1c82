import type { Came, Draft, Option, View, Wrong } from "./types";

/** The server said no, in words for the person; `over` if nothing more can come of this page. */
export class Refused extends Error {
  constructor(
    words: string,
    readonly over: boolean,
  ) {
    super(words);
  }
}

const LOST = "The server can’t be reached. Try again.";
const UNSURE =
  "The server can’t be reached, so it isn’t known whether your answer arrived. Send it again: it counts once.";

async function ask<T>(path: string, guard: string, body?: unknown): Promise<T> {
  let answer: Response;
  let said: unknown;
  try {
    answer = await fetch(`${location.pathname}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "X-Guard": guard },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      redirect: "error",
    });
    said = await answer.json();
  } catch {
    throw new Refused(path === "send" ? UNSURE : LOST, false);
  }
  if (!answer.ok) {
    const { words, over } = said as { words: string; over: boolean };
    throw new Refused(words, over);
  }
  return said as T;
}

/** The form as it is at first. */
export function start(): Promise<View> {
  return ask("view", "");
}

/** The form as the draft makes it, after a row was added to or removed from a list. */
export function draw(
  guard: string,
  draft: Draft,
  change: { added?: string; removed?: string },
): Promise<View> {
  return ask("draw", guard, { draft, ...change });
}

/** The options of a long list that fit what was typed. */
export async function find(
  guard: string,
  draft: Draft,
  field: string,
  query: string,
): Promise<Option[]> {
  const found = await ask<{ options: Option[] }>("find", guard, { draft, field, query });
  return found.options;
}

/** Sends the answer: what is wrong with it, or what came of it. */
export function send(
  guard: string,
  draft: Draft,
  action: string,
): Promise<{ wrong: Wrong } | Came> {
  return ask("send", guard, { draft, action });
}
