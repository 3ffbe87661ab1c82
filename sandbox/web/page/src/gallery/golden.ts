// The golden files as the gallery shows them: in groups, by state, searched and measured.

import type { Block, Obj } from "../types";

/** A golden file, as the server gives it. */
export type Golden = {
  name: string;
  group: string;
  title: string;
  surface: "message" | "modal" | "home";
  payload: Obj & { text?: string; blocks?: Block[]; type?: string };
};

/** Views of one state, or all of a group that has no states. */
export type Part = { key: string; heading: string; goldens: Golden[] };
export type Group = { key: string; heading: string; about: string; parts: Part[]; count: number };

/** The states of an approval, in the order of the table of outcomes, and the cards that are none; names of files begin so. */
export const STATES: readonly [key: string, title: string][] = [
  ["pending", "⏳ Approval needed"],
  ["pending-one-of-two", "⏳ 1 of 2 approvals"],
  ["approved", "✅ Approved"],
  ["rejected", "🚫 Rejected"],
  ["guided", "↪️ Sent back"],
  ["answered", "💬 Answered"],
  ["expired", "⌛ Expired, nobody decided"],
  ["withdrawn", "↩️ Withdrawn"],
  ["superseded", "🔁 Replaced"],
  ["stale", "⚠️ Not run"],
  ["stopped", "⏹ Stopped"],
  ["limit", "⛔ Not asked"],
  ["failed", "❌ Failed"],
  ["unknown", "❓ Outcome unknown"],
  ["grant", "✅ Allowed for 1 h"],
  ["emergency", "🚨 Emergency, no approval"],
  ["question", "❓ Question"],
  ["batch", "Several calls on one card"],
  ["plan", "A plan of several calls, approved once"],
  ["stub", "The stub, where the card isn't"],
];

const GROUPS: readonly [key: string, heading: string, about: string][] = [
  ["cards", "Approval cards", "What people decide on, in every state."],
  ["plain", "Plain cards", "Sent where Slack won't take the full card."],
  ["modals", "Modals", "Opened by the card's buttons, commands and shortcuts."],
  ["forms", "Forms", "Questions with fields, page by page, and what may stand there instead."],
  ["homes", "Home", "The app's Home tab."],
  ["lists", "Lists", "Answers to commands that list."],
  ["answers", "Answers", "What the agent says at the end."],
  [
    "own",
    "The agent's own cards",
    "Drawn by the agent, between lines of ours; answering one runs nothing.",
  ],
  ["openings", "Openings", "The post that a run begins with, where nobody wrote one."],
  ["timelines", "Timelines", "A run step by step, as a plan and in plain words."],
  ["notices", "Notices", "Short posts about runs and requests."],
  ["told", "Told to the requester", "The reply that mentions whoever asked."],
  ["refusals", "Refusals", "Private, at once, in words."],
];
const REST = ["other", "Others", "What sandbox/golden.py knows no group for."] as const;
// Their files are named by a state.
const OF_STATES: Record<string, string> = { cards: "card-", plain: "plain-", told: "told-" };
const NO_STATE = ["", "Other states"] as const;

/** Every golden file in one group and there in one part, in the order of reading. */
export function grouped(goldens: Golden[]): Group[] {
  const known = new Set(GROUPS.map(([key]) => key));
  return [...GROUPS, REST]
    .map(([key, heading, about]) => {
      const own = goldens.filter(
        (one) => one.group === key || (key === REST[0] && !known.has(one.group)),
      );
      return { key, heading, about, parts: partsOf(key, own), count: own.length };
    })
    .filter((group) => group.count > 0);
}

function partsOf(group: string, own: Golden[]): Part[] {
  if (!(group in OF_STATES)) return [{ key: "", heading: "", goldens: own }];
  const parts = [...STATES, NO_STATE].map(([key, heading]) => ({
    key,
    heading,
    goldens: own.filter((one) => stateOf(one) === key),
  }));
  const filled = parts.filter((part) => part.goldens.length > 0);
  if (group === "cards") return filled;
  return [{ key: "", heading: "", goldens: filled.flatMap((part) => part.goldens) }];
}

/** The state that a file is named by; empty if it is none of the table. */
export function stateOf(golden: Golden): string {
  const rest = golden.name.slice((OF_STATES[golden.group] ?? "").length);
  const named = STATES.map(([key]) => key).filter(
    (key) => rest === key || rest.startsWith(`${key}-`),
  );
  return named.sort((one, other) => other.length - one.length)[0] ?? "";
}

/** Titles of the states that no card is drawn for. */
export function missing(goldens: Golden[]): string[] {
  const drawn = new Set(goldens.filter((one) => one.group === "cards").map(stateOf));
  return STATES.filter(([key]) => !drawn.has(key)).map(([, title]) => title);
}

/** Whether all the words stand in the name, the title or the payload. */
export function matches(golden: Golden, words: string): boolean {
  const text = `${golden.name} ${golden.title} ${golden.group} ${JSON.stringify(golden.payload)}`;
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export type Sizes = { blocks: number; most: number; characters: number };

/** Blocks, how many Slack takes, and the characters of all texts in them. */
export function sizesOf({ payload, surface }: Golden): Sizes {
  const blocks = payload.blocks ?? [];
  return {
    blocks: blocks.length,
    most: surface === "message" ? 50 : 100,
    characters: lengthOf(blocks),
  };
}

function lengthOf(value: unknown, key = ""): number {
  if (typeof value === "string") return key === "text" || key === "title" ? [...value].length : 0;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + lengthOf(one), 0);
  if (!isObj(value)) return 0;
  return Object.entries(value).reduce((sum, [name, one]) => sum + lengthOf(one, name), 0);
}

const isObj = (value: unknown): value is Obj => typeof value === "object" && value !== null;
