// What is written and not sent yet: one draft for each person, channel and thread.

import { useSyncExternalStore } from "react";

/** A file to go with a message; without content only its name is sent. */
export type Attachment = { name: string; content?: string };

export type Draft = {
  readonly text: string;
  readonly files: readonly Attachment[];
  /** Whether a reply goes to the channel too. */
  readonly broadcast: boolean;
  readonly sending: boolean;
  /** Why it wasn't sent. */
  readonly trouble: string;
};

const EMPTY: Draft = { text: "", files: [], broadcast: false, sending: false, trouble: "" };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Names one draft. */
export const draftKey = (person: string, channel: string, thread = ""): string =>
  `${person}/${channel}/${thread}`;

export const draftOf = (key: string): Draft => drafts.get(key) ?? EMPTY;

export const useDraft = (key: string): Draft => useSyncExternalStore(subscribe, () => draftOf(key));

export function changeDraft(key: string, change: Partial<Draft>): void {
  drafts.set(key, { ...draftOf(key), ...change });
  for (const listener of listeners) listener();
}

export function dropDraft(key: string): void {
  drafts.delete(key);
  for (const listener of listeners) listener();
}
