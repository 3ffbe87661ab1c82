import { expect, test } from "vitest";
import type { User } from "../types";
import type { Card } from "./steps";
import { wordsOf } from "./words";

const person = (id: string, real_name: string) => ({ id, name: id, real_name }) as User;
const ANA = person("U0ANA", "Ana Ruiz");
const card = (outcome: Card["outcome"], title = "refund order 1042"): Card => ({
  channel: "support",
  ts: "1.2",
  thread: "1.0",
  heading: `🚫 Rejected: ${title}`,
  title,
  requester: ANA.id,
  button: "Approve once",
  outcome,
});

test("whoever asked is told that they can't approve it, and others that they aren't on call", () => {
  const step = { kind: "card", card: card("waiting"), next: "ben" } as const;
  expect(wordsOf(step, ANA, true).text).toContain("Ana asked, so Ana can't approve it");
  expect(wordsOf(step, person("U0DEE", "Dee Falk"), true).text).toContain("Dee isn't on call");
});

test("whoever is asked is told to answer, and others who does", () => {
  const card = { channel: "support", ts: "1.2", thread: "1.0", asked: ANA.id, button: "" };
  const step = { kind: "question", card } as const;
  expect(wordsOf(step, ANA, true).text).toContain("Press an answer");
  expect(wordsOf(step, person("U0BEN", "Ben Ode"), true).text).toContain("Whoever asked");
});

test("while no bot is connected it says so instead of promising a card", () => {
  expect(wordsOf({ kind: "asked" }, ANA, true).text).toContain("card comes in a moment");
  expect(wordsOf({ kind: "asked" }, ANA, false).text).toContain("isn't connected");
});

test("the end says what became of it, and claims no refund that wasn't made", () => {
  const end = (one: Card) => wordsOf({ kind: "done", card: one }, ANA, true).title;
  expect(end(card("approved"))).toBe("Done: order 1042 was refunded once.");
  expect(end(card("approved", "restart checkout"))).toBe("Done, once: restart checkout");
  expect(end(card("running"))).toBe("Approved: it runs now: refund order 1042");
  expect(end(card("other"))).toBe("Decided: 🚫 Rejected: refund order 1042");
});
