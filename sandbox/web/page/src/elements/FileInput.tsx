// Files for a modal: small texts go with it, of others the name.

import { type ReactNode, useRef, useState } from "react";
import type { Drawn } from "./Element";
import styles from "./Field.module.css";
import { useNaming } from "./field";
import { useField } from "./press";

/** A file as the control API takes it. */
type Given = { name: string; content?: string };

const MOST_FILES = 10;
const MOST_BYTES = 100_000;

export function FileInput({ block, element }: Drawn): ReactNode {
  const { value, type } = useField(block, element);
  const naming = useNaming(block, element);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const files = (Array.isArray(value) ? value : []) as Given[];
  const most = typeof element.max_files === "number" ? element.max_files : MOST_FILES;
  const kinds = Array.isArray(element.filetypes) ? element.filetypes.map(String) : [];

  const add = async (list: FileList | null) => {
    const read = await Promise.all([...(list ?? [])].map(given));
    if (input.current) input.current.value = ""; // so that the same can be chosen again
    const all = [...files, ...read];
    setProblem(all.length > most ? `Please choose at most ${most} files.` : "");
    type(all.slice(0, most));
  };
  const remove = (file: Given) => {
    setProblem("");
    type(files.filter((one) => one !== file));
    input.current?.focus();
  };

  return (
    <div className={styles.field}>
      <input
        {...naming}
        ref={input}
        type="file"
        multiple={most > 1}
        accept={kinds.map((kind) => `.${kind}`).join(",") || undefined}
        className={styles.input}
        onChange={(event) => void add(event.target.files)}
      />
      {files.length > 0 ? (
        <ul className={styles.files} aria-label="Chosen files">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={at} className={styles.file}>
              <span>{file.name}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${file.name}`}
                onClick={() => remove(file)}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

async function given(file: File): Promise<Given> {
  if (file.size > MOST_BYTES) return { name: file.name };
  try {
    const content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { name: file.name, content };
  } catch {
    return { name: file.name }; // no text
  }
}
