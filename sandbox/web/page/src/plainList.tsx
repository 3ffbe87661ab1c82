// A list that draws everything, in place of react-virtuoso: tests have no heights to go by.

import { type ComponentType, Fragment, type HTMLAttributes, type ReactNode } from "react";

type Props = Pick<HTMLAttributes<HTMLElement>, "onKeyDown" | "onFocus"> & {
  data: readonly unknown[];
  itemContent: (at: number, row: unknown) => ReactNode;
  computeItemKey: (at: number, row: unknown) => string;
  components: { EmptyPlaceholder: ComponentType<{ context: ReactNode }> };
  context: ReactNode;
  "aria-label": string;
};

export function Virtuoso(props: Props): ReactNode {
  const { data, itemContent, computeItemKey, context, onKeyDown, onFocus } = props;
  const { EmptyPlaceholder } = props.components;
  return (
    <div role="log" aria-label={props["aria-label"]} onKeyDown={onKeyDown} onFocus={onFocus}>
      {data.length ? null : <EmptyPlaceholder context={context} />}
      {data.map((row, at) => (
        <Fragment key={computeItemKey(at, row)}>{itemContent(at, row)}</Fragment>
      ))}
    </div>
  );
}
