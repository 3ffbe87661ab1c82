// The faults that can be ordered: what each does, what should happen, and how it is ordered.

import type { Obj } from "../types";
import { count, lasted } from "./measures";
import type { Fault, Faults } from "./types";

export type Field = { name: string; label: string; value: number; min: number; max: number };
export type Order = {
  id: string;
  title: string;
  does: string;
  expect: string;
  fields: Field[];
  body: (values: Record<string, number>) => Obj;
};
export type Group = { title: string; orders: Order[] };

const times = (label: string, value = 1): Field => ({
  name: "times",
  label,
  value,
  min: 1,
  max: 1_000,
});
const seconds = (label: string, value: number, max: number): Field => ({
  name: "seconds",
  label,
  value,
  min: 1,
  max,
});
const CALLS = times("calls", 3);

const API: Order[] = [
  {
    id: "ratelimited",
    title: "Limit the rate",
    does: "The next calls are answered with HTTP 429 and a Retry-After.",
    expect: "The bot waits as long as it is told and then posts; nothing is lost or doubled.",
    fields: [CALLS, seconds("s to wait", 5, 120)],
    body: (given) => ({ kind: "ratelimited", times: given.times, retry_after: given.seconds }),
  },
  {
    id: "slow",
    title: "Answer slowly",
    does: "The next calls are carried out, and answered, late.",
    expect: "The bot's other work goes on; a card may come later, once.",
    fields: [CALLS, seconds("s late", 5, 120)],
    body: (given) => ({ kind: "slow", times: given.times, seconds: given.seconds }),
  },
  {
    id: "error",
    title: "Fail with an error",
    does: "The next calls fail with internal_error.",
    expect: "The bot tries again, or says what it couldn't do. No tool runs because of it.",
    fields: [CALLS],
    body: (given) => ({ kind: "error", times: given.times, error: "internal_error" }),
  },
  {
    id: "reset_before_commit",
    title: "Cut before it is carried out",
    does: "The connection ends, and Slack has done nothing.",
    expect: "The bot can't know that: it looks whether its post is there, then posts it again.",
    fields: [times("calls")],
    body: (given) => ({ kind: "reset_before_commit", times: given.times }),
  },
  {
    id: "reset_after_commit",
    title: "Cut after it is carried out",
    does: "The connection ends, though Slack has done what was asked.",
    expect: "The bot finds its own post and doesn't post it twice.",
    fields: [times("calls")],
    body: (given) => ({ kind: "reset_after_commit", times: given.times }),
  },
];
const SOCKETS: Order[] = [
  {
    id: "drop_socket",
    title: "Drop the sockets",
    does: "All of the bot's connections are cut without a word.",
    expect: "It connects again within seconds; events wait for it, clicks meanwhile fail visibly.",
    fields: [],
    body: () => ({ kind: "drop_socket", times: 100 }),
  },
  {
    id: "disconnect",
    title: "Ask to reconnect",
    does: "Slack says that it is about to close one connection, as it does every few hours.",
    expect: "The bot opens another first, so that nothing is missed.",
    fields: [],
    body: () => ({ kind: "disconnect", times: 1 }),
  },
  {
    id: "lose_frame",
    title: "Lose the next frames",
    does: "The next payloads by socket never arrive.",
    expect: "An event comes again; a lost click shows a warning, and may be pressed again.",
    fields: [times("frames")],
    body: (given) => ({ kind: "lose_frame", times: given.times }),
  },
];
const EVENTS: Order[] = [
  {
    id: "duplicate_event",
    title: "Double events",
    does: "Each of the next events is delivered twice.",
    expect: "One task, one card, one answer: the second is recognised.",
    fields: [times("events")],
    body: (given) => ({ kind: "duplicate_event", times: given.times }),
  },
  {
    id: "reorder_events",
    title: "Reorder events",
    does: "The next events are gathered and delivered last one first.",
    expect: "Each is taken for what it is; an edit may come before its message.",
    fields: [{ ...times("events", 2), min: 2, max: 20 }],
    body: (given) => ({ kind: "reorder_events", times: given.times }),
  },
];

export const GROUPS: Group[] = [
  { title: "Slack's answers", orders: API },
  { title: "Sockets", orders: SOCKETS },
  { title: "Events", orders: EVENTS },
];

/** What is in force now, each in words; none: all is well. */
export function inForce(told: Faults): string[] {
  const { faults, frames_to_lose, duplicates, reorder, limits } = told;
  return [
    ...faults.map(orderOf),
    ...(frames_to_lose ? [`The next ${count(frames_to_lose, "frame")} will be lost`] : []),
    ...(duplicates ? [`The next ${count(duplicates, "event")} will be doubled`] : []),
    ...(reorder.wanted
      ? [`${reorder.gathered} of ${reorder.wanted} events are gathered, to go out last one first`]
      : []),
    ...(limits.on ? ["Slack's own rate limits are on"] : []),
  ];
}

function orderOf(fault: Fault): string {
  const calls = fault.method ? `calls of ${fault.method}` : "calls";
  const share = fault.rate < 1 ? `${Math.round(fault.rate * 100)} % of ` : "";
  const which =
    fault.left === null ? `${share}all ${calls}` : `${share}the next ${fault.left} ${calls}`;
  switch (fault.kind) {
    case "ratelimited":
      return `Refusing ${which} for ${lasted(fault.retry_after * 1_000)} (429)`;
    case "slow":
      return `Answering ${which} ${lasted(fault.seconds * 1_000)} late`;
    case "error":
      return `Failing ${which} with ${fault.error}`;
    case "reset_before_commit":
      return `Cutting ${which} before they are carried out`;
    case "reset_after_commit":
      return `Cutting ${which} after they are carried out`;
    default:
      return `${fault.kind}: ${which}`;
  }
}
