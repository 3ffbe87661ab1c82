// Where the focus is in a modal: at its first field, where it was left, at the first error.

import { type RefObject, useEffect, useRef } from "react";

const FIELD = "input, textarea";

/** Keeps the focus inside of a modal that changes; the result moves it to the first error. */
export function useModalFocus(
  form: RefObject<HTMLFormElement | null>,
  hash: string,
  shown: boolean,
): () => void {
  const last = useRef<Element | null>(null);
  const wanted = useRef(false);

  useEffect(() => {
    const node = form.current;
    if (!node || !shown) return;
    const note = (event: FocusEvent) => {
      last.current = event.target as Element;
    };
    node.addEventListener("focusin", note);
    const left = last.current;
    if (left instanceof HTMLElement && node.contains(left)) left.focus();
    else begin(node);
    return () => node.removeEventListener("focusin", note);
  }, [form, shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the view counts
  useEffect(() => {
    const node = form.current;
    if (!node || !shown) return;
    // After those that take over from their predecessors.
    queueMicrotask(() => {
      const here = document.activeElement;
      const nowhere = !here || here === document.body || here === title(node);
      if (nowhere) begin(node);
    });
  }, [form, hash, shown]);

  useEffect(() => {
    const wrong = wanted.current ? form.current?.querySelector("[aria-invalid]") : null;
    if (!(wrong instanceof HTMLElement)) return;
    wanted.current = false;
    const field = wrong.matches(FIELD) ? wrong : firstField(wrong);
    field?.focus();
  });
  return () => {
    wanted.current = true;
  };
}

function begin(form: HTMLElement): void {
  const asked = form.querySelector("[data-focus-on-load]");
  ((asked && firstField(asked)) ?? firstField(form) ?? title(form))?.focus();
}

const title = (form: HTMLElement): HTMLElement | null => form.querySelector("[data-title]");

// Of radio buttons the chosen one is reached first, as by the keyboard.
function firstField(within: Element): HTMLElement | undefined {
  const fields = [...within.querySelectorAll<HTMLInputElement>(FIELD)];
  const [first] = fields;
  if (first?.type !== "radio") return first;
  return fields.find((one) => one.name === first.name && one.checked) ?? first;
}
