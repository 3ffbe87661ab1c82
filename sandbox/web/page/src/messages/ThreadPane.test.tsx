import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { go } from "../look";
import { change, channel, draw, said, stage, tsOf } from "../staged";
import type { Message } from "../types";
import { ChannelPane } from "./ChannelPane";
import { ThreadPane } from "./ThreadPane";

vi.mock("react-virtuoso", () => import("../plainList"));

const ROOT = said("ben", 1, "the root", { reply_count: 1, latest_reply: tsOf(2) });
const REPLY = said("dee", 2, "the reply", { thread_ts: tsOf(1) });
const place = (messages: Message[]) => ({ channels: [channel("support", messages)] });
const both = (
  <>
    <main>
      <ChannelPane />
    </main>
    <ThreadPane />
  </>
);
const pane = () => screen.queryByRole("complementary", { name: "Thread" });

beforeEach(() => stage(place([ROOT, REPLY])));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a press on the replies opens the thread, and the focus goes in and comes back", async () => {
  draw(both);
  const replies = screen.getByRole("button", { name: /1 reply/ });
  await userEvent.click(replies);
  const found = pane() as HTMLElement;
  expect(within(found).getByText("the reply")).toBeDefined();
  expect(found.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(pane()).toBeNull();
  expect(document.activeElement).toBe(replies);
});

test("arrows and j or k go from message to message, Enter opens its thread", async () => {
  await stage(place([ROOT, REPLY, said("dee", 3, "last")]));
  draw(both);
  const [first, last] = screen.getAllByRole("article");
  act(() => last?.focus());
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard("jk{Enter}");
  expect(pane()).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Close thread" }));
  expect(document.activeElement).toBe(first);
});

test("an address opens a thread and leaves the focus where it is", () => {
  draw(both, { thread: tsOf(1) });
  expect(pane()).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test("the thread follows what is said in it", async () => {
  draw(both, { thread: tsOf(1) });
  const later = said("dee", 4, "one more", { thread_ts: tsOf(1) });
  await act(() => change(place([ROOT, REPLY, later])));
  expect(within(pane() as HTMLElement).getByText("one more")).toBeDefined();
});

test("a thread that isn't there, or not for this person, is not shown", async () => {
  draw(both, { thread: tsOf(77) });
  expect(pane()).toBeNull();
});

test("the thread of a task that one has just given opens when the app begins", async () => {
  draw(both);
  const task = said("ana", 9, "<@U0SIGNOFF> refund");
  await act(() => change(place([ROOT, REPLY, task])));
  expect(pane()).toBeNull();
  await act(() => change(place([ROOT, REPLY, { ...task, reply_count: 1 }])));
  expect(within(pane() as HTMLElement).getAllByRole("article")[0]?.dataset.ts).toBe(tsOf(9));
  expect(pane()?.contains(document.activeElement)).toBe(false);
  act(() => go({ thread: undefined }));
  await act(() => change(place([ROOT, REPLY, { ...task, reply_count: 2 }])));
  expect(pane()).toBeNull(); // once is enough
});

test("somebody else's task, an old one and one without a mention open nothing", async () => {
  const old = said("ana", 3, "<@U0SIGNOFF> old", { reply_count: 1 });
  await stage(place([old]));
  draw(both);
  const his = said("ben", 9, "<@U0SIGNOFF> his", { reply_count: 1 });
  const plain = said("ana", 10, "no mention", { reply_count: 1 });
  await act(() => change(place([old, his, plain])));
  expect(pane()).toBeNull();
});

test("who writes a reply keeps their thread", async () => {
  draw(both, { thread: tsOf(1) });
  const box = within(pane() as HTMLElement).getByRole("textbox");
  await userEvent.type(box, "half a word");
  const task = said("ana", 9, "<@U0SIGNOFF> refund", { reply_count: 1 });
  await act(() => change(place([ROOT, REPLY, task])));
  await waitFor(() => expect(screen.getAllByText(/refund/).length).toBeGreaterThan(0));
  expect(document.activeElement).toBe(box);
  expect(within(pane() as HTMLElement).getByText("the reply")).toBeDefined();
});

test("on a phone the thread covers no other words than those that were sent", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  draw(both);
  const task = (at: number) => said("ana", at, "<@U0SIGNOFF> refund", { reply_count: 1 });
  const box = screen.getByRole("textbox");
  await userEvent.type(box, "the next thing");
  await act(() => change(place([ROOT, REPLY, task(9)])));
  expect(pane()).toBeNull();
  await userEvent.clear(box);
  await userEvent.type(box, "@signoff refund");
  await act(() => change(place([ROOT, REPLY, task(9), task(10)])));
  expect(pane()).not.toBeNull();
});

test("new messages are read aloud, one's own and old ones aren't", async () => {
  draw(<ChannelPane />);
  const aloud = () =>
    screen
      .getAllByRole("status")
      .map((one) => one.textContent)
      .join("");
  await act(() => change(place([ROOT, REPLY, said("ana", 8, "mine"), said("ben", 9, "hear me")])));
  expect(aloud()).toBe("Ben Ode: hear me");
});
