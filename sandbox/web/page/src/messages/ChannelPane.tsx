// A channel: its head, its messages, and where one writes.

import type { ReactNode } from "react";
import { Composer } from "../composer/Composer";
import { MessageItem } from "./MessageItem";
import { useChannel } from "./where";

export function ChannelPane(): ReactNode {
  const channel = useChannel();
  if (!channel) return null;
  return (
    <>
      <h2>{channel.name}</h2>
      <div>
        {channel.messages.map((one) => (
          <MessageItem key={one.ts} channel={channel.id} message={one} />
        ))}
      </div>
      <Composer channel={channel.id} label={`Message #${channel.name}`} />
    </>
  );
}
