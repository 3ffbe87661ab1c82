// Files of a message: named, to be downloaded, and looked at where that is safe.

import { type ReactNode, useState } from "react";
import { Icon } from "../shell/Icon";
import type { SlackFile } from "../types";
import styles from "./Files.module.css";

const SHOWN = 20_000; // characters of a text file
const TEXT = /^text\/|[/+](json|xml|yaml|x-yaml|toml|javascript|sql|x-sh|csv|x-ndjson)$/;
const TEXT_NAME = /\.(txt|md|log|csv|tsv|json|ya?ml|toml|ini|cfg|py|sh|sql|diff|patch)$/i;
const PICTURE = /^image\/(png|jpeg|gif|webp)$/;
const UNITS = ["bytes", "kB", "MB", "GB"];

export const isText = (file: SlackFile): boolean =>
  TEXT.test(file.mimetype) || TEXT_NAME.test(file.name);

function sizeOf(bytes: number): string {
  let [size, at] = [bytes, 0];
  while (size >= 1000 && at < UNITS.length - 1) {
    size /= 1000;
    at += 1;
  }
  return `${at && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[at]}`;
}

/** A file's path on this server; undefined for one that is elsewhere. */
function pathOf(url: string): string | undefined {
  const path = URL.canParse(url, location.href) ? new URL(url, location.href).pathname : "";
  return path.startsWith("/files/") ? path : undefined;
}

export function Files({ files }: { files: SlackFile[] }): ReactNode {
  return (
    <ul className={styles.all} aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file }: { file: SlackFile }): ReactNode {
  const path = pathOf(file.url_private);
  const name = file.title || file.name || file.id;
  const kind = file.name?.includes(".") ? file.name.split(".").at(-1)?.toUpperCase() : "file";
  return (
    <div className={styles.file}>
      <div className={styles.head}>
        <span className={styles.picture}>
          <Icon name="file" size={20} />
        </span>
        <span className={styles.words}>
          <strong>{name}</strong>
          <span>
            {kind} · {sizeOf(file.size)}
          </span>
        </span>
        {path ? (
          <a
            className={styles.get}
            href={path}
            download={file.name}
            aria-label={`Download ${name}`}
          >
            <Icon name="download" />
          </a>
        ) : (
          <span className={styles.away}>not on this server</span>
        )}
      </div>
      {path && PICTURE.test(file.mimetype) ? (
        <img className={styles.image} src={path} alt={name} loading="lazy" />
      ) : null}
      {path && isText(file) ? <Preview path={path} name={name} /> : null}
    </div>
  );
}

function Preview({ path, name }: { path: string; name: string }): ReactNode {
  const [text, setText] = useState<string>();
  const open = async () => {
    if (text !== undefined) return;
    try {
      const answer = await fetch(path);
      setText(answer.ok ? await answer.text() : `The file can't be read: ${answer.status}.`);
    } catch {
      setText("The file can't be read just now.");
    }
  };
  return (
    <details className={styles.preview} onToggle={(event) => event.currentTarget.open && open()}>
      <summary>Look into {name}</summary>
      <pre>
        {text === undefined ? "Loading…" : text.slice(0, SHOWN)}
        {text && text.length > SHOWN ? "\n… the rest is in the file itself" : ""}
      </pre>
    </details>
  );
}
