// The completions that are offered while one writes.

import { type ReactNode, useEffect, useRef } from "react";
import styles from "./Choices.module.css";
import type { Choice } from "./complete";

type Props = { id: string; choices: Choice[]; at: number; choose(choice: Choice): void };

/** The id of a choice, for aria-activedescendant. */
export const choiceId = (list: string, at: number): string => `${list}-${at}`;

export function Choices({ id, choices, at, choose }: Props): ReactNode {
  const active = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is active
  useEffect(() => {
    // In braces: browsers that answer with a promise would have it taken for what cleans up.
    active.current?.scrollIntoView?.({ block: "nearest" });
  }, [at, choices]);
  return (
    <>
      <span className="away" role="status">
        {count(choices.length)}
      </span>
      <div id={id} className={styles.list} role="listbox" aria-label="Suggestions" tabIndex={-1}>
        {choices.map((choice, index) => (
          <button
            key={choice.key}
            ref={index === at ? active : null}
            id={choiceId(id, index)}
            type="button"
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={styles.choice}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <span className={styles.glyph} aria-hidden="true">
              {choice.glyph}
            </span>
            <span className={choice.hint === undefined ? styles.words : styles.lines}>
              <span className={styles.label}>
                {choice.label} <span className={styles.detail}>{choice.hint}</span>
              </span>
              <span className={styles.detail}>{choice.detail}</span>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

const count = (many: number): string =>
  many === 1 ? "1 suggestion" : `${many} suggestions, arrow keys to go through them`;
