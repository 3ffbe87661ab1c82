// Blocks that are little more than their text.

import type { ReactNode } from "react";
import { InputBlock } from "../elements/InputBlock";
import { Markdown } from "../text/Markdown";
import { Text } from "../text/Mrkdwn";
import { each } from "./each";
import { NotDrawn } from "./NotDrawn";
import { Picture } from "./Picture";
import styles from "./simple.module.css";
import {
  type Drawn,
  isImage,
  isNumber,
  isObj,
  isString,
  isText,
  isTyped,
  listOf,
  maybe,
  shaped,
} from "./wire";

export const isHeader = shaped({ text: isText, level: maybe(isNumber) });
type HeaderParts = Drawn<{ text: Parameters<typeof Text>[0]["text"]; level: number | undefined }>;

const HEADINGS = ["h3", "h4", "h5", "h6"] as const;

/** A message's own headings stand below those of the page. */
export function Header({ parts }: HeaderParts): ReactNode {
  const level = Math.min(Math.max(parts.level ?? 1, 1), 4);
  const Heading = HEADINGS[level - 1] ?? "h3";
  return (
    <Heading className={`${styles.header} ${styles[`level${level}`]}`}>
      <Text text={parts.text} />
    </Heading>
  );
}

export const isDivider = isObj;
export const Divider = (): ReactNode => <hr className={styles.divider} />;

export const isContext = shaped({ elements: listOf(isTyped) });

/** Small and quiet: texts and little pictures in a line. */
export function Context({ parts }: Drawn<{ elements: { type: string }[] }>): ReactNode {
  return (
    <div className={styles.context}>
      {each(parts.elements, (one) => (
        <ContextPart part={one} />
      ))}
    </div>
  );
}

function ContextPart({ part }: { part: unknown }): ReactNode {
  if (isText(part)) return <Text text={part} />;
  if (isImage(part)) return <Picture image={part} size="small" />;
  return <NotDrawn what={part} />;
}

export const isMarkdown = shaped({ text: isString });
export const MarkdownBlock = ({ parts }: Drawn<{ text: string }>): ReactNode => (
  <Markdown text={parts.text} />
);

export const isInput = shaped({ label: isText, element: isTyped, hint: maybe(isText) });
export const Input = ({ block }: Drawn<unknown>): ReactNode => <InputBlock block={block} />;
