import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether a box has more in it than it shows: then it must be reached by keyboard. */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = () => setScrolls(node.scrollHeight > node.clientHeight + 1);
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    for (const one of node.children) watch.observe(one);
    return () => watch.disconnect();
  }, [box]);
  return scrolls;
}
