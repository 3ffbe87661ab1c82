// The files that will go with a message.

import type { ReactNode } from "react";
import styles from "./Composer.module.css";
import { changeDraft, type Draft } from "./drafts";

export function Chips({ draft, draftName }: { draft: Draft; draftName: string }): ReactNode {
  if (!draft.files.length) return null;
  return (
    <ul className={styles.chips} aria-label="Attached files">
      {draft.files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <li key={`${index} ${file.name}`} className={styles.chip}>
          <span className={styles.filename}>{file.name}</span>
          {file.content === undefined ? <span className={styles.note}>name only</span> : null}
          <button
            type="button"
            className={`sign ${styles.remove}`}
            aria-label={`Remove ${file.name}`}
            onClick={() =>
              changeDraft(draftName, { files: draft.files.filter((one) => one !== file) })
            }
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
