// A question of the agent, as far as it can be told from its message: no card that anybody decides.

import type { Message } from "../types";

/** A question that waits for its answer. */
export type Question = {
  channel: string;
  ts: string;
  /** The root of its thread, if it is in one. */
  thread: string | undefined;
  /** The id of whoever is asked first; empty if it names nobody. */
  asked: string;
  /** How its first button is called aloud. */
  button: string;
};

// The line that only questions have, and what an open one begins with.
const FRAME = /Question from agent .*answering runs nothing/;
const OPEN = "❓ Question: ";

type Button = { type?: string; text?: { text: string }; accessibility_label?: string };

/** Whether a message is a question's card, open or not. */
export const isQuestion = ({ blocks }: Message): boolean =>
  blocks?.some((one) => one.type === "context" && FRAME.test(JSON.stringify(one))) ?? false;

/** A message as an open question; undefined if it is none. */
export function questionOf(message: Message, channel: string): Question | undefined {
  if (!isQuestion(message) || !message.text.startsWith(OPEN)) return undefined;
  const first = message.blocks
    ?.filter((one) => one.type === "actions")
    .flatMap((one) => (one as { elements?: Button[] }).elements ?? [])[0];
  return {
    channel,
    ts: message.ts,
    thread: message.thread_ts,
    asked: /<@(\w+)>/.exec(JSON.stringify(message.blocks))?.[1] ?? "",
    button: first?.accessibility_label ?? first?.text?.text ?? "",
  };
}
