// Every view of `blocks` in every state that exists, side by side.

import type { ReactNode } from "react";

export function Gallery(): ReactNode {
  return <h1>Gallery</h1>;
}
