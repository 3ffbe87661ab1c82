// The list of completions under a text box: when it is open, what is chosen, which keys it takes.

import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Choice, choicesFor, type Sources, tokenAt } from "./complete";

type Completion = {
  choices: Choice[];
  /** The index of the choice that Enter takes. */
  at: number;
  choose(choice: Choice): void;
  /** Takes the key if the list is open and has a use for it. */
  key(event: KeyboardEvent): boolean;
  /** Tells where the caret is now; null: in another place of the page. */
  move(caret: number | null): void;
};

export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
  sources: Sources,
): Completion {
  const [caret, move] = useState<number | null>(null);
  const [active, setActive] = useState({ of: "", at: 0 });
  const [closed, setClosed] = useState(-1); // the start of the token that was closed with Escape
  const next = useRef<number | null>(null); // where the caret goes once the text is drawn
  const token = caret === null ? undefined : tokenAt(text, caret);
  const name = token ? `${token.start}${token.mark}${token.query}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the token
  const found = useMemo(() => (token ? choicesFor(token, sources) : []), [name, sources]);
  if (!token && closed >= 0) setClosed(-1);
  const choices = token && token.start === closed ? [] : found;
  const at = active.of === name ? Math.min(active.at, choices.length - 1) : 0;

  useLayoutEffect(() => {
    if (next.current === null) return;
    box.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  function choose({ insert }: Choice): void {
    if (!token) return;
    const after = text.slice(token.end);
    const gap = after.startsWith(" ") ? "" : " ";
    next.current = token.start + insert.length + 1;
    write(text.slice(0, token.start) + insert + gap + after);
    move(next.current);
    box.current?.focus();
  }

  function key(event: KeyboardEvent): boolean {
    const choice = choices[at];
    if (!token || !choice) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setActive({ of: name, at: (at + step + choices.length) % choices.length });
    } else if (event.key === "Escape") {
      setClosed(token.start);
    } else if (event.key === "Tab" && !event.shiftKey) {
      choose(choice);
    } else if (event.key === "Enter" && !event.shiftKey) {
      // What is written in full already needs no choosing: Enter sends it.
      if (choice.insert === text.slice(token.start, token.end)) return false;
      choose(choice);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { choices, at, choose, key, move };
}
