// Where one can go: channels, the app, its Home tab; with marks for what is new.

import type { ReactNode } from "react";
import { go } from "../look";
import { useViewer } from "../viewer";

export function Sidebar(): ReactNode {
  return (
    <nav>
      {useViewer().channels.map((one) => (
        <button key={one.id} type="button" onClick={() => go({ channel: one.name })}>
          {one.name}
        </button>
      ))}
    </nav>
  );
}
