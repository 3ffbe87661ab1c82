// What a select offers.

import type { Obj } from "../../types";
import { words } from "../words";

export type Choice = {
  id: string;
  label: string;
  description?: string;
  /** The heading it stands under. */
  group?: string;
  /** What the app gets. */
  value: unknown;
};

/** An option of a select. */
export const choiceOf = (option: Obj, group = ""): Choice => ({
  id: String(option.value ?? words(option.text)),
  label: words(option.text),
  value: option,
  ...(option.description ? { description: words(option.description) } : {}),
  ...(group ? { group } : {}),
});

/** All options of an element or of an app's answer, each with its heading. */
export function choicesOf(holder: Obj): Choice[] {
  const groups = (holder.option_groups ?? []) as { label?: unknown; options?: Obj[] }[];
  const plain = ((holder.options ?? []) as Obj[]).map((one) => choiceOf(one));
  return [
    ...plain,
    ...groups.flatMap(({ label, options }) =>
      (options ?? []).map((one) => choiceOf(one, words(label))),
    ),
  ];
}

/** Those whose label or description holds what is typed. */
export function matching(choices: Choice[], typed: string): Choice[] {
  const sought = typed.trim().toLowerCase();
  if (!sought) return choices;
  return choices.filter(({ label, description }) =>
    `${label}\n${description ?? ""}`.toLowerCase().includes(sought),
  );
}
