// The smallest parts of any text: people and places, moments, links.

import type { MouseEvent, ReactNode } from "react";
import { DIRECT, go } from "../look";
import { useViewer, type Viewer } from "../viewer";
import { isSafe, messageAt } from "./address";
import { useTimely } from "./clock";
import { changesWithTime, formatDate, fullStamp } from "./dates";
import styles from "./text.module.css";
import type { Mention, Moment } from "./tree";

/** A link that leaves the page, or shows a message on it; an unsafe address makes it plain words. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  const viewer = useViewer();
  if (!isSafe(href)) return <span>{children}</span>;
  const show = messageAt(href, viewer);
  const open = (event: MouseEvent) => {
    if (!show || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show();
  };
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href} onClick={open}>
      {children}
    </a>
  );
}

/** A person, a group, a channel or everybody, by the name that the viewer knows. */
export function MentionMark({ kind, id, label }: Omit<Mention, "is">): ReactNode {
  const viewer = useViewer();
  if (kind === "channel") return <ChannelMark id={id} label={label} />;
  if (kind === "everyone") return <span className={styles.mine}>@{id}</span>;
  if (kind === "group") {
    const group = viewer.group(id);
    const mine = group?.users.includes(viewer.me.id) ?? false;
    const name = group?.handle ?? label?.replace(/^@/, "") ?? id;
    return <Named name={name} mine={mine} title={group?.name} />;
  }
  const user = viewer.user(id);
  const name = user?.name ?? label?.replace(/^@/, "") ?? id;
  return <Named name={name} mine={id === viewer.me.id} title={user?.real_name} />;
}

type NamedProps = { name: string; mine: boolean; title: string | undefined };

function Named({ name, mine, title }: NamedProps): ReactNode {
  const said = mine ? `${title ?? name} (you)` : title;
  return (
    <span className={mine ? styles.mine : styles.mention} title={said}>
      @{name}
    </span>
  );
}

function ChannelMark({ id, label }: { id: string; label: string | undefined }): ReactNode {
  const viewer = useViewer();
  const channel = viewer.channel(id);
  const shown = `#${channel?.name ?? label ?? id}`;
  if (!channel || !isTheirs(viewer, id)) return <span className={styles.mention}>{shown}</span>;
  const show = () => go({ channel: channel.kind === "im" ? DIRECT : channel.name });
  return (
    <button type="button" className={styles.channel} onClick={show}>
      {shown}
    </button>
  );
}

const isTheirs = (viewer: Viewer, id: string): boolean =>
  viewer.channels.some((one) => one.id === id);

/** A moment in the viewer's zone, its fallback if no calendar has it. */
export function MomentMark({ at, format, fallback, href }: Omit<Moment, "is">): ReactNode {
  const zone = useViewer().me.tz;
  const read = () => {
    try {
      return formatDate(at, format, zone);
    } catch {
      return fallback;
    }
  };
  const shown = useTimely(read, changesWithTime(format));
  const time = <time title={fullStamp(at, zone)}>{shown}</time>;
  return href ? <SafeLink href={href}>{time}</SafeLink> : time;
}
