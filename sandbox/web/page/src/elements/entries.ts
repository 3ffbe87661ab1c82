// What an element holds, in Slack's words: the `state.values` entry of each kind.

import type { Entry, Obj } from "../types";
import type { ElementJson } from "./place";

// Element type: the key of its value, the key of what it begins with, and whether it holds many.
const KINDS: Record<string, [key: string, initial: string, many?: true]> = {
  plain_text_input: ["value", "initial_value"],
  email_text_input: ["value", "initial_value"],
  url_text_input: ["value", "initial_value"],
  number_input: ["value", "initial_value"],
  rich_text_input: ["rich_text_value", "initial_value"],
  file_input: ["files", "", true],
  static_select: ["selected_option", "initial_option"],
  external_select: ["selected_option", "initial_option"],
  radio_buttons: ["selected_option", "initial_option"],
  multi_static_select: ["selected_options", "initial_options", true],
  multi_external_select: ["selected_options", "initial_options", true],
  checkboxes: ["selected_options", "initial_options", true],
  users_select: ["selected_user", "initial_user"],
  multi_users_select: ["selected_users", "initial_users", true],
  conversations_select: ["selected_conversation", "initial_conversation"],
  multi_conversations_select: ["selected_conversations", "initial_conversations", true],
  channels_select: ["selected_channel", "initial_channel"],
  multi_channels_select: ["selected_channels", "initial_channels", true],
  datepicker: ["selected_date", "initial_date"],
  timepicker: ["selected_time", "initial_time"],
  datetimepicker: ["selected_date_time", "initial_date_time"],
  feedback_buttons: ["value", ""],
};

const kindOf = (type: string): [string, string, true?] => KINDS[type] ?? ["value", "initial_value"];

/** The entry for a value; nothing ("" too) is what Slack sends of an empty element. */
export function entryOf(element: ElementJson, value: unknown): Entry {
  const [key, , many] = kindOf(element.type);
  const empty = value === "" || value === undefined || value === null;
  return { type: element.type, [key]: empty ? (many ? [] : null) : value };
}

/** What the element begins with. */
export const initialEntry = (element: ElementJson): Entry =>
  entryOf(element, element[kindOf(element.type)[1]]);

/** What an entry holds; null or [] if nothing. */
export const heldIn = (entry: Entry): unknown => entry[kindOf(entry.type)[0]] ?? null;

/** The options of an element, one after the other. */
export function optionsOf(element: Obj): Obj[] {
  const groups = (element.option_groups ?? []) as { options?: Obj[] }[];
  return [...((element.options ?? []) as Obj[]), ...groups.flatMap((one) => one.options ?? [])];
}
