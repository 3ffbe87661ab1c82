// Reactions below a message, each a button that puts one's own or takes it back.

import type { ReactNode } from "react";
import { emojiOf } from "../text/emoji";
import type { Reaction } from "../types";
import { useViewer } from "../viewer";
import styles from "./Reactions.module.css";

/** What the small choice offers. */
const OFFERED = ["+1", "eyes", "white_check_mark", "tada", "heart", "joy", "pray", "x"];

/** An unknown one stays as written. */
const drawn = (name: string): string => emojiOf(name) ?? `:${name}:`;

export const wordsOf = (name: string): string => name.replaceAll("_", " ");

export function Reactions({
  reactions,
  toggle,
}: {
  reactions: Reaction[];
  /** Undefined where one may only look. */
  toggle?: ((name: string, mine: boolean) => void) | undefined;
}): ReactNode {
  const { me, user } = useViewer();
  if (!reactions.length) return null;
  return (
    <ul className={styles.all} aria-label="Reactions">
      {reactions.map(({ name, users, count }) => {
        const mine = users.includes(me.id);
        const who = users.map((id) => (id === me.id ? "you" : (user(id)?.real_name ?? id)));
        const words = `${listed(who)} reacted with ${wordsOf(name)}`;
        return (
          <li key={name}>
            <button
              type="button"
              className={mine ? styles.mine : styles.one}
              aria-pressed={mine}
              aria-label={`${wordsOf(name)}, ${count}: ${listed(who)}`}
              title={words}
              disabled={!toggle}
              onClick={() => toggle?.(name, mine)}
            >
              <span aria-hidden="true">{drawn(name)}</span> {count}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const list = new Intl.ListFormat("en-GB");
const listed = (names: string[]): string => list.format(names);

/** The small choice of reactions. */
export function ReactionChoice({ pick }: { pick: (name: string) => void }): ReactNode {
  return (
    <div className={styles.choice}>
      {OFFERED.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.offer}
          aria-label={wordsOf(name)}
          title={wordsOf(name)}
          onClick={() => pick(name)}
        >
          {drawn(name)}
        </button>
      ))}
    </div>
  );
}
