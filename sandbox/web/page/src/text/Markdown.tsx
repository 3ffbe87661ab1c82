// The standard Markdown of a markdown block.

import { type ComponentProps, memo, type ReactElement, type ReactNode, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { isSafe } from "./address";
import { Code } from "./Code";
import { MentionMark, MomentMark, SafeLink } from "./leaves";
import { hold, remarkSlack } from "./remarkSlack";
import styles from "./text.module.css";
import type { Angled } from "./tree";

// Quotes and lists deeper than anybody writes would take the page's time and memory.
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){20}/m;
const GFM = [remarkGfm, { singleTilde: false }] as const;

/** Markdown with Slack's tokens in it; HTML in it is only text, and no picture is loaded. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactNode {
  const held = useMemo(() => hold(text), [text]);
  if (TOO_DEEP.test(text)) return <div className={styles.words}>{text}</div>;
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={[[...GFM], [remarkSlack, held]]}
        urlTransform={(url) => url}
        components={COMPONENTS}
      >
        {held.text}
      </ReactMarkdown>
    </div>
  );
});

const COMPONENTS: Components & Record<"slack-token", typeof Token> = {
  "slack-token": Token,
  a: ({ href = "", children }) =>
    isSafe(href) ? <SafeLink href={href}>{children}</SafeLink> : <span>{children}</span>,
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  pre: Pre,
  code: ({ children }) => <code>{children}</code>,
  input: ({ checked }) => <Check done={checked === true} />,
  li: ({ className, children }) => (
    <li className={className?.includes("task") ? styles.task : undefined}>{children}</li>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </div>
  ),
  // A message's own headings stand below those of the page.
  h1: ({ children }) => <h3 className={styles.h1}>{children}</h3>,
  h2: ({ children }) => <h4 className={styles.h2}>{children}</h4>,
  h3: ({ children }) => <h5 className={styles.h3}>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

function Token({ token = "" }: { token?: string }): ReactNode {
  const read = JSON.parse(token) as Angled;
  switch (read.is) {
    case "mention":
      return <MentionMark {...read} />;
    case "date":
      return <MomentMark {...read} />;
    case "link":
      return <SafeLink href={read.href}>{read.label}</SafeLink>;
    case "text":
      return read.text;
  }
}

function Pre({ children }: ComponentProps<"pre">): ReactNode {
  const inside = (children as ReactElement<ComponentProps<"code">>).props;
  const language = /language-(\S+)/.exec(inside.className ?? "")?.[1];
  return <Code text={String(inside.children ?? "").replace(/\n$/, "")} language={language} />;
}

// The page loads nothing from elsewhere: a picture's words stand for it.
function Picture({ src, alt }: { src: string; alt: string }): ReactNode {
  const words = `▣ ${alt || "picture"}`;
  return (
    <span className={styles.picture}>
      {isSafe(src) ? <SafeLink href={src}>{words}</SafeLink> : words}
    </span>
  );
}

function Check({ done }: { done: boolean }): ReactNode {
  return (
    <span className={styles.check} role="img" aria-label={done ? "done" : "to do"}>
      {done ? "☑" : "☐"}
    </span>
  );
}
