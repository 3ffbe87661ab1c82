// The question that an element with a confirm object asks before it is pressed.

import { type ReactNode, useId } from "react";
import { Text } from "../text/Mrkdwn";
import type { Obj } from "../types";
import styles from "./Confirm.module.css";
import { Dialog } from "./Dialog";
import { textOf } from "./words";

const YES = { type: "plain_text", text: "Yes" };
const NO = { type: "plain_text", text: "Cancel" };

/** Asks; `onAnswer(true)` only if it was confirmed. The safe answer has the focus. */
export function Confirm({
  confirm,
  onAnswer,
}: {
  confirm: Obj;
  onAnswer: (yes: boolean) => void;
}): ReactNode {
  const title = useId();
  const words = useId();
  const style = confirm.style === "danger" ? "danger" : "primary";
  return (
    <Dialog
      role="alertdialog"
      labelledby={title}
      describedby={words}
      className={styles.confirm}
      onCancel={() => onAnswer(false)}
    >
      <h2 className={styles.title} id={title}>
        <Text text={textOf(confirm, "title")} />
      </h2>
      <div className={styles.words} id={words}>
        <Text text={textOf(confirm, "text")} />
      </div>
      <div className={styles.foot}>
        <button type="button" className="button" data-autofocus onClick={() => onAnswer(false)}>
          <Text text={textOf(confirm, "deny") ?? NO} />
        </button>
        <button type="button" className={`button ${style}`} onClick={() => onAnswer(true)}>
          <Text text={textOf(confirm, "confirm") ?? YES} />
        </button>
      </div>
    </Dialog>
  );
}
