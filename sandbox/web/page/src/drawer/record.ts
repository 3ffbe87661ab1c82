// A line of a run's record in words: what happened, why, and by what right.

import type { Line } from "./types";

const CALLS: Record<string, string> = {
  "call ready": "may run",
  "call waiting": "waits for people",
  "call started": "was started",
  "call unsure": "was started, and nobody knows what became of it",
  "call finished": "ran",
  "call refused": "was not run",
};
const ENDED: Record<string, string> = {
  approved: "was approved",
  rejected: "was rejected",
  guided: "was answered with how to do it instead",
  expired: "ran out of time",
  withdrawn: "was withdrawn",
  superseded: "was superseded: the task had changed",
  stale: "was dropped: what it was about had changed",
  stopped: "was stopped",
  unasked: "needs no answer any more",
  ran: "was settled: it had run",
  run_again: "was settled: it runs again",
  left: "was settled: it is left as it is",
};
// What a person did to it, whose name stands in front.
const DONE: Record<string, string> = {
  approved: "decided {}: approved",
  rejected: "rejected {}",
  guided: "said how to do {} instead",
  withdrawn: "withdrew {}",
  stopped: "stopped {}",
  ran: "said that {} had run",
  run_again: "wants {} to run again",
  left: "left {} as it is",
};
const REFUSED: Record<string, string> = {
  not_approver: "they are not among the approvers",
  own_request: "it is their own request",
  not_linked: "they are linked to nobody in the policy",
  guest: "they are a guest",
  outside: "they are from another company",
  deactivated: "their account is deactivated",
  bot: "it was a bot",
  already: "it was decided already",
  expired: "its time was over",
  cant_verify: "who they are couldn't be looked up",
  changed: "the request had changed",
  policy_now_refuses: "the policy refuses it now",
  unknown_request: "there is no such request",
  not_yours: "it isn't theirs",
  unread: "there was news in the thread that they hadn't seen",
  too_late: "it came too late",
};

/** Requests by their ids, as people know them. */
export type Known = Map<string, string>;

export function knownOf(lines: Line[]): Known {
  const known: Known = new Map();
  for (const line of lines)
    if (typeof line.request === "string" && line.a_number)
      known.set(line.request, `A-${line.a_number}`);
  return known;
}

/** What happened; whoever did it stands in front of it. */
export function whatOf(line: Line, known: Known): string {
  const { what } = line;
  const request = named(line.request, known);
  if (what in CALLS) return callOf(line, known);
  if (what.startsWith("request ")) {
    const outcome = what.slice("request ".length);
    const done = line.by ? DONE[outcome] : undefined;
    if (done) return done.replace("{}", request);
    return `${request} ${ENDED[outcome] ?? outcome}`;
  }
  switch (what) {
    case "asked":
      return line.written_by ? "asked for a task about another's message" : "asked for a task";
    case "people asked":
      return `People were asked: ${request}`;
    case "approval":
      return `said yes to ${request}`;
    case "attempt refused":
      return `tried to answer ${request} and was refused`;
    case "run stopped":
      return line.by ? "stopped the task" : "The task was stopped";
    case "message corrected":
      return "corrected a message";
    case "message deleted":
      return "A message was deleted";
    case "late result":
      return `A result came too late to count: ${line.ok ? "it had worked" : "it had failed"}`;
    default:
      return what;
  }
}

function callOf(line: Line, known: Known): string {
  const tool = String(line.tool ?? "a call");
  const request = named(line.request, known);
  switch (line.what) {
    case "call waiting":
      return `${tool} waits for people: ${request}`;
    case "call finished":
      return line.ok === false ? `${tool} ran and failed` : `${tool} ran`;
    default:
      return `${tool} ${CALLS[line.what]}`;
  }
}

/** Why, in the words of whoever said so; "" if nobody said. */
export function whyOf(line: Line): string {
  const { why, reason } = line;
  if (line.what === "attempt refused") return REFUSED[String(why)] ?? String(why ?? "");
  return [reason, why].filter((one) => typeof one === "string" && one).join(", ");
}

/** By what right it happened; "" where that is no question. */
export function rightOf(line: Line, known: Known): string {
  const policy = line.policy ? ` (version ${String(line.policy).slice(0, 8)})` : "";
  switch (line.what) {
    case "call ready":
      return line.by === "policy"
        ? `the policy${policy} lets it run without asking`
        : `${named(line.by, known)} was approved`;
    case "people asked":
      return `rule ${String(line.rule ?? "")} of the policy${policy}`;
    case "approval":
      return `linked as ${String(line.person ?? "nobody")}, one of the approvers`;
    default:
      return "";
  }
}

/** Who did it: a user's id, or null. Of a call that may run it names the right, not a person. */
export const doerOf = (line: Line): string | null =>
  line.what !== "call ready" && typeof line.by === "string" ? line.by : null;

const named = (request: unknown, known: Known): string =>
  known.get(String(request)) ?? (request ? "a request" : "a request that is unknown");
