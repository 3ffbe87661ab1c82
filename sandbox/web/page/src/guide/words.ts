// What the tour says at each step. The terminal's welcome says the same, in the same order.

import type { User } from "../types";
import type { Question } from "./questions";
import type { Card, Step } from "./steps";

export type Words = {
  /** Which of the three steps; 4: all done. */
  at: 1 | 2 | 3 | 4;
  title: string;
  text: string;
};

export const TITLES = [
  "Ask for something",
  "The bot asks before it matters",
  "Now be Ben",
] as const;

/** The words of a step for whoever looks; `connected`: whether the bot is there. */
export function wordsOf(step: Step, me: User, connected: boolean): Words {
  switch (step.kind) {
    case "ask":
      return {
        at: 1,
        title: TITLES[0],
        text: "Press a task, and Ana asks @signoff for it in #support.",
      };
    case "asked":
      return { at: 2, title: TITLES[1], text: waits(connected) };
    case "answered":
      return {
        at: 1,
        title: TITLES[0],
        text: "It changed nothing, so nobody had to decide. Try a change.",
      };
    case "card":
      return {
        at: 2,
        title: TITLES[1],
        text: cant(me, step.card),
      };
    case "question":
      return { at: 2, title: "The bot asks you something", text: answers(me, step.card) };
    case "approve":
      return {
        at: 3,
        title: `Now you are ${first(me)}`,
        text: `${first(me)} is on call and didn't ask. Read the card, then press “Approve once”.`,
      };
    case "done":
      return { at: 4, title: doneOf(step.card), text: "Things to try next:" };
  }
}

/** Ana of "Ana Ruiz". */
export const first = (one: User): string => one.real_name.split(" ")[0] || one.name;

const waits = (connected: boolean): string =>
  connected
    ? "It looks things up first. Its card comes in a moment."
    : "The bot isn't connected just now. It takes the task as soon as it is back.";

function cant(me: User, card: Card): string {
  const who = first(me);
  const why = me.id === card.requester ? `${who} asked, so ${who}` : `${who} isn't on call and`;
  return `${why} can't approve it: press “Approve once” and be refused.`;
}

function answers(me: User, { asked }: Question): string {
  if (asked && asked !== me.id) return "Whoever asked for the task answers it.";
  return "Press an answer on its card. It runs nothing yet: a change still needs its sign-off.";
}

function doneOf({ outcome, heading, title }: Card): string {
  if (outcome === "running") return `Approved: it runs now: ${title}`;
  if (outcome !== "approved") return `Decided: ${heading}`;
  const order = /^refund order (\d+)$/.exec(title)?.[1];
  return order ? `Done: order ${order} was refunded once.` : `Done, once: ${title}`;
}
