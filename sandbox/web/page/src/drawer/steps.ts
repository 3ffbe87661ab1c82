// Whose doing an event of the log is.

export type Hand = "person" | "model" | "gate" | "tool" | "Slack" | "engine";

const HANDS: Record<string, Hand> = {
  asked: "person",
  edited: "person",
  deleted: "person",
  clicked: "person",
  model_replied: "model",
  model_failed: "model",
  judged: "gate",
  checked: "gate",
  went_stale: "gate",
  unsure_numbered: "gate",
  tool_done: "tool",
  began: "engine",
  lost: "engine",
  not_started: "engine",
  ticked: "engine",
};

/** What isn't listed tells what became of a post. */
export const handOf = (kind: string): Hand => HANDS[kind] ?? "Slack";

/** `model_replied` as people of the code know it: `ModelReplied`. */
export const className = (kind: string): string =>
  kind
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
