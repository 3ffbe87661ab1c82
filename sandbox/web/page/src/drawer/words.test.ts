import { describe, expect, test } from "vitest";
import { bytes, count, lasted } from "./measures";
import { doerOf, knownOf, rightOf, whatOf, whyOf } from "./record";
import { chosenOf } from "./runs";
import { listed } from "./served";
import { className, handOf } from "./steps";
import { merged } from "./told";
import type { Line } from "./types";

test.each([
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [13_649, "13.6 kB"],
  [2_340_000, "2.3 MB"],
])("%i bytes are %s", (given, words) => expect(bytes(given)).toBe(words));

test.each([
  [0, "0 ms"],
  [12.4, "12 ms"],
  [5_000, "5 s"],
  [3_449, "3.4 s"],
  [59_000, "59 s"],
  [60_000, "1 min"],
  [125_000, "2 min 5 s"],
  [4_200_000, "1 h 10 min"],
])("%i ms are %s", (given, words) => expect(lasted(given)).toBe(words));

test("one is one, and more are more", () => {
  expect([count(1, "call"), count(0, "call"), count(1_200, "call")]).toEqual([
    "1 call",
    "0 calls",
    "1,200 calls",
  ]);
});

describe("a record's line", () => {
  const known = knownOf([{ what: "people asked", request: "3.a.1", a_number: 7 }]);
  test.each<[Line, string]>([
    [{ what: "call ready", tool: "t" }, "t may run"],
    [{ what: "call finished", tool: "t", ok: false }, "t ran and failed"],
    [{ what: "call refused", tool: "t" }, "t was not run"],
    [{ what: "request expired", request: "3.a.1" }, "A-7 ran out of time"],
    [{ what: "request rejected", request: "3.a.1", by: "U0BEN" }, "rejected A-7"],
    [{ what: "request approved", request: "3.a.1", by: "U0BEN" }, "decided A-7: approved"],
    [{ what: "run stopped", by: "U0BEN" }, "stopped the task"],
    [{ what: "run stopped", by: null }, "The task was stopped"],
    [{ what: "message deleted" }, "A message was deleted"],
    [{ what: "late result", ok: true }, "A result came too late to count: it had worked"],
    [{ what: "approval", request: "3.b.1" }, "said yes to a request"],
    [{ what: "something newer" }, "something newer"],
  ])("%o is told as %s", (line, words) => expect(whatOf(line, known)).toBe(words));

  test("a call that may run names its right, not a person", () => {
    const byPolicy = { what: "call ready", by: "policy", policy: "c85f2a4465641e9d" };
    const byPeople = { what: "call ready", by: "3.a.1" };
    expect([doerOf(byPolicy), doerOf(byPeople)]).toEqual([null, null]);
    expect(rightOf(byPolicy, known)).toBe(
      "the policy (version c85f2a44) lets it run without asking",
    );
    expect(rightOf(byPeople, known)).toBe("A-7 was approved");
    expect(rightOf({ what: "asked" }, known)).toBe("");
  });

  test("why is a person's reason, or the reason of a refusal in words", () => {
    expect(whyOf({ what: "request rejected", reason: "too much" })).toBe("too much");
    expect(whyOf({ what: "call refused", why: "expired" })).toBe("expired");
    expect(whyOf({ what: "attempt refused", why: "not_approver" })).toBe(
      "they are not among the approvers",
    );
    expect(whyOf({ what: "attempt refused", why: "of_tomorrow" })).toBe("of_tomorrow");
  });
});

test("an event's hand is known, and what isn't listed tells of a post", () => {
  expect(["asked", "judged", "tool_done", "card_posted"].map(handOf)).toEqual([
    "person",
    "gate",
    "tool",
    "Slack",
  ]);
  expect(className("model_replied")).toBe("ModelReplied");
});

test("what was picked comes before the thread's run, and that before the newest", () => {
  const runs = [listed(3), listed(2), listed(1)];
  expect(chosenOf(runs, undefined, undefined)?.number).toBe(3);
  expect(chosenOf(runs, "1.1", undefined)?.number).toBe(1);
  expect(chosenOf(runs, "1.1", "3.run2")?.number).toBe(2);
  expect(chosenOf(runs, "9.9", "3.gone")?.number).toBe(3);
  expect(chosenOf([], "1.1", undefined)).toBeUndefined();
});

test("news stands in front, and what is known changes in its place", () => {
  const entries = [
    { id: "b", at: 2 },
    { id: "a", at: 1 },
  ];
  expect(
    merged(entries, [
      { id: "a", at: 9 },
      { id: "c", at: 3 },
    ]),
  ).toEqual([
    { id: "c", at: 3 },
    { id: "b", at: 2 },
    { id: "a", at: 9 },
  ]);
});
