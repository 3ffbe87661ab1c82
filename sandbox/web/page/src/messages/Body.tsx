// What a message says: its blocks, else its words; with attachments and files.

import { type ReactNode, useMemo } from "react";
import { Blocks } from "../blocks/Blocks";
import { PlaceProvider } from "../elements/place";
import { messagePlace } from "../elements/places";
import { Mrkdwn } from "../text/Mrkdwn";
import type { Message } from "../types";
import { useAct } from "../viewer";
import { Attachments } from "./Attachments";
import styles from "./Body.module.css";
import { Files } from "./Files";

export function Body({
  channel,
  message,
  streaming,
}: {
  channel: string;
  message: Message;
  streaming: boolean;
}): ReactNode {
  const act = useAct();
  const place = useMemo(() => messagePlace(act, channel, message.ts), [act, channel, message.ts]);
  const { blocks, text, attachments, files } = message;
  return (
    <div className={streaming ? styles.streaming : styles.body}>
      <PlaceProvider value={place}>
        {blocks?.length ? <Blocks blocks={blocks} /> : text ? <Mrkdwn text={text} /> : null}
        {attachments?.length ? <Attachments all={attachments} /> : null}
      </PlaceProvider>
      {streaming ? (
        <span className={styles.caret}>
          <span className="away">still writing</span>
        </span>
      ) : null}
      {files?.length ? <Files files={files} /> : null}
    </div>
  );
}
