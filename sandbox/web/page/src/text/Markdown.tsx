// The standard Markdown of a markdown block.

import type { ReactNode } from "react";

export function Markdown({ text }: { text: string }): ReactNode {
  return text;
}
