// The first visit in three steps: an example task, the card, "now be Ben".

import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { go } from "../look";
import { mirror, useMirror } from "../mirror";
import type { State } from "../types";
import { useViewer } from "../viewer";
import { Actions, Main } from "./Actions";
import styles from "./Guide.module.css";
import { keep, useKept } from "./kept";
import { usePointed } from "./pointing";
import type { Question } from "./questions";
import { type Card, newestOf, stepOf } from "./steps";
import { TITLES, wordsOf } from "./words";

const all = (state: State): State => state;
const hasAna = (state: State): boolean => state.users.some((one) => one.name === "ana");

/** The tour; only a small button for whoever has been here, nothing for whoever wants none. */
export function Guide(): ReactNode {
  const { me } = useViewer();
  const kept = useKept();
  const since = kept?.since ?? "";
  const possible = useMirror(hasAna);
  // Whoever finds everything done comes back; who does it now is told so.
  const [back, setBack] = useState(() => stepOf(mirror.state, me, since).kind === "done");
  const shown = kept?.shown ?? "open";
  if (shown === "never" || !possible) return null;
  if (shown === "open" && !back) return <Strip since={since} />;
  const begin = () => {
    setBack(false);
    keep("open", newestOf(mirror.state));
  };
  return <Small begin={begin} />;
}

function Small({ begin }: { begin(): void }): ReactNode {
  return (
    <div className={styles.small}>
      <button type="button" className="plain" onClick={begin}>
        Show me around
      </button>
      <button
        type="button"
        className="plain"
        aria-label="Don't offer the tour again"
        onClick={() => keep("never")}
      >
        ✕
      </button>
    </div>
  );
}

function Strip({ since }: { since: string }): ReactNode {
  const state = useMirror(all);
  const { me } = useViewer();
  const step = useMemo(() => stepOf(state, me, since), [state, me, since]);
  const words = wordsOf(step, me, state.connections > 0);
  const [open, setOpen] = useState<boolean>();
  const unfolded = open ?? words.at === 1;
  const [asked, setAsked] = useState(0);
  const card = "card" in step && step.kind !== "done" ? step.card : undefined;
  usePointed(card, asked);
  const show = (one: Card | Question) => {
    go({ channel: one.channel, thread: one.thread });
    setAsked((times) => times + 1);
  };
  const { ref, used } = useFocusKept(step.kind);
  const given = { state, step, show };
  const pressed = ({ target }: MouseEvent) => {
    used();
    // On a phone what comes of it needs the room.
    if (!(target as Element).closest("[aria-expanded]")) setOpen(undefined);
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles.strip}
      aria-label="Show me around"
      data-open={unfolded}
      onClickCapture={pressed}
    >
      <Dots at={words.at} />
      <div className={styles.words} aria-live="polite">
        <strong>{words.title}</strong> <span className={styles.text}>{words.text}</span>
      </div>
      <Main {...given} />
      <Actions {...given} />
      <button
        type="button"
        className={`plain ${styles.fold}`}
        aria-expanded={unfolded}
        aria-label="More of this step"
        onClick={() => setOpen(!unfolded)}
      >
        {step.kind === "done" ? (unfolded ? "Less " : "More ") : ""}
        {unfolded ? "▴" : "▾"}
      </button>
      <button
        type="button"
        className={`plain ${styles.close}`}
        aria-label="Close the tour"
        onClick={() => keep("closed")}
      >
        ✕
      </button>
    </section>
  );
}

/** The three steps: which are done, and which is now. */
function Dots({ at }: { at: number }): ReactNode {
  return (
    <ol className={styles.dots} aria-label="Steps">
      {TITLES.map((title, index) => (
        <li key={title} aria-current={index + 1 === at ? "step" : undefined} title={title}>
          <span className="away">{title}: </span>
          {index + 1 < at ? "✓" : index + 1}
          {index + 1 < at ? <span className="away"> done</span> : null}
        </li>
      ))}
    </ol>
  );
}

/** Where the pressed button is gone with its step, the focus stays in the strip. */
function useFocusKept(kind: string) {
  const ref = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the step that counts
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) ref.current?.focus();
    pressed.current = false;
  }, [kind]);
  return { ref, used: () => (pressed.current = true) };
}
