import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { go } from "../look";
import { answers, got, listed, open, payload, run, sent, step, tell } from "./served";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const RUNS = "/sandbox/backstage/runs";
const DELIVERIES = "/sandbox/deliveries?last=200";
const PAYLOADS = "/sandbox/payloads?last=200";
const drawer = () => screen.findByRole("complementary", { name: "Behind the scenes" });
const rows = (name: string) => within(screen.getByRole("list", { name })).getAllByRole("listitem");
const texts = (name: string) => rows(name).map((row) => row.textContent ?? "");

test("without a tab in the address there is no drawer", async () => {
  await open("", {});
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("tabs are gone through with arrow keys, and the address says which is open", async () => {
  await open("run", { [RUNS]: { runs: [] }, [DELIVERIES]: { deliveries: [] } });
  await drawer();
  screen.getByRole("tab", { name: "Run" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  const tab = screen.getByRole("tab", { name: "Deliveries" });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(tab);
  expect(location.hash).toContain("drawer=deliveries");
  await userEvent.keyboard("{End}");
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Faults");
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel", { name: "Run" })).toBeDefined();
});

test.each(["{Escape}", "its button"])("%s closes it, and focus is where it was", async (how) => {
  await open("", { [RUNS]: { runs: [] } });
  render(<button type="button">before</button>);
  const before = screen.getByRole("button", { name: "before" });
  before.focus();
  go({ drawer: "run" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Run"));
  if (how === "{Escape}") await userEvent.keyboard(how);
  else await userEvent.click(screen.getByRole("button", { name: "Close Behind the scenes" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(location.hash).not.toContain("drawer");
  expect(document.activeElement).toBe(before);
});

test("the run of the open thread is shown, else the newest, else the chosen one", async () => {
  const runs = [listed(2), listed(1)];
  await open(
    "run",
    {
      [RUNS]: { runs },
      [`${RUNS}/3.run1`]: run(1, [step(1, { words: "the first" })]),
      [`${RUNS}/3.run2`]: run(2, [step(1, { words: "the second" })]),
    },
    "1.1",
  );
  expect(await screen.findByText("the first")).toBeDefined();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Task" }), "3.run2");
  expect(await screen.findByText("the second")).toBeDefined();
  go({ thread: undefined });
  expect(await screen.findByText("the second")).toBeDefined();
  go({ thread: "1.1" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Task" }), "3.run1");
  expect(await screen.findByText("the first")).toBeDefined();
});

test("a step says who did what, how long after, at what cost, and opens to its JSON", async () => {
  const asked = step(1, { kind: "asked", by: "U0ANA", words: "asked for a task: “x”", lines: 74 });
  const yes = step(2, { kind: "clicked", by: "U0BEN", words: "said yes to A-1", after_ms: 65_000 });
  await open("run", { [RUNS]: { runs: [listed(1)] }, [`${RUNS}/3.run1`]: run(1, [asked, yes]) });
  await screen.findByRole("list", { name: "Steps" });
  const [first, second] = rows("Steps");
  expect(first?.textContent).toContain("Ana Ruiz asked for a task: “x”");
  expect(first?.textContent).toContain("12:00:00 · 100 B + 74 B of transcript");
  expect(second?.textContent).toContain("1 min 5 s later");
  expect(second?.textContent).toContain("Ben Ode said yes to A-1");
  expect(screen.queryByText(/"number"/)).toBeNull();
  await userEvent.click(within(second as HTMLElement).getByText("said yes to A-1"));
  expect((await screen.findByRole("region", { name: "Entry 2 as JSON" })).textContent).toContain(
    '"number": 2',
  );
  expect(second?.textContent).toContain("Entry 2 of the log, Clicked");
});

test("how it stands, what it weighs and how it grew is said in words", async () => {
  const steps = [step(1), step(2, { bytes: 886, total: 986 })];
  await open("run", { [RUNS]: { runs: [listed(1)] }, [`${RUNS}/3.run1`]: run(1, steps) });
  const head = await screen.findByRole("region", { name: "How it stands" });
  expect(head.textContent).toContain("waiting for people: A-1");
  expect(head.textContent).toContain("2 turns of the model, 1,993 tokens read and 28 written.");
  expect(head.textContent).toContain("1 request: A-1 open.");
  const box = screen.getByRole("region", { name: "Checkpoint" });
  expect(box.textContent).toContain("Checkpoint: 5.6 kB all that waiting for a person costs");
  expect(
    within(box)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual([" events 4.5 kB".trim(), "transcript 551 B", "header 500 B"]);
  expect(box.textContent).toContain("grew to 986 B in 2 steps. The heaviest added 886 B: entry 2.");
});

test("a run grows while it is looked at, and what can't be read is said", async () => {
  let steps = [step(1)];
  const told = () => run(1, steps, { unread: steps.length > 1 ? "Entry 3 can't be read: x" : "" });
  await open("run", { [RUNS]: { runs: [listed(1)] }, [`${RUNS}/3.run1`]: told });
  await screen.findByText("step 1");
  steps = [step(1), step(2)];
  tell("delivery", sent("Dl1"));
  expect(await screen.findByText("step 2")).toBeDefined();
  expect(screen.getByText("Entry 3 can't be read: x")).toBeDefined();
});

test("what was away is asked again until it answers", async () => {
  await open("run", {});
  await screen.findByText(`nothing at ${RUNS}`);
  answers[RUNS] = { runs: [listed(1)] };
  answers[`${RUNS}/3.run1`] = run(1, [step(1)]);
  expect(await screen.findByText("step 1")).toBeDefined();
  expect(screen.queryByText(`nothing at ${RUNS}`)).toBeNull();
});

test.each(["run", "record"])("%s says what is missing without the bot's side", async (tab) => {
  await open(tab, {});
  expect(await screen.findByText("nothing at /sandbox/backstage/runs")).toBeDefined();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("a delivery says by what way it went, whether signed, how soon, and what went wrong", async () => {
  const deliveries = [
    sent("Dl1", { about: "message_changed" }),
    sent("Dl2", { transport: "http", signed: true, type: "app_mention", ack_ms: 3_400 }),
    sent("Dl3", { status: "lost", reason: "http_timeout", retried: 3 }),
    sent("Dl4", {
      status: "trouble",
      kind: "interactive",
      type: "block_actions",
      transport: null,
      signed: null,
      ack_ms: null,
      reason: "no bot is connected",
    }),
  ];
  await open("deliveries", { [DELIVERIES]: { deliveries } });
  await screen.findByRole("list", { name: "Deliveries" });
  const [click, lost, mention, plain] = texts("Deliveries");
  expect(plain).toContain("message message_changedacknowledged in 12 msby socket, not signed");
  expect(mention).toContain("acknowledged in 3.4 sby HTTP, signed");
  expect(mention).toContain("slow: no acknowledgement within 3 s");
  expect(lost).toContain("sent again 3 times");
  expect(lost).toContain("why: http timeout");
  expect(click).toContain("failedwaits: no bot is connected");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Show" }), "interactive");
  expect(rows("Deliveries")).toHaveLength(1);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Show" }), "all");
  await userEvent.click(screen.getByRole("checkbox", { name: "Only slow or troubled ones" }));
  expect(rows("Deliveries")).toHaveLength(3);
});

test("deliveries come and change while they are looked at; a payload is got once opened", async () => {
  const path = "/sandbox/deliveries/Dl1";
  await open("deliveries", {
    [DELIVERIES]: { deliveries: [sent("Dl1")] },
    [path]: { payload: { event: { text: "hello there" } } },
  });
  await screen.findByRole("list", { name: "Deliveries" });
  tell("delivery", sent("Dl2", { status: "pending", ack_ms: null, type: "view_submission" }));
  await waitFor(() => expect(texts("Deliveries")[0]).toContain("view_submission"));
  expect(texts("Deliveries")[0]).toContain("under way…");
  tell("delivery", sent("Dl2", { type: "view_submission", ack_ms: 5 }));
  await waitFor(() => expect(texts("Deliveries")[0]).toContain("acknowledged in 5 ms"));
  expect(rows("Deliveries")).toHaveLength(2);
  expect(got).not.toContain(path);
  await userEvent.click(screen.getByText("message"));
  expect((await screen.findByRole("region", { name: "Its payload" })).textContent).toContain(
    '"text": "hello there"',
  );
});

test("a payload says what Slack refused and where, and what is doubted", async () => {
  const payloads = [
    payload("Pl1"),
    payload("Pl2", { doubts: ["metadata of more than 1024 bytes"], method: "chat.update" }),
    payload("Pl3", { ok: false, error: "invalid_blocks", pointers: ["[ERROR] at /blocks/0"] }),
  ];
  await open("payloads", {
    lint: ["chat.update: metadata of more than 1024 bytes"],
    [PAYLOADS]: { payloads },
    "/sandbox/payloads/Pl3": { payload: { text: "whole" } },
  });
  await screen.findByRole("list", { name: "Payloads" });
  expect(screen.getByText("3 payloads: 1 refused, 1 doubted")).toBeDefined();
  expect(screen.getByRole("region", { name: "Lint" }).textContent).toContain("chat.update: meta");
  await userEvent.click(screen.getByRole("checkbox", { name: "Only refused or doubted ones" }));
  const [refused, doubted, none] = rows("Payloads");
  expect(none).toBeUndefined();
  expect(doubted?.textContent).toContain("taken, doubted");
  expect(refused?.textContent).toContain("invalid_blocks");
  await userEvent.click(within(refused as HTMLElement).getByText("refused"));
  expect(await screen.findByText("[ERROR] at /blocks/0")).toBeDefined();
  expect((await screen.findByRole("region", { name: "Its JSON" })).textContent).toContain("whole");
});

test("the record says who, what exactly, why and by what right, and that it is whole", async () => {
  const lines = [
    { what: "asked", by: "U0ANA", at: 1_782_900_000_000 },
    {
      what: "people asked",
      request: "3.a.1",
      a_number: 7,
      rule: "refunds",
      policy: "c85f2a446546",
    },
    { what: "call waiting", tool: "refund_order", request: "3.a.1", args: { order_id: 1042 } },
    { what: "attempt refused", by: "U0ANA", request: "3.a.1", why: "own_request" },
    { what: "approval", by: "U0BEN", person: "ben", request: "3.a.1", a_number: 7, reason: "fair" },
  ];
  await open("record", {
    [RUNS]: { runs: [listed(1)] },
    [`${RUNS}/3.run1/record`]: { lines, whole: true, broken_at: null },
  });
  await screen.findByRole("list", { name: "Record" });
  const [asked, people, waiting, refused, yes] = texts("Record");
  expect(screen.getByText("The chain is whole.").parentElement?.textContent).toContain(
    "The first line of each step names all lines of the step before",
  );
  expect(asked).toContain("Ana Ruiz asked for a task");
  expect(people).toContain("by what right: rule refunds of the policy (version c85f2a44)");
  expect(waiting).toContain('refund_order waits for people: A-7exactly {"order_id":1042}');
  expect(refused).toContain("Ana Ruiz tried to answer A-7 and was refused");
  expect(refused).toContain("why: it is their own request");
  expect(yes).toContain("Ben Ode said yes to A-7why: fairby what right: linked as ben");
});

test("a broken chain says where it breaks", async () => {
  await open("record", {
    [RUNS]: { runs: [listed(1)] },
    [`${RUNS}/3.run1/record`]: {
      lines: [{ what: "asked" }, { what: "run stopped" }],
      whole: false,
      broken_at: 1,
    },
  });
  await screen.findByRole("list", { name: "Record" });
  expect(screen.getByText("The chain is broken.").parentElement?.textContent).toContain("Line 2");
  expect(texts("Record").map((row) => row.includes("The chain breaks here."))).toEqual([
    false,
    true,
  ]);
});

test("a tab that isn't known is the first one", async () => {
  await open("nonsense", { [RUNS]: { runs: [] } });
  expect(await screen.findByText(/There is no task yet/)).toBeDefined();
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Run");
});
