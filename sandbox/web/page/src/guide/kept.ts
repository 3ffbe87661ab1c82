// What this browser remembers of the tour, over visits and for all its windows.

import { useSyncExternalStore } from "react";
import { remember, remembered } from "../remember";

const KEY = "signoff-guide";

/** Undefined: never seen. `since`: what was posted until then doesn't count; it began anew there. */
export type Kept = { shown: "open" | "closed" | "never"; since: string } | undefined;

const listeners = new Set<() => void>();
let text: string | null = null;
let kept: Kept;

function tell(): void {
  for (const listener of listeners) listener();
}

addEventListener("storage", tell);

function read(): Kept {
  const now = remembered(KEY);
  if (now !== text) {
    text = now;
    kept = parsed(now);
  }
  return kept;
}

/** Whatever else stands there counts as nothing. */
function parsed(said: string | null): Kept {
  const [shown, since = ""] = (said ?? "").split(" ");
  return shown === "open" || shown === "closed" || shown === "never" ? { shown, since } : undefined;
}

export function keep(shown: "open" | "closed" | "never", since = ""): void {
  remember(KEY, `${shown} ${since}`.trim());
  tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useKept = (): Kept => useSyncExternalStore(subscribe, read);
