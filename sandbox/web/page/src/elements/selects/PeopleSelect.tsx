// A select of people.

import { type ReactNode, useMemo, useState } from "react";
import { useViewer } from "../../viewer";
import type { Drawn } from "../Element";
import { Combobox } from "./Combobox";
import { type Choice, matching } from "./choice";
import { useSelect } from "./useSelect";

export function PeopleSelect(drawn: Drawn): ReactNode {
  const { users, user } = useViewer();
  const [typed, setTyped] = useState("");
  const { field, box } = useSelect(drawn, (id) => ({
    id: String(id),
    label: user(String(id))?.real_name ?? String(id),
    value: id,
  }));
  const all = useMemo(
    () =>
      users
        .filter((one) => !one.deleted)
        .map(
          ({ id, real_name, name, is_bot }): Choice => ({
            id,
            label: real_name,
            description: is_bot ? `@${name}, an app` : `@${name}`,
            value: id,
          }),
        )
        .sort((one, other) => one.label.localeCompare(other.label)),
    [users],
  );
  return (
    <>
      <Combobox {...box} choices={matching(all, typed)} onType={setTyped} />
      {field.question}
    </>
  );
}
