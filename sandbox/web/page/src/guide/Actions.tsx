// What one can press in the tour: the tasks, the way to the card and to Ben, what to try next.

import { type ReactNode, useId, useState } from "react";
import { act } from "../api";
import { go, HOME, useLook } from "../look";
import type { State } from "../types";
import { useAct, useTrouble } from "../viewer";
import { fresh } from "./fresh";
import styles from "./Guide.module.css";
import type { Question } from "./questions";
import { type Card, type Step, waitingIn } from "./steps";
import { first } from "./words";

const ASKER = "ana";
const CHANNEL = "support";
const DECIDER = "ben";

type Given = { state: State; step: Step; show(card: Card | Question): void };

/** The one button that leads on, if there is one. */
export function Main({ state, step, show }: Given): ReactNode {
  if (step.kind === "approve")
    return (
      <button type="button" className="button" onClick={() => show(step.card)}>
        Show the card
      </button>
    );
  if (step.kind !== "card") return null;
  const next = state.users.find((one) => one.name === step.next);
  const be = () => go({ as: step.next, channel: step.card.channel, thread: step.card.thread });
  return (
    <button type="button" className="button primary" onClick={be}>
      Now be {next ? first(next) : step.next}
    </button>
  );
}

/** All other buttons of a step. */
export function Actions({ state, step, show }: Given): ReactNode {
  const [ask, busy] = useAsk();
  switch (step.kind) {
    case "ask":
    case "answered":
      return (
        <div className={styles.actions}>
          <Tasks texts={state.examples.map((text) => fresh(text, state))} busy={busy} ask={ask} />
        </div>
      );
    case "card":
    case "question":
      return (
        <div className={styles.actions}>
          <button type="button" className="button" onClick={() => show(step.card)}>
            Show the card
          </button>
        </div>
      );
    case "done":
      return <Next state={state} ask={ask} busy={busy} />;
    default:
      return null;
  }
}

type Ask = (text: string, as: string) => Promise<void>;

/** Asks as Ana and shows the thread to a person; and whether that is under way. */
function useAsk(): [Ask, boolean] {
  const [, tell] = useTrouble();
  const [busy, setBusy] = useState(false);
  const ask: Ask = async (text, as) => {
    setBusy(true);
    const answer = await act(ASKER, "say", { channel: CHANNEL, text });
    setBusy(false);
    tell(answer.trouble ?? "");
    if (typeof answer.ts === "string") go({ as, channel: CHANNEL, thread: answer.ts });
  };
  return [ask, busy];
}

function Next({ state, ask, busy }: { state: State; ask: Ask; busy: boolean }): ReactNode {
  const run = useCommand();
  // The second one can be asked for again and again.
  const task = state.examples[1] ?? state.examples[0] ?? "";
  const wait = async () => {
    const card = waitingIn(state);
    if (card) go({ as: DECIDER, channel: card.channel, thread: card.thread });
    else await ask(task, DECIDER);
  };
  const kill = async () => {
    await wait();
    go({ drawer: "faults" });
  };
  return (
    <div className={styles.actions}>
      <Kind name="Decide">
        <button type="button" className="button" disabled={busy} onClick={wait}>
          Reject with a reason
        </button>
        <button type="button" className="button" disabled={busy} onClick={kill}>
          Kill the bot while a card waits
        </button>
      </Kind>
      <Kind name="Look around">
        {["/task", "/approvals"].map((command) => (
          <button key={command} type="button" className="button" onClick={() => run(command)}>
            <code>{command}</code>
          </button>
        ))}
        <a className="button" href="/gallery">
          Gallery
        </a>
      </Kind>
      <Kind name="Be asked first">
        <Tasks texts={state.questions} busy={busy} ask={ask} />
      </Kind>
    </div>
  );
}

type Asking = { texts: string[]; busy: boolean; ask: Ask };

/** A button for each task, as the one who asks. */
function Tasks({ texts, busy, ask }: Asking): ReactNode {
  return texts.map((text) => (
    <button
      key={text}
      type="button"
      className="button"
      disabled={busy}
      onClick={() => ask(text, ASKER)}
    >
      {text.replace(/^@signoff /, "")}
    </button>
  ));
}

/** Buttons of one kind, with its name before them. */
function Kind({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset: nothing is filled in
    <div role="group" className={styles.kind} aria-labelledby={id}>
      <span id={id} className={styles.name}>
        {name}
      </span>
      {children}
    </div>
  );
}

/** Runs a slash command where the viewer is; on the Home tab in the channel of the tour. */
function useCommand(): (command: string) => void {
  const act = useAct();
  const { channel } = useLook();
  const where = channel === HOME ? CHANNEL : channel;
  return (command) => {
    if (where !== channel) go({ channel: where });
    void act("command", { channel: where, command, text: "" });
  };
}
