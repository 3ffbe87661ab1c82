// The viewer's open modals: the topmost is shown.

import type { ReactNode } from "react";

export function Modals(): ReactNode {
  return null;
}
