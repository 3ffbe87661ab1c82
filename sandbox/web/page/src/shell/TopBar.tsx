// The bar over all: the workspace, who one is, whether the page is live, and how it looks.

import type { ReactNode } from "react";
import { go, useLook } from "../look";
import { useLive, useMirror } from "../mirror";
import { Icon } from "./Icon";
import { People } from "./People";
import { ThemeSwitch } from "./ThemeSwitch";
import styles from "./TopBar.module.css";
import { Windows } from "./Windows";

export function TopBar({
  listed = false,
  list = () => {},
}: {
  /** Whether the list of channels is slid in, where it isn't always there. */
  listed?: boolean;
  list?: () => void;
}): ReactNode {
  const { drawer } = useLook();
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        <button
          type="button"
          className={`${styles.tool} ${styles.list}`}
          aria-label="Channels"
          aria-expanded={listed}
          aria-controls="places"
          onClick={list}
        >
          <Icon name="menu" />
        </button>
        <h1>
          Signoff <span>local Slack</span>
        </h1>
      </div>
      <People />
      <div className={styles.tools}>
        <Link />
        <button
          type="button"
          className={styles.tool}
          aria-label="Behind the scenes"
          title="Behind the scenes: the run step by step, deliveries, the record, faults"
          aria-pressed={Boolean(drawer)}
          onClick={() => go({ drawer: drawer ? undefined : "run" })}
        >
          <Icon name="pulse" />
          <span className={styles.label}>Behind the scenes</span>
        </button>
        <Windows className={styles.tool} />
        <a
          className={styles.tool}
          href="/gallery"
          aria-label="Gallery"
          title="Gallery of all cards"
        >
          <Icon name="gallery" />
        </a>
        <ThemeSwitch className={styles.tool} />
      </div>
    </header>
  );
}

/** Whether what one sees is what is; after the people, who don't move when it gets longer. */
function Link(): ReactNode {
  const live = useLive();
  const bots = useMirror((state) => state.connections);
  const [words, rest] = live
    ? [bots ? "live" : "no bot", bots ? "" : " is connected"]
    : ["not connected", ", trying again…"];
  return (
    <span role="status" className={live && bots ? styles.live : styles.lost}>
      <span className={styles.dot} aria-hidden="true" />
      <span>
        {words}
        <span className={styles.rest}>{rest}</span>
      </span>
    </span>
  );
}
