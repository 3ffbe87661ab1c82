// A delivery in words.

import { count, lasted } from "./measures";
import type { Sent } from "./types";

/** How long Slack waits for an acknowledgement. */
const PATIENCE_MS = 3_000;

const NAMES: Record<Sent["kind"], string> = {
  events_api: "event",
  interactive: "interaction",
  slash_commands: "command",
};

export const nameOf = (kind: Sent["kind"]): string => NAMES[kind] ?? kind;

/** What became of it so far. */
export function stateOf({ status, ack_ms }: Sent): { words: string; good: boolean } {
  const took = ack_ms === null ? "" : ` in ${lasted(ack_ms)}`;
  switch (status) {
    case "ok":
      return { words: `acknowledged${took}`, good: true };
    case "pending":
      return { words: "under way…", good: true };
    case "retrying":
      return { words: "to be sent again", good: false };
    case "lost":
      return { words: "lost", good: false };
    case "trouble":
      return { words: "failed", good: false };
  }
}

/** By what way it went, and whether it proves where it comes from. */
export function wayOf({ transport, signed }: Sent): string {
  if (transport === null) return "waits: no bot is connected";
  return `by ${transport === "http" ? "HTTP" : transport}, ${signed ? "signed" : "not signed"}`;
}

/** What is out of the ordinary, in words. */
export function marksOf(sent: Sent): string[] {
  const marks: string[] = [];
  if ((sent.ack_ms ?? 0) > PATIENCE_MS || sent.reason === "timeout")
    marks.push(`slow: no acknowledgement within ${lasted(PATIENCE_MS)}`);
  if (sent.retried) marks.push(`sent again ${count(sent.retried, "time")}`);
  const failed = sent.status === "lost" || sent.status === "trouble" || sent.status === "retrying";
  if (failed && sent.reason) marks.push(`why: ${sent.reason.replaceAll("_", " ")}`);
  return marks;
}
