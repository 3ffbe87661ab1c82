// A frame with a title around other blocks.

import { type ReactNode, useId, useState } from "react";
import { Text } from "../text/Mrkdwn";
import type { TextJson } from "../text/plain";
import type { Block } from "../types";
import styles from "./Container.module.css";
import { Picture } from "./Picture";
import { RichParts } from "./RichText";
import {
  also,
  type Drawn,
  type ImageJson,
  isBool,
  isImage,
  isRichText,
  isString,
  isText,
  isTyped,
  listOf,
  maybe,
  type RichTextJson,
  shaped,
} from "./wire";

export const isContainer = also(
  shaped({
    title: maybe(isText),
    rich_text_title: maybe(isRichText),
    subtitle: maybe(isText),
    icon: maybe(isImage),
    child_blocks: listOf(isTyped),
    width: maybe(isString),
    is_collapsible: maybe(isBool),
    default_collapsed: maybe(isBool),
    has_header_divider: maybe(isBool),
  }),
  (container) => Boolean(container.title ?? container.rich_text_title),
);
type Parts = {
  title: TextJson | undefined;
  rich_text_title: RichTextJson | undefined;
  subtitle: TextJson | undefined;
  icon: ImageJson | undefined;
  child_blocks: Block[];
  width: string | undefined;
  is_collapsible: boolean | undefined;
  default_collapsed: boolean | undefined;
  has_header_divider: boolean | undefined;
};

/** Its `children` are the blocks in it, drawn. */
export function ContainerBlock({
  parts,
  children,
}: Drawn<Parts> & { children: ReactNode }): ReactNode {
  const id = useId();
  const folds = parts.is_collapsible ?? false;
  const [open, setOpen] = useState(!(folds && parts.default_collapsed));
  const head = parts.has_header_divider ? `${styles.head} ${styles.divided}` : styles.head;
  return (
    <div className={`${styles.container} ${styles[parts.width ?? "standard"] ?? ""}`}>
      <div className={head}>
        {folds ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            aria-labelledby={id}
            onClick={() => setOpen(!open)}
          >
            <span aria-hidden="true">{open ? "▾" : "▸"}</span>
          </button>
        ) : null}
        <Head parts={parts} id={id} />
      </div>
      {open ? children : null}
    </div>
  );
}

function Head({ parts, id }: { parts: Parts; id: string }): ReactNode {
  const { icon, title, rich_text_title, subtitle } = parts;
  return (
    <>
      {icon ? <Picture image={icon} size="small" /> : null}
      <div className={styles.words}>
        <div className={styles.title} id={id}>
          {title ? <Text text={title} /> : null}
          {rich_text_title ? <RichParts of={rich_text_title} /> : null}
        </div>
        {subtitle ? (
          <span className={styles.subtitle}>
            <Text text={subtitle} />
          </span>
        ) : null}
      </div>
    </>
  );
}
