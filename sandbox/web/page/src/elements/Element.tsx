// The interactive elements of Block Kit.

import type { ReactNode } from "react";
import type { Block } from "../types";
import { type ElementJson, usePlace } from "./place";

/** Draws any element; one of an unknown kind as its JSON in a marked box. */
export function Element({ block, element }: { block: Block; element: ElementJson }): ReactNode {
  const place = usePlace();
  const { text } = element as { text?: { text: string } };
  return (
    <button type="button" className="button" onClick={() => place.press?.(block, element)}>
      {text?.text ?? element.type}
    </button>
  );
}
