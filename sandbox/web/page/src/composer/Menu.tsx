// A button with a short list of things to do.

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import styles from "./Menu.module.css";

export type MenuItem = { key: string; label: string; detail?: string; choose(): void };

type Props = { label: string; children: ReactNode; items: MenuItem[]; disabled?: boolean };

export function Menu({ label, children, items, disabled = false }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLeaving(whole, open, () => setOpen(false));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span ref={whole} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open ? <Items id={id} label={label} items={items} close={close} /> : null}
    </span>
  );
}

/** Calls `leave` once the pointer or the focus goes elsewhere. */
function useLeaving(whole: RefObject<HTMLElement | null>, open: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!open) return;
    const elsewhere = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) latest.current();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
    };
  }, [open, whole]);
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type ItemsProps = { id: string; label: string; items: MenuItem[]; close(): void };

function Items({ id, label, items, close }: ItemsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => all()[0]?.focus(), []);

  function key(event: KeyboardEvent): void {
    const here = all();
    const step = STEPS[event.key];
    if (step) here[step(here.indexOf(document.activeElement as HTMLElement), here.length)]?.focus();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={list} id={id} role="menu" aria-label={label} className={styles.items} onKeyDown={key}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={() => {
            close();
            item.choose();
          }}
        >
          <span className={styles.label}>{item.label}</span>
          {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
        </button>
      ))}
    </div>
  );
}
