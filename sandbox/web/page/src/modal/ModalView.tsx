// One modal: its title, its blocks, and its buttons.

import { type KeyboardEvent, memo, type ReactNode, useRef } from "react";
import { Blocks } from "../blocks/Blocks";
import { PlaceProvider } from "../elements/place";
import { words } from "../elements/words";
import { Text } from "../text/Mrkdwn";
import type { OpenView, View } from "../types";
import styles from "./Modals.module.css";
import { type Modal, useModal } from "./useModal";
import { useModalFocus } from "./useModalFocus";
import { useScrolls } from "./useScrolls";

// Slack lets an app open so many on top of each other.
const MOST_DEEP = 3;

type Props = {
  record: OpenView;
  level: number;
  /** The view that it lies on. */
  below: View | undefined;
  shown: boolean;
  titleId: string | undefined;
};

export const ModalView = memo(function ModalView(props: Props): ReactNode {
  const { record, shown } = props;
  const { view } = record;
  const modal = useModal(record);
  const form = useRef<HTMLFormElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const toFirstError = useModalFocus(form, view.hash, shown);
  const scrolls = useScrolls(body);
  const submits = Boolean(view.submit) && view.submit_disabled !== true;

  const submit = async () => {
    if (submits && (await modal.submit())) toFirstError();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      ref={form}
      className={styles.view}
      hidden={!shown}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Head {...props} modal={modal} />
      <div
        ref={body}
        className={styles.body}
        {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": "Content" } : {})}
      >
        <PlaceProvider value={modal.place}>
          <Blocks blocks={view.blocks} />
        </PlaceProvider>
      </div>
      <Foot view={view} modal={modal} submits={submits} />
    </form>
  );
});

function Head({ record, level, below, titleId, modal }: Props & { modal: Modal }): ReactNode {
  return (
    <header className={styles.head}>
      {below ? (
        <button
          type="button"
          className={styles.sign}
          aria-label={`Back to ${words(below.title)}`}
          title="Back"
          onClick={() => void modal.close()}
        >
          <span aria-hidden="true">←</span>
        </button>
      ) : null}
      <div className={styles.heading}>
        <h2 id={titleId} className={styles.title} tabIndex={-1} data-title>
          <Text text={{ type: "plain_text", text: record.view.title?.text ?? "" }} />
        </h2>
        {below ? (
          <p className={styles.level}>
            {level} of {MOST_DEEP} · on top of {words(below.title)}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        className={styles.sign}
        aria-label={below ? "Dismiss all" : "Dismiss"}
        title={below ? "Dismiss all" : "Dismiss"}
        onClick={() => void modal.close(true)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </header>
  );
}

function Foot({ view, modal, submits }: { view: View; modal: Modal; submits: boolean }): ReactNode {
  const leave = words(view.close) || (view.submit ? "Cancel" : "Close");
  return (
    <footer className={styles.foot}>
      <div role="alert" className={styles.problems}>
        {modal.problems.map((one) => (
          <p key={one}>
            <span aria-hidden="true">⚠</span> {one}
          </p>
        ))}
      </div>
      <button type="button" className="button" onClick={() => void modal.close()}>
        {leave}
      </button>
      {view.submit ? (
        <button
          type="submit"
          className={`button primary ${styles.submit}`}
          aria-busy={modal.busy || undefined}
          aria-disabled={!submits || modal.busy || undefined}
        >
          <span>{words(view.submit)}</span>
        </button>
      ) : null}
    </footer>
  );
}
