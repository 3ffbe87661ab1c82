// Slack's own markup, drawn for the viewer.

import { Fragment, memo, type ReactNode } from "react";
import { Code } from "./Code";
import { MentionMark, MomentMark, SafeLink } from "./leaves";
import { plainWords, type TextJson } from "./plain";
import { parseMrkdwn } from "./readMrkdwn";
import styles from "./text.module.css";
import type { Node } from "./tree";

/** Text as Slack's mrkdwn; nothing in it can become markup of the page. */
export const Mrkdwn = memo(function Mrkdwn({
  text,
  verbatim = false,
}: {
  text: string;
  /** Whether an address that isn't in brackets stays words. */
  verbatim?: boolean;
}): ReactNode {
  return <Nodes nodes={parseMrkdwn(text, verbatim)} />;
});

/** A text object of Block Kit: mrkdwn, or plain text whose emoji names are drawn. */
export const Text = memo(function Text({ text }: { text: TextJson | undefined }): ReactNode {
  if (!text) return null;
  if (text.type === "mrkdwn") return <Mrkdwn text={text.text} verbatim={text.verbatim ?? false} />;
  return <span className={styles.words}>{plainWords(text)}</span>;
});

/** What a text is made of, drawn; in a line of its own only if something in it needs one. */
export function Nodes({ nodes }: { nodes: Node[] }): ReactNode {
  const tall = nodes.some((one) => one.is === "pre" || one.is === "quote");
  const drawn = nodes.map(drawNode);
  return tall ? (
    <div className={styles.words}>{drawn}</div>
  ) : (
    <span className={styles.words}>{drawn}</span>
  );
}

const TAGS = { bold: "strong", italic: "em", strike: "s", quote: "blockquote" } as const;

// The parts of a text never change places, so that their place is their key.
function drawNode(node: Node, at: number): ReactNode {
  switch (node.is) {
    case "text":
      return <Fragment key={at}>{node.text}</Fragment>;
    case "break":
      return <br key={at} />;
    case "code":
      return <code key={at}>{node.text}</code>;
    case "pre":
      return <Code key={at} text={node.text} />;
    case "link":
      return (
        <SafeLink key={at} href={node.href}>
          {node.label}
        </SafeLink>
      );
    case "mention":
      return <MentionMark key={at} {...node} />;
    case "date":
      return <MomentMark key={at} {...node} />;
    default: {
      const Tag = TAGS[node.is];
      return <Tag key={at}>{node.inside.map(drawNode)}</Tag>;
    }
  }
}
