// How the gallery is looked at: kept in the address, so that a link shows the same.

import { useCallback, useState } from "react";

export type Choices = {
  theme: "light" | "dark" | "both";
  width: "desktop" | "phone";
  words: string;
};

/** What an address says, with defaults for what it doesn't. */
export function choicesOf(search: string): Choices {
  const said = new URLSearchParams(search);
  const theme = said.get("theme");
  return {
    theme: theme === "light" || theme === "dark" ? theme : "both",
    width: said.get("width") === "phone" ? "phone" : "desktop",
    words: said.get("words") ?? "",
  };
}

/** The choices as an address says them; a default isn't said. */
function searchOf({ theme, width, words }: Choices): string {
  const said = new URLSearchParams();
  if (theme !== "both") said.set("theme", theme);
  if (width !== "desktop") said.set("width", width);
  if (words) said.set("words", words);
  return said.size ? `?${said}` : "";
}

/** The choices and how to change them. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [choices, set] = useState(() => choicesOf(location.search));
  const change = useCallback((change: Partial<Choices>) => {
    const next = { ...choicesOf(location.search), ...change };
    history.replaceState(null, "", `${location.pathname}${searchOf(next)}${location.hash}`);
    set(next);
  }, []);
  return [choices, change];
}
