// What an input is called, and the ids by which its label, hint and error belong to it.

import type { Block, Obj } from "../types";
import { type ElementJson, type Place, usePlace } from "./place";
import { words } from "./words";

type FieldIds = { control: string; label: string; hint: string; error: string };

/** The ids of an input block's parts; the same for whoever draws them. */
export function fieldIds(place: Place, block: Block): FieldIds {
  const stem = `field-${place.key}-${block.block_id ?? ""}`.replace(/[^\w-]/g, "_");
  return {
    control: stem,
    label: `${stem}-label`,
    hint: `${stem}-hint`,
    error: `${stem}-error`,
  };
}

/** The attributes that name a control and tie it to its hint and error. */
export type Naming = {
  id?: string;
  "aria-label": string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
};

/** How the control of an element is named: by its input block, else by its placeholder or id. */
export function useNaming(block: Block, element: ElementJson): Naming {
  const place = usePlace();
  const { text, label, hint, optional } = block as Obj;
  if (block.type !== "input") {
    const own = words(element.placeholder) || words(text);
    return { "aria-label": own || element.action_id || element.type.replaceAll("_", " ") };
  }
  const ids = fieldIds(place, block);
  const wrong = place.error?.(block);
  const told = [wrong ? ids.error : "", hint ? ids.hint : ""].filter(Boolean).join(" ");
  return {
    id: ids.control,
    "aria-label": words(label),
    ...(told ? { "aria-describedby": told } : {}),
    ...(wrong ? { "aria-invalid": true } : {}),
    ...(optional ? {} : { "aria-required": true }),
  };
}
