// Where one can go: channels, the app, what is archived; with marks for what is new.

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { DIRECT, go, HOME, useLook } from "../look";
import { channelOf, kindOf, nameOf, signOf } from "../messages/where";
import { useMirror } from "../mirror";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import { Icon, type IconName } from "./Icon";
import { type Unread, useUnread } from "./news";
import styles from "./Sidebar.module.css";

export function Sidebar({
  open = false,
  close = () => {},
}: {
  /** Whether it is slid in, where there is no room for it beside the channel. */
  open?: boolean;
  close?: () => void;
}): ReactNode {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) bar.current?.querySelector<HTMLElement>("[aria-current], button")?.focus();
  }, [open]);
  const keyDown = (event: KeyboardEvent) => {
    if (open && event.key === "Escape") close();
  };
  return (
    <>
      <nav
        id="places"
        ref={bar}
        className={open ? `${styles.bar} ${styles.open}` : styles.bar}
        aria-label="Channels and apps"
        onKeyDown={keyDown}
      >
        <Places leave={close} />
      </nav>
      {open ? (
        <button
          type="button"
          className={styles.behind}
          aria-label="Close the list"
          onClick={close}
        />
      ) : null}
    </>
  );
}

function Places({ leave }: { leave: () => void }): ReactNode {
  const { me, user } = useViewer();
  const look = useLook();
  const channels = useMirror((state) => state.channels);
  const home = useMirror((state) => state.app.home_tab);
  const current = useMirror((state) => channelOf(state, me.id, look.channel)?.id);
  const unread = useUnread();
  const mine = channels.filter((one) => one.members.includes(me.id));
  const direct = mine.find((one) => one.kind === "im");
  const open = mine.filter((one) => one.kind !== "im" && !one.is_archived);
  const archived = mine.filter((one) => one.is_archived);
  const away = look.channel === HOME || look.channel === DIRECT;
  const visit = (channel: string) => {
    go({ channel });
    leave();
  };
  const row = (one: Channel) => (
    <Place
      key={one.id}
      name={nameOf(one, user)}
      icon={signOf(one)}
      said={kindOf(one)}
      here={!away && one.id === current}
      unread={unread.get(one.id)}
      visit={() => visit(one.name)}
    />
  );
  return (
    <>
      <Section title="Channels">{open.map(row)}</Section>
      <Section title="Apps">
        <Place
          name="Signoff"
          icon="spark"
          said="direct messages"
          here={look.channel === DIRECT}
          unread={direct && unread.get(direct.id)}
          visit={() => visit(DIRECT)}
        />
        {home ? (
          <Place
            name="Home"
            icon="home"
            said="Signoff's own page for you"
            here={look.channel === HOME}
            unread={undefined}
            visit={() => visit(HOME)}
          />
        ) : null}
      </Section>
      {archived.length ? <Section title="Archived">{archived.map(row)}</Section> : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = `places-${title.toLowerCase()}`;
  return (
    <section className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}

function Place(props: {
  name: string;
  icon: IconName;
  said: string;
  here: boolean;
  unread: Unread | undefined;
  visit: () => void;
}): ReactNode {
  const { name, icon, said, here, unread, visit } = props;
  const fresh = unread?.count ? styles.fresh : "";
  return (
    <li>
      <button
        type="button"
        className={`${styles.place} ${fresh}`}
        aria-current={here ? "page" : undefined}
        title={said}
        onClick={visit}
      >
        <Icon name={icon} size={16} />
        <span className={styles.name}>{name}</span>
        {icon === "hash" ? null : <span className="away"> ({said})</span>}
        {icon === "shared" ? (
          <span className={styles.word} aria-hidden="true">
            shared
          </span>
        ) : null}
        <Marks unread={unread} />
      </button>
    </li>
  );
}

/** A number for what is new; another mark for what is meant for this person. */
function Marks({ unread }: { unread: Unread | undefined }): ReactNode {
  if (!unread?.count) return null;
  const { count, calls } = unread;
  return calls ? (
    <span className={styles.calls} title={`${count} new, ${calls} for you`}>
      @ {calls}
      <span className="away">{` for you, ${count} new`}</span>
    </span>
  ) : (
    <span className={styles.count} title={`${count} new`}>
      {count}
      <span className="away"> new</span>
    </span>
  );
}
