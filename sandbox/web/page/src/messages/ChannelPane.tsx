// A channel: its head, its messages, and where one writes.

import { type ReactNode, useEffect, useState } from "react";
import { Composer } from "../composer/Composer";
import { useLook } from "../look";
import { useMirror } from "../mirror";
import { news } from "../shell/news";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import { ChannelHead } from "./ChannelHead";
import styles from "./ChannelPane.module.css";
import { Intro } from "./Intro";
import { MessageList } from "./MessageList";
import { useOwnThread } from "./own";
import { labelOf, useChannel } from "./where";

export function ChannelPane(): ReactNode {
  const { me } = useViewer();
  const channel = useChannel();
  if (!channel) return <p className={styles.nowhere}>There is no channel here for you.</p>;
  return (
    <>
      <Elsewhere channel={channel} />
      <OneChannel key={`${me.id}/${channel.id}`} channel={channel} />
    </>
  );
}

/** Says so where the address means a channel that the viewer isn't in, or isn't in any more. */
function Elsewhere({ channel }: { channel: Channel }): ReactNode {
  const { me, user } = useViewer();
  const look = useLook();
  const wanted = useMirror((state) => state.channels.find((one) => one.name === look.channel));
  const isElsewhere = wanted && wanted.id !== channel.id;
  return (
    <p className={styles.elsewhere} role="status">
      {isElsewhere
        ? `${me.real_name} isn’t in ${labelOf(wanted, user)}. This is ${labelOf(channel, user)}.`
        : null}
    </p>
  );
}

function OneChannel({ channel }: { channel: Channel }): ReactNode {
  const { user } = useViewer();
  const label = labelOf(channel, user);
  useOwnThread(channel);
  return (
    <>
      <ChannelHead channel={channel} />
      <ChannelMessages channel={channel} />
      {channel.is_archived ? (
        <p className={styles.archived}>{label} is archived: it can be read, and no more.</p>
      ) : (
        <Composer channel={channel.id} label={`Message ${label}`} />
      )}
    </>
  );
}

/** The messages alone, for whoever draws another frame around them. */
export function ChannelMessages({ channel }: { channel: Channel }): ReactNode {
  const { user } = useViewer();
  const since = useSeen(channel);
  return (
    <MessageList
      channel={channel}
      since={since}
      label={`Messages in ${labelOf(channel, user)}`}
      above={<Intro channel={channel} empty={channel.messages.length === 0} />}
    />
  );
}

/** Keeps that the viewer looks at the channel; what they had seen when they came (back). */
export function useSeen(channel: Channel): string {
  const { me } = useViewer();
  const [since, setSince] = useState(() => news.since(me.id, channel.id));
  const newest = channel.messages.at(-1)?.ts ?? "";
  useEffect(() => {
    const look = () => {
      if (document.hidden) setSince(news.since(me.id, channel.id));
      else news.see(me.id, channel.id, newest);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [me.id, channel.id, newest]);
  return since;
}
