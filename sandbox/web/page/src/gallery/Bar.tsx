// What stays at the top of the gallery: how to look at it, and the way to each group.

import type { ReactNode } from "react";
import styles from "./Bar.module.css";
import type { Choices } from "./choices";
import type { Group } from "./golden";

type Change = (change: Partial<Choices>) => void;

export function Bar(props: {
  choices: Choices;
  change: Change;
  groups: Group[];
  shown: number;
}): ReactNode {
  const { choices, change, groups, shown } = props;
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <h1>Gallery</h1>
        <a href="/">Back to Slack</a>
        <input
          type="search"
          aria-label="Filter by words"
          placeholder="Filter by words"
          value={choices.words}
          onChange={(event) => change({ words: event.target.value })}
        />
        <Switch
          legend="Theme"
          value={choices.theme}
          options={{ light: "Light", dark: "Dark", both: "Both" }}
          choose={(theme) => change({ theme })}
        />
        <Switch
          legend="Width"
          value={choices.width}
          options={{ desktop: "Desktop", phone: "Phone" }}
          choose={(width) => change({ width })}
        />
      </div>
      <nav className={styles.groups} aria-label="Groups">
        <span role="status">{shown === 1 ? "1 view" : `${shown} views`}</span>
        {groups.map((group) => (
          <a key={group.key} href={`#${group.key}`}>
            {group.heading} <small>{group.count}</small>
          </a>
        ))}
      </nav>
    </header>
  );
}

function Switch<Value extends string>(props: {
  legend: string;
  value: Value;
  options: Record<Value, string>;
  choose(value: Value): void;
}): ReactNode {
  const { legend, value, options, choose } = props;
  return (
    <fieldset className={styles.switch}>
      <legend className="away">{legend}</legend>
      {(Object.keys(options) as Value[]).map((one) => (
        <label key={one}>
          <input type="radio" name={legend} checked={one === value} onChange={() => choose(one)} />
          {options[one]}
        </label>
      ))}
    </fieldset>
  );
}
