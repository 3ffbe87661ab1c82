import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Composer } from "./Composer";
import { channel, type Sent, say, server, show, support, tidy, workspace } from "./testing";

let sent: Sent[];
const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const options = () => screen.queryAllByRole("option").map((one) => one.textContent);
const reply = <Composer channel="C1" thread="1.1" label="Reply" />;

beforeEach(() => {
  sent = server();
});
afterEach(tidy);

test("Enter sends what is written, and the box is empty again", async () => {
  show(support);
  await userEvent.type(box(), "good morning{Enter}");
  expect(sent).toEqual([{ path: say, body: { channel: "C1", text: "good morning" } }]);
  await waitFor(() => expect(box().value).toBe(""));
});

test("Shift+Enter breaks the line", async () => {
  show(support);
  await userEvent.type(box(), "one{Shift>}{Enter}{/Shift}two");
  expect(box().value).toBe("one\ntwo");
  expect(sent).toEqual([]);
});

test("an Enter that ends a composition sends nothing", async () => {
  show(support);
  await userEvent.type(box(), "にほん");
  fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(box(), { key: "Enter", keyCode: 229 });
  expect(sent).toEqual([]);
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(sent).toHaveLength(1);
});

test("on a touch screen Enter breaks the line and the button sends", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  show(support);
  await userEvent.type(box(), "one{Enter}two");
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toEqual([{ path: say, body: { channel: "C1", text: "one\ntwo" } }]);
});

test("nothing but spaces isn't sent", async () => {
  show(support);
  await userEvent.type(box(), "  {Enter}");
  expect(sent).toEqual([]);
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
});

test("a mention is chosen with Tab or Enter, and the text goes on behind it", async () => {
  show(support);
  await userEvent.type(box(), "@si");
  expect(options()).toEqual(["✦signoff Signoff · app"]);
  const active = box().getAttribute("aria-activedescendant");
  expect(screen.getByRole("option", { selected: true }).id).toBe(active);
  await userEvent.keyboard("{Enter}refund @be{Tab}");
  expect(box().value).toBe("@signoff refund @ben ");
  expect(options()).toEqual([]);
  expect(sent).toEqual([]);
});

