// Pressing: asks first where the element says so, shows that it is under way, and never twice at once.

import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Block, Entry, Obj } from "../types";
import { Confirm } from "./Confirm";
import { useEntry } from "./drafts";
import { entryOf, heldIn } from "./entries";
import { type ElementJson, usePlace } from "./place";

/** What a press does besides telling the app; only once it is confirmed. */
type Also = () => void;

export type Press = {
  /** Whether the app hasn't answered yet. */
  busy: boolean;
  /** Presses; nothing while one is under way. */
  press(value?: unknown, also?: Also): void;
  /** The question that is being asked, to be drawn. */
  question: ReactNode;
  /** Whether a press is asked about first. */
  asks: boolean;
};

/** How to press an element. */
export function usePress(block: Block, element: ElementJson): Press {
  const [busy, send] = useSending(block, element);
  const { ask, question, asks } = useQuestion(element);
  const press = (value?: unknown, also?: Also) => {
    if (busy) return;
    ask(() => {
      also?.();
      send(value);
    });
  };
  return { busy, press, question, asks };
}

export type Field = {
  value: unknown;
  busy: boolean;
  entered: boolean;
  question: ReactNode;
  /** Takes what was chosen, and tells the app where it is to hear of it. */
  choose(value: unknown): void;
  /** Takes what is typed, and tells nobody. */
  type(value: unknown): void;
  /** Tells the app what is entered. */
  tell(value: unknown): void;
  /** Whether the app hears of changes. */
  dispatches: boolean;
};

/** An element that holds something. */
export function useField(block: Block, element: ElementJson): Field {
  const [entry, enter, entered] = useEntry(block, element);
  const [busy, send] = useSending(block, element);
  const { ask, question } = useQuestion(element);
  const dispatches = block.type !== "input" || (block as Obj).dispatch_action === true;
  const taken = (value: unknown): Entry => {
    const next = entryOf(element, value);
    enter(next);
    return next;
  };
  return {
    value: heldIn(entry),
    busy,
    entered,
    question,
    dispatches,
    choose: (value) =>
      ask(() => {
        const next = taken(value);
        if (dispatches) send(next);
      }),
    type: taken,
    tell: (value) => send(entryOf(element, value)),
  };
}

// While a press is under way the newest of later ones waits for it, so that the app hears the last.
function useSending(block: Block, element: ElementJson): [boolean, (value: unknown) => void] {
  const place = usePlace();
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const waiting = useRef<[unknown] | null>(null);
  const send = useCallback(
    async (value: unknown) => {
      if (underWay.current) {
        waiting.current = [value];
        return;
      }
      underWay.current = true;
      setBusy(true);
      for (let next: [unknown] | null = [value]; next; next = waiting.current) {
        waiting.current = null;
        await place.press?.(block, element, next[0]);
      }
      underWay.current = false;
      setBusy(false);
    },
    [place, block, element],
  );
  return [busy, (value) => void send(value)];
}

function useQuestion(element: ElementJson): {
  ask(run: () => void): void;
  question: ReactNode;
  asks: boolean;
} {
  const [run, setRun] = useState<(() => void) | null>(null);
  const confirm = element.confirm as Obj | undefined;
  const answer = (yes: boolean) => {
    setRun(null);
    if (yes) run?.();
  };
  const question = run && confirm ? <Confirm confirm={confirm} onAnswer={answer} /> : null;
  const ask = (next: () => void) => (confirm ? setRun(() => next) : next());
  return { ask, question, asks: Boolean(confirm) };
}
