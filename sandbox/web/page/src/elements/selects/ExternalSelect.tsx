// A select whose options the app supplies for what is typed.

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Block, Obj } from "../../types";
import type { Drawn } from "../Element";
import { type ElementJson, usePlace } from "../place";
import { Combobox } from "./Combobox";
import { type Choice, choiceOf, choicesOf } from "./choice";
import { useSelect } from "./useSelect";

// Slack asks once so many characters were typed, unless the element says otherwise.
const LEAST_TYPED = 3;
// Whoever types on doesn't wait for an answer to the half of it.
const PAUSE_MS = 150;
const NONE = "No results";

export function ExternalSelect(drawn: Drawn): ReactNode {
  const { field, box } = useSelect(drawn, (option) => choiceOf(option as Obj));
  const { choices, status, seek } = useOffers(drawn.block, drawn.element);
  return (
    <>
      <Combobox {...box} choices={choices} status={status} onType={seek} />
      {field.question}
    </>
  );
}

type Offers = { choices: Choice[]; status: string };

// What the app offers for what is typed; an answer that is older than what is typed counts no more.
function useOffers(
  block: Block,
  element: ElementJson,
): Offers & { seek: (typed: string, open: boolean) => void } {
  const place = usePlace();
  const given = element.min_query_length;
  const least = typeof given === "number" ? given : LEAST_TYPED;
  const [offers, setOffers] = useState<Offers>({ choices: [], status: "" });
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const seek = useCallback(
    (typed: string, open: boolean) => {
      turn.current += 1;
      clearTimeout(timer.current);
      if (!open) return;
      if (typed.length < least) {
        setOffers({ choices: [], status: `Type ${least} or more characters` });
        return;
      }
      const mine = turn.current;
      setOffers({ choices: [], status: "Loading…" });
      timer.current = setTimeout(async () => {
        const answer = await place.suggest?.(block, element, typed);
        if (mine !== turn.current) return;
        const choices = answer && !answer.trouble ? choicesOf(answer) : [];
        setOffers({ choices, status: choices.length > 0 ? "" : NONE });
      }, PAUSE_MS);
    },
    [place, block, element, least],
  );
  return { ...offers, seek };
}
