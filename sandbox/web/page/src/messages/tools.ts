// What the viewer may do with a message.

import { useMirror } from "../mirror";
import type { Message } from "../types";
import { useAct, useViewer } from "../viewer";
import { isReply, rootOf } from "./rows";
import type { Tools } from "./Toolbar";
import { openThread } from "./thread";

type MessageTools = Tools & { toggle?: ((name: string, mine: boolean) => void) | undefined };

/** One's own messages can be changed, an admin may delete any; an archive is only read. */
export function useTools(
  channel: string,
  message: Message,
  inThread: boolean,
  setMode: (mode: "edit" | "delete") => void,
): MessageTools {
  const { me } = useViewer();
  const act = useAct();
  const archived = useMirror(
    (state) => state.channels.find((one) => one.id === channel)?.is_archived ?? false,
  );
  const at = { channel, ts: message.ts };
  const whispered = Boolean(message.ephemeral_to);
  const mine = message.user === me.id;
  const toggle = (name: string, remove: boolean) => void act("react", { ...at, name, remove });
  const add = (name: string) => {
    const had = message.reactions?.find((one) => one.name === name)?.users.includes(me.id);
    toggle(name, Boolean(had));
  };
  const writes = !whispered && !archived;
  return {
    toggle: writes ? toggle : undefined,
    react: writes ? add : undefined,
    reply:
      inThread || (whispered && !isReply(message)) ? undefined : () => openThread(rootOf(message)),
    edit: writes && mine ? () => setMode("edit") : undefined,
    remove: writes && (mine || me.is_admin) ? () => setMode("delete") : undefined,
    shortcut: archived ? undefined : (callback_id) => void act("shortcut", { ...at, callback_id }),
  };
}
