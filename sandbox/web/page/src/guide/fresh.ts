// An example task that can still be done: of an order that was paid back nothing is left to refund.

import type { State } from "../types";

const ORDER = /\border (\d+)/;

/** The example with the next order that nobody has written of yet, if it names one. */
export function fresh(example: string, state: State): string {
  const bots = new Set(state.users.filter((one) => one.is_bot).map((one) => one.id));
  const said = state.channels
    .flatMap((one) => one.messages)
    .filter((one) => !bots.has(one.user))
    .map((one) => one.text)
    .join("\n");
  const known = new Set(said.match(/\d+/g));
  return example.replace(ORDER, (_, named: string) => {
    let order = Number(named);
    while (known.has(String(order))) order += 1;
    return `order ${order}`;
  });
}
