// The bar over all: the workspace, who one is, the look, and whether the page is live.

import type { ReactNode } from "react";
import { useViewer } from "../viewer";

export function TopBar(): ReactNode {
  return <header>You are {useViewer().me.real_name}</header>;
}
