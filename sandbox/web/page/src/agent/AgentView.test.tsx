import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftKey, dropDraft } from "../composer/drafts";
import { channel, type Sent, server, show, workspace } from "../composer/testing";
import { go } from "../look";
import type { Message, Session, State } from "../types";
import { AgentView } from "./AgentView";

vi.mock("../home/HomeTab", () => ({ HomeTab: () => <p>what waits for you</p> }));

const act = (verb: string) => `/sandbox/users/ana/${verb}`;
const message = (ts: string, user: string, text: string, thread_ts?: string): Message => ({
  ts,
  user,
  text,
  type: "message",
  ...(thread_ts ? { thread_ts } : {}),
});
const direct = (messages: Message[], sessions: Partial<Session>[] = []): State => {
  const members = ["U0ANA", "U0SIGNOFF"];
  const im = channel("D0ANA", "dm-ana", { kind: "im", members, messages });
  const base = workspace();
  return {
    ...base,
    channels: [...base.channels, im],
    sessions: sessions.map((one) => ({ channel: "D0ANA", thread_ts: "", ...one })),
  };
};
const asked = [
  message("1.1", "U0ANA", "refund <@U0BEN> &amp; co"),
  message("1.2", "U0SIGNOFF", "Done.", "1.1"),
  message("2.1", "U0ANA", "restart checkout"),
  message("3.1", "U0SIGNOFF", "A notice."),
];

let sent: Sent[];
beforeEach(() => {
  sent = server((path) => (path.endsWith("/say") ? { ts: "9.1" } : {}));
  go({ channel: "dm", thread: undefined });
});
afterEach(() => {
  cleanup();
  dropDraft(draftKey("U0ANA", "dm"));
  vi.unstubAllGlobals();
});
const titles = () =>
  within(screen.getByRole("list", { name: "Conversations" }))
    .getAllByRole("listitem")
    .map((one) => within(one).getAllByRole("button")[0]?.textContent ?? "");
const thread = () => new URLSearchParams(location.hash.slice(1)).get("thread");

test("each address of the app is a tab of one page, and About is one too", async () => {
  show(<AgentView />);
  const selected = () => screen.getByRole("tab", { selected: true }).textContent;
  expect(selected()).toBe("Messages");
  await userEvent.click(screen.getByRole("tab", { name: "Home" }));
  expect(selected()).toBe("Home");
  expect(screen.getByRole("tabpanel", { name: "Home" }).textContent).toBe("what waits for you");
  await userEvent.keyboard("{ArrowLeft}");
  expect(selected()).toBe("About");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "About" }));
  const about = screen.getByRole("tabpanel", { name: "About" }).textContent;
  expect(about).toContain("/task [what to do | status]Give it a task.");
  expect(about).toContain("New task ⚡ where you write");
  expect(about).toContain("local Slack");
});

test("the app hears once that its messages were opened", async () => {
  const drawn = show(<AgentView />);
  drawn.again(direct(asked));
  expect(sent).toEqual([{ path: act("home"), body: { tab: "messages" } }]);
  await userEvent.click(screen.getByRole("tab", { name: "About" }));
  await userEvent.click(screen.getByRole("tab", { name: "Messages" }));
  expect(sent).toHaveLength(2);
});

test("tabs that the app doesn't have aren't there", () => {
  const { app, ...rest } = workspace();
  show(<AgentView />, { ...rest, app: { ...app, home_tab: false } });
  expect(screen.getAllByRole("tab").map((one) => one.textContent)).toEqual(["Messages", "About"]);
});

