// Where one writes: a message with mentions, a slash command, a shortcut, a file.

import { type ReactNode, useState } from "react";
import { useAct } from "../viewer";

/** A box for a channel, or for a thread of it. */
export function Composer({
  channel,
  thread,
  label,
}: {
  channel: string;
  thread?: string;
  label: string;
}): ReactNode {
  const act = useAct();
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act("say", { channel, text, ...(thread ? { thread_ts: thread } : {}) });
        setText("");
      }}
    >
      <textarea aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />
      <button type="submit">Send</button>
    </form>
  );
}
