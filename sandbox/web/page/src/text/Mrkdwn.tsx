// Slack's own markup, drawn for the viewer.

import type { ReactNode } from "react";

/** Text as Slack's mrkdwn; nothing in it can become markup of the page. */
export function Mrkdwn({ text }: { text: string }): ReactNode {
  return text;
}

/** A text object of Block Kit: mrkdwn, or plain text whose emoji names are drawn. */
export function Text({ text }: { text: { type: string; text: string } | undefined }): ReactNode {
  return text?.text;
}
