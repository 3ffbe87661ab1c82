// Slack's names of emoji and the characters they stand for.

import slack from "emojibase-data/en/shortcodes/iamcal.json";

// Slack asks for an emoji's colourful form; of characters that are plain by default it says so.
const COLOURFUL = "\uFE0F";
const COLOURFUL_BY_ITSELF = /^\p{Emoji_Presentation}/u;
const TONED = /^(.+)::skin-tone-([2-6])$/;

const characters = new Map<string, string>();
for (const [code, names] of Object.entries(slack))
  for (const name of Array.isArray(names) ? names : [names]) characters.set(name, character(code));
characters.set("simple_smile", "🙂"); // Slack's own

function character(code: string): string {
  const points = code.split("-").map((one) => Number.parseInt(one, 16));
  const drawn = String.fromCodePoint(...points);
  return points.length > 1 || COLOURFUL_BY_ITSELF.test(drawn) ? drawn : drawn + COLOURFUL;
}

/** The character of a name such as `lock`, `wave::skin-tone-3` or `wave` with a tone of 2 to 6. */
export function emojiOf(name: string, tone?: number): string | undefined {
  const [, base = name, said] = TONED.exec(name) ?? [];
  const plain = characters.get(base);
  const skin = said ?? tone;
  if (plain === undefined || skin === undefined) return plain;
  const mark = characters.get(`skin-tone-${skin}`);
  if (mark === undefined) return plain;
  const [first = "", ...rest] = plain;
  return [first, mark, ...rest.filter((one, at) => at > 0 || one !== COLOURFUL)].join("");
}

/** Every name there is, for a list to choose from. */
export const emojiNames = (): string[] => [...characters.keys()];

// Only where no word ends: `10:30:45` and `arn:x:y` have no emoji in them.
const NAME = /(?<![\p{L}\p{N}]):([\p{L}\p{N}_+'-]+(?:::skin-tone-[2-6])?):/gu;

/** Plain words with the names of emoji in them drawn; unknown ones stay as they are. */
export const withEmoji = (text: string): string =>
  text.includes(":") ? text.replace(NAME, (whole, name: string) => emojiOf(name) ?? whole) : text;
