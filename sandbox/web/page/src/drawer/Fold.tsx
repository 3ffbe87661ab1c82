// A line that opens; what is inside is made, and asked for, only once it does.

import { type ReactNode, useState } from "react";
import styles from "./Fold.module.css";
import { Json } from "./Json";
import { useTold } from "./told";

export function Fold({
  summary,
  className,
  children,
}: {
  summary: ReactNode;
  className?: string | undefined;
  children: () => ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={`${styles.fold} ${className ?? ""}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {open ? children() : null}
    </details>
  );
}

/** What is at `path`, as JSON; `pick` names the part of the answer that is meant. */
export function Fetched({
  path,
  pick,
  label,
}: {
  path: string;
  pick: string;
  label: string;
}): ReactNode {
  const { data, trouble } = useTold<Record<string, unknown>>(path, 0);
  if (data) return <Json value={data[pick]} label={label} />;
  return <p className={styles.wait}>{trouble ?? "Loading…"}</p>;
}
