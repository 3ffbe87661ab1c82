// What blocks are made of on the wire, and whether a piece of JSON is that.

import type { ElementJson } from "../elements/place";
import type { TextJson } from "../text/plain";
import type { Block, Obj } from "../types";

/** Whether something is a T. */
export type Check<T> = (value: unknown) => value is T;
type Checked<S> = { [K in keyof S]: S[K] extends Check<infer T> ? T : never };

/** What the drawing of a block gets: the block as Slack keeps it, and the same with its parts known. */
export type Drawn<T> = { block: Block; parts: T };

export const isObj = (value: unknown): value is Obj =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isString = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isBool = (value: unknown): value is boolean => typeof value === "boolean";

/** Something that may be left out. */
export const maybe =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check);

/** An object with these parts, and maybe others. */
export const shaped =
  <S extends Record<string, Check<unknown>>>(shape: S): Check<Checked<S>> =>
  (value): value is Checked<S> =>
    isObj(value) && Object.entries(shape).every(([key, check]) => check(value[key]));

/** A shape that something more must be true of. */
export const also =
  <T>(check: Check<T>, holds: (value: T) => boolean): Check<T> =>
  (value): value is T =>
    check(value) && holds(value);

export const isText: Check<TextJson> = (value): value is TextJson =>
  isObj(value) && (value.type === "plain_text" || value.type === "mrkdwn") && isString(value.text);

/** Anything with a type: an element, a block, a leaf. */
export const isTyped: Check<ElementJson> = (value): value is ElementJson =>
  isObj(value) && isString(value.type);

export const isImage = also(
  shaped({
    alt_text: isString,
    image_url: maybe(isString),
    slack_file: maybe(isObj),
    title: maybe(isText),
  }),
  (image) => image.image_url !== undefined || image.slack_file !== undefined,
);
export type ImageJson = {
  alt_text: string;
  image_url: string | undefined;
  slack_file: Obj | undefined;
  title: TextJson | undefined;
};

export const isRichText = shaped({ type: isString, elements: listOf(isTyped) });
export type RichTextJson = { type: string; elements: ElementJson[] };
