// What the server is asked, kept fresh while it is looked at.

import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, get } from "../api";
import { mirror, useLive } from "../mirror";

// Many changes come at once; and what a payload tells of is saved a moment after it.
const SOON_MS = 150;
const LATER_MS = 1_000;
const TROUBLE_MS = 2_000;

/** A number that grows when changes of these kinds came; `kinds` stays the same object. */
export function useChanges(kinds: readonly string[]): number {
  const live = useLive();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const timers: Record<number, ReturnType<typeof setTimeout> | undefined> = {};
    const look = (after: number) => {
      timers[after] ??= setTimeout(() => {
        timers[after] = undefined;
        setChanges((before) => before + 1);
      }, after);
    };
    const hear = () => {
      look(SOON_MS);
      look(LATER_MS);
    };
    const deaf = kinds.map((kind) => mirror.hear(kind, hear));
    return () => {
      for (const stop of deaf) stop();
      for (const timer of Object.values(timers)) clearTimeout(timer);
    };
  }, [kinds]);
  // After a pause of the stream all may be different.
  return live ? changes : -1;
}

export type Told<T> = {
  data?: T;
  trouble?: string;
  /** How many answers came so far. */
  answers: number;
  again(): void;
};
type Held<T> = { path: string | null; number: number; answers: number; data?: T; trouble?: string };

/** What `path` answers, asked again whenever `changes` is another; null asks nothing. */
export function useTold<T>(path: string | null, changes: number): Told<T> {
  const [held, setHeld] = useState<Held<T>>({ path, number: 0, answers: 0 });
  const [asked, setAsked] = useState(0);
  const numbers = useRef(0);
  const again = useCallback(() => setAsked((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` and `asked` say when to ask anew
  useEffect(() => {
    if (!path) return;
    numbers.current += 1;
    const number = numbers.current;
    // An answer counts unless a later one came before it: to wait for the last would be to wait
    // for ever while changes come faster than answers.
    void get(path).then((answer) =>
      setHeld((before) => (number < before.number ? before : taken(before, path, number, answer))),
    );
  }, [path, changes, asked]);
  // What was away may be back without telling so.
  const { answers: seen, trouble: told } = held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that tells of trouble starts a new wait
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(again, TROUBLE_MS);
    return () => clearTimeout(timer);
  }, [told, seen, again]);
  if (held.path !== path) return { again, answers: 0 };
  const { data, trouble, answers } = held;
  return { again, answers, ...(data ? { data } : {}), ...(trouble ? { trouble } : {}) };
}

/** With an answer; one that only tells of trouble leaves what was known. */
function taken<T>(before: Held<T>, path: string, number: number, answer: Answer): Held<T> {
  const held = { path, number, answers: before.answers + 1 };
  if (!answer.trouble) return { ...held, data: answer as unknown as T };
  const known = before.path === path && before.data ? { data: before.data } : {};
  return { ...held, ...known, trouble: answer.trouble };
}

const MOST = 500;

export type Log<T> = { entries: T[]; loaded: boolean; trouble?: string };

/** The last entries of a list that the stream adds to, the newest first. */
export function useLog<T extends { id: string }>(path: string, name: string, kind: string): Log<T> {
  const live = useLive();
  const [log, setLog] = useState<Log<T>>({ entries: [], loaded: false });
  useEffect(() => {
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // All that was heard since: the list that was asked for may be older.
    const news = new Map<string, T>();
    const take = () => {
      timer = undefined;
      setLog((before) => ({ ...before, entries: merged(before.entries, [...news.values()]) }));
    };
    const deaf = mirror.hear(kind, (data) => {
      const one = data as T;
      news.set(one.id, one);
      if (news.size > MOST) news.delete(news.keys().next().value ?? "");
      timer ??= setTimeout(take, SOON_MS);
    });
    if (live)
      void get(path).then((answer) => {
        if (late) return;
        const { trouble } = answer;
        const listed = ((answer[name] as T[] | undefined) ?? []).toReversed();
        const entries = merged(listed, [...news.values()]);
        setLog((before) => (trouble ? { ...before, trouble } : { entries, loaded: true }));
      });
    return () => {
      late = true;
      deaf();
      clearTimeout(timer);
    };
  }, [path, name, kind, live]);
  return log;
}

/** The newest first; what is known already is put in its place. */
export function merged<T extends { id: string }>(entries: T[], news: T[]): T[] {
  const all = new Map(entries.toReversed().map((one) => [one.id, one]));
  for (const one of news) all.set(one.id, one);
  return [...all.values()].toReversed().slice(0, MOST);
}
