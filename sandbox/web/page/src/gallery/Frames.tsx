// The natural surroundings of a view: a message, a modal, the app's Home tab.

import type { ReactNode } from "react";
import { Blocks } from "../blocks/Blocks";
import { PlaceProvider } from "../elements/place";
import { Mrkdwn } from "../text/Mrkdwn";
import styles from "./Frames.module.css";
import type { Golden } from "./golden";
import { useDrawnPlace } from "./place";
import { Sound } from "./Sound";

const BOT = "Signoff";

/** A golden file as people see it; `look` tells two drawings of the same one apart. */
export function Frame({ golden, look }: { golden: Golden; look: string }): ReactNode {
  const place = useDrawnPlace(`gallery/${golden.name}/${look}`, golden.surface);
  const Surface = { message: MessageFrame, modal: ModalFrame, home: HomeFrame }[golden.surface];
  return (
    <Sound>
      <PlaceProvider value={place}>
        <Surface golden={golden} />
      </PlaceProvider>
    </Sound>
  );
}

function MessageFrame({ golden: { payload, group } }: { golden: Golden }): ReactNode {
  const { blocks = [], text = "" } = payload;
  return (
    <div className={styles.message}>
      <span className={styles.picture} aria-hidden="true">
        {BOT[0]}
      </span>
      <div className={styles.said}>
        {group === "refusals" ? <p className={styles.private}>Only visible to you</p> : null}
        <p className={styles.by}>
          <strong>{BOT}</strong> <span className={styles.app}>APP</span>
        </p>
        {blocks.length ? <Blocks blocks={blocks} /> : <Mrkdwn text={text} />}
      </div>
    </div>
  );
}

type Label = { text: string } | undefined;

function ModalFrame({ golden: { payload } }: { golden: Golden }): ReactNode {
  const { title, close, submit } = payload as { title?: Label; close?: Label; submit?: Label };
  return (
    <div className={styles.modal}>
      <div className={styles.title}>
        <strong>{title?.text}</strong>
        <span aria-hidden="true">✕</span>
      </div>
      <div className={styles.inside}>
        <Blocks blocks={payload.blocks ?? []} />
      </div>
      <div className={styles.foot}>
        <span className="button">{close?.text ?? (submit ? "Cancel" : "Close")}</span>
        {submit ? <span className="button primary">{submit.text}</span> : null}
      </div>
    </div>
  );
}

function HomeFrame({ golden: { payload } }: { golden: Golden }): ReactNode {
  return (
    <div className={styles.home}>
      <p className={styles.tabs} aria-hidden="true">
        <span className={styles.open}>Home</span>
        <span>Messages</span>
      </p>
      <div className={styles.inside}>
        <Blocks blocks={payload.blocks ?? []} />
      </div>
    </div>
  );
}
