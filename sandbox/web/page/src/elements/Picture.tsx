// A picture beside text. The page loads nothing from elsewhere: there its words stand in.

import type { ReactNode } from "react";
import { safeLink } from "./links";
import styles from "./Picture.module.css";
import type { ElementJson } from "./place";

export function Picture({ element }: { element: ElementJson }): ReactNode {
  const file = element.slack_file as { url?: string } | undefined;
  const address = String(element.image_url ?? file?.url ?? "");
  const words = String(element.alt_text ?? "");
  const own = ownFile(address);
  if (own) return <img className={styles.picture} src={own} alt={words} />;
  const link = safeLink(address);
  return (
    <span className={styles.box}>
      <span role="img" aria-label="Picture">
        ▣
      </span>{" "}
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {words || "picture"}
        </a>
      ) : (
        words || "picture"
      )}
    </span>
  );
}

function ownFile(address: string): string | undefined {
  if (!URL.canParse(address, location.href)) return undefined;
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname.startsWith("/files/")
    ? url.pathname
    : undefined;
}
