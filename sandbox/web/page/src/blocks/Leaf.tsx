// The smallest parts of a rich text.

import type { ReactNode } from "react";
import { emojiOf } from "../text/emoji";
import { MentionMark, MomentMark, SafeLink } from "../text/leaves";
import type { Obj } from "../types";
import { NotDrawn } from "./NotDrawn";
import styles from "./RichText.module.css";
import { isObj } from "./wire";

/** One leaf in its style; `plain`: inside code, whose look it has anyway. */
export function Leaf({ leaf, plain }: { leaf: Obj; plain: boolean }): ReactNode {
  const bare = drawn(leaf);
  if (bare === undefined) return <NotDrawn what={leaf} />;
  return isObj(leaf.style) ? dressed(bare, leaf.style, plain) : bare;
}

const STYLES = [
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["underline", "u"],
  ["highlight", "mark"],
  ["client_highlight", "mark"],
] as const;

function dressed(bare: ReactNode, style: Obj, plain: boolean): ReactNode {
  let node = style.code === true && !plain ? <code className={styles.code}>{bare}</code> : bare;
  for (const [name, Tag] of STYLES) if (style[name] === true) node = <Tag>{node}</Tag>;
  return node;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

// Undefined: this page doesn't know such a leaf, or it lacks what it must have.
function drawn(leaf: Obj): ReactNode | undefined {
  switch (leaf.type) {
    case "text":
      return typeof leaf.text === "string" ? leaf.text : undefined;
    case "link":
      return text(leaf.url) && <SafeLink href={String(leaf.url)}>{linkWords(leaf)}</SafeLink>;
    case "user":
      return text(leaf.user_id) && <MentionMark kind="user" id={String(leaf.user_id)} />;
    case "usergroup":
      return text(leaf.usergroup_id) && <MentionMark kind="group" id={String(leaf.usergroup_id)} />;
    case "channel":
      return text(leaf.channel_id) && <MentionMark kind="channel" id={String(leaf.channel_id)} />;
    case "team":
      return text(leaf.team_id) && <MentionMark kind="group" id={String(leaf.team_id)} />;
    case "broadcast":
      return text(leaf.range) && <MentionMark kind="everyone" id={String(leaf.range)} />;
    case "emoji":
      return text(leaf.name) && emojiWords(leaf);
    case "color":
      return text(leaf.value) && <Colour value={String(leaf.value)} />;
    case "date":
      return typeof leaf.timestamp === "number" ? moment(leaf, leaf.timestamp) : undefined;
    default:
      return undefined;
  }
}

const linkWords = (leaf: Obj): string => text(leaf.text) ?? String(leaf.url);

function emojiWords(leaf: Obj): string {
  const tone = typeof leaf.skin_tone === "number" ? leaf.skin_tone : undefined;
  return emojiOf(String(leaf.name), tone) ?? `:${leaf.name}:`;
}

function moment(leaf: Obj, at: number): ReactNode {
  const { format = "{date_short_pretty} {time}", fallback, url } = leaf;
  const href = text(url);
  return (
    <MomentMark
      at={at}
      format={String(format)}
      fallback={text(fallback) ?? String(at)}
      {...(href ? { href } : {})}
    />
  );
}

function Colour({ value }: { value: string }): ReactNode {
  return (
    <span className={styles.colour}>
      {/^#[0-9a-f]{3,8}$/i.test(value) ? (
        <span className={styles.swatch} style={{ backgroundColor: value }} />
      ) : null}
      {value}
    </span>
  );
}