test("before the first word one can write, and sees what the manifest suggests", async () => {
  const { app, ...rest } = workspace();
  const prompts = [{ title: "Orders", message: "Look up order 1042." }];
  const drawn = show(<AgentView />, { ...rest, app: { ...app, prompts } });
  expect(screen.getByRole("button", { name: "Orders" })).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox"), "hello{Enter}");
  expect(sent.at(-1)).toEqual({ path: act("say"), body: { channel: "dm", text: "hello" } });
  await waitFor(() => expect(thread()).toBe("9.1"));
  const mine = [{ prompts: [{ title: "Refunds", message: "m" }], prompts_title: "Begin with" }];
  drawn.again(direct([], mine));
  expect(screen.queryByRole("button", { name: "Orders" })).toBeNull();
  const region = screen.getByRole("region", { name: "Begin with" });
  expect(within(region).getByRole("button").textContent).toBe("Refunds");
});

test("a suggestion sends its message and opens what it began", async () => {
  show(<AgentView />, direct([], [{ prompts: [{ title: "Orders", message: "Look up 1042." }] }]));
  await userEvent.click(screen.getByRole("button", { name: "Orders" }));
  expect(sent.at(-1)).toEqual({ path: act("say"), body: { channel: "dm", text: "Look up 1042." } });
  await waitFor(() => expect(thread()).toBe("9.1"));
});

test("each thread is a conversation, the latest first, by its title or its first words", async () => {
  const state = direct(asked, [{ thread_ts: "2.1", title: "Restart", status: "suspended" }]);
  show(<AgentView />, state);
  const [first, second, ...more] = titles();
  expect(first).toMatch(/^Restartwaits for people/);
  expect(second).toMatch(/^refund @ben & co/);
  expect(more).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: /^refund/ }));
  expect(thread()).toBe("1.1");
  expect(screen.getByRole("button", { current: true }).textContent).toMatch(/^refund/);
});

test.each([
  [{ status: "processing" }, "is working…"],
  [{ status: "processing", assistant_status: "looks it up" }, "looks it up"],
  [{ status: "suspended" }, "waits for people"],
  [{ status: "closed" }, "is done"],
  [{ status: "active" }, "is open"],
])("a session that is %j says so in words", (session, words) => {
  show(<AgentView />, direct(asked, [{ thread_ts: "2.1", title: "Restart", ...session }]));
  expect(titles()[0]).toContain(words);
});

test("while the app works it can be stopped, and says what with", async () => {
  const session = { thread_ts: "2.1", title: "Restart", loading_messages: ["Reading runbooks"] };
  const drawn = show(<AgentView />, direct(asked, [{ ...session, status: "processing" }]));
  expect(screen.getByText("Reading runbooks")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Stop Restart" }));
  expect(sent.at(-1)).toEqual({
    path: act("stop"),
    body: { channel: "D0ANA", thread_ts: "2.1" },
  });
  drawn.again(direct(asked, [{ ...session, status: "closed" }]));
  expect(screen.queryByRole("button", { name: "Stop Restart" })).toBeNull();
});

test("a conversation gets another title; Escape leaves it as it was", async () => {
  show(<AgentView />, direct(asked, [{ thread_ts: "2.1", title: "Restart", status: "closed" }]));
  await userEvent.click(screen.getByRole("button", { name: "Rename Restart" }));
  const field = () => screen.getByRole("textbox", { name: "Title of the conversation" });
  await userEvent.type(field(), "nonsense{Escape}");
  expect(sent).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Rename Restart" }));
  await userEvent.clear(field());
  await userEvent.type(field(), "Checkout{Enter}");
  const body = { channel: "D0ANA", thread_ts: "2.1", title: "Checkout" };
  expect(sent.at(-1)).toEqual({ path: act("rename"), body });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

test("a title that can't be saved stays to be mended", async () => {
  sent = server(() => ({ trouble: "ana has no session 2.1" }));
  show(<AgentView />, direct(asked, [{ thread_ts: "2.1", title: "Restart" }]));
  await userEvent.click(screen.getByRole("button", { name: "Rename Restart" }));
  await userEvent.type(screen.getByRole("textbox", { name: /Title/ }), "!{Enter}");
  expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
});
