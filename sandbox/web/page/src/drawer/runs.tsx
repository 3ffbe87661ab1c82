// Which run is looked at: the open thread's, else the newest, else whichever was chosen.

import { type ReactNode, useState } from "react";
import { useLook } from "../look";
import parts from "./parts.module.css";
import { useChanges, useTold } from "./told";
import type { Listed } from "./types";

// Whatever happens in a run comes by a delivery or shows in a payload.
const KINDS = ["delivery", "payload"] as const;

export type Chosen = {
  runs: Listed[];
  run?: Listed;
  /** Another number when there may be news of it. */
  changes: number;
  trouble?: string;
  loaded: boolean;
  choose(id: string): void;
};

// Kept while one goes from tab to tab.
let pick: { id: string; thread: string | undefined } | undefined;

export function useChosen(): Chosen {
  const { thread } = useLook();
  const changes = useChanges(KINDS);
  const [, draw] = useState(0);
  const told = useTold<{ runs: Listed[] }>("/sandbox/backstage/runs", changes);
  const runs = told.data?.runs ?? [];
  const picked = pick && pick.thread === thread ? pick.id : undefined;
  const run = chosenOf(runs, thread, picked);
  return {
    runs,
    changes,
    loaded: Boolean(told.data),
    ...(run ? { run } : {}),
    ...(told.trouble ? { trouble: told.trouble } : {}),
    choose: (id) => {
      pick = { id, thread };
      draw((before) => before + 1);
    },
  };
}

/** The run that was picked, else the newest of the thread, else the newest of all. */
export function chosenOf(
  runs: Listed[],
  thread: string | undefined,
  picked: string | undefined,
): Listed | undefined {
  return (
    runs.find((one) => one.id === picked) ??
    runs.find((one) => thread && one.thread_ts === thread) ??
    runs[0]
  );
}

export function RunChoice({ chosen }: { chosen: Chosen }): ReactNode {
  return (
    <div className={parts.bar}>
      <label className={parts.wide}>
        Task
        <select
          className={parts.select}
          value={chosen.run?.id ?? ""}
          onChange={(event) => chosen.choose(event.target.value)}
        >
          {chosen.runs.map((one) => (
            <option key={one.id} value={one.id}>
              R-{one.number} {one.task} ({one.phase})
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
