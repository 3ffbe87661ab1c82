// Who one is: everybody in plain sight, with a mark for whom something waits.

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { go } from "../look";
import { Avatar } from "../messages/Avatar";
import { useMirror } from "../mirror";
import type { Group, User } from "../types";
import { useViewer } from "../viewer";
import { useCalls } from "./news";
import styles from "./People.module.css";
import { firstName, roleOf } from "./roles";

const groupsOf = (state: { groups: Group[] }) => state.groups;

/** Those whom one can be. */
export function usePeople(): User[] {
  const { users } = useViewer();
  return useMemo(() => users.filter((one) => !one.is_bot && !one.deleted), [users]);
}

export function People(): ReactNode {
  const { me } = useViewer();
  const people = usePeople();
  const groups = useMirror(groupsOf);
  const calls = useCalls(people);
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector(`[data-person="${me.id}"]`);
    if (row.current && chosen) center(row.current, chosen);
  }, [me.id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset: it is a choice at once, not a form
    <div className={styles.people} role="group" aria-labelledby="you-are">
      <span id="you-are" className={styles.words}>
        You are
      </span>
      <ul ref={row} className={styles.row}>
        {people.map((one) => (
          <li key={one.id} data-person={one.id}>
            <Person user={one} role={roleOf(one, groups)} calls={calls.get(one.id) ?? 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** By hand: after scrollIntoView the first Tab would begin there, and not at the page's begin. */
function center(row: HTMLElement, one: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

function Person({ user, role, calls }: { user: User; role: string; calls: number }): ReactNode {
  const { me } = useViewer();
  const chosen = me.id === user.id;
  const waits = calls === 1 ? "1 message" : `${calls} messages`;
  return (
    <button
      type="button"
      className={styles.person}
      aria-pressed={chosen}
      title={`${user.real_name}, ${role}${calls ? `: ${waits} for them` : ""}`}
      onClick={() => go({ as: user.name })}
    >
      <Avatar id={user.id} user={user} size={26} />
      <span className={styles.who}>
        <span className={styles.name}>{firstName(user)}</span>
        <span className={styles.role}>{role}</span>
      </span>
      {calls && !chosen ? (
        <span className={styles.news}>
          {calls}
          <span className="away">{` ${calls === 1 ? "message" : "messages"} for them`}</span>
        </span>
      ) : null}
    </button>
  );
}
