// What the agent says it is doing in a thread.

import { type ReactNode, useEffect, useState } from "react";
import { useMirror } from "../mirror";
import type { Session } from "../types";
import { useViewer } from "../viewer";
import styles from "./StatusLine.module.css";

const TURN_MS = 3000;

/** The session of a thread; the same object while nothing in it changes. */
export const useSession = (channel: string, thread: string): Session | undefined =>
  useMirror((state) =>
    state.sessions.find((one) => one.channel === channel && one.thread_ts === thread),
  );

/** In words; empty where nothing is being done. */
export function statusWords(session: Session | undefined, app: string, turn = 0): string {
  if (!session) return "";
  const loading = session.loading_messages ?? [];
  if (session.assistant_status) {
    return loading.length
      ? (loading[turn % loading.length] ?? "")
      : `${app} ${session.assistant_status}`;
  }
  if (session.status === "processing") return `${app} is working…`;
  return session.status === "suspended" ? `${app} waits for people` : "";
}

export function StatusLine({
  channel,
  thread,
  quiet = false,
}: {
  channel: string;
  thread: string;
  /** The same is said elsewhere, and not to be read aloud twice. */
  quiet?: boolean;
}): ReactNode {
  const session = useSession(channel, thread);
  const { users } = useViewer();
  const turn = useTurn((session?.loading_messages?.length ?? 0) > 1);
  const app = users.find((one) => one.is_bot)?.real_name ?? "The app";
  const words = statusWords(session, app, turn);
  if (!words) return null;
  const waits = session?.status === "suspended" && !session.assistant_status;
  return (
    <p className={styles.status} role={quiet ? undefined : "status"}>
      <span className={waits ? styles.waits : styles.works} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {words}
    </p>
  );
}

function useTurn(turning: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!turning) return;
    const timer = setInterval(() => setTurn((one) => one + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [turning]);
  return turn;
}
