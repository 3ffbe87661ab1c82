// Making trouble, and seeing that the promises are kept.

import { type ReactNode, useState } from "react";
import { post } from "../api";
import type { Obj } from "../types";
import styles from "./FaultsTab.module.css";
import { GROUPS, inForce } from "./faults";
import { Missing } from "./Missing";
import { count } from "./measures";
import { OrderCard } from "./OrderCard";
import { Processes } from "./Processes";
import parts from "./parts.module.css";
import { useChanges, useTold } from "./told";
import type { Faults } from "./types";

const KINDS = ["faults", "connection"] as const;

/** Posts, and says in words what came of it. */
export type Send = (path: string, body: Obj, done: string) => Promise<void>;

export function FaultsTab(): ReactNode {
  const told = useTold<Faults>("/sandbox/faults", useChanges(KINDS));
  const [said, say] = useState("");
  const { again } = told;
  const send: Send = async (path, body, done) => {
    const answer = await post(path, body);
    say(answer.trouble ?? (typeof answer.struck === "number" ? struck(answer.struck) : done));
    again();
  };
  return (
    <>
      <p className={parts.lead}>
        What goes wrong in real life, on demand. Start a task, make trouble, and watch what becomes
        of the card, the run and its record.
      </p>
      {told.trouble ? <Missing>{told.trouble}</Missing> : null}
      {told.data ? <InForce faults={told.data} send={send} /> : null}
      <p className={styles.said} role="status">
        {said}
      </p>
      <Processes />
      {GROUPS.map((group) => (
        <section key={group.title} className={styles.group} aria-label={group.title}>
          <h3>{group.title}</h3>
          {group.orders.map((order) => (
            <OrderCard
              key={order.id}
              order={order}
              send={(body) => send("/sandbox/faults", body, `Ordered: ${order.title}.`)}
            />
          ))}
        </section>
      ))}
      {told.data ? <Workspace faults={told.data} send={send} /> : null}
    </>
  );
}

const struck = (number: number): string =>
  number ? `Done to ${count(number, "connection")}.` : "There was no connection to do it to.";

function InForce({ faults, send }: { faults: Faults; send: Send }): ReactNode {
  const orders = inForce(faults);
  const clear = async () => {
    if (faults.limits.on) await send("/sandbox/limits", { on: false }, "");
    await send("/sandbox/faults", { kind: "clear" }, "All is taken back.");
  };
  return (
    <section className={styles.force} aria-label="In force now">
      <div className={styles.forceHead}>
        <h3>In force now</h3>
        <button
          type="button"
          className="button"
          disabled={!orders.length}
          onClick={() => void clear()}
        >
          Take all back
        </button>
      </div>
      {orders.length ? (
        <ul>
          {orders.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : (
        <p>Nothing: all works as it should.</p>
      )}
    </section>
  );
}

function Workspace({ faults, send }: { faults: Faults; send: Send }): ReactNode {
  const { on } = faults.limits;
  return (
    <section className={styles.group} aria-label="Limits and time">
      <h3>Limits and time</h3>
      <div className={styles.switch}>
        <label>
          <input
            type="checkbox"
            checked={on}
            onChange={() =>
              void send(
                "/sandbox/limits",
                { on: !on },
                on ? "Slack's limits are off." : "Slack's limits are on.",
              )
            }
          />
          <b>Slack's own rate limits</b>
        </label>
        <p>
          One message a second in a channel, and each method's calls a minute, as Slack counts them.
          The bot paces itself and keeps the order of what it says.
        </p>
      </div>
      <OrderCard
        order={CLOCK}
        send={(body) => send("/sandbox/clock", body, "Slack's clock was moved.")}
      />
      <p className={styles.ahead}>
        {faults.ahead_s
          ? `Slack's clock is ${count(Math.round(faults.ahead_s / 60), "minute")} ahead. It can't go back.`
          : "Slack's clock is right."}
      </p>
    </section>
  );
}

const CLOCK = {
  id: "clock",
  title: "Move Slack's clock forward",
  does: "Slack's own times pass: triggers, response URLs, retries, limits, the life of sockets.",
  expect: "The bot's deadlines are kept by its store's clock, which this doesn't move.",
  fields: [{ name: "minutes", label: "minutes", value: 10, min: 1, max: 10_000 }],
  body: ({ minutes = 0 }: Record<string, number>) => ({ advance_s: minutes * 60 }),
};
