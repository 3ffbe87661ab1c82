// Points at a card, wherever the page has drawn it.

import { useEffect } from "react";

type Pointed = { ts: string; button: string };

/** Marks a card softly and brings it into view; each new `asked` puts the focus on its button. */
export function usePointed(card: Pointed | undefined, asked: number): void {
  const { ts = "", button = "" } = card ?? {};
  useEffect(() => (button ? point(ts, button, asked > 0) : undefined), [ts, button, asked]);
}

function point(ts: string, name: string, focus: boolean): () => void {
  let seen = false;
  const mark = () => {
    const button = buttonOf(name);
    const box = button?.closest<HTMLElement>(`[data-ts="${CSS.escape(ts)}"], article`) ?? button;
    if (!button || !box || "pointed" in box.dataset) return;
    box.dataset.pointed = "";
    if (seen) return;
    seen = true;
    button.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (focus) button.focus({ preventScroll: true });
  };
  mark();
  // Lists draw only what is near; a card may come and go.
  const changes = new MutationObserver(mark);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    for (const one of document.querySelectorAll<HTMLElement>("[data-pointed]"))
      delete one.dataset.pointed;
  };
}

const buttonOf = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );
