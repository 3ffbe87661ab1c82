// Drawing what stands in a list and has no name of its own.

import { Fragment, type ReactNode } from "react";

/** Draws each of a list; its place is its key, for parts of a block never change places. */
export const each = <T,>(list: readonly T[], draw: (one: T, at: number) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  list.map((one, at) => <Fragment key={at}>{draw(one, at)}</Fragment>);
