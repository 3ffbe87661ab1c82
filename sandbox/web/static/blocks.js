// Block Kit as plain readable HTML. A block that isn't known here is shown as JSON.

import { el, raw } from "./dom.js";
import { drawElement } from "./elements.js";
import { drawMarkdown, drawRichText, drawTableBlock, drawText, plain } from "./text.js";

// `ctx` knows the people and the viewer; `place` knows what a press does and collects inputs.
export function drawBlocks(blocks, ctx, place) {
  return (blocks ?? []).map((block) => el("div.block", {}, drawBlock(block, ctx, place)));
}

function drawBlock(block, ctx, place) {
  switch (block?.type) {
    case "header": return el("h3.header", {}, drawText(block.text, ctx));
    case "section": return drawSection(block, ctx, place);
    case "context": return drawContext(block, ctx);
    case "divider": return el("hr");
    case "actions": return drawActions(block, ctx, place);
    case "input": return drawInput(block, ctx, place);
    case "rich_text": return drawRichText(block, ctx);
    case "markdown": return el("div.markdown", {}, drawMarkdown(block.text, ctx));
    case "image": return drawImage(block, ctx);
    case "table": return drawTableBlock(block, ctx);
    case "plan": return drawPlan(block, ctx);
    case "task_card": return el("ul.plan", {}, drawTask(block, ctx));
    default: return raw(block?.type, block);
  }
}

function drawSection(block, ctx, place) {
  const fields = (block.fields ?? []).map((field) => el("div.field", {}, drawText(field, ctx)));
  return el(
    "div.section",
    {},
    el(
      "div.section-body",
      {},
      block.text && el("div.words", {}, drawText(block.text, ctx)),
      fields.length > 0 && el("div.fields", {}, fields),
    ),
    block.accessory && el("div.accessory", {}, drawAccessory(block, ctx, place)),
  );
}

function drawAccessory(block, ctx, place) {
  if (block.accessory.type === "image") return drawImage(block.accessory, ctx);
  return drawElement(block.accessory, ctx, { ...place, block });
}

function drawContext(block, ctx) {
  const parts = (block.elements ?? []).map((part) => {
    if (part.type === "image") return drawImage(part, ctx);
    const known = part.type === "mrkdwn" || part.type === "plain_text";
    return known ? el("span", {}, drawText(part, ctx)) : raw(part.type, part);
  });
  return el("div.context", {}, parts);
}

// The state is a word as well as a sign, for those who can't see the sign.
const SIGNS = { pending: "○", in_progress: "◐", complete: "✓", error: "✕" };

function drawPlan(block, ctx) {
  const tasks = (block.tasks ?? []).map((task) => drawTask(task, ctx));
  return el("div.plan", {}, el("div.plan-title", {}, block.title ?? ""), el("ul", {}, tasks));
}

function drawTask(task, ctx) {
  const more = [task.details, task.output].filter(Boolean).map((part) => drawRichText(part, ctx));
  const state = String(task.status ?? "pending").replace("_", " ");
  return el(
    "li.task",
    {},
    el("span.task-sign", { title: state, "aria-label": state, role: "img" }, SIGNS[task.status] ?? "○"),
    el("div", {}, el("span", {}, task.title ?? ""), more),
  );
}

function drawActions(block, ctx, place) {
  const elements = (block.elements ?? []).map((one) => drawElement(one, ctx, { ...place, block }));
  return el("div.actions", { role: "group" }, elements);
}

// Pictures come from anywhere, and this page loads nothing from elsewhere: their words stand in.
function drawImage(image) {
  const title = image.title?.text;
  return el("span.image", { role: "img" }, "▣ ", plain(title || image.alt_text || "image"));
}

function drawInput(block, ctx, place) {
  const label = el("span.label", {}, drawText(block.label, ctx));
  const optional = block.optional && el("span.quiet", {}, " (optional)");
  const hint = block.hint && el("div.hint", {}, drawText(block.hint, ctx));
  const error = el("div.error", { role: "alert", "data-error": block.block_id });
  const act = block.dispatch_action ? place.act : undefined;
  const within = { ...place, block, act, label: plain(block.label?.text) };
  const inside = drawElement(block.element ?? {}, ctx, within);
  return el("div.input", {}, el("div", {}, label, optional), inside, hint, error);
}
