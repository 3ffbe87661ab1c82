// What the agent does in a thread.

import { useEffect, useState } from "react";
import { useMirror } from "../mirror";
import type { Session } from "../types";

const TURN_MS = 3000;

export const sessionOf = (
  sessions: Session[],
  channel: string | undefined,
  thread: string,
): Session | undefined =>
  sessions.find((one) => one.channel === channel && one.thread_ts === thread);

/** The session of a thread; the same object while nothing in it changes. */
export const useSession = (channel: string | undefined, thread: string): Session | undefined =>
  useMirror((state) => sessionOf(state.sessions, channel, thread));

/** Grows while words take turns; not for whoever wants no motion. */
export function useTurn(turning: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!turning || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setTurn((one) => one + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [turning]);
  return turn;
}
