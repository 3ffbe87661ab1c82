// Where the gallery's elements stand: they can be opened and filled in, and nothing comes of it.

import { createContext, useContext, useMemo } from "react";
import type { Place } from "../elements/place";

export const NOTHING = "Nothing is behind the gallery.";

const SayContext = createContext<() => void>(() => {});
export const SayProvider = SayContext.Provider;

/** A place of its own for one drawing; `key` tells it from all others. */
export function useDrawnPlace(key: string, surface: Place["surface"]): Place {
  const say = useContext(SayContext);
  return useMemo(
    () => ({
      key,
      surface,
      press: async () => {
        say();
        return {};
      },
      suggest: async () => ({ options: [], trouble: NOTHING }),
    }),
    [key, surface, say],
  );
}
