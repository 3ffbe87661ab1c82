// A dialog over the page: the rest is inert, the focus stays inside, and goes back afterwards.

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import styles from "./Dialog.module.css";
import { FOCUSABLE, givesBack } from "./focus";

/** Open while it is drawn. What has `data-autofocus` gets the focus first. */
export function Dialog({
  labelledby,
  describedby,
  role,
  className,
  onCancel,
  children,
}: {
  labelledby: string;
  describedby?: string;
  role?: "alertdialog";
  className?: string | undefined;
  /** Escape, or a phone's Back. */
  onCancel: () => void;
  children: ReactNode;
}): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const giveBack = givesBack();
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog?.close();
      giveBack();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // what lies behind isn't meant
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onCancel();
    } else if (event.key === "Tab") turn(event, ref.current);
  };
  return createPortal(
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledby}
      aria-describedby={describedby}
      className={`${styles.dialog} ${className ?? ""}`}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onCancel();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}

// From the last the focus turns to the first, and back, rather than into the browser's own bars.
function turn(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const all = [...(dialog?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (one) => !one.closest("[hidden]"),
  );
  const [first, last] = [all[0], all.at(-1)];
  const [edge, other] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  other?.focus();
}
