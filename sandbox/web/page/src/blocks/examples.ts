// For tests and for looking: each kind of block, bare and rich.

import type { Block } from "../types";
import {
  button,
  card,
  type Example,
  image,
  leaves,
  lines,
  list,
  make,
  mrkdwn,
  number,
  plain,
  points,
  raw,
  rich,
  row,
  section,
  task,
  text,
  whole,
} from "./exampleParts";

/** Every kind of block, first with what it must have, then with all it may have. */
export const EXAMPLES: Example[] = [
  make("section", { type: "section", text: mrkdwn("*Will do*  restart") }, "Will do", "restart"),
  make(
    "section, rich",
    {
      type: "section",
      text: mrkdwn("Refund `R-1` for <@U0BEN>"),
      fields: [mrkdwn("*Amount*\n12 €"), plain("Risk: low"), mrkdwn("*Why*\nbroken"), plain("4th")],
      accessory: button("Details"),
    },
    "R-1",
    "@ben",
    "12 €",
    "Risk: low",
    "Details",
  ),
  make("section, fields alone", { type: "section", fields: [plain("Alone")] }, "Alone"),
  make(
    "section with a picture",
    { type: "section", text: plain("Beside"), accessory: image("a graph") },
    "Beside",
    "a graph",
  ),
  make("header", { type: "header", text: plain("Approval needed") }, "Approval needed"),
  ...[1, 2, 3, 4].map((level) =>
    make(
      `header, level ${level}`,
      { type: "header", text: plain(`Head *${level}* :lock:`), level },
      `Head *${level}* 🔒`,
    ),
  ),
  make("divider", { type: "divider" }),
  make("image", { ...image("latency graph") }, "latency graph"),
  make("image, rich", { ...image("graph"), title: plain("Latency") }, "Latency", "graph"),
  make("context", { type: "context", elements: [mrkdwn("A-1042")] }, "A-1042"),
  make(
    "context, rich",
    { type: "context", elements: [image("logo"), mrkdwn("run *R-1*"), plain("policy v7")] },
    "logo",
    "R-1",
    "policy v7",
  ),
  make("actions", { type: "actions", elements: [button("Approve")] }, "Approve"),
  make(
    "actions, rich",
    {
      type: "actions",
      elements: [button("Approve once", { style: "primary" }), button("Reject…")],
    },
    "Approve once",
    "Reject…",
  ),
  make(
    "input",
    {
      type: "input",
      label: plain("Reason"),
      element: { type: "plain_text_input", action_id: "a" },
    },
    "Reason",
  ),
  make(
    "input, rich",
    {
      type: "input",
      block_id: "rich",
      label: plain("Note"),
      hint: plain("They will read it"),
      optional: true,
      element: { type: "plain_text_input", action_id: "b", multiline: true },
    },
    "Note",
    "optional",
    "They will read it",
  ),
  make("rich_text", { ...rich("words") }, "words"),
  make(
    "rich_text, rich",
    {
      type: "rich_text",
      elements: [
        section(...leaves),
        list("bullet", {}, "one", "two"),
        list("ordered", { indent: 1, offset: 2, border: 1 }, "third", "fourth"),
        { type: "rich_text_quote", border: 1, elements: [text("quoted")] },
        {
          type: "rich_text_preformatted",
          language: "python",
          elements: [text("run(\n  a=1,\n)"), { type: "link", url: "https://a.test" }],
        },
      ],
    },
    ...["strong", "slanted", "gone", "a*b*", "under", "a link", "bad link", "@ben", "@oncall"],
    ...["#ops", "@T1", "🔒", "👋🏼", "@here", "#1f6f54", "2026-11-30", "two", "fourth", "quoted"],
    ...["python", "run(\n  a=1,\n)", "https://a.test"],
  ),
  make(
    "video",
    {
      type: "video",
      title: plain("How it works"),
      video_url: "https://a.test/v",
      thumbnail_url: "https://a.test/t.png",
      alt_text: "a film",
      author_name: "Ana",
      provider_name: "Films",
      description: plain("In 2 minutes"),
    },
    ...["How it works", "a film", "Ana", "Films", "In 2 minutes"],
  ),
  make("markdown", { type: "markdown", text: "words" }, "words"),
  make(
    "markdown, rich",
    {
      type: "markdown",
      text: "# Title\n\n**b** and `a*b*` for <@U0BEN>\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```py\nx = 1\n```\n\n> quoted\n\n1. first\n2. second",
    },
    ...["Title", "a*b*", "@ben", "open", "py", "x = 1", "quoted", "second"],
  ),
  make("file", { type: "file", external_id: "F-1", source: "remote" }, "Remote file", "F-1"),
  make("call", { type: "call", call_id: "R-CALL" }, "Call", "R-CALL"),
  make(
    "context_actions",
    {
      type: "context_actions",
      elements: [
        { type: "icon_button", action_id: "bin", icon: "trash", text: plain("Delete it") },
      ],
    },
    "Delete it",
  ),
  make("table", { type: "table", rows: [[raw("Pod")], [raw("api-1")]] }, "Pod", "api-1"),
  make(
    "table, rich",
    {
      type: "table",
      column_settings: [{ is_wrapped: true }, { align: "right" }, { align: "center" }],
      rows: [
        [raw("Service"), raw("p99"), raw("State")],
        [rich("checkout with a long name that has to wrap"), number(1250), raw("slow")],
        [raw("cart"), { type: "raw_number", value: 90, text: "90 ms" }, raw("fine")],
      ],
    },
    ...["Service", "long name", "1,250", "90 ms", "slow"],
  ),
  make(
    "data_table",
    { type: "data_table", caption: "Pods", rows: [[raw("Name")], [raw("api-1")]] },
    ...["Pods", "Name", "api-1"],
  ),
  make(
    "data_table, rich",
    {
      type: "data_table",
      caption: "All pods",
      page_size: 3,
      row_header_column_index: 0,
      rows: [[raw("Pod"), raw("Requests"), raw("Do")], ...[1, 2, 3, 4, 5, 6, 7].map(row)],
    },
    ...["All pods", "Pod", "pod-3", "3,000", "Drain 3", "1–3 of 7"],
  ),
  ...["line", "bar", "area"].map((type) =>
    make(
      `data_visualization, ${type}`,
      { type: "data_visualization", title: `Latency ${type}`, chart: lines(type) },
      ...[`Latency ${type}`, "p99", "Tue", "Day", "ms"],
    ),
  ),
  make(
    "data_visualization, pie",
    { type: "data_visualization", title: "Share", chart: { type: "pie", segments: points(3, 5) } },
    ...["Share", "Tue"],
  ),
  make("task_card", task("t1", "look it up", "pending"), "look it up", "Pending"),
  make(
    "task_card, rich",
    task("t2", "restart", "error", whole),
    ...["restart", "Error", "asked the pager", "3 pods", "Runbook", "Bad source"],
  ),
  make("plan", { type: "plan", title: "R-1: at work" }, "R-1: at work"),
  make(
    "plan, rich",
    {
      type: "plan",
      title: "R-2: waiting",
      tasks: [
        task("a", "look up", "complete", whole),
        task("b", "restart <!here>", "in_progress"),
        { task_id: "c", title: "drain", status: "pending" },
      ],
    },
    ...["R-2: waiting", "look up", "Complete", "restart <!here>", "In progress", "Pending"],
  ),
  make("card", { type: "card", title: mrkdwn("Bare *card*") }, "Bare", "card"),
  make(
    "card, rich",
    card as Block,
    ...["hero", "icon", "Deploy", "checkout-api", "4 min", "Open it"],
  ),
  make(
    "carousel",
    {
      type: "carousel",
      elements: [
        card,
        { type: "card", title: plain("Second") },
        { ...card, title: plain("Third") },
      ],
    },
    ...["Deploy", "Second", "Third"],
  ),
  make(
    "container",
    { type: "container", title: plain("Frame"), child_blocks: [{ type: "divider" }] },
    "Frame",
  ),
  make(
    "container, rich",
    {
      type: "container",
      rich_text_title: rich("Folded frame"),
      subtitle: plain("of two"),
      icon: image("mark"),
      width: "wide",
      is_collapsible: true,
      child_blocks: [
        { type: "section", text: mrkdwn("*inside*") },
        { type: "actions", elements: [button("Inner")] },
      ],
    },
    ...["Folded frame", "of two", "mark", "inside", "Inner"],
  ),
  ...["default", "info", "warning", "error", "success"].map((level) =>
    make(`alert, ${level}`, { type: "alert", level, text: mrkdwn(`It is *${level}*`) }, level),
  ),
  make(
    "auth_provider",
    { type: "auth_provider", value: "gh", name: plain("GitHub"), is_connected: false },
    "GitHub",
    "Not connected",
  ),
  make(
    "auth_provider, rich",
    {
      type: "auth_provider",
      value: "gl",
      name: plain("GitLab"),
      is_connected: true,
      description: plain("Reads issues"),
      connected_identity: plain("ana@acme"),
      connected_context: plain("acme.test"),
      disconnect_url: "https://a.test/off",
    },
    ...["GitLab", "Connected", "Reads issues", "ana@acme", "acme.test", "Disconnect"],
  ),
];
