import { expect, test } from "vitest";
import { type Golden, grouped, matches, missing, STATES, sizesOf, stateOf } from "./golden";

// The repository's own golden files: a view that is new must find its place here.
const files = import.meta.glob<Golden["payload"]>("../../../../../tests/blocks/golden/*.json", {
  eager: true,
  import: "default",
});
const GROUP: Record<string, string> = { card: "cards", plain: "plain", told: "told" };
const goldens = Object.entries(files).map(([path, payload]) => {
  const name = path.replace(/^.*\/|\.json$/g, "");
  const group = GROUP[name.split("-")[0] ?? ""] ?? "notices";
  return { name, group, title: name, surface: "message", payload } satisfies Golden;
});

const named = (name: string, group = "cards", payload: Golden["payload"] = {}): Golden => ({
  name,
  group,
  title: name,
  surface: "message",
  payload,
});

test("each golden file appears exactly once", () => {
  const more = [...goldens, named("brand-new", "brand"), named("odd", "other"), named("card-odd")];
  const shown = grouped(more).flatMap((group) => group.parts.flatMap((part) => part.goldens));
  expect(goldens.length).toBeGreaterThan(100);
  expect(shown.map((one) => one.name).sort()).toEqual(more.map((one) => one.name).sort());
});

test("each golden file that is named by a state belongs to one of the table", () => {
  const lost = goldens.filter((one) => one.group !== "notices" && !stateOf(one));
  expect(lost.map((one) => one.name)).toEqual([]);
});

test("cards stand in the order of the table, one of two apart from those that wait for the first", () => {
  const cards = grouped(goldens)[0];
  const keys = cards?.parts.map((part) => part.key) ?? [];
  const order = STATES.map(([key]) => key).filter((key) => keys.includes(key));
  expect(keys).toEqual(order);
  expect(keys.slice(0, 3)).toEqual(["pending", "pending-one-of-two", "approved"]);
  expect(cards?.parts[1]?.goldens.map((one) => one.name)).toEqual([
    "card-pending-one-of-two-an-owner",
    "card-pending-one-of-two",
  ]);
});

test("a state of the table without a card is named as missing", () => {
  expect(
    missing([named("card-pending-x"), named("card-answered"), named("told-grant", "told")]),
  ).not.toContain("💬 Answered");
  expect(missing([named("told-grant", "told")])).toContain("✅ Allowed for 1 h");
  expect(missing(STATES.map(([key]) => named(`card-${key}`)))).toEqual([]);
});

test("every word has to be found, in the name, the title or what it says", () => {
  const one = named("card-stale", "cards", { text: "Approved, but not run" });
  expect(matches(one, "stale RUN")).toBe(true);
  expect(matches(one, "stale rejected")).toBe(false);
  expect(matches(one, "  ")).toBe(true);
});

test("sizes count blocks against what Slack takes, and what is said, not its markup's names", () => {
  const blocks = [
    { type: "header", text: { type: "plain_text", text: "⏳ ab" } },
    { type: "context", elements: [{ type: "mrkdwn", text: "cde" }] },
  ] as Golden["payload"]["blocks"];
  expect(sizesOf(named("card-x", "cards", { blocks: blocks ?? [] }))).toEqual({
    blocks: 2,
    most: 50,
    characters: 7,
  });
  expect(sizesOf({ ...named("modal-x", "modals", {}), surface: "modal" }).most).toBe(100);
});
