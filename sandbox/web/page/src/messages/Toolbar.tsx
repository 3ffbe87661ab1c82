// What one can do with a message, at its edge while it is hovered over or has the focus.

import type { ReactNode } from "react";
import { useMirror } from "../mirror";
import { Icon } from "../shell/Icon";
import { Popover } from "../shell/Popover";
import type { AppInfo } from "../types";
import { ReactionChoice } from "./Reactions";
import styles from "./Toolbar.module.css";

export type Tools = {
  react?: ((name: string) => void) | undefined;
  reply?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  remove?: (() => void) | undefined;
  shortcut?: ((callbackId: string) => void) | undefined;
};

export function Toolbar({ tools }: { tools: Tools }): ReactNode {
  const { react, reply, edit, remove, shortcut } = tools;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset: nothing is filled in
    <div role="group" className={styles.bar} aria-label="Message actions">
      {react ? (
        <Popover name="React" role="dialog" className={styles.tool} face={<Icon name="smile" />}>
          {(close) => (
            <ReactionChoice
              pick={(name) => {
                close();
                react(name);
              }}
            />
          )}
        </Popover>
      ) : null}
      <Tool name="Reply in thread" icon="reply" press={reply} />
      <Tool name="Edit message" icon="pencil" press={edit} />
      <Tool name="Delete message" icon="bin" press={remove} />
      {shortcut ? <Shortcuts use={shortcut} /> : null}
    </div>
  );
}

function Tool({
  name,
  icon,
  press,
}: {
  name: string;
  icon: "reply" | "pencil" | "bin";
  press: (() => void) | undefined;
}): ReactNode {
  if (!press) return null;
  return (
    <button type="button" className={styles.tool} aria-label={name} title={name} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}

const shortcutsOf = (app: AppInfo) => app.shortcuts.filter((one) => one.type === "message");

function Shortcuts({ use }: { use: (callbackId: string) => void }): ReactNode {
  const app = useMirror((state) => state.app);
  const all = shortcutsOf(app);
  if (!all.length) return null;
  return (
    <Popover name="More actions" className={styles.tool} face={<Icon name="dots" />}>
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
