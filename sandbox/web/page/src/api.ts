// The control API: acting as a person, and the rest of /sandbox.

import type { Obj } from "./types";

export const AWAY = "The local Slack can't be reached. Is the demo still running?";

/** An answer of the API; `trouble` says in words what went wrong, if anything did. */
export type Answer = Obj & { trouble?: string };

/** Acts as a person; never rejects. */
export const act = (user: string, verb: string, body: Obj): Promise<Answer> =>
  post(`/sandbox/users/${encodeURIComponent(user)}/${verb}`, body);

/** Posts JSON; never rejects. */
export async function post(path: string, body: Obj): Promise<Answer> {
  return call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Gets JSON; never rejects. */
export const get = (path: string): Promise<Answer> => call(path, {});

async function call(path: string, init: RequestInit): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    return { trouble: AWAY };
  }
  const data = (await answer.json().catch(() => ({}))) as Obj;
  if (answer.ok) return data as Answer;
  const words = typeof data.error === "string" ? data.error : undefined;
  return { ...data, trouble: words ?? `The local Slack answered ${answer.status}.` };
}
