// Buttons, menus and inputs: what a press sends, and what an input holds.
//
// A place says where an element stands: `block`, `label`, `act(element, block, value, node)` for
// a press, `keep(block, element, read)` to collect an input, `held(block, element)` for its state.

import { add, el, raw } from "./dom.js";
import { plain } from "./text.js";

const TEXTS = {
  plain_text_input: "text",
  number_input: "text",
  email_text_input: "email",
  url_text_input: "url",
};
const PICKERS = {
  datepicker: ["date", "selected_date", "initial_date"],
  timepicker: ["time", "selected_time", "initial_time"],
};
const LISTS = { users: "user", conversations: "conversation", channels: "channel" };

export function drawElement(element, ctx, place) {
  const kind = element.type ?? "";
  if (kind === "button") return drawButton(element, place);
  if (kind === "overflow") return drawOverflow(element, place);
  if (kind in TEXTS) return drawTextInput(element, place);
  if (kind in PICKERS) return drawPicker(element, place);
  if (kind === "datetimepicker") return drawDateTime(element, place);
  if (kind === "radio_buttons" || kind === "checkboxes") return drawChecks(element, place);
  if (kind === "static_select" || kind === "multi_static_select") return drawSelect(element, place);
  const people = kind.match(/^(multi_)?(users|conversations|channels)_select$/);
  if (people) return drawPeople(element, ctx, place, Boolean(people[1]), LISTS[people[2]]);
  return raw(kind, element);
}

function drawButton(element, place) {
  const style = ["primary", "danger"].includes(element.style) ? `.${element.style}` : "";
  const away = { href: element.url, target: "_blank", rel: "noopener noreferrer" };
  const attributes = {
    onclick: () => place.act?.(element, place.block, undefined, node),
    "aria-label": element.accessibility_label,
  };
  const words = plain(element.text?.text);
  // A button with an address is a link that also tells the app.
  const node = /^https?:\/\//i.test(element.url ?? "")
    ? el(`a.button${style}`, { ...attributes, ...away }, words)
    : el(`button${style}`, { ...attributes, type: "button" }, words);
  return node;
}

function drawOverflow(element, place) {
  const options = el("div.menu", {});
  const handle = el("summary", { "aria-label": "More actions" }, "⋯");
  const menu = el("details.overflow", {}, handle, options);
  for (const option of element.options ?? []) {
    const press = () => {
      menu.open = false;
      place.act?.(element, place.block, option.value, button);
    };
    const button = el("button", { type: "button", onclick: press }, plain(option.text?.text));
    add(options, [button]);
  }
  return menu;
}

// Registers an input and makes a change of it a press where the place wants that.
function bind(node, element, place, read, value, on = "change") {
  node.setAttribute("data-field", `${place.block.block_id}/${element.action_id}`);
  place.keep?.(place.block, element, () => ({ type: element.type, ...read() }));
  node.addEventListener(on, () => place.act?.(element, place.block, value(), node));
  return node;
}

const held = (element, place) => place.held?.(place.block, element);
const named = (element, place) =>
  place.label ?? (plain(element.placeholder?.text) || element.action_id);

function drawTextInput(element, place) {
  const value = held(element, place)?.value ?? element.initial_value ?? "";
  const attributes = {
    "aria-label": named(element, place),
    placeholder: plain(element.placeholder?.text),
    maxlength: element.max_length,
    autocomplete: "off",
    inputmode: element.type === "number_input" ? "decimal" : undefined,
  };
  const many = element.multiline === true;
  const node = many
    ? el("textarea", { ...attributes, rows: 4 })
    : el("input", { ...attributes, type: TEXTS[element.type] });
  node.value = value;
  const read = () => ({ value: node.value === "" ? null : node.value });
  return bind(node, element, place, read, () => node.value);
}

function drawPicker(element, place) {
  const [type, key, initial] = PICKERS[element.type];
  const node = el("input", { type, "aria-label": named(element, place) });
  node.value = held(element, place)?.[key] ?? element[initial] ?? "";
  return bind(node, element, place, () => ({ [key]: node.value || null }), () => node.value);
}

