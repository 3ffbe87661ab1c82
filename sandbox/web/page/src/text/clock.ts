// One clock for all that is drawn relative to now.

import { useSyncExternalStore } from "react";

const TICK_MS = 5000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
const never = () => () => {};

/** What `read` gives, read again as time goes by if it `changes`; draws only when it is another. */
export const useTimely = (read: () => string, changes: boolean): string =>
  useSyncExternalStore(changes ? subscribe : never, read);
