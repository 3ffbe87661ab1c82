// The end of a list: whether one is there, what came since one left, and staying there.

import { useCallback, useEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";
import type { Row } from "./rows";

// A list that becomes narrower loses its end before it tells of its new size.
const JUST_MS = 300;

export function useEnd(
  rows: Row[],
  list: { current: VirtuosoHandle | null },
  box: { current: HTMLElement | null },
) {
  const [left, setLeft] = useState<string>(); // the newest message when one left the end
  const newest = useRef("");
  newest.current = rows.at(-1)?.message.ts ?? "";
  const leftAt = useRef(Number.POSITIVE_INFINITY); // at the end
  const change = useCallback((atEnd: boolean) => {
    leftAt.current = atEnd ? Number.POSITIVE_INFINITY : performance.now();
    setLeft(atEnd ? undefined : newest.current);
  }, []);
  const back = useCallback(
    () => list.current?.scrollToIndex({ index: "LAST", align: "end" }),
    [list],
  );
  useEffect(() => {
    if (!box.current) return;
    // A pane opens beside it, or the composer below it grows: who was at the end stays there.
    const observer = new ResizeObserver(() => {
      if (performance.now() - leftAt.current < JUST_MS) back();
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, back]);
  const count = left === undefined ? 0 : rows.filter((one) => one.message.ts > left).length;
  return { away: left !== undefined, count, change, back };
}
