// What all selects share: the element's value as choices, and choosing.

import type { Obj } from "../../types";
import type { Drawn } from "../Element";
import { type Naming, useNaming } from "../field";
import { type Field, useField } from "../press";
import { words } from "../words";
import type { Choice } from "./choice";

type Select = {
  field: Field;
  /** For the combobox, as it is. */
  box: {
    naming: Naming;
    many: boolean;
    most: number;
    chosen: Choice[];
    placeholder: string;
    whole: boolean;
    clearable: boolean;
    busy: boolean;
    onChoose: (chosen: Choice[]) => void;
  };
};

/** `named` makes a choice of a value: an option, or an id. */
export function useSelect({ block, element }: Drawn, named: (value: unknown) => Choice): Select {
  const field = useField(block, element);
  const naming = useNaming(block, element);
  const many = element.type.startsWith("multi_");
  const most =
    typeof element.max_selected_items === "number" ? element.max_selected_items : Infinity;
  const held = [field.value].flat().filter((one) => one !== null && one !== undefined);
  return {
    field,
    box: {
      naming,
      many,
      most: many ? most : 1,
      chosen: held.map(named),
      placeholder: words(element.placeholder) || (many ? "Choose options" : "Choose an option"),
      whole: block.type === "input",
      clearable: !many && (block as Obj).optional === true,
      busy: field.busy,
      onChoose: (chosen) => {
        const values = chosen.map((one) => one.value);
        field.choose(many ? values : (values[0] ?? null));
      },
    },
  };
}
