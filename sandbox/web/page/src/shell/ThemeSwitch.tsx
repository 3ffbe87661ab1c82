// Light, dark, or as the system has it: each press is the next.

import type { ReactNode } from "react";
import { setTheme, type Theme, useTheme } from "../look";
import { Icon, type IconName } from "./Icon";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const FACES: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };
const WORDS: Record<Theme, string> = {
  system: "as the system has it",
  light: "light",
  dark: "dark",
};

export function ThemeSwitch({ className }: { className: string | undefined }): ReactNode {
  const theme = useTheme();
  const name = `Theme: ${WORDS[theme]}`;
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      title={`${name}; press for ${WORDS[NEXT[theme]]}`}
      onClick={() => setTheme(NEXT[theme])}
    >
      <Icon name={FACES[theme]} />
    </button>
  );
}
