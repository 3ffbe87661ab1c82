import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { wordsOf } from "./App";
import { draw, find, Refused, send } from "./api";
import { Control } from "./Control";
import type { Action, Came, Draft, FieldItem, Given, Item, View, Wrong } from "./types";

interface Props {
  first: View;
  onSent: (came: Came) => void;
}

const PAUSE_MS = 300; // after the last key, before conditions are looked at anew
const TITLE = 120; // characters of a question that may be the title
const WARN_S = 60; // before the time is over
const OVER =
  "The time for this form is over, so nothing was sent. Press the button on the card in Slack for a new link.";

export function Form({ first, onSent }: Props) {
  const [view, setView] = useState(first);
  const [given, setGiven] = useState<Record<string, Given>>(first.draft.given);
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [over, setOver] = useState("");
  const [until] = useState(() => inTime(first.left_s)); // once: what is left gets less
  const typed = useRef(given); // what is on screen now, also while an answer is on its way
  const turn = useRef(0);
  const timer = useRef(0);

  useEffect(() => {
    document.title = `${first.agent} asks`;
  }, [first.agent]);

  useEffect(() => {
    const warn = () => setSaid("One minute is left to send this.");
    const timers = [
      window.setTimeout(warn, Math.max(0, first.left_s - WARN_S) * 1000),
      window.setTimeout(() => setOver(OVER), first.left_s * 1000),
    ];
    return () => timers.forEach(window.clearTimeout);
  }, [first.left_s]);

  const failed = useCallback((error: unknown) => {
    if (error instanceof Refused && error.over) setOver(error.message);
    else setSaid(wordsOf(error));
  }, []);

  const redraw = useCallback(
    async (draft: Draft, change: { added?: string; removed?: string } = {}) => {
      const mine = ++turn.current;
      try {
        const next = await draw(first.guard, { ...draft, given: typed.current }, change);
        if (mine !== turn.current) return; // a later change has asked since
        typed.current = { ...next.draft.given, ...typed.current };
        setGiven(typed.current);
        setView(next);
        setSaid(change.added ? "Added." : change.removed ? "Removed." : "");
      } catch (error) {
        failed(error);
      }
    },
    [first.guard, failed],
  );

  function change(field: FieldItem, value: Given) {
    typed.current = { ...typed.current, [field.id]: value };
    setGiven(typed.current);
    setWrong(({ [field.id]: _, ...rest }) => rest);
    if (field.redraws) {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void redraw(view.draft), PAUSE_MS);
    }
  }

  async function submit(action: Action) {
    window.clearTimeout(timer.current);
    setBusy(true);
    setSaid("Sending…");
    try {
      const came = await send(first.guard, { ...view.draft, given: typed.current }, action.id);
      if (!("wrong" in came)) return onSent(came);
      const faults = came.wrong;
      setWrong(faults);
      setSaid(faults[""] ?? "Not sent: look at what is marked.");
      await redraw(view.draft); // what is wrong may be a field that has only now appeared
      setSaid(faults[""] ?? "Not sent: look at what is marked.");
      focusOn(view.items, faults);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      autocomplete="off"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        const [only] = view.actions;
        if (only && view.actions.length === 1 && !busy && !over) void submit(only);
      }}
    >
      <Head agent={first.agent} text={first.text} />
      <p class="quiet">
        You answer as {first.person}. {until}
      </p>
      {view.items.map((item) => (
        <Part
          key={item.id}
          item={item}
          given={given}
          wrong={wrong}
          onChange={change}
          onRow={(what) => void redraw(view.draft, what)}
          onFind={(field, query) =>
            find(first.guard, { ...view.draft, given: typed.current }, field, query)
          }
        />
      ))}
      {over && (
        <div role="alert">
          <p class="wrong">{over}</p>
          <p>What you typed stays here until you close the page.</p>
        </div>
      )}
      <p role="status" class={Object.keys(wrong).length === 0 ? "said" : "said wrong"}>
        {over ? "" : said}
      </p>
      <div class="actions">
        {view.actions.map((action) => (
          <button
            key={action.id}
            type={view.actions.length === 1 ? "submit" : "button"}
            class={action.color === "red" ? "danger" : action.color === "gray" ? "" : "primary"}
            disabled={busy || over !== ""}
            onClick={view.actions.length === 1 ? undefined : () => void submit(action)}
          >
            {action.label}
          </button>
        ))}
      </div>
    </form>
  );
}

/** A short question is the title; a longer one stands below it. */
function Head({ agent, text }: { agent: string; text: string }) {
  const who = `The agent ${agent} asks`;
  if (text === "" || text.length > TITLE || text.includes("\n"))
    return (
      <>
        <h1>{who}</h1>
        {text && <p class="text">{text}</p>}
      </>
    );
  return (
    <>
      <p class="quiet">{who}</p>
      <h1>{text}</h1>
    </>
  );
}

interface PartProps {
  item: Item;
  given: Record<string, Given>;
  wrong: Wrong;
  onChange: (field: FieldItem, value: Given) => void;
  onRow: (what: { added?: string; removed?: string }) => void;
  onFind: (field: string, query: string) => Promise<FieldItem["options"]>;
}

function Part({ item, given, wrong, onChange, onRow, onFind }: PartProps) {
  switch (item.is) {
    case "field":
      return (
        <Control
          field={item}
          value={given[item.id]}
          wrong={wrong[item.id] ?? ""}
          onChange={(value) => onChange(item, value)}
          onFind={(query) => onFind(item.id, query)}
        />
      );
    case "heading": {
      const Level = item.depth === 0 ? "h2" : item.depth === 1 ? "h3" : "h4";
      return (
        <div class="heading">
          <Level>{item.label}</Level>
          {item.about && <p class="about">{item.about}</p>}
        </div>
      );
    }
    case "row":
      return (
        <div class="row">
          <strong>{item.label}</strong>
          {item.removes && (
            <button type="button" onClick={() => onRow({ removed: item.id })}>
              Remove<span class="unseen"> {item.label}</span>
            </button>
          )}
        </div>
      );
    case "rows":
      return (
        <div class="rows">
          {wrong[item.id] && <p class="wrong">{wrong[item.id]}</p>}
          {item.adds && (
            <button type="button" onClick={() => onRow({ added: item.id })}>
              Add to {item.of}
            </button>
          )}
        </div>
      );
  }
}

/** The first control with a fault takes the focus. */
function focusOn(items: Item[], faults: Wrong) {
  const at = items.find((item) => item.id in faults);
  if (at) requestAnimationFrame(() => document.getElementById(`f-${at.id}`)?.focus());
}

function inTime(left: number): string {
  const until = new Date(Date.now() + left * 1000);
  const clock = until.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return `The form can be sent until ${clock}.`;
}
