// The text of a message: it grows with what is written, completes names and sends with Enter.

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Choices, choiceId } from "./Choices";
import styles from "./Composer.module.css";
import { changeDraft, type Draft } from "./drafts";
import { useSources } from "./place";
import { useCompletion } from "./useCompletion";

type Props = {
  draft: Draft;
  draftName: string;
  label: string;
  at: { channel: string; thread: string | undefined };
  submit(): Promise<void>;
};

// Browsers that don't set isComposing on the Enter that ends a composition give this key code.
const COMPOSING = 229;

/** Whether Enter sends; on a touch screen it breaks the line, and the button sends. */
const sends = ({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !isComposing(nativeEvent, keyCode) && !isTouch();

const isComposing = (event: globalThis.KeyboardEvent, code: number): boolean =>
  event.isComposing || code === COMPOSING;

const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

export function TextBox({ draft, draftName, label, at, submit }: Props): ReactNode {
  const box = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const sources = useSources(at.channel, at.thread);
  const write = (text: string) => changeDraft(draftName, { text, trouble: "" });
  const { choices, at: active, ...completion } = useCompletion(box, draft.text, write, sources);
  const open = choices.length > 0;

  function key(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent, event.keyCode) || completion.key(event) || !sends(event))
      return;
    event.preventDefault();
    void submit();
  }

  return (
    // The copy of the text in the data attribute gives the box its height.
    <div className={styles.grow} data-text={`${draft.text} `}>
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open ? choiceId(list, active) : undefined}
        autoComplete="off"
        readOnly={draft.sending}
        value={draft.text}
        onChange={(event) => {
          write(event.target.value);
          completion.move(event.target.selectionStart);
        }}
        onSelect={(event) => completion.move(event.currentTarget.selectionStart)}
        onBlur={() => completion.move(null)}
        onKeyDown={key}
      />
      {open ? <Choices id={list} choices={choices} at={active} choose={completion.choose} /> : null}
    </div>
  );
}
