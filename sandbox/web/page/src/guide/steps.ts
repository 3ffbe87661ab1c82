// Which step of the first visit the workspace is at: read from what is on the screen alone.

import type { Block, Channel, Message, State, User } from "../types";
import { isQuestion, type Question, questionOf } from "./questions";

/** Who is on call in the demo, so that one of them hasn't asked. */
const ON_CALL: readonly string[] = ["ben", "chi"];

/** An approval card, as far as it can be told from its message. */
export type Card = {
  channel: string;
  ts: string;
  /** The root of its thread, if it is in one. */
  thread: string | undefined;
  /** Its first line: "⏳ Approval needed: refund order 1042". */
  heading: string;
  /** What it is about: "refund order 1042". */
  title: string;
  /** The id of whoever asked; empty if it names nobody. */
  requester: string;
  /** How the button that approves is called aloud; empty when there is none. */
  button: string;
  outcome: "waiting" | "running" | "approved" | "other";
};

export type Step =
  | { kind: "ask" }
  /** The bot has the task, and hasn't answered yet. */
  | { kind: "asked" }
  /** It answered without a card: it only looked. */
  | { kind: "answered" }
  /** A card waits, and the viewer isn't the one who may decide. */
  | { kind: "card"; card: Card; next: string }
  | { kind: "approve"; card: Card }
  /** The agent asks something before it goes on. */
  | { kind: "question"; card: Question }
  | { kind: "done"; card: Card };

const WAITING = "⏳";
const APPROVED = "✅";
// What titles of cards begin with that ended otherwise.
const ENDED = ["❌", "❓", "🚨", "🚫", "↪", "💬", "✖", "⌛", "↩", "🔁", "⚠", "⏹", "⛔", "☑"];
const APPROVES = /^(approve|review)/i;

/** The step of whoever looks; what was posted until `since` doesn't count. */
export function stepOf(state: State, me: User, since: string): Step {
  const cards = cardsOf(state, since);
  const yes = cards.find((card) => card.outcome === "approved" || card.outcome === "running");
  if (yes) return { kind: "done", card: yes };
  const newest = cards[0];
  const question = questionIn(state, since);
  if (question && question.ts > (newest?.ts ?? "")) return { kind: "question", card: question };
  if (newest?.outcome === "waiting") return waiting(state, me, newest);
  if (newest) return { kind: "done", card: newest };
  return asking(state, since);
}

function waiting(state: State, me: User, card: Card): Step {
  if (ON_CALL.includes(me.name) && me.id !== card.requester) return { kind: "approve", card };
  const free = state.users.filter((one) => ON_CALL.includes(one.name) && one.id !== card.requester);
  return { kind: "card", card, next: free[0]?.name ?? "ben" };
}

function asking(state: State, since: string): Step {
  const bot = state.users.find((one) => one.is_bot)?.id ?? "";
  const asks = newestFirst(state, since).filter(
    ({ message, channel }) =>
      message.user !== bot && (channel.kind === "im" || message.text.includes(`<@${bot}>`)),
  );
  const ask = asks[0];
  if (!ask) return { kind: "ask" };
  const root = ask.message.thread_ts ?? ask.message.ts;
  const written = new Set(state.sessions.map((one) => one.streaming));
  const answered = ask.channel.messages.some(
    (one) =>
      one.thread_ts === root &&
      one.ts > ask.message.ts &&
      !written.has(one.ts) &&
      isAnswer(one, bot),
  );
  return { kind: answered ? "answered" : "asked" };
}

/** A reply in words: no timeline, no question. */
const isAnswer = (message: Message, bot: string): boolean =>
  message.user === bot &&
  !isQuestion(message) &&
  !message.blocks?.some((block) => block.type === "plan" || block.type === "task_card");

function questionIn(state: State, since: string): Question | undefined {
  for (const { message, channel } of newestFirst(state, since)) {
    const found = questionOf(message, channel.name);
    if (found) return found;
  }
  return undefined;
}

/** The cards after a moment, the newest first. */
function cardsOf(state: State, since: string): Card[] {
  const bots = new Set(state.users.filter((one) => one.is_bot).map((one) => one.id));
  return newestFirst(state, since)
    .filter(({ message }) => bots.has(message.user))
    .flatMap(({ message, channel }) => cardOf(message, channel.name) ?? []);
}

type Place = { message: Message; channel: Channel };

function newestFirst(state: State, since: string): Place[] {
  const all = state.channels.flatMap((channel) => {
    const first = channel.messages.findIndex((one) => one.ts > since);
    const later = first < 0 ? [] : channel.messages.slice(first);
    return later.map((message) => ({ message, channel }));
  });
  return all.sort((one, other) => (one.message.ts < other.message.ts ? 1 : -1));
}

/** A message as a card; undefined if it is none, or if only one person sees it. */
export function cardOf(message: Message, channel: string): Card | undefined {
  const said = titleOf(message);
  if (!said || message.ephemeral_to || isQuestion(message)) return undefined;
  const button = message.blocks
    ?.flatMap(buttonsOf)
    .find((one) => APPROVES.test(one.text?.text ?? ""));
  const outcome = outcomeOf(said, message.text, Boolean(button));
  if (!outcome) return undefined;
  return {
    channel,
    ts: message.ts,
    thread: message.thread_ts,
    heading: said,
    title: said.replace(/^.*?: /, ""),
    requester: /<@(\w+)>/.exec(JSON.stringify(message.blocks))?.[1] ?? "",
    button: button?.accessibility_label ?? button?.text?.text ?? "",
    outcome,
  };
}

/** The first line of the first block: a header, or plain words where Slack took no header. */
function titleOf({ blocks }: Message): string {
  const { text } = (blocks?.[0] ?? {}) as { text?: { type: string; text: string } };
  return text?.type === "plain_text" ? (text.text.split("\n")[0] ?? "") : "";
}

function outcomeOf(title: string, text: string, approvable: boolean): Card["outcome"] | undefined {
  if (title.startsWith(WAITING)) return approvable ? "waiting" : undefined;
  if (title.startsWith(APPROVED)) return text.includes("Result: Running") ? "running" : "approved";
  return ENDED.some((mark) => title.startsWith(mark)) ? "other" : undefined;
}

type Button = { text?: { text: string }; accessibility_label?: string };

const buttonsOf = (block: Block): Button[] =>
  block.type === "actions" ? ((block as { elements?: Button[] }).elements ?? []) : [];

/** The time of the newest message anywhere; what comes later is new. */
export const newestOf = (state: State): string =>
  state.channels
    .map((channel) => channel.messages.at(-1)?.ts ?? "")
    .sort()
    .at(-1) ?? "";

/** The newest card that waits for people, whenever it was posted. */
export const waitingIn = (state: State): Card | undefined =>
  cardsOf(state, "").find((card) => card.outcome === "waiting");
