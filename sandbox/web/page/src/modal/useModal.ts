// What one does in a modal: pressing, submitting, closing, and what the app says is wrong.

import { useCallback, useMemo, useRef, useState } from "react";
import { type Answer, act } from "../api";
import type { Place } from "../elements/place";
import { enteredIn, modalPlace } from "../elements/places";
import type { Block, Obj, OpenView } from "../types";
import { useViewer } from "../viewer";

export type Modal = {
  place: Place;
  /** Whether a submission is under way. */
  busy: boolean;
  /** What is wrong with the whole of it. */
  problems: string[];
  /** Resolves to whether the app, or Slack itself, refused the entries. */
  submit: () => Promise<boolean>;
  close: (everything?: boolean) => Promise<void>;
};

type Errors = Record<string, string>;
const NONE: Errors = {};

/** Closes a view, or all of its stack; tells what went wrong. */
export function useClosing(id: string): (everything?: boolean) => Promise<Answer> {
  const { me } = useViewer();
  return useCallback(
    (everything) => act(me.name, "close", { view_id: id, ...(everything ? { all: true } : {}) }),
    [me.name, id],
  );
}

export function useModal(record: OpenView): Modal {
  const { view } = record;
  const { me } = useViewer();
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { errors, told, hear, fresh } = useErrors(record);
  const leave = useClosing(record.id);

  // Trouble is told in the modal: what lies behind it is inert.
  const acting = useCallback(
    async (verb: string, body: Obj) => {
      const answer = await act(me.name, verb, body);
      if (verb !== "suggest") setTrouble(answer.trouble ?? "");
      return answer;
    },
    [me.name],
  );
  const shown = busy ? NONE : errors;
  const place = useMemo(() => modalPlace(acting, view, shown, hear), [acting, view, shown, hear]);

  const submit = async () => {
    if (sending.current) return false;
    sending.current = true;
    setBusy(true);
    fresh();
    const values = enteredIn(view);
    const answer = await acting("submit", { view_id: record.id, values });
    sending.current = false;
    setBusy(false);
    const wrong = answer.errors as Errors | undefined;
    if (wrong) told(wrong);
    return Boolean(wrong);
  };
  const close = async (everything?: boolean) => setTrouble((await leave(everything)).trouble ?? "");
  return { place, busy, problems: general(view.blocks, shown, trouble), submit, close };
}

// The app's errors count until the field is changed.
function useErrors(record: OpenView) {
  const [errors, setErrors] = useState<Errors>(record.errors ?? NONE);
  const [seen, setSeen] = useState(record);
  if (seen !== record) {
    setSeen(record);
    setErrors(record.errors ?? NONE);
  }
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const hear = useCallback(({ block_id: id = "" }: Block) => {
    setEdited((before) => (before.has(id) ? before : new Set([...before, id])));
  }, []);
  const left = useMemo(
    () => Object.fromEntries(Object.entries(errors).filter(([id]) => !edited.has(id))),
    [errors, edited],
  );
  const fresh = () => setEdited(new Set());
  return { errors: left, told: setErrors, hear, fresh };
}

// Errors of blocks that have no place to show them, and trouble.
function general(blocks: Block[], errors: Errors, trouble: string): string[] {
  const inputs = new Set(
    blocks.filter((one) => one.type === "input").map((one) => one.block_id ?? ""),
  );
  const strays = Object.entries(errors).filter(([id]) => !inputs.has(id));
  return [trouble, ...strays.map(([id, words]) => `${id}: ${words}`)].filter(Boolean);
}
