// The places of the page: what an element in a message, a modal or a Home tab can do.

import type { Answer } from "../api";
import type { Block, Obj, OpenView, View } from "../types";
import { draftsOf } from "./drafts";
import type { ElementJson, Offer, Place } from "./place";

/** Acts as the viewer, as useAct gives it. */
type Act = (verb: string, body: Obj) => Promise<Answer>;

/** A message's place; keep it over redraws with useMemo. */
export const messagePlace = (act: Act, channel: string, ts: string): Place => ({
  key: `${channel}/${ts}`,
  surface: "message",
  ...doing(act, { channel, ts }),
});

/** The place of the viewer's Home tab. */
export const homePlace = (act: Act, view: Pick<View, "id" | "state">): Place => ({
  key: view.id,
  surface: "home",
  ...doing(act, { view_id: view.id }, view),
  ...held(view),
});

/** The place of an open modal; `hear` is told of each block in which something is entered. */
export const modalPlace = (
  act: Act,
  view: OpenView["view"],
  errors: Record<string, string>,
  hear: (block: Block) => void,
): Place => ({
  key: view.id,
  surface: "modal",
  ...doing(act, { view_id: view.id }, view),
  ...held(view),
  enter: hear,
  error: (block) => (block.block_id ? errors[block.block_id] : undefined),
});

// A press in a view tells what was entered elsewhere in it, as Slack does.
function doing(
  act: Act,
  where: Obj,
  view?: Pick<View, "id" | "state">,
): Required<Pick<Place, "press" | "suggest">> {
  const at = (block: Block, element: ElementJson) => ({
    ...where,
    block_id: block.block_id,
    action_id: element.action_id,
  });
  return {
    press: (block, element, value) => {
      const values = view ? enteredIn(view) : {};
      const typed = Object.keys(values).length > 0 ? { values } : {};
      return act("click", { ...at(block, element), value, ...typed });
    },
    suggest: async (block, element, typed) =>
      (await act("suggest", { ...at(block, element), value: typed })) as Offer,
  };
}

/** What was entered in a view, as the control API takes it: of files the list of what was read. */
export function enteredIn({ id, state }: Pick<View, "id" | "state">): Record<string, Obj> {
  const values: Record<string, Obj> = {};
  for (const [block, actions] of Object.entries(draftsOf(id, state.values)))
    for (const [action, entry] of Object.entries(actions))
      values[block] = {
        ...values[block],
        [action]: entry.type === "file_input" ? entry.files : entry,
      };
  return values;
}

const held = ({ state }: Pick<View, "state">): Pick<Place, "entry"> => ({
  entry: (block, element) => state.values[block.block_id ?? ""]?.[element.action_id ?? ""],
});
