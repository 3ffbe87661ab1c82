// Rows of buttons, menus and other elements.

import type { ReactNode } from "react";
import { Element } from "../elements/Element";
import type { ElementJson } from "../elements/place";
import styles from "./Actions.module.css";
import { type Drawn, isTyped, listOf, shaped } from "./wire";

export const areActions = shaped({ elements: listOf(isTyped) });

export function ActionsBlock({ block, parts }: Drawn<{ elements: ElementJson[] }>): ReactNode {
  return (
    <div className={block.type === "context_actions" ? styles.quiet : styles.actions}>
      {parts.elements.map((one, at) => (
        <Element key={one.action_id ?? at} block={block} element={one} />
      ))}
    </div>
  );
}
