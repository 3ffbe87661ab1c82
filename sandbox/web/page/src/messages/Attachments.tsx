// Attachments as messages had them before there were blocks, and what previews of links use.

import type { ReactNode } from "react";
import { Blocks } from "../blocks/Blocks";
import { Mrkdwn } from "../text/Mrkdwn";
import type { Block, Obj } from "../types";
import styles from "./Attachments.module.css";

type Field = { title?: string; value?: string; short?: boolean };
type Attachment = {
  color?: string;
  pretext?: string;
  author_name?: string;
  title?: string;
  title_link?: string;
  text?: string;
  fallback?: string;
  from_url?: string;
  fields?: Field[];
  footer?: string;
  image_url?: string;
  thumb_url?: string;
  blocks?: Block[];
};

const NAMED: Record<string, string> = {
  good: "var(--accent)",
  warning: "var(--warning)",
  danger: "var(--danger)",
};

export function Attachments({ all }: { all: Obj[] }): ReactNode {
  return all.map((one, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no name, and their order stays
    <OneAttachment key={at} given={one} />
  ));
}

function OneAttachment({ given }: { given: Obj }): ReactNode {
  const one = given as Attachment;
  const { title, text, fields, blocks } = one;
  const words = text ?? (blocks || title || fields ? undefined : one.fallback);
  const picture = one.image_url ?? one.thumb_url;
  if (!(one.pretext || title || words || blocks?.length || fields?.length || picture)) {
    return (
      <div className={styles.raw}>
        <span>attachment, not drawn</span>
        <pre>{JSON.stringify(given, null, 2)}</pre>
      </div>
    );
  }
  return (
    <>
      {one.pretext ? <Mrkdwn text={one.pretext} /> : null}
      <div className={styles.one} style={{ borderLeftColor: colourOf(one.color) }}>
        {one.author_name ? <div className={styles.quiet}>{one.author_name}</div> : null}
        {title ? <strong>{linked(one.title_link, title)}</strong> : null}
        {words ? <Mrkdwn text={words} /> : null}
        {blocks?.length ? <Blocks blocks={blocks} /> : null}
        {fields?.length ? <Fields fields={fields} /> : null}
        {picture ? <div className={styles.quiet}>Picture: {linked(picture, picture)}</div> : null}
        {one.footer ? <div className={styles.quiet}>{one.footer}</div> : null}
        {one.from_url ? (
          <div className={styles.quiet}>{linked(one.from_url, one.from_url)}</div>
        ) : null}
      </div>
    </>
  );
}

function Fields({ fields }: { fields: Field[] }): ReactNode {
  return (
    <dl className={styles.fields}>
      {fields.map(({ title, value, short }) => (
        <div key={`${title}/${value}`} className={short ? undefined : styles.wide}>
          <dt>{title}</dt>
          <dd>
            <Mrkdwn text={value ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A link where the address is one of the web's; else the words alone. */
function linked(address: string | undefined, words: string): ReactNode {
  if (!address || !/^https?:\/\//i.test(address)) return words;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

function colourOf(given: string | undefined): string {
  if (!given) return "var(--line)";
  if (NAMED[given]) return NAMED[given];
  const hex = given.replace(/^#/, "");
  return /^[0-9a-f]{6}$/i.test(hex) ? `#${hex}` : "var(--line)";
}
