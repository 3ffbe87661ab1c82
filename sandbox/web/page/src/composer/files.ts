// What is attached: small text goes with its content, everything else by its name.

import type { Attachment } from "./drafts";

// The control API takes a megabyte of JSON in all.
const MOST_BYTES = 100_000;
const TEXT =
  /\.(txt|md|csv|tsv|json|ya?ml|toml|xml|html|log|ini|cfg|conf|sh|py|ts|js|sql|diff|patch)$/i;

/** The files as they are sent. */
export const attachments = (files: Iterable<File>): Promise<Attachment[]> =>
  Promise.all(Array.from(files, attachment));

async function attachment(file: File): Promise<Attachment> {
  const isText = file.type.startsWith("text/") || TEXT.test(file.name);
  if (!isText || file.size > MOST_BYTES) return { name: file.name };
  return { name: file.name, content: await file.text() };
}
