import { expect, test } from "vitest";
import { asTyped } from "./words";

const NAMES = {
  user: (id: string) => (id === "U0BEN" ? { name: "ben" } : undefined),
  channel: (id: string) => (id === "C0OPS" ? { name: "ops" } : undefined),
  group: (id: string) => (id === "S0ONCALL" ? { handle: "oncall" } : undefined),
} as unknown as Parameters<typeof asTyped>[1];

test("stored text comes back as it was typed", () => {
  const stored =
    "<@U0BEN> &amp; <!subteam^S0ONCALL>, <!here> in <#C0OPS>: &lt;b&gt; <https://a.test/?x=1&amp;y>";
  expect(asTyped(stored, NAMES)).toBe("@ben & @oncall, @here in #ops: <b> https://a.test/?x=1&y");
});

test("read aloud, a link and a date are their words", () => {
  expect(asTyped("<https://a.test|the page> by <!date^1^{time}|noon>", NAMES, "words")).toBe(
    "the page by noon",
  );
});
