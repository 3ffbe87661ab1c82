// One cell of a table.

import type { ReactNode } from "react";
import { Element } from "../elements/Element";
import type { ElementJson } from "../elements/place";
import type { Block, Obj } from "../types";
import { NotDrawn } from "./NotDrawn";
import { RichParts } from "./RichText";
import { isObj, isRichText, isTyped } from "./wire";

/** What a cell holds: words, a number, rich text or a button. */
export function Cell({ block, cell }: { block: Block; cell: unknown }): ReactNode {
  if (!isObj(cell)) return <NotDrawn what={cell} />;
  if (cell.type === "rich_text" && isRichText(cell)) return <RichParts of={cell} />;
  if (cell.type === "raw_text" && typeof cell.text === "string") return cell.text;
  if (cell.type === "raw_number" && typeof cell.value === "number")
    return typeof cell.text === "string" ? cell.text : cell.value.toLocaleString("en");
  if (cell.type !== "action_cell") return <NotDrawn what={cell} />;
  const button = buttonOf(cell);
  if (button) return <Element block={block} element={button} />;
  return <Cell block={block} cell={cell.fallback} />;
}

const buttonOf = (cell: Obj): ElementJson | undefined =>
  [cell.button, cell.element].find((one) => isTyped(one));

/** Whether a cell's content belongs at its right edge. */
export const isNumeric = (cell: unknown): boolean => isObj(cell) && cell.type === "raw_number";
