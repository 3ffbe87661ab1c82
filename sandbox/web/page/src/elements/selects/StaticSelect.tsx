// A select whose options the element brings along.

import { type ReactNode, useMemo, useState } from "react";
import type { Obj } from "../../types";
import type { Drawn } from "../Element";
import { Combobox } from "./Combobox";
import { choiceOf, choicesOf, matching } from "./choice";
import { useSelect } from "./useSelect";

export function StaticSelect(drawn: Drawn): ReactNode {
  const { field, box } = useSelect(drawn, (option) => choiceOf(option as Obj));
  const [typed, setTyped] = useState("");
  const all = useMemo(() => choicesOf(drawn.element), [drawn.element]);
  return (
    <>
      <Combobox {...box} choices={matching(all, typed)} onType={setTyped} />
      {field.question}
    </>
  );
}
