// The app's Home tab as the viewer sees it.

import type { ReactNode } from "react";

export function HomeTab(): ReactNode {
  return null;
}
