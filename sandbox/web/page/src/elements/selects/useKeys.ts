// The keys of a combobox.

import { type KeyboardEvent, useState } from "react";
import type { Choice } from "./choice";

type Given = {
  open: boolean;
  choices: Choice[];
  /** Where one begins: what is chosen. */
  start: string | undefined;
  show: () => void;
  hide: () => void;
  choose: (choice: Choice) => void;
  /** Backspace. */
  back: () => void;
};

type Keys = {
  /** The id of the choice that Enter takes. */
  active: string | undefined;
  point: (choice: Choice) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

export function useKeys({ open, choices, start, show, hide, choose, back }: Given): Keys {
  const [pointed, setPointed] = useState<string>();
  const at = (id: string | undefined) => choices.findIndex((one) => one.id === id);
  const here = Math.max(at(pointed), at(pointed) < 0 ? at(start) : 0, 0);
  const active = open ? choices[here]?.id : undefined;
  const to = (place: number) => setPointed(choices[place]?.id);

  const act = (key: string): (() => void) | undefined => {
    switch (key) {
      case "ArrowDown":
        return () => to((here + 1) % choices.length);
      case "ArrowUp":
        return () => to((here + choices.length - 1) % choices.length);
      case "Home":
        return () => to(0);
      case "End":
        return () => to(choices.length - 1);
      case "Enter":
        return () => choices[here] && choose(choices[here]);
      case "Escape":
        return leave;
    }
    return undefined;
  };

  function leave(): void {
    setPointed(undefined);
    hide();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Backspace") return back();
    if (event.key === "Tab") return leave();
    const opens = ["ArrowDown", "ArrowUp", "Enter"].includes(event.key);
    const run = open ? act(event.key) : opens ? show : undefined;
    if (!run) return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes the list, not the modal
    run();
  };
  return { active, point: (choice) => setPointed(choice.id), onKeyDown };
}
