import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { answers, faults, open, part, posted, tell } from "./served";
import type { Fault } from "./types";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FAULTS = "/sandbox/faults";
const PARTS = "/sandbox/backstage/parts";
const KILL = "/sandbox/backstage/kill";
const LIMITED: Fault = {
  kind: "ratelimited",
  method: null,
  left: 2,
  rate: 1,
  error: "",
  status: 200,
  retry_after: 5,
  seconds: 1,
};
const force = async () => (await screen.findByRole("region", { name: "In force now" })).textContent;
const form = (name: string) => within(screen.getByRole("form", { name }));

test("each fault says what it does and what should happen, and is ordered as it is filled in", async () => {
  await open("faults", { [FAULTS]: faults(), [PARTS]: { parts: [] } });
  await screen.findByRole("region", { name: "In force now" });
  const orders: [string, Record<string, string>, unknown][] = [
    [
      "Limit the rate",
      { calls: "2", "s to wait": "9" },
      { kind: "ratelimited", times: 2, retry_after: 9 },
    ],
    ["Answer slowly", { calls: "4" }, { kind: "slow", times: 4, seconds: 5 }],
    ["Fail with an error", {}, { kind: "error", times: 3, error: "internal_error" }],
    ["Cut before it is carried out", {}, { kind: "reset_before_commit", times: 1 }],
    ["Cut after it is carried out", {}, { kind: "reset_after_commit", times: 1 }],
    ["Drop the sockets", {}, { kind: "drop_socket", times: 100 }],
    ["Ask to reconnect", {}, { kind: "disconnect", times: 1 }],
    ["Lose the next frames", {}, { kind: "lose_frame", times: 1 }],
    ["Double events", {}, { kind: "duplicate_event", times: 1 }],
    ["Reorder events", { events: "3" }, { kind: "reorder_events", times: 3 }],
  ];
  for (const [name, fields, body] of orders) {
    const card = form(name);
    expect(card.getByText("What should happen:")).toBeDefined();
    for (const [label, value] of Object.entries(fields)) {
      const field = card.getByRole("spinbutton", { name: label });
      await userEvent.clear(field);
      await userEvent.type(field, value);
    }
    await userEvent.click(card.getByRole("button", { name: "Do it" }));
    expect(posted.at(-1)).toEqual([FAULTS, body]);
  }
});

test("what is in force is said until it struck, and all of it can be taken back", async () => {
  await open("faults", {
    [FAULTS]: faults({
      faults: [LIMITED, { ...LIMITED, kind: "slow", left: null, rate: 0.5, method: "views.open" }],
      frames_to_lose: 1,
      duplicates: 2,
      reorder: { wanted: 2, gathered: 1 },
      limits: { on: true, events_an_hour: 1 },
    }),
    [PARTS]: { parts: [] },
    "/sandbox/limits": { on: false },
  });
  const words = await force();
  expect(words).toContain("Refusing the next 2 calls for 5 s (429)");
  expect(words).toContain("Answering 50 % of all calls of views.open 1 s late");
  expect(words).toContain("The next 1 frame will be lost");
  expect(words).toContain("The next 2 events will be doubled");
  expect(words).toContain("1 of 2 events are gathered");
  expect(words).toContain("Slack's own rate limits are on");
  answers[FAULTS] = faults({ faults: [{ ...LIMITED, left: 1 }] });
  tell("faults", {});
  await waitFor(async () => expect(await force()).toContain("the next 1 call"));
  answers[FAULTS] = faults();
  await userEvent.click(screen.getByRole("button", { name: "Take all back" }));
  await waitFor(async () => expect(await force()).toContain("Nothing: all works as it should."));
  expect(posted.at(-1)).toEqual([FAULTS, { kind: "clear" }]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Take all back" }).disabled).toBe(
    true,
  );
});

test("limits are switched on and the clock is moved forward", async () => {
  await open("faults", {
    [FAULTS]: faults({ ahead_s: 600 }),
    [PARTS]: { parts: [] },
    "/sandbox/limits": { on: true },
    "/sandbox/clock": { now: 1 },
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Slack's own rate limits" }));
  expect(posted.at(-1)).toEqual(["/sandbox/limits", { on: true }]);
  await userEvent.click(form("Move Slack's clock forward").getByRole("button", { name: "Do it" }));
  expect(posted.at(-1)).toEqual(["/sandbox/clock", { advance_s: 600 }]);
  expect(screen.getByText("Slack's clock is 10 minutes ahead. It can't go back.")).toBeDefined();
});

test("the bot is killed, and it is said after how long it was back", async () => {
  await open("faults", {
    [FAULTS]: faults(),
    [PARTS]: { parts: [part(), part({ name: "redis", label: "Redis" })] },
    [KILL]: { killed: "bot" },
  });
  const list = await screen.findByRole("list", { name: "Processes" });
  expect(list.textContent).toContain("The botruns since 12:00:00 as process 7");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Kill the bot" });
  await userEvent.click(button);
  expect(posted).toEqual([[KILL, { part: "bot" }]]);
  expect(list.textContent).toContain("The botstarting…");
  expect(button.disabled).toBe(true);
  answers[PARTS] = { parts: [part({ pid: null, ready: false })] };
  await waitFor(() => expect(list.textContent).toContain("dead: it is started again…"));
  answers[PARTS] = { parts: [part({ pid: 9, restarts: 1, back_after_s: 1.52 })] };
  await waitFor(() => expect(list.textContent).toContain("back after 1.5 s: runs since"));
  expect(list.textContent).toContain("as process 9, started again 1 time");
  expect(button.disabled).toBe(false);
});

test("a process that died of something else is seen too", async () => {
  await open("faults", { [FAULTS]: faults(), [PARTS]: { parts: [part()] } });
  const list = await screen.findByRole("list", { name: "Processes" });
  answers[PARTS] = { parts: [part({ pid: 8, ready: false, restarts: 1 })] };
  tell("connection", { connections: 0 });
  await waitFor(() => expect(list.textContent).toContain("starting…"));
  answers[PARTS] = { parts: [part({ pid: 8, restarts: 1, back_after_s: 2 })] };
  await waitFor(() => expect(list.textContent).toContain("back after 2 s"));
});

test("what can't be done is said in the server's words", async () => {
  await open("faults", { [FAULTS]: faults(), [PARTS]: { parts: [part()] } });
  await userEvent.click(await screen.findByRole("button", { name: "Kill the bot" }));
  expect(await screen.findByText(`nothing at ${KILL}`)).toBeDefined();
  answers[FAULTS] = () => ({ ...faults(), struck: 0 });
  await userEvent.click(form("Drop the sockets").getByRole("button", { name: "Do it" }));
  expect(await screen.findByText("There was no connection to do it to.")).toBeDefined();
});
