// A person's initials on their colour, or the app's mark.

import type { ReactNode } from "react";
import { Icon } from "../shell/Icon";
import { hueOf, initialsOf } from "../shell/roles";
import type { User } from "../types";
import styles from "./Avatar.module.css";

export function Avatar({
  user,
  id,
  size = 36,
}: {
  user: User | undefined;
  id: string;
  size?: number;
}): ReactNode {
  const hue = user?.is_bot ? "--hue-app" : `--hue-${hueOf(id)}`;
  const style = { width: size, height: size, background: `var(${hue})`, fontSize: size * 0.38 };
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {user?.is_bot ? <Mark size={size * 0.62} /> : user ? initialsOf(user.real_name) : "?"}
    </span>
  );
}

/** What has no author any more. */
export function NoAvatar(): ReactNode {
  return (
    <span className={`${styles.avatar} ${styles.none}`} aria-hidden="true">
      <Icon name="bin" />
    </span>
  );
}

/** The app's own mark: a tick, signed. */
function Mark({ size }: { size: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 11.5l5 5L20 5M4 21h16" />
    </svg>
  );
}
