// The words of one's messages while one changes them: kept when a message is scrolled out of sight.

const edits = new Map<string, string>();

/** Names one edit. */
export const editKey = (person: string, channel: string, ts: string): string =>
  `${person}/${channel}/${ts}`;

export const editOf = (key: string): string | undefined => edits.get(key);

export const keepEdit = (key: string, words: string): void => void edits.set(key, words);

export const dropEdit = (key: string): void => void edits.delete(key);