function drawDateTime(element, place) {
  const node = el("input", { type: "datetime-local", "aria-label": named(element, place) });
  const seconds = held(element, place)?.selected_date_time ?? element.initial_date_time;
  if (seconds) {
    const date = new Date(seconds * 1000);
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
    node.value = local.toISOString().slice(0, 16);
  }
  const value = () => (node.value ? Math.floor(new Date(node.value).getTime() / 1000) : null);
  return bind(node, element, place, () => ({ selected_date_time: value() }), value);
}

function drawChecks(element, place) {
  const many = element.type === "checkboxes";
  const before = held(element, place);
  const chosen = many
    ? (before?.selected_options ?? element.initial_options ?? [])
    : [before ? before.selected_option : element.initial_option];
  const values = new Set(chosen.filter(Boolean).map((option) => option.value));
  const name = `${place.block.block_id}/${element.action_id}`;
  const group = el("fieldset.checks", {}, el("legend.away", {}, named(element, place)));
  const options = element.options ?? [];
  const boxes = options.map((option) => {
    const box = el("input", { type: many ? "checkbox" : "radio", name });
    box.checked = values.has(option.value);
    const more = option.description && el("span.quiet", {}, ` ${plain(option.description.text)}`);
    add(group, [el("label.check", {}, box, " ", plain(option.text?.text), more)]);
    return box;
  });
  const picked = () => options.filter((_, at) => boxes[at].checked);
  const read = () => chosenOptions(many, picked());
  const value = () => (many ? picked().map((one) => one.value) : picked()[0]?.value);
  return bind(group, element, place, read, value);
}

const chosenOptions = (many, picked) =>
  many ? { selected_options: picked } : { selected_option: picked[0] ?? null };

function drawSelect(element, place) {
  const many = element.type.startsWith("multi_");
  const before = held(element, place);
  const chosen = many
    ? (before?.selected_options ?? element.initial_options ?? [])
    : [before ? before.selected_option : element.initial_option];
  const groups = element.option_groups ?? [{ options: element.options ?? [] }];
  const all = groups.flatMap((group) => group.options ?? []);
  const select = emptySelect(element, place, many);
  for (const group of groups) {
    const options = (group.options ?? []).map((option) =>
      el("option", { value: option.value }, plain(option.text?.text)));
    const label = group.label && plain(group.label.text);
    add(select, label ? [el("optgroup", { label }, options)] : options);
  }
  mark(select, chosen.filter(Boolean).map((option) => option.value));
  const picked = () => marked(select).map((value) => all.find((option) => option.value === value));
  const read = () => chosenOptions(many, picked());
  const value = () => (many ? marked(select) : marked(select)[0]);
  return bind(select, element, place, read, value);
}

function drawPeople(element, ctx, place, many, what) {
  const key = `selected_${what}${many ? "s" : ""}`;
  const before = held(element, place);
  const initial = before ? before[key] : element[key.replace("selected", "initial")];
  const select = emptySelect(element, place, many);
  const choices = what === "user" ? ctx.people() : ctx.channels();
  add(select, choices.map(({ id, label }) => el("option", { value: id }, label)));
  mark(select, [initial].flat().filter(Boolean));
  const value = () => (many ? marked(select) : (marked(select)[0] ?? null));
  return bind(select, element, place, () => ({ [key]: value() }), value);
}

function emptySelect(element, place, many) {
  const words = plain(element.placeholder?.text) || "Choose…";
  const attributes = { "aria-label": named(element, place), multiple: many };
  return el("select", attributes, many ? null : el("option", { value: "" }, words));
}

function mark(select, values) {
  for (const option of select.querySelectorAll("option")) {
    option.selected = values.includes(option.value);
  }
  if (!select.multiple && !values.length) select.value = "";
}

const marked = (select) =>
  [...select.querySelectorAll("option")]
    .filter((one) => one.selected && one.value)
    .map((one) => one.value);
