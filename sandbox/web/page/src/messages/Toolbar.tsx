// What one can do with a message, at its edge while it is hovered over or has the focus.

import type { ReactNode } from "react";
import { Icon } from "../shell/Icon";
import { Popover } from "../shell/Popover";
import { Shortcuts } from "../shell/Shortcuts";
import { ReactionChoice } from "./Reactions";
import styles from "./Toolbar.module.css";

export type Tools = {
  react?: ((name: string) => void) | undefined;
  reply?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  remove?: (() => void) | undefined;
  shortcut?: ((callbackId: string) => void) | undefined;
};

const TOOL = `sign ${styles.tool}`;
const MORE = { name: "More actions", className: TOOL, face: <Icon name="dots" /> };

export function Toolbar({ tools }: { tools: Tools }): ReactNode {
  const { react, reply, edit, remove, shortcut } = tools;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset: nothing is filled in
    <div role="group" className={styles.bar} aria-label="Message actions">
      {react ? (
        <Popover name="React" role="dialog" className={TOOL} face={<Icon name="smile" />}>
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
      {shortcut ? <Shortcuts kind="message" use={shortcut} menu={MORE} /> : null}
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
    <button type="button" className={TOOL} aria-label={name} title={name} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}
