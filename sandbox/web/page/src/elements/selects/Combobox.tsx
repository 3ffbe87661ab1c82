// A field that offers what fits to what is typed: one choice, or several as chips.

import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import type { Naming } from "../field";
import { Popup } from "../Popup";
import { Chips } from "./Chips";
import styles from "./Combobox.module.css";
import type { Choice } from "./choice";
import { Listbox, optionId } from "./Listbox";
import { useKeys } from "./useKeys";

type ComboboxProps = {
  naming: Naming;
  /** Those that fit what is typed. */
  choices: Choice[];
  chosen: Choice[];
  many: boolean;
  /** How many may be chosen. */
  most: number;
  placeholder: string;
  /** Whether it stands in a form, as wide as the other fields. */
  whole: boolean;
  /** Whether the one choice can be taken back. */
  clearable: boolean;
  busy: boolean;
  /** What is said in place of choices. */
  status?: string;
  onChoose: (chosen: Choice[]) => void;
  onType: (typed: string, open: boolean) => void;
};

export function Combobox(props: ComboboxProps): ReactNode {
  const { naming, choices, chosen, many, most, busy, onChoose } = props;
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { open, typed, show, hide, type } = useTyping(props.onType);
  const full = many && chosen.length >= most;

  const choose = (choice: Choice) => {
    const had = chosen.some((one) => one.id === choice.id);
    if (many && full && !had) return;
    if (many) type("");
    else hide();
    if (!many && had) return;
    const others = chosen.filter((one) => one.id !== choice.id);
    onChoose(many ? (had ? others : [...chosen, choice]) : [choice]);
  };
  const remove = (choice: Choice) => {
    onChoose(chosen.filter((one) => one.id !== choice.id));
    input.current?.focus();
  };
  const keys = useKeys({
    open,
    choices,
    start: chosen[0]?.id,
    show,
    hide,
    choose,
    back: () => {
      const last = chosen.at(-1);
      if (many && typed === "" && last) remove(last);
    },
  });
  const label = many ? "" : (chosen[0]?.label ?? "");
  const classes = `${styles.box} ${many ? styles.many : ""} ${props.whole ? styles.whole : ""}`;
  const said = props.status || (choices.length === 0 ? "No results" : "");

  return (
    <div className={classes} ref={box} data-invalid={naming["aria-invalid"]}>
      {many ? <Chips chosen={chosen} onRemove={remove} /> : null}
      <input
        {...naming}
        ref={input}
        type="text"
        role="combobox"
        className={styles.input}
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && keys.active ? optionId(list, keys.active) : undefined}
        aria-busy={busy || undefined}
        placeholder={label || props.placeholder}
        value={open ? typed : label}
        onChange={(event) => type(event.target.value)}
        onClick={() => (open && typed === "" ? hide() : show())}
        onBlur={hide}
        onKeyDown={keys.onKeyDown}
      />
      {props.clearable && chosen[0] && !open ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear ${naming["aria-label"]}`}
          onClick={() => chosen[0] && remove(chosen[0])}
        >
          <span aria-hidden="true">×</span>
        </button>
      ) : null}
      {open ? (
        <Popup anchor={box} onClose={hide} wide>
          <Listbox
            id={list}
            label={naming["aria-label"]}
            choices={choices}
            chosen={chosen}
            many={many}
            full={full}
            active={keys.active}
            onChoose={choose}
            onPoint={keys.point}
          />
          <p className={styles.status} role="status">
            {said || (full ? `You can choose ${most} at most` : "")}
          </p>
        </Popup>
      ) : null}
    </div>
  );
}

// Whether the list is open, and what is typed into it; closed, nothing is.
function useTyping(onType: (typed: string, open: boolean) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = useCallback(
    (next: string | null) => {
      setTyped(next);
      onType(next ?? "", next !== null);
    },
    [onType],
  );
  const show = useCallback(() => set(typed ?? ""), [set, typed]);
  const hide = useCallback(() => {
    if (typed !== null) set(null);
  }, [set, typed]);
  return { open: typed !== null, typed: typed ?? "", show, hide, type: set };
}
