// What is elsewhere, named with a link: videos, remote files and calls.

import type { ReactNode } from "react";
import { SafeLink } from "../text/leaves";
import { Text } from "../text/Mrkdwn";
import type { TextJson } from "../text/plain";
import styles from "./Elsewhere.module.css";
import { type Drawn, isString, isText, maybe, shaped } from "./wire";

export const isVideo = shaped({
  title: isText,
  video_url: isString,
  alt_text: isString,
  title_url: maybe(isString),
  author_name: maybe(isString),
  provider_name: maybe(isString),
  description: maybe(isText),
});
type VideoParts = {
  title: TextJson;
  video_url: string;
  alt_text: string;
  title_url: string | undefined;
  author_name: string | undefined;
  provider_name: string | undefined;
  description: TextJson | undefined;
};

export function VideoBlock({ parts }: Drawn<VideoParts>): ReactNode {
  const by = [parts.author_name, parts.provider_name].filter(Boolean).join(" · ");
  return (
    <Named sign="▶" kind="Video" about={parts.alt_text}>
      <SafeLink href={parts.title_url ?? parts.video_url}>
        <Text text={parts.title} />
      </SafeLink>
      {by ? <span className={styles.quiet}>{by}</span> : null}
      {parts.description ? (
        <span>
          <Text text={parts.description} />
        </span>
      ) : null}
    </Named>
  );
}

export const isFile = shaped({ external_id: isString });
export const FileBlock = ({ parts }: Drawn<{ external_id: string }>): ReactNode => (
  <Named sign="▤" kind="Remote file">
    {parts.external_id}
  </Named>
);

export const isCall = shaped({ call_id: isString });
export const CallBlock = ({ parts }: Drawn<{ call_id: string }>): ReactNode => (
  <Named sign="☎" kind="Call">
    {parts.call_id}
  </Named>
);

type NamedProps = { sign: string; kind: string; about?: string; children: ReactNode };

function Named({ sign, kind, about, children }: NamedProps): ReactNode {
  return (
    <div className={styles.box}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <div className={styles.words}>
        <span className={styles.quiet}>{about ? `${kind}: ${about}` : kind}</span>
        {children}
      </div>
    </div>
  );
}
