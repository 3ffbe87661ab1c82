// Opening and closing threads, and where the focus goes with that.

import { go } from "../look";

let opener: { from: HTMLElement; ts: string } | null = null;

/** Opens a thread as one asked for it: the focus will go in, and later back to where one was. */
export function openThread(ts: string): void {
  const at = document.activeElement;
  opener = at instanceof HTMLElement ? { from: at, ts } : null;
  go({ thread: ts });
}

/** Whether the thread was opened by a person who waits to be in it; true once. */
export function wasAsked(ts: string): boolean {
  return opener?.ts === ts;
}

/** Closes the thread; the focus goes back to what opened it, or to the message it was at. */
export function closeThread(ts: string): void {
  const from = opener?.from;
  opener = null;
  go({ thread: undefined });
  if (from?.isConnected) from.focus();
  // Tools hide themselves while their message hasn't the focus.
  if (from && document.activeElement === from) return;
  const message = from?.isConnected ? from.closest<HTMLElement>("article") : null;
  (message ?? document.querySelector<HTMLElement>(`article[data-ts="${ts}"]`))?.focus();
}
