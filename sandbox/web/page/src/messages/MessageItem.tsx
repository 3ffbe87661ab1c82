// One message as the viewer sees it.

import { memo, type ReactNode, useMemo } from "react";
import { Blocks } from "../blocks/Blocks";
import { type Place, PlaceProvider } from "../elements/place";
import { Mrkdwn } from "../text/Mrkdwn";
import type { Message } from "../types";
import { useAct } from "../viewer";

export const MessageItem = memo(function MessageItem({
  channel,
  message,
}: {
  channel: string;
  message: Message;
}): ReactNode {
  const act = useAct();
  const place = useMemo(
    (): Place => ({
      key: `${channel}/${message.ts}`,
      surface: "message",
      press: (block, element, value) =>
        act("click", {
          channel,
          ts: message.ts,
          block_id: block.block_id,
          action_id: element.action_id,
          value,
        }),
    }),
    [act, channel, message.ts],
  );
  return (
    <article>
      <strong>{message.user}</strong>
      <PlaceProvider value={place}>
        {message.blocks?.length ? (
          <Blocks blocks={message.blocks} />
        ) : (
          <Mrkdwn text={message.text} />
        )}
      </PlaceProvider>
    </article>
  );
});
