// Sending a draft: as a message, or as a slash command if it begins like one.

import type { Answer } from "../api";
import { act } from "../api";
import type { Obj } from "../types";
import { changeDraft, type Draft, draftOf, dropDraft } from "./drafts";

// A slash and a word. "//" and "/ " begin a message, and so does a space before the slash.
const COMMAND = /^(\/[^\s/]\S*)\s*([\s\S]*)$/;
const AS_MESSAGE = "To send it as a message, put a space before the slash.";

export type Where = { person: string; channel: string; thread?: string | undefined };

/** The command and its text, if the draft is one. */
export function commandOf(text: string): [command: string, text: string] | undefined {
  const found = COMMAND.exec(text);
  return found ? [found[1] ?? "", (found[2] ?? "").trim()] : undefined;
}

/** Whether there is anything to send. */
export const isEmpty = ({ text, files }: Draft): boolean => !text.trim() && files.length === 0;

/** Sends the draft once; what isn't sent stays, with why. Undefined: it wasn't. */
export async function send(key: string, where: Where): Promise<Answer | undefined> {
  const draft = draftOf(key);
  if (draft.sending || isEmpty(draft)) return undefined;
  const refused = refusal(draft, where);
  if (refused) {
    changeDraft(key, { trouble: refused });
    return undefined;
  }
  changeDraft(key, { sending: true, trouble: "" });
  const [verb, body] = wire(draft, where);
  const answer = await act(where.person, verb, body);
  if (answer.trouble) {
    changeDraft(key, { sending: false, trouble: words(answer.trouble) });
    return undefined;
  }
  // What was attached meanwhile is for the next one.
  const files = draftOf(key).files.filter((one) => !draft.files.includes(one));
  dropDraft(key);
  if (files.length) changeDraft(key, { files });
  return answer;
}

function refusal({ text, files }: Draft, { thread }: Where): string | undefined {
  const command = commandOf(text)?.[0];
  if (!command) return undefined;
  if (thread) return `${command} is not supported in threads. Sorry!`;
  return files.length ? `${command} takes no files. Send them in a message.` : undefined;
}

function wire({ text, files, broadcast }: Draft, { channel, thread }: Where): [string, Obj] {
  const command = commandOf(text);
  if (command) return ["command", { channel, command: command[0], text: command[1] }];
  const body: Obj = { channel, text: text.trim() };
  if (files.length) body.files = files;
  if (thread) body.thread_ts = thread;
  if (thread && broadcast) body.broadcast = true;
  return ["say", body];
}

const words = (trouble: string): string =>
  trouble.endsWith("is not a valid command.") ? `${trouble} ${AS_MESSAGE}` : trouble;
