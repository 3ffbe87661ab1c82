// The messages of a channel or a thread: drawn as far as they are in sight, walked with the arrows.

import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { Icon } from "../shell/Icon";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import { Divider } from "./Divider";
import { useEnd } from "./end";
import { MessageItem } from "./MessageItem";
import styles from "./MessageList.module.css";
import { News } from "./News";
import { channelRows, isReply, type Row, rootOf, threadRows } from "./rows";
import { counted } from "./Summary";
import { openThread } from "./thread";
import { dayName } from "./times";
import { useNow } from "./where";

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const FAR = { Home: 0, End: Number.MAX_SAFE_INTEGER } as Record<string, number>;

type Props = {
  channel: Channel;
  /** The root, where a thread is shown and not the channel. */
  thread?: string;
  /** The newest message that was known when one came; a line stands below it. */
  since?: string;
  label: string;
  /** Stands above the first message. */
  above?: ReactNode;
};

/** Give it a key of its own for each place and person: then it begins at the newest. */
export function MessageList({ channel, thread, since = "", label, above }: Props): ReactNode {
  const { me } = useViewer();
  const rows = useMemo(
    () =>
      thread
        ? threadRows(channel, thread, me.id, me.tz)
        : channelRows(channel, me.id, me.tz, since),
    [channel, thread, me.id, me.tz, since],
  );
  const list = useRef<VirtuosoHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const end = useEnd(rows, list, box);
  const last = rows.at(-1)?.message;
  const tabbable = rows.some((one) => one.message.ts === current) ? current : last?.ts;
  const walk = useWalk(rows, list, box, Boolean(thread));
  const now = useNow();
  const draw = (at: number, row: Row) => (
    <>
      {at === 0 ? above : null}
      <Above row={row} at={at} replies={thread ? rows.length - 1 : undefined} now={now} />
      <MessageItem
        channel={channel.id}
        message={row.message}
        grouped={row.grouped}
        notes={row.notes}
        inThread={Boolean(thread)}
        tabbable={row.message.ts === tabbable}
      />
    </>
  );
  return (
    <div ref={box} className={styles.box}>
      <Virtuoso
        ref={list}
        className={styles.list}
        role="log"
        // What is new is told apart: scrolling isn't news.
        aria-live="off"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={walk}
        onFocus={(event) => {
          const ts = event.target.closest<HTMLElement>("article")?.dataset.ts;
          if (ts) setCurrent(ts);
        }}
        data={rows}
        context={above}
        components={PARTS}
        computeItemKey={keyOf}
        itemContent={draw}
        alignToBottom={!thread}
        initialTopMostItemIndex={{ index: "LAST", align: "end" }}
        increaseViewportBy={400}
        defaultItemHeight={56}
        atBottomThreshold={40}
        atBottomStateChange={end.change}
        followOutput={(atEnd) => (atEnd || last?.user === me.id ? "auto" : false)}
      />
      {end.away ? (
        <button
          type="button"
          className={end.count ? styles.fresh : styles.newest}
          onClick={end.back}
        >
          <Icon name="down" size={15} />
          {end.count ? counted(end.count, "new message", "new messages") : "Newest"}
        </button>
      ) : null}
      <News rows={rows} />
    </div>
  );
}

const keyOf = (_at: number, row: Row): string => row.message.ts;
const PARTS = {
  EmptyPlaceholder: ({ context }: { context?: ReactNode }) => <>{context}</>,
  Footer: () => <div className={styles.foot} />,
};

function Above(props: {
  row: Row;
  at: number;
  /** In a thread, how many there are. */
  replies: number | undefined;
  now: number;
}): ReactNode {
  const { row, at, replies, now } = props;
  const { me } = useViewer();
  const inThread = replies !== undefined;
  return (
    <>
      {inThread && at === 1 ? <Divider words={counted(replies, "reply", "replies")} left /> : null}
      {row.newDay && !(inThread && at === 0) ? (
        <Divider words={dayName(row.message.ts, me.tz, now)} />
      ) : null}
      {row.fresh ? <Divider words="New" fresh /> : null}
    </>
  );
}

/** Keys on a message itself; what is in it keeps its own. */
function useWalk(
  rows: Row[],
  list: { current: VirtuosoHandle | null },
  box: { current: HTMLElement | null },
  thread: boolean,
) {
  return (event: KeyboardEvent) => {
    const item = event.target as HTMLElement;
    if (item.tagName !== "ARTICLE" || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((one) => one.message.ts === item.dataset.ts);
    const message = rows[at]?.message;
    if (event.key === "Enter" && message && !thread) {
      if (message.ephemeral_to && !isReply(message)) return;
      event.preventDefault();
      openThread(rootOf(message));
      return;
    }
    const step = STEPS[event.key];
    const to = step === undefined ? FAR[event.key] : at + step;
    if (to === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const ts = rows[index]?.message.ts;
    const focus = () => {
      const found = box.current?.querySelector<HTMLElement>(`article[data-ts="${ts}"]`);
      found?.focus({ preventScroll: true });
      return Boolean(found);
    };
    // One that isn't drawn yet gets the focus once it is in sight.
    const drawn = focus();
    list.current?.scrollIntoView({ index, done: () => void (drawn || focus()) });
  };
}
