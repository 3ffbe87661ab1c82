// What the app is and what it can be asked to do.

import type { ReactNode } from "react";
import { useMirror } from "../mirror";
import styles from "./About.module.css";

export function About({ name }: { name: string }): ReactNode {
  const app = useMirror((state) => state.app);
  return (
    <div className={styles.about}>
      <h3>{name}</h3>
      <p className={styles.lead}>{app.description}</p>
      <p>{app.long_description}</p>
      <h4>Slash commands</h4>
      <dl>
        {app.commands.map(({ command, usage_hint, description }) => (
          <div key={command}>
            <dt>
              <code>{command}</code> <span>{usage_hint}</span>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <h4>Shortcuts</h4>
      <dl>
        {app.shortcuts.map(({ callback_id, name: shortcut, type, description }) => (
          <div key={callback_id}>
            <dt>
              {shortcut}{" "}
              <span>{type === "global" ? "⚡ where you write" : "in the menu of a message"}</span>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        This is a local Slack: it runs on this machine, and no real workspace hears of what is
        written here.
      </p>
    </div>
  );
}
