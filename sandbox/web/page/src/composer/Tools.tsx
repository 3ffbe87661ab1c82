// What stands under the text: files, shortcuts, and Send.

import { type ReactNode, useRef } from "react";
import { act } from "../api";
import { Icon } from "../shell/Icon";
import { Shortcuts } from "../shell/Shortcuts";
import { useViewer } from "../viewer";
import styles from "./Composer.module.css";

type Props = {
  attach(files: Iterable<File>): Promise<void>;
  /** Says what went wrong, in words. */
  tell(trouble: string): void;
  sending: boolean;
  empty: boolean;
};

export function Tools({ attach, tell, sending, empty }: Props): ReactNode {
  return (
    <div className={styles.tools}>
      <Attach attach={attach} />
      <Global tell={tell} />
      <span className={styles.gap} />
      <span className={styles.sending} role="status">
        {sending ? "Sending…" : ""}
      </span>
      <button type="submit" className={styles.send} disabled={sending || empty}>
        Send
      </button>
    </div>
  );
}

function Attach({ attach }: Pick<Props, "attach">): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={async ({ target }) => {
          await attach([...(target.files ?? [])]);
          target.value = ""; // so that the same file can be chosen again
        }}
      />
      <button
        type="button"
        className="sign"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" />
      </button>
    </>
  );
}

/** The app's global shortcuts. */
function Global({ tell }: Pick<Props, "tell">): ReactNode {
  const { me } = useViewer();
  const use = async (callback_id: string) => {
    const { trouble } = await act(me.name, "shortcut", { callback_id });
    tell(trouble ?? "");
  };
  return <Shortcuts kind="global" use={(id) => void use(id)} menu={MENU} />;
}

const MENU = {
  name: "Shortcuts",
  side: "start",
  className: "sign",
  face: <Icon name="bolt" />,
} as const;
