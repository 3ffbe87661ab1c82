// Where one is: the channel's name, what kind it is, and who is in it.

import type { ReactNode } from "react";
import { Icon } from "../shell/Icon";
import { companyOf } from "../shell/roles";
import type { Channel } from "../types";
import { useViewer } from "../viewer";
import styles from "./ChannelHead.module.css";
import { counted } from "./Summary";
import { kindOf, nameOf, signOf } from "./where";

export function ChannelHead({ channel }: { channel: Channel }): ReactNode {
  const { user } = useViewer();
  const members = channel.members.map((id) => user(id)).filter((one) => one !== undefined);
  const others = [...new Set(members.filter((one) => one.is_stranger).map(companyOf))];
  const people = members.filter((one) => !one.is_bot);
  return (
    <div className={styles.head}>
      <h2>
        <Icon name={signOf(channel)} size={17} />
        {nameOf(channel, user)}
      </h2>
      <span className={styles.kind}>{kindOf(channel)}</span>
      {channel.kind === "im" ? null : (
        <span className={styles.count} title={people.map((one) => one.real_name).join(", ")}>
          <Icon name="people" size={15} />
          {counted(people.length, "member", "members")}
        </span>
      )}
      {others.length ? (
        <span className={styles.shared}>{others.join(", ")} is in this channel</span>
      ) : null}
    </div>
  );
}
