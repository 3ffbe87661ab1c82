// What the server says of a form; bot/web/view.py writes it.

export type Given = string | string[];

export interface Option {
  value: string;
  label: string;
  about: string;
  group: string;
}

export interface FieldItem {
  is: "field";
  id: string;
  kind: string;
  label: string;
  about: string;
  hint: string;
  placeholder: string;
  optional: boolean;
  shown: string;
  options: Option[];
  picked: string[];
  least: number | null;
  most: number | null;
  low: string;
  high: string;
  redraws: boolean;
  sensitive: boolean;
  slides: boolean;
}

export interface HeadingItem {
  is: "heading";
  id: string;
  label: string;
  about: string;
  depth: number;
}

export interface RowsItem {
  is: "rows";
  id: string;
  of: string;
  adds: boolean;
}

export interface RowItem {
  is: "row";
  id: string;
  label: string;
  number: number;
  removes: boolean;
}

export type Item = FieldItem | HeadingItem | RowsItem | RowItem;

export interface Action {
  id: string;
  label: string;
  color: string;
}

export interface Draft {
  given: Record<string, Given>;
  rows: Record<string, string[]>;
  empty: Record<string, string>;
  last: Record<string, number>;
}

export interface View {
  guard: string;
  agent: string;
  person: string;
  text: string;
  left_s: number;
  items: Item[];
  actions: Action[];
  draft: Draft;
}

/** What came of an answer that was sent, in words. */
export interface Came {
  title: string;
  words: string;
}

/** What is wrong, by field id; what is at fault with no field is under "". */
export type Wrong = Record<string, string>;
