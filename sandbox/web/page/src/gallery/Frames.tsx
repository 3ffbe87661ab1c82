// The natural surroundings of a view: a message, a modal, the app's Home tab, dressed as in the client.

import type { ReactNode } from "react";
import { Blocks } from "../blocks/Blocks";
import { PlaceProvider } from "../elements/place";
import { Avatar } from "../messages/Avatar";
import head from "../messages/Head.module.css";
import message from "../messages/MessageItem.module.css";
import modal from "../modal/Modals.module.css";
import { Icon } from "../shell/Icon";
import { Mrkdwn, Text } from "../text/Mrkdwn";
import styles from "./Frames.module.css";
import type { Golden } from "./golden";
import { BOT } from "./people";
import { useDrawnPlace } from "./place";

/** A golden file as people see it; `look` tells two drawings of the same one apart. */
export function Frame({ golden, look }: { golden: Golden; look: string }): ReactNode {
  const place = useDrawnPlace(`gallery/${golden.name}/${look}`, golden.surface);
  const Surface = { message: MessageFrame, modal: ModalFrame, home: HomeFrame }[golden.surface];
  return (
    <div className={styles.frame}>
      <PlaceProvider value={place}>
        <Surface golden={golden} />
      </PlaceProvider>
    </div>
  );
}

function MessageFrame({ golden: { payload, group } }: { golden: Golden }): ReactNode {
  const { blocks = [], text = "" } = payload;
  const isPrivate = group === "refusals";
  return (
    <div
      className={`${message.message} ${styles.said} ${isPrivate ? message.whisper : styles.still}`}
    >
      <Avatar id={BOT.id} user={BOT} />
      <div className={message.said}>
        {isPrivate ? (
          <p className={message.private}>
            <Icon name="eye" size={14} /> Only visible to you
          </p>
        ) : null}
        <div className={head.head}>
          <strong>{BOT.real_name}</strong> <span className={head.app}>APP</span>
        </div>
        <div className={styles.content}>
          {blocks.length ? <Blocks blocks={blocks} /> : <Mrkdwn text={text} />}
        </div>
      </div>
    </div>
  );
}

type Label = { text: string } | undefined;

/** Its own buttons are only drawn: there is nothing to close or to submit. */
function ModalFrame({ golden: { payload } }: { golden: Golden }): ReactNode {
  const { title, close, submit } = payload as { title?: Label; close?: Label; submit?: Label };
  return (
    <div className={styles.modal}>
      <div className={modal.head}>
        <div className={`${modal.heading} ${modal.title}`}>
          <Text text={{ type: "plain_text", text: title?.text ?? "" }} />
        </div>
        <span className={modal.sign} aria-hidden="true">
          ×
        </span>
      </div>
      <div className={modal.body}>
        <Blocks blocks={payload.blocks ?? []} />
      </div>
      <div className={`${modal.foot} ${styles.foot}`}>
        <span className="button">{close?.text ?? (submit ? "Cancel" : "Close")}</span>
        {submit ? <span className="button primary">{submit.text}</span> : null}
      </div>
    </div>
  );
}

function HomeFrame({ golden: { payload } }: { golden: Golden }): ReactNode {
  return (
    <div>
      <p className={styles.tabs} aria-hidden="true">
        <span className={styles.open}>Home</span>
        <span>Messages</span>
        <span>About</span>
      </p>
      <div className={styles.home}>
        <Blocks blocks={payload.blocks ?? []} />
      </div>
    </div>
  );
}
