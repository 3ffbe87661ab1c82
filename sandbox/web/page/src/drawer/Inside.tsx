// The drawer: its tabs, and how it is closed.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { go } from "../look";
import { Icon } from "../shell/Icon";
import { DeliveriesTab } from "./DeliveriesTab";
import { FaultsTab } from "./FaultsTab";
import styles from "./Inside.module.css";
import { PayloadsTab } from "./PayloadsTab";
import { RecordTab } from "./RecordTab";
import { RunTab } from "./RunTab";

const TABS = {
  run: ["Run", RunTab],
  deliveries: ["Deliveries", DeliveriesTab],
  payloads: ["Payloads", PayloadsTab],
  record: ["Record", RecordTab],
  faults: ["Faults", FaultsTab],
} as const;
type Name = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Name[];
const STEPS: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at + 1) % NAMES.length,
  ArrowLeft: (at) => (at + NAMES.length - 1) % NAMES.length,
  Home: () => 0,
  End: () => NAMES.length - 1,
};

export function Inside({ tab }: { tab: string }): ReactNode {
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const chosen = NAMES.find((name) => name === tab) ?? "run";
  const [, Content] = TABS[chosen];
  useFocus(pane);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside ref={pane} className={styles.drawer} aria-label="Behind the scenes" onKeyDown={keyDown}>
      <header className={styles.head}>
        <h2>Behind the scenes</h2>
        <button
          type="button"
          className="sign"
          aria-label="Close Behind the scenes"
          title="Close"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <Tabs id={id} chosen={chosen} />
      <div
        key={chosen}
        className={styles.content}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <Content />
      </div>
    </aside>
  );
}

function Tabs({ id, chosen }: { id: string; chosen: Name }): ReactNode {
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const name = NAMES[step(NAMES.indexOf(chosen))] ?? chosen;
    go({ drawer: name });
    document.getElementById(`${id}-${name}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Behind the scenes" className={styles.tabs} onKeyDown={keyDown}>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => go({ drawer: name })}
        >
          {TABS[name][0]}
        </button>
      ))}
    </div>
  );
}

const close = (): void => go({ drawer: undefined });

/** Whoever opened it goes on in it, and goes back to where they were when it closes. */
function useFocus(pane: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    // At the page's first load nobody has opened it just now.
    if (!(before instanceof HTMLElement) || before === document.body) return;
    pane.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
    return () => {
      if (before.isConnected) before.focus();
    };
  }, [pane]);
}
