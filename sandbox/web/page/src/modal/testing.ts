// For tests: modals as the server holds them.

import { plain } from "../elements/testing";
import type { Block, OpenView, Values } from "../types";

/** An input block whose action is called as it is itself. */
export const input = (
  id: string,
  label: string,
  element: object = { type: "plain_text_input" },
): Block => ({
  type: "input",
  block_id: id,
  label: plain(label),
  element: { action_id: id, ...element },
});

function held(blocks: Block[]): Values {
  const fields = blocks.filter((one) => one.type === "input") as (Block & {
    element: { type: string };
  })[];
  return Object.fromEntries(
    fields.map(({ block_id = "", element }) => [
      block_id,
      { [block_id]: { type: element.type, value: null } },
    ]),
  );
}

/** A modal of Ana's; `more` alters the record, and its view. */
export const modal = (
  id: string,
  title: string,
  blocks: Block[],
  more: Partial<Omit<OpenView, "view">> & { view?: object } = {},
) => {
  const { view, ...rest } = more;
  return {
    id,
    user: "U0ANA",
    depth: 1,
    ...rest,
    view: {
      id,
      type: "modal",
      hash: "1",
      callback_id: "",
      title: plain(title),
      submit: plain("Send"),
      close: null,
      blocks,
      state: { values: held(blocks) },
      ...view,
    },
  } as OpenView;
};
