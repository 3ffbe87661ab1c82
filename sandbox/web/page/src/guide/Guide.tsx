// The first visit in three steps: an example task, the card, "now be Ben".

import type { ReactNode } from "react";

export function Guide(): ReactNode {
  return null;
}
