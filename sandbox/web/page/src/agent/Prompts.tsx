// What the app suggests to ask it; pressing one asks it.

import { type ReactNode, useState } from "react";
import { DIRECT } from "../look";
import { useSession } from "../messages/session";
import { openThread } from "../messages/thread";
import { useMirror } from "../mirror";
import type { Prompt } from "../types";
import { useAct } from "../viewer";
import styles from "./Prompts.module.css";

const NONE: Prompt[] = [];

/** Of the direct message: what the app set there, else what its manifest says. */
export function Prompts({ channel }: { channel: string | undefined }): ReactNode {
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const session = useSession(channel, "");
  const declared = useMirror((state) => state.app.prompts ?? NONE);
  const prompts = session?.prompts?.length ? session.prompts : declared;
  if (!prompts.length) return null;
  const ask = async (text: string) => {
    setBusy(true);
    const { ts } = await act("say", { channel: DIRECT, text });
    setBusy(false);
    if (typeof ts === "string") openThread(ts);
  };
  const title = session?.prompts_title || "Try asking";
  return (
    <section className={styles.prompts} aria-label={title}>
      <span className={styles.title} aria-hidden="true">
        {title}
      </span>
      {prompts.map((one) => (
        <button
          key={one.title}
          type="button"
          className={styles.prompt}
          title={one.message}
          disabled={busy}
          onClick={() => ask(one.message)}
        >
          {one.title}
        </button>
      ))}
    </section>
  );
}
