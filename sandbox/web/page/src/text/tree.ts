// What a text is made of, once read.

export type Mark = "bold" | "italic" | "strike";
export type MentionKind = "user" | "channel" | "group" | "everyone";

export type Mention = { is: "mention"; kind: MentionKind; id: string; label?: string };
export type Moment = { is: "date"; at: number; format: string; fallback: string; href?: string };
export type Link = { is: "link"; href: string; label: string };
export type Words = { is: "text"; text: string };

/** What stands in a line. */
export type Inline =
  | Words
  | Mention
  | Moment
  | Link
  | { is: "code"; text: string }
  | { is: "break" }
  | { is: Mark; inside: Inline[] };

/** A line's content, or what stands by itself. */
export type Node = Inline | { is: "pre"; text: string } | { is: "quote"; inside: Node[] };

/** What Slack writes in angle brackets. */
export type Angled = Mention | Moment | Link | Words;
