// Who one is, where one is and how it looks: kept in the address, so that two windows are two people.

import { useSyncExternalStore } from "react";
import { remember, remembered } from "./remember";

/** What the address after # says. */
export type Look = {
  /** The person's name. */
  as: string;
  /** A channel's name, `dm` for the app's own messages or `home` for its Home tab. */
  channel: string;
  /** The root of the thread that is open beside the channel. */
  thread?: string;
  /** The tab of the drawer that is open. */
  drawer?: string;
};

export type Theme = "light" | "dark" | "system";

export const HOME = "home";
export const DIRECT = "dm";
const THEME = "signoff-theme";
const listeners = new Set<() => void>();
let look = read();

function read(): Look {
  const said = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return { as: "ana", channel: "support", ...said };
}

function tell(): void {
  for (const listener of listeners) listener();
}

addEventListener("hashchange", () => {
  look = read();
  tell();
});

/** The address, after #, that gives this look. */
export const addressOf = (one: Look): string => `#${new URLSearchParams(Object.entries(one))}`;

/** Changes the look; what is given as undefined goes. Another channel closes the thread. */
export function go(change: { [K in keyof Look]?: Look[K] | undefined }): void {
  const moved = "channel" in change && change.channel !== look.channel;
  const next = { ...look, ...(moved ? { thread: undefined } : {}), ...change };
  const kept = Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1]));
  look = { ...look, ...Object.fromEntries(kept) };
  for (const name of Object.keys(next))
    if (!kept.some(([one]) => one === name)) delete look[name as "thread"];
  history.replaceState(null, "", addressOf(look));
  tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLook = (): Look => useSyncExternalStore(subscribe, () => look);

/** The chosen theme, over visits. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => (remembered(THEME) as Theme | null) ?? "system");

export function setTheme(theme: Theme): void {
  remember(THEME, theme);
  wear();
  tell();
}

/** Puts the theme on the page, where the styles look for it. */
export function wear(): void {
  const theme = remembered(THEME);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
