// A notice with a level, which a word says as well as a colour.

import type { ReactNode } from "react";
import { Text } from "../text/Mrkdwn";
import type { TextJson } from "../text/plain";
import styles from "./Alert.module.css";
import { type Drawn, isString, isText, maybe, shaped } from "./wire";

export const isAlert = shaped({ text: isText, level: maybe(isString) });

const NOTE = { sign: "●", word: "Note" };
const LEVELS: Record<string, { sign: string; word: string }> = {
  default: NOTE,
  info: { sign: "ℹ", word: "Info" },
  warning: { sign: "⚠", word: "Warning" },
  error: { sign: "✕", word: "Error" },
  success: { sign: "✓", word: "Success" },
};

export function AlertBlock({
  parts,
}: Drawn<{ text: TextJson; level: string | undefined }>): ReactNode {
  const level = parts.level ?? "default";
  const { sign, word } = LEVELS[level] ?? NOTE;
  return (
    <div className={`${styles.alert} ${styles[level] ?? ""}`} role="note">
      <span className={styles.word}>
        <span aria-hidden="true">{sign}</span> {word}
      </span>
      <div>
        <Text text={parts.text} />
      </div>
    </div>
  );
}
