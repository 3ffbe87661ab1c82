// A section: text, fields in two columns, and an element beside them.

import { type ReactNode, useMemo, useState } from "react";
import { Element } from "../elements/Element";
import type { ElementJson } from "../elements/place";
import { Nodes, Text } from "../text/Mrkdwn";
import { plainWords, type TextJson } from "../text/plain";
import { parseMrkdwn } from "../text/readMrkdwn";
import type { Node } from "../text/tree";
import { each } from "./each";
import { beginning } from "./fold";
import { Picture } from "./Picture";
import styles from "./Section.module.css";
import { also, type Drawn, isBool, isImage, isText, isTyped, listOf, maybe, shaped } from "./wire";

export const isSection = also(
  shaped({
    text: maybe(isText),
    fields: maybe(listOf(isText)),
    accessory: maybe(isTyped),
    expand: maybe(isBool),
  }),
  (section) => Boolean(section.text ?? section.fields?.length),
);

type Parts = {
  text: TextJson | undefined;
  fields: TextJson[] | undefined;
  accessory: ElementJson | undefined;
  expand: boolean | undefined;
};

export function Section({ block, parts }: Drawn<Parts>): ReactNode {
  const { text, fields, accessory, expand } = parts;
  return (
    <div className={styles.section}>
      <div className={styles.words}>
        {text ? expand ? <Text text={text} /> : <LongText text={text} /> : null}
        {fields ? (
          <div className={styles.fields}>
            {each(fields, (field) => (
              <div>
                <Text text={field} />
              </div>
            ))}
          </div>
        ) : null}
      </div>
      {accessory ? (
        <div className={styles.accessory}>
          {isImage(accessory) ? (
            <Picture image={accessory} size="beside" />
          ) : (
            <Element block={block} element={accessory} />
          )}
        </div>
      ) : null}
    </div>
  );
}

function LongText({ text }: { text: TextJson }): ReactNode {
  const [open, setOpen] = useState(false);
  const short = useMemo(() => beginning(nodesOf(text)), [text]);
  if (!short) return <Text text={text} />;
  return (
    <>
      {open ? <Text text={text} /> : <Nodes nodes={short} />}{" "}
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? "See less" : "See more"}
      </button>
    </>
  );
}

const nodesOf = (text: TextJson): Node[] =>
  text.type === "mrkdwn"
    ? parseMrkdwn(text.text, text.verbatim)
    : [{ is: "text", text: plainWords(text) }];
