// Rich text: sections, lists, quotes and code, made of leaves.

import type { ReactNode } from "react";
import type { ElementJson } from "../elements/place";
import { Code } from "../text/Code";
import { each } from "./each";
import { Leaf } from "./Leaf";
import { NotDrawn } from "./NotDrawn";
import styles from "./RichText.module.css";
import {
  type Drawn,
  isNumber,
  isString,
  isTyped,
  listOf,
  maybe,
  type RichTextJson,
  shaped,
} from "./wire";

export const RichText = ({ parts }: Drawn<RichTextJson>): ReactNode => <RichParts of={parts} />;

/** The parts of a rich text, wherever it stands. */
export function RichParts({ of }: { of: RichTextJson }): ReactNode {
  return (
    <div className={styles.rich}>
      {each(of.elements, (part) => (
        <Part part={part} />
      ))}
    </div>
  );
}

const isPart = shaped({
  type: isString,
  elements: listOf(isTyped),
  border: maybe(isNumber),
  indent: maybe(isNumber),
  offset: maybe(isNumber),
  style: maybe(isString),
  language: maybe(isString),
});
type PartJson = {
  type: string;
  elements: ElementJson[];
  border: number | undefined;
  indent: number | undefined;
  offset: number | undefined;
  style: string | undefined;
  language: string | undefined;
};

function Part({ part }: { part: unknown }): ReactNode {
  if (!isPart(part)) return <NotDrawn what={part} />;
  switch (part.type) {
    case "rich_text_section":
      return (
        <div className={styles.section}>
          <Leaves leaves={part.elements} />
        </div>
      );
    case "rich_text_quote":
      return (
        <blockquote className={part.border === 1 ? styles.bordered : styles.quote}>
          <Leaves leaves={part.elements} />
        </blockquote>
      );
    case "rich_text_preformatted":
      return (
        <div className={part.border === 1 ? styles.bordered : undefined}>
          <Code text={<Leaves leaves={part.elements} plain />} language={part.language} />
        </div>
      );
    case "rich_text_list":
      return <List of={part} />;
    default:
      return <NotDrawn what={part} />;
  }
}

const BULLETS = ["disc", "circle", "square"];
const NUMBERS = ["decimal", "lower-alpha", "lower-roman"];

function List({ of }: { of: PartJson }): ReactNode {
  const indent = of.indent ?? 0;
  const ordered = of.style === "ordered";
  const signs = ordered ? NUMBERS : BULLETS;
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag
      className={of.border === 1 ? `${styles.list} ${styles.bordered}` : styles.list}
      style={{ marginLeft: indent * 28, listStyleType: signs[indent % signs.length] }}
      {...(ordered && of.offset ? { start: of.offset + 1 } : {})}
    >
      {each(of.elements, (item) => (
        <li>
          <Part part={item} />
        </li>
      ))}
    </Tag>
  );
}

function Leaves({ leaves, plain = false }: { leaves: ElementJson[]; plain?: boolean }): ReactNode {
  return each(leaves, (leaf) => <Leaf leaf={leaf} plain={plain} />);
}
