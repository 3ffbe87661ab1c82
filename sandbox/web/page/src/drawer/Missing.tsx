// What a tab says where it can't show what it is for.

import type { ReactNode } from "react";
import parts from "./parts.module.css";

/** Something isn't there, in the server's words. */
export function Missing({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={parts.missing} role="status">
      <p>{children}</p>
    </div>
  );
}

export const Empty = ({ children }: { children: ReactNode }): ReactNode => (
  <p className={parts.empty}>{children}</p>
);
