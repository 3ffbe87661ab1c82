// What opens beside a control: above everything else, also out of a modal, and never off the screen.

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import styles from "./Popup.module.css";

const GAP = 4;
const EDGE = 8;
const HIGHEST = 320;

export function Popup({
  anchor,
  onClose,
  wide,
  children,
}: {
  /** The control it belongs to. */
  anchor: RefObject<HTMLElement | null>;
  /** A press elsewhere. */
  onClose: () => void;
  /** A list of the control: as wide as it at least, and a press in it leaves the focus there. */
  wide?: boolean;
  children: ReactNode;
}): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = ref.current;
    popup?.showPopover?.();
    const lay = () => popup && anchor.current && layOut(popup, anchor.current, Boolean(wide));
    lay();
    addEventListener("resize", lay);
    document.addEventListener("scroll", lay, true);
    const grown = new ResizeObserver(lay);
    if (popup) grown.observe(popup);
    return () => {
      removeEventListener("resize", lay);
      document.removeEventListener("scroll", lay, true);
      grown.disconnect();
    };
  }, [anchor, wide]);
  useEffect(() => {
    const away = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [anchor, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only leaves the focus where it is
    <div
      ref={ref}
      popover="manual"
      className={styles.popup}
      onMouseDown={(event) => wide && event.preventDefault()}
    >
      {children}
    </div>
  );
}

// Below where there is room, else above.
function layOut(popup: HTMLElement, anchor: HTMLElement, wide: boolean): void {
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const tall = Math.min(popup.scrollHeight + 2, HIGHEST);
  const under = below >= tall || below >= above;
  const style = popup.style;
  style.maxHeight = `${Math.min(HIGHEST, under ? below : above)}px`;
  style.minWidth = wide ? `${at.width}px` : "";
  style.top = under ? `${at.bottom + GAP}px` : "auto";
  style.bottom = under ? "auto" : `${innerHeight - at.top + GAP}px`;
  style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - popup.offsetWidth - EDGE))}px`;
}
