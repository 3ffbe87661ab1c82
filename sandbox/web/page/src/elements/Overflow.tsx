// The menu behind three dots.

import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { Text } from "../text/Mrkdwn";
import type { Obj } from "../types";
import button from "./Button.module.css";
import type { Drawn } from "./Element";
import { optionsOf } from "./entries";
import { openLink, safeLink } from "./links";
import styles from "./Overflow.module.css";
import { Popup } from "./Popup";
import { usePress } from "./press";
import { textOf, words } from "./words";

export function Overflow({ block, element }: Drawn): ReactNode {
  const { busy, press, question } = usePress(block, element);
  const [open, setOpen] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const menu = useId();
  const close = useCallback(() => setOpen(false), []);
  const back = () => {
    setOpen(false);
    handle.current?.focus();
  };
  const pick = (option: Obj) => {
    back();
    const link = safeLink(option.url);
    press(option.value, link ? () => openLink(link) : undefined);
  };
  return (
    <>
      <button
        ref={handle}
        type="button"
        className={button.icon}
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menu : undefined}
        aria-busy={busy || undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {open ? (
        <Popup anchor={handle} onClose={close}>
          <Menu
            id={menu}
            options={optionsOf(element)}
            onPick={pick}
            onEscape={back}
            onLeave={close}
          />
        </Popup>
      ) : null}
      {question}
    </>
  );
}

function Menu({
  id,
  options,
  onPick,
  onEscape,
  onLeave,
}: {
  id: string;
  options: Obj[];
  onPick: (option: Obj) => void;
  onEscape: () => void;
  onLeave: () => void;
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab") return onLeave();
    const to = event.key === "Escape" ? onEscape : target(event);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof to === "function") to();
    else to.focus();
  };
  return (
    <div role="menu" id={id} aria-label="More actions" tabIndex={-1} onKeyDown={onKeyDown}>
      {options.map((option, at) => (
        <button
          key={String(option.value)}
          ref={at === 0 ? focusOnce : null}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={() => onPick(option)}
        >
          <span>
            <Text text={textOf(option, "text")} />
            {safeLink(option.url) ? <span aria-hidden="true"> ↗</span> : null}
          </span>
          {option.description ? (
            <span className={styles.more}>{words(option.description)}</span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

// The popup is laid out by then; a scroll of the page would only disturb.
const focusOnce = (node: HTMLButtonElement | null): void => {
  if (node) queueMicrotask(() => node.focus({ preventScroll: true }));
};

// Where a key leads: arrows turn round at the ends, a letter goes to what begins with it.
function target(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  switch (event.key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items.at(at < 1 ? -1 : at - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default:
      return event.key.length === 1 && event.key !== " " ? begins(items, at, event.key) : undefined;
  }
}

function begins(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return turned.find((one) => one.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
