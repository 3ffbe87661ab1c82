// What the app says of its work in a thread, in words; while it works it can be stopped.

import { type ReactNode, useState } from "react";
import { useSession, useTurn } from "../messages/session";
import type { Session } from "../types";
import { useAct } from "../viewer";
import styles from "./SessionState.module.css";

const WORDS: Record<string, string> = {
  processing: "is working…",
  suspended: "waits for people",
  closed: "is done",
  active: "is open",
};

export const isWorking = (session: Session | undefined): boolean =>
  session?.status === "processing";

/** The state with its mark: never the colour alone. */
export function StateWords({ session }: { session: Session }): ReactNode {
  const status = session.status ?? "active";
  const said = isWorking(session) ? session.assistant_status : "";
  return (
    <span className={styles.state} data-status={status}>
      <span className={styles.dot} aria-hidden="true" />
      {said || WORDS[status] || status}
    </span>
  );
}

/** Stop for a thread, only while the app works there. */
export function StopWorking({ channel, thread }: { channel: string; thread: string }): ReactNode {
  const session = useSession(channel, thread);
  return isWorking(session) ? <Stop channel={channel} thread={thread} /> : null;
}

/** What the app says while one waits, one after another; not read aloud each time. */
export function Loading({ messages = [] }: { messages?: string[] | undefined }): ReactNode {
  const turn = useTurn(messages.length > 1);
  const shown = messages[turn % messages.length];
  return shown ? <span className={styles.loading}>{shown}</span> : null;
}

export function Stop(props: { channel: string; thread: string; of?: string }): ReactNode {
  const { channel, thread, of } = props;
  const act = useAct();
  const [pressed, setPressed] = useState(false);
  const stop = async () => {
    setPressed(true);
    await act("stop", { channel, thread_ts: thread });
    setPressed(false);
  };
  return (
    <button
      type="button"
      className={styles.stop}
      aria-label={of ? `Stop ${of}` : undefined}
      title={of ? "Stop" : undefined}
      disabled={pressed}
      onClick={stop}
    >
      <span className={styles.square} aria-hidden="true" />
      {of ? null : "Stop"}
    </button>
  );
}
