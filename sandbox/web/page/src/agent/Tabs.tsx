// Tabs of which one is open; arrow keys go from one to the next.

import { type KeyboardEvent, type ReactNode, useRef } from "react";
import styles from "./AgentView.module.css";

export type Tab = { key: string; label: string };

type Props = { label: string; tabs: Tab[]; open: string; choose(key: string): void };

export const tabId = (key: string): string => `agent-tab-${key}`;
export const panelId = (key: string): string => `agent-panel-${key}`;

export function Tabs({ label, tabs, open, choose }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const key = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((one) => one.key === open);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.key);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.key)}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={key}>
      {tabs.map((one) => (
        <button
          key={one.key}
          id={tabId(one.key)}
          type="button"
          role="tab"
          aria-selected={one.key === open}
          aria-controls={one.key === open ? panelId(one.key) : undefined}
          tabIndex={one.key === open ? 0 : -1}
          className={styles.tab}
          onClick={() => choose(one.key)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}
