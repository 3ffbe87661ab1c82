// A run, step by step, and what its checkpoint weighs.

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useViewer } from "../viewer";
import { Empty, Missing } from "./Missing";
import { clock, count } from "./measures";
import parts from "./parts.module.css";
import styles from "./RunTab.module.css";
import { RunChoice, useChosen } from "./runs";
import { SizeBox } from "./SizeBox";
import { StepRow } from "./StepRow";
import { useTold } from "./told";
import type { Run } from "./types";

// Whoever has the end in view wants to see what comes.
const NEAR_PX = 80;

export function RunTab(): ReactNode {
  const chosen = useChosen();
  const path = chosen.run ? `/sandbox/backstage/runs/${chosen.run.id}` : null;
  const told = useTold<Run>(path, chosen.changes);
  const trouble = chosen.trouble ?? told.trouble;
  return (
    <>
      {trouble ? <Missing>{trouble}</Missing> : null}
      {chosen.loaded && !chosen.run ? (
        <Empty>There is no task yet. Ask the bot for something.</Empty>
      ) : null}
      {chosen.run ? <RunChoice chosen={chosen} /> : null}
      {told.data ? <Whole run={told.data} /> : null}
    </>
  );
}

function Whole({ run }: { run: Run }): ReactNode {
  const { me, user } = useViewer();
  const end = useRef<HTMLDivElement>(null);
  useFollowing(end, run.steps.length);
  const by = run.by ? (user(run.by)?.real_name ?? run.by) : "";
  const [read, written] = run.tokens ?? [0, 0];
  return (
    <>
      <section className={styles.head} aria-label="How it stands">
        <p className={styles.stands} role="status">
          {run.parked ? "set aside after too many failures: nobody works on it" : run.stands}
        </p>
        {run.asked_at ? (
          <p className={styles.facts}>
            Asked by {by} at {clock(run.asked_at / 1_000, me.tz)}. {count(run.turns ?? 0, "turn")}{" "}
            of the model, {read.toLocaleString("en")} tokens read and {written.toLocaleString("en")}{" "}
            written. {requests(run)}
          </p>
        ) : null}
      </section>
      <SizeBox run={run} />
      <h3 className={styles.title}>Step by step</h3>
      <p className={parts.lead}>
        Each event of its log, oldest first. Folding them gives the whole state again, on any
        worker.
      </p>
      <ol className={styles.steps} aria-label="Steps">
        {run.steps.map((step) => (
          <StepRow key={step.n} step={step} />
        ))}
      </ol>
      {run.unread ? <Missing>{run.unread}</Missing> : null}
      <div ref={end} />
    </>
  );
}

function requests(run: Run): string {
  const all = run.requests ?? [];
  if (!all.length) return "Nobody was asked.";
  const each = all.map((one) => `A-${one.number} ${one.outcome ?? "open"}`).join(", ");
  return `${count(all.length, "request")}: ${each}.`;
}

/** Keeps the end in view while it is in view. */
function useFollowing(end: { current: HTMLElement | null }, length: number): void {
  const shown = useRef(length);
  useLayoutEffect(() => {
    const box = end.current?.closest<HTMLElement>("[role=tabpanel]");
    const grown = length > shown.current;
    shown.current = length;
    const last = end.current?.previousElementSibling?.lastElementChild;
    if (!grown || !box || !last) return;
    const missing = box.scrollHeight - box.clientHeight - box.scrollTop;
    if (missing - last.clientHeight < NEAR_PX) box.scrollTop = box.scrollHeight;
  }, [end, length]);
}
