// Reads new messages aloud, politely; nothing that was there before.

import { type ReactNode, useRef } from "react";
import { useViewer } from "../viewer";
import type { Row } from "./rows";
import { asTyped } from "./words";

const AT_ONCE = 3;
const LENGTH = 300;

export function News({ rows }: { rows: Row[] }): ReactNode {
  const viewer = useViewer();
  const first = useRef(rows.at(-1)?.message.ts ?? "");
  const fresh = rows.filter(
    ({ message }) => message.ts > first.current && message.user !== viewer.me.id,
  );
  return (
    <div className="away" role="status">
      {fresh.slice(-AT_ONCE).map(({ message }) => {
        const name = viewer.user(message.user)?.real_name ?? message.username ?? message.user;
        const words = asTyped(message.text, viewer, "words").slice(0, LENGTH);
        const private_ = message.ephemeral_to ? ", only visible to you" : "";
        return <p key={message.ts}>{`${name}${private_}: ${words}`}</p>;
      })}
    </div>
  );
}
