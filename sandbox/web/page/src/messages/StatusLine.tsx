// What the agent says it is doing in a thread.

import type { ReactNode } from "react";
import type { Session } from "../types";
import { useViewer } from "../viewer";
import styles from "./StatusLine.module.css";
import { useSession, useTurn } from "./session";

/** In words; empty where nothing is being done. */
function statusWords(session: Session | undefined, app: string, turn = 0): string {
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
  const turns = (session?.loading_messages?.length ?? 0) > 1;
  const turn = useTurn(turns);
  const app = users.find((one) => one.is_bot)?.real_name ?? "The app";
  const words = statusWords(session, app, turn);
  if (!words) return null;
  const waits = session?.status === "suspended" && !session.assistant_status;
  return (
    <p className={styles.status} role={quiet || turns ? undefined : "status"}>
      {/* Read aloud once: words that take turns would never end. */}
      {turns && !quiet ? (
        <span className="away" role="status">
          {statusWords(session, app)}
        </span>
      ) : null}
      <span className={waits ? styles.waits : styles.works} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span aria-hidden={(turns && !quiet) || undefined}>{words}</span>
    </p>
  );
}
