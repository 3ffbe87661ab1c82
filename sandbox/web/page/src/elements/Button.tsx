// Buttons of all kinds.

import type { MouseEvent, ReactNode } from "react";
import { Text } from "../text/Mrkdwn";
import type { Obj } from "../types";
import styles from "./Button.module.css";
import { useEntry } from "./drafts";
import type { Drawn } from "./Element";
import { entryOf, heldIn } from "./entries";
import { openLink, safeLink } from "./links";
import { usePress } from "./press";
import { textOf, words } from "./words";

/** A button; one with an address is a link that also tells the app. */
export function Button({ block, element }: Drawn): ReactNode {
  const { busy, press, question, asks } = usePress(block, element);
  const style = element.style === "primary" || element.style === "danger" ? element.style : "";
  const label = element.accessibility_label;
  const shared = {
    className: `${styles.button} ${style ? styles[style] : ""}`,
    "aria-busy": busy || undefined,
    "aria-label": typeof label === "string" ? label : undefined,
  };
  const link = safeLink(element.url);
  const inside = (
    <span className={styles.words}>
      <Text text={textOf(element, "text")} />
      {link ? <span aria-hidden="true"> ↗</span> : null}
    </span>
  );
  const follow = (event: MouseEvent) => {
    if (asks) event.preventDefault();
    press(undefined, asks && link ? () => openLink(link) : undefined);
  };
  return (
    <>
      {link ? (
        <a {...shared} href={link} target="_blank" rel="noopener noreferrer" onClick={follow}>
          {inside}
        </a>
      ) : (
        <button {...shared} type="button" onClick={() => press()}>
          {inside}
        </button>
      )}
      {question}
    </>
  );
}

/** A small button that is a picture; its words are its name. */
export function IconButton({ block, element }: Drawn): ReactNode {
  const { busy, press, question } = usePress(block, element);
  const name = words(element.text);
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        title={name}
        aria-label={String(element.accessibility_label ?? name)}
        aria-busy={busy || undefined}
        onClick={() => press()}
      >
        {element.icon === "trash" ? <Trash /> : name}
      </button>
      {question}
    </>
  );
}

/** Two thumbs; the one that was pressed stays marked. */
export function FeedbackButtons({ block, element }: Drawn): ReactNode {
  const { busy, press } = usePress(block, element);
  const [entry, enter] = useEntry(block, element);
  return [
    { part: (element.positive_button ?? {}) as Obj, sign: "👍" },
    { part: (element.negative_button ?? {}) as Obj, sign: "👎" },
  ].map(({ part, sign }) => (
    <button
      key={sign}
      type="button"
      className={styles.icon}
      title={words(part.text)}
      aria-label={String(part.accessibility_label ?? words(part.text))}
      aria-pressed={heldIn(entry) === part.value}
      aria-busy={busy || undefined}
      onClick={() => press(part.value, () => enter(entryOf(element, part.value)))}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  ));
}

function Trash(): ReactNode {
  return (
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path
        d="M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.3 8.5v5M11.7 8.5v5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
