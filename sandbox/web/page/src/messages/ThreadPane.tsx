// The thread that is open beside its channel.

import type { ReactNode } from "react";

export function ThreadPane(): ReactNode {
  return null;
}