test("arrow keys go through the completions and round", async () => {
  show(support);
  const active = () => screen.getByRole("option", { selected: true }).textContent;
  await userEvent.type(box(), "@o");
  const all = options();
  expect(all.length).toBeGreaterThan(1);
  await userEvent.keyboard("{ArrowUp}");
  expect(active()).toBe(all.at(-1));
  await userEvent.keyboard("{ArrowDown}");
  expect(active()).toBe(all[0]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(box().value).toBe("@olga ");
});

test("Escape closes the completions until another name begins", async () => {
  show(support);
  await userEvent.type(box(), "@be{Escape}");
  expect(options()).toEqual([]);
  await userEvent.keyboard("n @be");
  expect(options()).toHaveLength(1);
});

test("a completion in the middle of a text leaves the rest and the caret behind the name", async () => {
  show(support);
  await userEvent.type(box(), "ask  please");
  box().setSelectionRange(4, 4);
  await userEvent.keyboard("@be{Enter}now ");
  expect(box().value).toBe("ask @ben now please");
});

test("a click chooses a completion", async () => {
  show(support);
  await userEvent.type(box(), "see #op");
  await userEvent.click(screen.getByRole("option"));
  expect(box().value).toBe("see #ops ");
  expect(document.activeElement).toBe(box());
});

test("a slash command is offered with its hint, and goes as a command", async () => {
  show(support);
  await userEvent.type(box(), "/ta");
  expect(options()).toEqual(["✦/task [what to do | status]Give it a task."]);
  await userEvent.keyboard("{Enter}status{Enter}");
  const body = { channel: "C1", command: "/task", text: "status" };
  expect(sent).toEqual([{ path: "/sandbox/users/ana/command", body }]);
});

test("a command that is written in full is sent with one Enter", async () => {
  show(support);
  await userEvent.type(box(), "/task{Enter}");
  expect(sent.map((one) => one.body)).toEqual([{ channel: "C1", command: "/task", text: "" }]);
});

test("a slash command in a thread is refused, and stays", async () => {
  show(reply);
  await userEvent.type(box(), "/task status{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("/task is not supported in threads. Sorry!");
  expect(box().value).toBe("/task status");
  expect(sent).toEqual([]);
});

test.each(["//task", "/ task", " /task"])("%j is a message", async (text) => {
  show(support);
  await userEvent.type(box(), text);
  await userEvent.keyboard("{Escape}{Enter}");
  expect(sent).toEqual([{ path: say, body: { channel: "C1", text: text.trim() } }]);
});

test("an unknown command says how to send it as a message", async () => {
  sent = server(() => ({ trouble: "/usr/bin is not a valid command." }));
  show(support);
  await userEvent.type(box(), "/usr/bin{Enter}");
  expect((await screen.findByText(/not a valid command/)).textContent).toContain(
    "put a space before the slash",
  );
});

test("what isn't sent stays, with the reason, until it is written on", async () => {
  sent = server(() => ({ trouble: "ops is archived" }));
  show(support);
  await userEvent.type(box(), "hello{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("ops is archived");
  expect(box().value).toBe("hello");
  await userEvent.type(box(), "!");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("while it is being sent it can't be sent again", async () => {
  let answer = () => {};
  sent = server(() => new Promise((resolve) => (answer = () => resolve({}))));
  show(support);
  await userEvent.type(box(), "refund{Enter}{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toHaveLength(1);
  answer();
  await waitFor(() => expect(box().value).toBe(""));
});

test("each person, channel and thread has a draft of its own", async () => {
  const drawn = show(support);
  await userEvent.type(box(), "for support");
  drawn.unmount();
  const thread = show(reply);
  expect(box().value).toBe("");
  await userEvent.type(box(), "for the thread");
  thread.again(workspace(), "ben");
  expect(box().value).toBe("");
  thread.unmount();
  show(support);
  expect(box().value).toBe("for support");
});

test("a reply goes to the channel too, once, if one says so", async () => {
  show(reply);
  await userEvent.click(screen.getByRole("checkbox", { name: "Also send to #support" }));
  await userEvent.type(box(), "done{Enter}");
  const body = { channel: "C1", thread_ts: "1.1", text: "done" };
  await waitFor(() => expect(box().value).toBe(""));
  await userEvent.type(box(), "done{Enter}");
  expect(sent.map((one) => one.body)).toEqual([{ ...body, broadcast: true }, body]);
});

test("a thread of a direct message has nowhere else to send to", () => {
  show(<Composer channel="dm" thread="1.1" label="Reply" />);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a menu that a list scrolls away gives the focus back", async () => {
  show(support);
  const button = screen.getByRole("button", { name: "Shortcuts" });
  await userEvent.click(button);
  fireEvent.scroll(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("the app's global shortcuts are in a menu that arrow keys and Escape work in", async () => {
  show(support);
  const button = screen.getByRole("button", { name: "Shortcuts" });
  await userEvent.click(button);
  const items = screen.getAllByRole("menuitem");
  expect(items.map((one) => one.textContent)).toEqual(["New taskGive a task."]);
  expect(document.activeElement).toBe(items[0]);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
  const body = { callback_id: "new_task" };
  expect(sent).toEqual([{ path: "/sandbox/users/ana/shortcut", body }]);
});

test("a menu closes when one goes elsewhere", async () => {
  show(support);
  await userEvent.click(screen.getByRole("button", { name: "Shortcuts" }));
  await userEvent.click(box());
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a shortcut that fails says why", async () => {
  sent = server(() => ({ trouble: "The app did not answer in time." }));
  show(support);
  await userEvent.click(screen.getByRole("button", { name: "Shortcuts" }));
  await userEvent.click(screen.getByRole("menuitem"));
  expect(await screen.findByText("The app did not answer in time.")).toBeTruthy();
});

test.each([
  ["archived", { is_archived: true }, /#support is archived/],
  ["not theirs", { members: ["U0BEN"] }, /You aren’t in #support/],
])("a channel that is %s has a sentence instead of a box", (_, more, words) => {
  show(support, workspace({ channels: [channel("C1", "support", more)] }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(words)).toBeTruthy();
});
