// What people have entered and the server doesn't know yet, kept over redraws and scrolling.

import { useCallback, useId, useSyncExternalStore } from "react";
import type { Block, Entry, Values } from "../types";
import { initialEntry } from "./entries";
import { type ElementJson, type Place, usePlace } from "./place";

/** An entry, and the mark of the element it was entered in: in another element it counts no more. */
type Draft = { block: string; action: string; entry: Entry; mark: string };

const drafts = new Map<string, Map<string, Draft>>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(place: string, draft: Draft): void {
  const kept = drafts.get(place) ?? new Map<string, Draft>();
  drafts.set(place, kept.set(nameOf(draft.block, draft.action), draft));
  for (const listener of listeners) listener();
}

const nameOf = (block: string, action: string): string => JSON.stringify([block, action]);

/** What is entered in a place, by block id and action id, as far as `known` has both. */
export function draftsOf(place: string, known: Values): Values {
  const values: Values = {};
  for (const { block, action, entry } of drafts.get(place)?.values() ?? []) {
    if (known[block]?.[action]?.type !== entry.type) continue;
    values[block] = { ...values[block], [action]: entry };
  }
  return values;
}

/** Forgets what was entered in a place: all of it, or what `known` has no longer. */
export function forget(place: string, known: Values = {}): void {
  for (const [name, { block, action, entry }] of drafts.get(place) ?? [])
    if (known[block]?.[action]?.type !== entry.type) drafts.get(place)?.delete(name);
  if (!drafts.get(place)?.size) drafts.delete(place);
}

/** Forgets everything, between tests. */
export const forgetAll = (): void => drafts.clear();

// In a modal Slack keeps what was typed while both ids stay; elsewhere while the element does.
const markOf = (place: Place, element: ElementJson): string =>
  place.surface === "modal" ? element.type : JSON.stringify(element);

/** What an element holds, how to change it, and whether anything was entered at all. */
export function useEntry(
  block: Block,
  element: ElementJson,
): [entry: Entry, enter: (entry: Entry) => void, entered: boolean] {
  const place = usePlace();
  const own = useId(); // drawings without a place share nothing
  const at = place.key || own;
  const [id, action] = [block.block_id ?? "", element.action_id ?? ""];
  const mark = markOf(place, element);
  const draft = useSyncExternalStore(subscribe, () => drafts.get(at)?.get(nameOf(id, action)));
  const enter = useCallback(
    (entry: Entry) => {
      keep(at, { block: id, action, entry, mark });
      place.enter?.(block, element, entry);
    },
    [at, id, action, mark, place, block, element],
  );
  const entered = draft?.mark === mark;
  const held = place.entry?.(block, element);
  const known = held?.type === element.type ? held : initialEntry(element);
  return [entered ? draft.entry : known, enter, entered];
}
