// What went wrong last, until it is dismissed.

import type { ReactNode } from "react";
import { useTrouble } from "../viewer";

export function Trouble(): ReactNode {
  const [words] = useTrouble();
  return <div role="alert">{words}</div>;
}
