// The bot's own processes: killed as a crash would, and seen to come back.

import { type ReactNode, useEffect, useState } from "react";
import { post } from "../api";
import { useViewer } from "../viewer";
import { Missing } from "./Missing";
import { clock, count, lasted } from "./measures";
import styles from "./Processes.module.css";
import { useChanges, useTold } from "./told";
import type { Part } from "./types";

const LOOK_MS = 250;
// A process that dies takes its connections with it.
const KINDS = ["connection"] as const;

export function Processes(): ReactNode {
  const [looks, setLooks] = useState(0);
  // What was killed, by its pid then: until another one works in its place, it is looked at often.
  const [killed, setKilled] = useState<Record<string, number>>({});
  const [trouble, setTrouble] = useState("");
  const told = useTold<{ parts: Part[] }>("/sandbox/backstage/parts", looks + useChanges(KINDS));
  const all = told.data?.parts ?? [];
  const away = all.some((part) => awayOf(part, killed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next look is a while after an answer
  useEffect(() => {
    if (!away) return;
    const timer = setTimeout(() => setLooks((before) => before + 1), LOOK_MS);
    return () => clearTimeout(timer);
  }, [away, told.answers]);
  const kill = async (part: Part) => {
    const answer = await post("/sandbox/backstage/kill", { part: part.name });
    setTrouble(answer.trouble ?? "");
    if (!answer.trouble) setKilled({ ...killed, [part.name]: part.pid ?? 0 });
    setLooks((before) => before + 1);
  };
  return (
    <section className={styles.group} aria-label="Processes">
      <h3>Processes</h3>
      <p className={styles.lead}>
        Killed at once (kill -9), whatever it is at. It comes back, the card stays, a click on it
        counts, and what was started is neither lost nor run again.
      </p>
      {told.trouble || trouble ? <Missing>{trouble || told.trouble}</Missing> : null}
      <ul aria-label="Processes">
        {all.map((part) => (
          <Row key={part.name} part={part} killed={killed} kill={() => void kill(part)} />
        ))}
      </ul>
    </section>
  );
}

/** Whether it was killed here and nothing works in its place yet. */
const awayOf = (part: Part, killed: Record<string, number>): boolean =>
  !part.ready || killed[part.name] === part.pid;

/** How it stands, in words. */
function standOf(part: Part, killed: Record<string, number>, zone: string): string {
  if (awayOf(part, killed)) return part.pid ? "starting…" : "dead: it is started again…";
  const since = `runs since ${clock(part.since, zone)} as process ${part.pid}`;
  if (part.back_after_s === null) return since;
  const again = `started again ${count(part.restarts, "time")}`;
  return `back after ${lasted(part.back_after_s * 1_000)}: ${since}, ${again}`;
}

function Row({
  part,
  killed,
  kill,
}: {
  part: Part;
  killed: Record<string, number>;
  kill: () => void;
}): ReactNode {
  const { me } = useViewer();
  const away = awayOf(part, killed);
  return (
    <li className={styles.part}>
      <span>
        <b>{part.label}</b>
        <span role="status" className={away ? styles.away : undefined}>
          {standOf(part, killed, me.tz)}
        </span>
      </span>
      <button type="button" className={`button ${styles.kill}`} disabled={away} onClick={kill}>
        Kill {part.label.replace(/^The /, "the ")}
      </button>
    </li>
  );
}
