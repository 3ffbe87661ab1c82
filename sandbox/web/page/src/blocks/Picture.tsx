// Pictures: only this server's own are loaded; of others the words stand in a box with a link.

import type { ReactNode } from "react";
import { isSafe } from "../text/address";
import { SafeLink } from "../text/leaves";
import { Text } from "../text/Mrkdwn";
import styles from "./Picture.module.css";
import type { Drawn, ImageJson } from "./wire";

/** In a line, as a sign, beside a text or by itself. */
type Size = "small" | "icon" | "beside" | "full";

/** A picture, or a box that names it. */
export function Picture({ image, size }: { image: ImageJson; size: Size }): ReactNode {
  const address = image.image_url ?? image.slack_file?.url;
  const own = ownFile(address);
  if (own) return <img className={styles[size]} src={own} alt={image.alt_text} loading="lazy" />;
  const words = image.alt_text || "picture";
  const link = typeof address === "string" && isSafe(address) ? address : undefined;
  return (
    <span className={size === "full" ? styles.bigBox : styles.box}>
      <span aria-hidden="true">▣ </span>
      {link ? <SafeLink href={link}>{words}</SafeLink> : words}
    </span>
  );
}

export function ImageBlock({ parts }: Drawn<ImageJson>): ReactNode {
  return (
    <figure className={styles.figure}>
      {parts.title ? (
        <figcaption>
          <Text text={parts.title} />
        </figcaption>
      ) : null}
      <Picture image={parts} size="full" />
    </figure>
  );
}

function ownFile(address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address, location.href)) return undefined;
  const url = new URL(address, location.href);
  const own = url.origin === location.origin && url.pathname.startsWith("/files/");
  return own ? url.pathname : undefined;
}
