// The app's shortcuts in a menu: the global ones, or those for messages.

import type { ReactNode } from "react";
import { useMirror } from "../mirror";
import type { AppInfo } from "../types";
import { Popover } from "./Popover";
import styles from "./Shortcuts.module.css";

type Kind = AppInfo["shortcuts"][number]["type"];
type Given = {
  kind: Kind;
  use: (callbackId: string) => void;
  menu: Omit<Parameters<typeof Popover>[0], "children">;
};

/** Nothing where the app has none of that kind. */
export function Shortcuts({ kind, use, menu }: Given): ReactNode {
  const shortcuts = useMirror((state) => state.app.shortcuts);
  const all = shortcuts.filter((one) => one.type === kind);
  if (!all.length) return null;
  return (
    <Popover {...menu}>
      {(close) =>
        all.map((one) => (
          <button
            key={one.callback_id}
            type="button"
            role="menuitem"
            className={styles.shortcut}
            onClick={() => {
              close();
              use(one.callback_id);
            }}
          >
            {one.name}
            <span>{one.description}</span>
          </button>
        ))
      }
    </Popover>
  );
}
