// The window's title: where one is as whom, and how much is new for them.

import { useEffect } from "react";
import { HOME, useLook } from "../look";
import { labelOf, useChannel } from "../messages/where";
import { useViewer } from "../viewer";
import { useUnread } from "./news";

export function useTitle(): void {
  const { me, user } = useViewer();
  const look = useLook();
  const channel = useChannel();
  const calls = [...useUnread().values()].reduce((sum, one) => sum + one.calls, 0);
  const where = look.channel === HOME ? "Home" : channel ? labelOf(channel, user) : "Signoff";
  useEffect(() => {
    const news = calls ? `(${calls}) ` : "";
    document.title = `${news}${where} as ${me.real_name} – Signoff, local Slack`;
  }, [where, calls, me.real_name]);
}
