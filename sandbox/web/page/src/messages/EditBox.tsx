// A message's words while its author changes them, and the question before it goes.

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./EditBox.module.css";
import { editOf, keepEdit } from "./edits";

export function EditBox({
  text,
  name,
  save,
  cancel,
}: {
  text: string;
  /** Names the edit, see edits.ts. */
  name: string;
  save: (text: string) => void;
  cancel: () => void;
}): ReactNode {
  const [words, setWords] = useState(() => editOf(name) ?? text);
  const box = useRef<HTMLTextAreaElement>(null);
  // Only where it begins: the message may change meanwhile, or come back into sight.
  useEffect(() => {
    if (editOf(name) !== undefined) return;
    keepEdit(name, text);
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, [name, text]);
  const write = (next: string) => {
    setWords(next);
    keepEdit(name, next);
  };
  const done = () => (words.trim() && words !== text ? save(words) : cancel());
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const enter = event.key === "Enter" && !event.shiftKey;
    if (!enter && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes this, not the thread around it
    if (enter) done();
    else cancel();
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <textarea
        ref={box}
        aria-label="Edit message"
        value={words}
        rows={Math.min(10, words.split("\n").length + 1)}
        onChange={(event) => write(event.target.value)}
        onKeyDown={keyDown}
      />
      <div className={styles.foot}>
        <span>Enter saves, Escape cancels</span>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={!words.trim()}>
          Save
        </button>
      </div>
    </form>
  );
}

export function DeleteQuestion({
  remove,
  keep,
}: {
  remove: () => void;
  keep: () => void;
}): ReactNode {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    keep();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for whichever button has the focus
    <div className={styles.question} onKeyDown={keyDown}>
      <span>Delete this message for everybody?</span>
      <button ref={first} type="button" className="button danger" onClick={remove}>
        Delete
      </button>
      <button type="button" className="button" onClick={keep}>
        Keep
      </button>
    </div>
  );
}
