import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { go } from "../look";
import { mirror } from "../mirror";
import type { Message, State } from "../types";
import { ViewerProvider } from "../viewer";
import { Guide } from "./Guide";

const user = (name: string, real_name: string, is_bot = false) => ({
  id: `U0${name.toUpperCase()}`,
  name,
  real_name,
  is_bot,
});
const ASK = { ts: "1.0", user: "U0ANA", text: "<@U0SIGNOFF> refund order 1042", thread_ts: "1.0" };
const button = { type: "button", text: { type: "plain_text", text: "Approve once" } };
const head = (text: string) => ({ type: "header", text: { type: "plain_text", text } });
const asked = { type: "section", text: { type: "mrkdwn", text: "<@U0ANA> asked" } };
const card = (title: string, buttons: unknown[]) => ({
  ts: "1.2",
  user: "U0SIGNOFF",
  text: title,
  thread_ts: "1.0",
  blocks: [head(title), asked, { type: "actions", elements: buttons }],
});
const CARD = card("⏳ Approval needed: refund order 1042", [button]);
const DONE = card("✅ Approved: refund order 1042", []);

const users = [user("ana", "Ana Ruiz"), user("ben", "Ben Ode"), user("signoff", "signoff", true)];
const channelOf = (messages: unknown[]) => ({
  id: "C0SUPPORT",
  name: "support",
  kind: "channel",
  members: ["U0ANA", "U0BEN"],
  messages: messages as Message[],
});
let sent: [string, unknown][] = [];

const tree = () => (
  <ViewerProvider>
    <Guide />
  </ViewerProvider>
);

function given(...messages: unknown[]) {
  mirror.state = {
    ...mirror.state,
    users,
    channels: [channelOf(messages)],
    examples: [
      "@signoff refund order 1042, it arrived broken",
      "@signoff restart checkout in prod",
    ],
    questions: ["@signoff prepare the shop for the sale"],
    connections: 1,
  } as unknown as State;
}

function shown(...messages: unknown[]) {
  given(...messages);
  return render(tree());
}

const tour = () => screen.getByRole("region", { name: "Show me around" });
const stepNow = () => tour().querySelector("[aria-current=step]")?.getAttribute("title");

beforeEach(() => {
  localStorage.clear();
  go({ as: "ana", channel: "support", thread: undefined, drawer: undefined });
  sent = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return Response.json({ ts: "5.0", channel: "C0SUPPORT" });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a task is asked for as Ana in #support, whoever and wherever one was", async () => {
  go({ as: "ben", channel: "ops" });
  shown();
  expect(stepNow()).toBe("Ask for something");
  await userEvent.click(within(tour()).getByRole("button", { name: /^refund order 1042/ }));
  expect(sent).toEqual([
    [
      "/sandbox/users/ana/say",
      { channel: "support", text: "@signoff refund order 1042, it arrived broken" },
    ],
  ]);
  const where = new URLSearchParams(location.hash.slice(1));
  expect(Object.fromEntries(where)).toEqual({ as: "ana", channel: "support", thread: "5.0" });
});

test("an order that somebody has written of isn't offered again", async () => {
  shown({ ...ASK, text: "refund order 1042 and 1043" }, { ...DONE, ts: "1.3" });
  await userEvent.click(screen.getByRole("button", { name: "Show me around" }));
  expect(within(tour()).getByRole("button", { name: /^refund order 1044/ })).toBeDefined();
});

test("with the card comes the way to Ben, and to the card's thread", async () => {
  shown(ASK, CARD);
  expect(stepNow()).toBe("The bot asks before it matters");
  expect(tour().textContent).toContain("Ana asked, so Ana can't approve it");
  await userEvent.click(within(tour()).getByRole("button", { name: "Now be Ben" }));
  expect(stepNow()).toBe("Now be Ben");
  expect(location.hash).toContain("as=ben&channel=support&thread=1.0");
  // By keyboard: the next Enter leads on to the card.
  expect(document.activeElement).toBe(
    within(tour()).getByRole("button", { name: "Show the card" }),
  );
});

test("the card's own button is marked, and reached from the tour", async () => {
  render(
    <article>
      <button type="button">Approve once</button>
    </article>,
  );
  shown(ASK, CARD);
  const approve = screen.getByRole("button", { name: "Approve once" });
  expect(approve.closest("article")?.dataset.pointed).toBe("");
  await userEvent.click(within(tour()).getByRole("button", { name: "Show the card" }));
  expect(document.activeElement).toBe(approve);
});

test("what to try next takes the card that waits, and asks for one where none does", async () => {
  const { rerender } = shown(ASK, CARD);
  given(ASK, DONE, { ...CARD, ts: "2.2", thread_ts: "2.0" });
  rerender(tree());
  expect(tour().textContent).toContain("Done: order 1042 was refunded once.");
  await userEvent.click(within(tour()).getByRole("button", { name: /^Kill the bot/ }));
  const where = new URLSearchParams(location.hash.slice(1));
  expect(Object.fromEntries(where)).toEqual({
    as: "ben",
    channel: "support",
    thread: "2.0",
    drawer: "faults",
  });
  expect(sent).toEqual([]);
  given(ASK, DONE);
  rerender(tree());
  await userEvent.click(within(tour()).getByRole("button", { name: "Reject with a reason" }));
  expect(sent).toEqual([
    ["/sandbox/users/ana/say", { channel: "support", text: "@signoff restart checkout in prod" }],
  ]);
});

test("tasks of which it asks something first are asked for as Ana", async () => {
  const { rerender } = shown(ASK, CARD);
  given(ASK, DONE);
  rerender(tree());
  await userEvent.click(within(tour()).getByRole("button", { name: /^prepare the shop/ }));
  const text = "@signoff prepare the shop for the sale";
  expect(sent).toEqual([["/sandbox/users/ana/say", { channel: "support", text }]]);
  expect(location.hash).toContain("as=ana&channel=support&thread=5.0");
});

test("unfolded on a phone it folds again once something is chosen", async () => {
  const { rerender } = shown(ASK, CARD);
  given(ASK, DONE);
  rerender(tree());
  const more = within(tour()).getByRole("button", { name: "More of this step" });
  await userEvent.click(more);
  expect(more.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(within(tour()).getByRole("button", { name: /^prepare the shop/ }));
  expect(more.getAttribute("aria-expanded")).toBe("false");
});

test("a command is run as whoever one is", async () => {
  const { rerender } = shown(ASK, CARD);
  given(ASK, DONE);
  rerender(tree());
  await userEvent.click(within(tour()).getByRole("button", { name: "/approvals" }));
  expect(sent).toEqual([
    ["/sandbox/users/ana/command", { channel: "support", command: "/approvals", text: "" }],
  ]);
});

test("whoever comes back later finds a small button, and begins anew from there", async () => {
  shown(ASK, DONE);
  expect(screen.queryByRole("region")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show me around" }));
  expect(stepNow()).toBe("Ask for something");
});

test("closed it stays small over visits, and then gone for good", async () => {
  const { unmount } = shown();
  await userEvent.click(within(tour()).getByRole("button", { name: "Close the tour" }));
  unmount();
  shown();
  expect(screen.queryByRole("region")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Don't offer the tour again" }));
  expect(screen.queryByRole("button")).toBeNull();
});
