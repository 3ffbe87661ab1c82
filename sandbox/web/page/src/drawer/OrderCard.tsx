// One fault: what it does, what should happen, and the button that orders it.

import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { Obj } from "../types";
import type { Order } from "./faults";
import styles from "./OrderCard.module.css";

export function OrderCard({
  order,
  send,
}: {
  order: Order;
  send: (body: Obj) => Promise<void>;
}): ReactNode {
  const id = useId();
  const [values, setValues] = useState(() =>
    Object.fromEntries(order.fields.map((field) => [field.name, String(field.value)])),
  );
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await send(order.body(numbersOf(values)));
    setBusy(false);
  };
  return (
    <form className={styles.card} aria-labelledby={id} onSubmit={(event) => void submit(event)}>
      <div className={styles.words}>
        <h4 id={id}>{order.title}</h4>
        <p>{order.does}</p>
        <p className={styles.expect}>
          <span>What should happen:</span> {order.expect}
        </p>
      </div>
      <div className={styles.act}>
        {order.fields.map((field) => (
          <label key={field.name}>
            <input
              type="number"
              inputMode="numeric"
              required
              min={field.min}
              max={field.max}
              value={values[field.name]}
              onChange={(event) => setValues({ ...values, [field.name]: event.target.value })}
            />
            {field.label}
          </label>
        ))}
        <button type="submit" className="button" disabled={busy} aria-describedby={id}>
          Do it
        </button>
      </div>
    </form>
  );
}

const numbersOf = (values: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
