// A button that opens a small panel beside itself: menus, and the choice of a reaction.

import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./Popover.module.css";

type Side = "start" | "end";

const MARGIN = 8;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export function Popover({
  name,
  face,
  className,
  role = "menu",
  side = "end",
  children,
}: {
  /** What the button is called, and its panel too. */
  name: string;
  face: ReactNode;
  className?: string | undefined;
  role?: "menu" | "dialog";
  /** Which edge of the panel stands at the button's. */
  side?: Side;
  children: (close: () => void) => ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className={styles.around}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        title={name}
        aria-haspopup={role}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open ? (
        <Panel
          name={name}
          role={role}
          side={side}
          button={button}
          close={close}
          leave={() => setOpen(false)}
        >
          {children(close)}
        </Panel>
      ) : null}
    </span>
  );
}

function Panel(props: {
  name: string;
  role: "menu" | "dialog";
  side: Side;
  button: { current: HTMLButtonElement | null };
  close: () => void;
  leave: () => void;
  children: ReactNode;
}): ReactNode {
  const { name, role, side, button, close, leave, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  const left = useRef({ leave, close });
  left.current = { leave, close };
  useLayoutEffect(() => {
    if (panel.current && button.current) stand(panel.current, button.current, side);
    stops(panel.current)[0]?.focus({ preventScroll: true });
  }, [button, side]);
  useEffect(() => {
    const elsewhere = (event: Event) => {
      const at = event.target as Node;
      if (panel.current?.contains(at) || button.current?.contains(at)) return;
      // A list may scroll by itself: whoever is in the panel then isn't to be lost.
      const lost = event.type === "scroll" && panel.current?.contains(document.activeElement);
      if (lost) left.current.close();
      else left.current.leave();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("scroll", elsewhere, true);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("scroll", elsewhere, true);
    };
  }, [button]);
  const keyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key !== "Escape" && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return close();
    const all = stops(panel.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  const blur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to && !panel.current?.contains(to) && !button.current?.contains(to)) leave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is a menu's or a dialog's
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both have names
    <div
      ref={panel}
      role={role}
      aria-label={name}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={keyDown}
      onBlur={blur}
    >
      {children}
    </div>
  );
}

const stops = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>("button, a[href]") ?? []),
];

/** Below the button, or above where there is no room, and always within the window. */
function stand(panel: HTMLElement, button: HTMLElement, side: Side): void {
  const from = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = from.bottom + 4;
  const top = below + height + MARGIN > innerHeight ? from.top - height - 4 : below;
  const wanted = side === "start" ? from.left : from.right - width;
  const left = Math.min(wanted, innerWidth - width - MARGIN);
  panel.style.top = `${Math.max(MARGIN, top)}px`;
  panel.style.left = `${Math.max(MARGIN, left)}px`;
}
