// The viewer's open modals: the topmost is shown, those below wait as they were left.

import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { Dialog } from "../elements/Dialog";
import { forget } from "../elements/drafts";
import { useMirror } from "../mirror";
import type { OpenView } from "../types";
import { useViewer } from "../viewer";
import styles from "./Modals.module.css";
import { ModalView } from "./ModalView";
import { useClosing } from "./useModal";

export function Modals(): ReactNode {
  const { me } = useViewer();
  const views = useMirror((state) => state.views);
  useForgetting(views);
  const stack = useMemo(
    () =>
      views
        .filter((one) => one.user === me.id && one.view.type === "modal")
        .sort((one, other) => one.depth - other.depth),
    [views, me.id],
  );
  return stack.length > 0 ? <Stack key={me.id} stack={stack} /> : null;
}

function Stack({ stack }: { stack: OpenView[] }): ReactNode {
  const title = useId();
  const top = stack.at(-1)?.id ?? "";
  const close = useClosing(top);
  const edges = [styles.modal, stack.length > 1 && styles.over, stack.length > 2 && styles.over3];
  return (
    <Dialog labelledby={title} className={edges.filter(Boolean).join(" ")} onCancel={() => close()}>
      {stack.map((one, at) => (
        <ModalView
          key={one.id}
          record={one}
          level={at + 1}
          below={stack[at - 1]?.view}
          shown={one.id === top}
          titleId={one.id === top ? title : undefined}
        />
      ))}
    </Dialog>
  );
}

// What was typed lives as long as the view does on the server, in whichever window.
function useForgetting(views: OpenView[]): void {
  const before = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(views.map((one) => one.id));
    for (const id of before.current) if (!now.has(id)) forget(id);
    for (const { id, view } of views) forget(id, view.state.values);
    before.current = now;
  }, [views]);
}
