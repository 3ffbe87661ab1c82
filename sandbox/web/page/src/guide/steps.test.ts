import { expect, test } from "vitest";
import type { Block, Channel, Message, State, User } from "../types";
import { cardOf, newestOf, stepOf } from "./steps";

// The repository's own golden files: how the bot's messages look on the wire.
type Payload = { text: string; blocks: Block[]; type?: string };
const files = import.meta.glob<Payload>("../../../../../tests/blocks/golden/*.json", {
  eager: true,
  import: "default",
});
const golden = (name: string): Payload => {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`));
  if (!found) throw new Error(`no golden file ${name}`);
  return found[1];
};

const user = (name: string, is_bot = false): User => ({
  id: `U0${name.toUpperCase()}`,
  team_id: "T0SIGNOFF",
  name,
  real_name: name,
  tz: "UTC",
  deleted: false,
  is_bot,
  is_admin: false,
  is_restricted: false,
  is_stranger: false,
});
const [ANA, BEN, CHI, DEE, BOT] = [
  user("ana"),
  user("ben"),
  user("chi"),
  user("dee"),
  user("signoff", true),
];

const said = (ts: string, by: User, rest: Partial<Message>): Message => ({
  ts,
  user: by.id,
  type: "message",
  text: "",
  thread_ts: "1.0",
  ...rest,
});
const ask = said("1.0", ANA, { text: "<@U0SIGNOFF> refund order 1042" });
const bots = (ts: string, name: string, rest: Partial<Message> = {}) =>
  said(ts, BOT, { text: golden(name).text, blocks: golden(name).blocks, ...rest });
const channel = (messages: Message[], rest: Partial<Channel> = {}): Channel => ({
  id: "C0SUPPORT",
  name: "support",
  kind: "channel",
  is_private: false,
  is_archived: false,
  is_ext_shared: false,
  members: [],
  messages,
  ...rest,
});
const state = (...messages: Message[]): State =>
  ({
    users: [ANA, BEN, CHI, DEE, BOT],
    channels: [channel(messages)],
    sessions: [],
  }) as unknown as State;
const kind = (one: State, me: User = ANA, since = "") => stepOf(one, me, since).kind;

test("an empty workspace asks for a task, and talk among people changes nothing", () => {
  expect(kind(state())).toBe("ask");
  expect(kind(state(said("1.0", ANA, { text: "hello <@U0BEN>" })))).toBe("ask");
  expect(kind(state(said("1.0", BOT, { text: "<@U0SIGNOFF> I am here" })))).toBe("ask");
});

test("a mention of the bot is a task, by whomever and typed by hand too", () => {
  expect(kind(state(ask))).toBe("asked");
  expect(kind(state({ ...ask, user: DEE.id }))).toBe("asked");
  expect(kind(state(ask, bots("1.1", "timeline-waiting")))).toBe("asked");
});

test("what is written to the bot directly needs no mention", () => {
  const direct = state();
  direct.channels = [channel([said("1.0", ANA, { text: "refund it" })], { kind: "im" })];
  expect(kind(direct)).toBe("asked");
});

test("an answer without a card is no approval, and one to an older task doesn't count", () => {
  expect(kind(state(ask, bots("1.2", "answer-1")))).toBe("answered");
  const written = state(ask, bots("1.2", "answer-1"));
  written.sessions = [{ channel: "C0SUPPORT", thread_ts: "1.0", streaming: "1.2" }];
  expect(kind(written)).toBe("asked");
  const again = said("2.0", ANA, { text: "<@U0SIGNOFF> and 1043", thread_ts: "2.0" });
  expect(kind(state(ask, bots("1.2", "answer-1"), again))).toBe("asked");
});

test("a card waits for whoever is on call and hasn't asked", () => {
  const waits = state(ask, bots("1.2", "card-pending-medium"));
  expect(stepOf(waits, ANA, "")).toMatchObject({
    kind: "card",
    next: "ben",
    card: {
      channel: "support",
      ts: "1.2",
      thread: "1.0",
      title: "restart checkout-api in prod-eu",
      requester: "U0ANA",
      button: "Approve once: restart checkout-api in prod-eu, A-1042",
    },
  });
  expect(kind(waits, DEE)).toBe("card");
  expect(kind(waits, BEN)).toBe("approve");
  expect(kind(waits, CHI)).toBe("approve");
});

test("if Ben has asked, it is Chi who decides", () => {
  const { text, blocks } = JSON.parse(
    JSON.stringify(golden("card-pending-medium")).replace("<@U0ANA>", "<@U0BEN>"),
  ) as Payload;
  const waits = state({ ...ask, user: BEN.id }, said("1.2", BOT, { text, blocks }));
  expect(stepOf(waits, BEN, "")).toMatchObject({ kind: "card", next: "chi" });
  expect(kind(waits, CHI)).toBe("approve");
});

test("once approved it is done, and stays so while the next card waits", () => {
  const done = state(ask, bots("1.2", "card-approved-done"), bots("2.2", "card-pending-medium"));
  expect(stepOf(done, BEN, "")).toMatchObject({ kind: "done", card: { outcome: "approved" } });
  const runs = state(ask, bots("1.2", "card-approved-running"));
  expect(stepOf(runs, BEN, "")).toMatchObject({ kind: "done", card: { outcome: "running" } });
});

test("a rejected card is decided, and a new one after it waits", () => {
  const rejected = state(ask, bots("1.2", "card-rejected"));
  expect(stepOf(rejected, BEN, "")).toMatchObject({
    kind: "done",
    card: { outcome: "other", heading: "🚫 Rejected: restart checkout-api in prod-eu" },
  });
  rejected.channels[0]?.messages.push(bots("2.2", "card-pending-medium"));
  expect(kind(rejected, BEN)).toBe("approve");
});

test("a tour that begins anew looks only at what comes after", () => {
  const old = state(ask, bots("1.2", "card-approved-done"));
  const since = newestOf(old);
  expect(kind(old, ANA, since)).toBe("ask");
  old.channels[0]?.messages.push(bots("2.2", "card-pending-medium"));
  expect(kind(old, ANA, since)).toBe("card");
});

test("of all golden messages exactly the cards are taken for cards, whole or plain", () => {
  const names = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ""));
  const taken = names.filter((name) => !golden(name).type && cardOf(bots("1.2", name), "support"));
  const open = (name: string) => golden(name).text.startsWith("⏳");
  // A stub of an open request has no button to decide with: its card is elsewhere.
  const cards = names.filter(
    (name) =>
      /^(card|plain)-(?!question)/.test(name) && !(name.startsWith("card-stub-") && open(name)),
  );
  expect(cards.length).toBeGreaterThan(40);
  expect(taken).toEqual(cards);
  const wait = taken.filter((name) => cardOf(bots("1", name), "")?.outcome === "waiting");
  expect(wait).toEqual(cards.filter(open));
});

const about = (title: string, buttons: string[]): Payload => ({
  text: `${title} Q-1, run R-1, Question from agent shop; answering runs nothing.`,
  blocks: [
    { type: "header", text: { type: "plain_text", text: title } },
    { type: "section", text: { type: "mrkdwn", text: "<@U0ANA>: the agent needs to know this" } },
    ...(buttons.length > 0
      ? [
          {
            type: "actions",
            elements: buttons.map((text) => ({
              type: "button",
              text: { type: "plain_text", text },
              accessibility_label: `${text}: Q-1`,
            })),
          },
        ]
      : []),
    {
      type: "context",
      elements: [
        { type: "mrkdwn", text: "Q-1 · Question from agent shop; answering runs nothing" },
      ],
    },
  ],
});
const question = about("❓ Question: Which order?", ["1042", "Other…"]);
const answered = about("💬 Answered: Which order?", []);

test("an open question is a step of its own, answered it is none any more", () => {
  const asks = state(ask, said("1.2", BOT, question));
  expect(stepOf(asks, ANA, "")).toEqual({
    kind: "question",
    card: {
      channel: "support",
      ts: "1.2",
      thread: "1.0",
      asked: "U0ANA",
      button: "1042: Q-1",
    },
  });
  expect(kind(state(ask, said("1.2", BOT, answered)))).toBe("asked");
  expect(kind(state(ask, said("1.2", BOT, answered), bots("1.3", "answer-1")))).toBe("answered");
  const decides = state(ask, said("1.2", BOT, answered), bots("1.3", "card-pending-medium"));
  expect(kind(decides)).toBe("card");
});

test("a question before an open card doesn't hide it", () => {
  expect(
    kind(state(ask, said("1.2", BOT, question), bots("1.3", "card-pending-medium")), BEN),
  ).toBe("approve");
});

test("what only one person sees is no card", () => {
  const own = bots("1.2", "card-pending-medium", { ephemeral_to: ANA.id });
  expect(cardOf(own, "support")).toBeUndefined();
});
