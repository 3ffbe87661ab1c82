// Every view of `blocks` in every state that exists, side by side.

import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { get } from "../api";
import { ViewerGiven } from "../viewer";
import { Bar } from "./Bar";
import { type Choices, useChoices } from "./choices";
import styles from "./Gallery.module.css";
import { type Golden, type Group, grouped, matches, missing } from "./golden";
import { VIEWER } from "./people";
import { NOTHING, SayProvider } from "./place";
import { Specimen } from "./Specimen";

const SAID_MS = 4000;

export function Gallery(): ReactNode {
  const [goldens, trouble] = useGoldens();
  const [choices, change] = useChoices();
  const words = useDeferredValue(choices.words);
  const groups = useMemo(
    () => grouped((goldens ?? []).filter((one) => matches(one, words))),
    [goldens, words],
  );
  const shown = groups.reduce((sum, group) => sum + group.count, 0);
  useAnchor(Boolean(goldens));
  return (
    <ViewerGiven value={VIEWER}>
      <div className={styles.gallery} data-width={choices.width}>
        <Bar choices={choices} change={change} groups={groups} shown={shown} />
        <Nothing>
          <main className={styles.main}>
            <Gaps goldens={goldens} trouble={trouble} shown={shown} />
            {groups.map((group) => (
              <Section key={group.key} group={group} theme={choices.theme} />
            ))}
          </main>
        </Nothing>
      </div>
    </ViewerGiven>
  );
}

/** The golden files; undefined until they are there, and why they don't come. */
function useGoldens(): [Golden[] | undefined, string] {
  const [goldens, set] = useState<Golden[]>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = "Signoff – gallery";
    void get("/sandbox/golden").then((answer) => {
      if (Array.isArray(answer)) set(answer as Golden[]);
      else setTrouble(answer.trouble ?? "The local Slack knows no golden files.");
    });
  }, []);
  return [goldens, trouble];
}

/** Goes to the view that the address names, once it is drawn: the browser looked too early. */
function useAnchor(drawn: boolean): void {
  useEffect(() => {
    // Set anew, so that the styles see it as the target too.
    if (drawn && location.hash) location.replace(location.hash);
  }, [drawn]);
}

/** What isn't shown: nothing found, no files at all, states that nobody has drawn. */
function Gaps(props: { goldens: Golden[] | undefined; trouble: string; shown: number }): ReactNode {
  const { goldens, trouble, shown } = props;
  if (trouble) return <p role="alert">{trouble}</p>;
  if (!goldens) return <p>Loading the golden files…</p>;
  if (!goldens.length)
    return (
      <p>
        There are no golden files here. They are in the repository's{" "}
        <code>tests/blocks/golden</code>; <code>python -m sandbox --golden DIR</code> names another
        folder.
      </p>
    );
  if (!shown) return <p>No view has all these words.</p>;
  const gaps = missing(goldens);
  return gaps.length ? (
    <p className={styles.gaps}>
      <strong>No golden file yet:</strong> {gaps.join(" · ")}
    </p>
  ) : null;
}

function Section({ group, theme }: { group: Group } & Pick<Choices, "theme">): ReactNode {
  return (
    <section id={group.key} className={styles.group} aria-labelledby={`heading-${group.key}`}>
      <h2 id={`heading-${group.key}`}>{group.heading}</h2>
      <p>{group.about}</p>
      {group.parts.map((part) => (
        <div key={part.key} className={styles.part}>
          {part.heading ? <h3>{part.heading}</h3> : null}
          <div className={styles.goldens}>
            {part.goldens.map((one) => (
              <Specimen
                key={one.name}
                golden={one}
                heading={part.heading ? "h4" : "h3"}
                theme={theme}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** Says for a while that pressing does nothing here. */
function Nothing({ children }: { children: ReactNode }): ReactNode {
  const [said, setSaid] = useState(0);
  const say = useCallback(() => setSaid((times) => times + 1), []);
  useEffect(() => {
    const over = said ? setTimeout(() => setSaid(0), SAID_MS) : undefined;
    return () => clearTimeout(over);
  }, [said]);
  return (
    <SayProvider value={say}>
      {children}
      <div role="status" className={styles.nothing}>
        {said ? <span key={said}>{NOTHING}</span> : null}
      </div>
    </SayProvider>
  );
}
