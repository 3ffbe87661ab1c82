// A second window as somebody else, at the same place.

import type { ReactNode } from "react";
import { addressOf, useLook } from "../look";
import { Avatar } from "../messages/Avatar";
import { useViewer } from "../viewer";
import { Icon } from "./Icon";
import { usePeople } from "./People";
import { Popover } from "./Popover";
import styles from "./Windows.module.css";

export function Windows({ className }: { className: string | undefined }): ReactNode {
  const { me } = useViewer();
  const look = useLook();
  const others = usePeople().filter((one) => one.id !== me.id);
  return (
    <Popover name="Open another window as…" className={className} face={<Icon name="window" />}>
      {(close) => (
        <>
          <p className={styles.words}>Open another window as</p>
          {others.map((one) => (
            <a
              key={one.id}
              role="menuitem"
              className={styles.person}
              href={addressOf({ ...look, as: one.name })}
              target="_blank"
              rel="noopener"
              onClick={close}
            >
              <Avatar id={one.id} user={one} size={24} />
              {one.real_name}
            </a>
          ))}
        </>
      )}
    </Popover>
  );
}
