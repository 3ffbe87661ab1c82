import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { asked, change, channel, draw, said, stage, tsOf } from "../staged";
import type { Channel, Message } from "../types";
import { ChannelMessages } from "./ChannelPane";
import { useChannel } from "./where";

vi.mock("react-virtuoso", () => import("../plainList"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Here() {
  const found = useChannel();
  return found ? <ChannelMessages channel={found} /> : null;
}

async function shown(messages: Message[], as = "ana", more: Partial<Channel> = {}) {
  await stage({ channels: [channel("support", messages, more)] });
  draw(<Here />, { as });
}

/** A message by its author's name. */
const message = (name: string) => screen.getByRole("article", { name: new RegExp(`^${name} at`) });
const tool = (from: string, name: string | RegExp) => {
  fireEvent.focus(message(from));
  return within(message(from)).queryByRole("button", { name, hidden: true });
};
const path = (who: string, verb: string) => `/sandbox/users/${who}/${verb}`;

test("an app, a guest and somebody of another company are marked as such", async () => {
  await shown([
    said("signoff", 1, "x"),
    said("gus", 2, "y"),
    said("olga", 3, "z"),
    said("ben", 4, "w"),
  ]);
  expect(within(message("Signoff")).getByText("APP")).toBeDefined();
  expect(within(message("Gus Lind")).getByText("guest")).toBeDefined();
  expect(within(message("Olga Brandt")).getByText("Outside Ltd")).toBeDefined();
  expect(within(message("Ben Ode")).queryByText(/APP|guest|Ltd/)).toBeNull();
});

test("one changes and deletes one's own messages only", async () => {
  await shown([said("ana", 1, "mine"), said("ben", 2, "his")]);
  expect(tool("Ana Ruiz", "Edit message")).not.toBeNull();
  expect(tool("Ana Ruiz", "Delete message")).not.toBeNull();
  expect(tool("Ben Ode", "Edit message")).toBeNull();
  expect(tool("Ben Ode", "Delete message")).toBeNull();
});

test("an admin deletes anybody's message, and edits nobody else's", async () => {
  await shown([said("gus", 1, "above"), said("ben", 2, "his")], "dee");
  expect(tool("Ben Ode", "Edit message")).toBeNull();
  await userEvent.click(tool("Ben Ode", "Delete message") as HTMLElement);
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(asked).toEqual([[path("dee", "delete"), { channel: "C0SUPPORT", ts: tsOf(2) }]]);
  await waitFor(() => expect(document.activeElement).toBe(message("Gus Lind")));
});

test("an archive is read and no more", async () => {
  await shown([said("ana", 1, "mine")], "ana", { is_archived: true });
  for (const name of ["React", "Edit message", "Delete message", "More actions"])
    expect(tool("Ana Ruiz", name)).toBeNull();
  expect(tool("Ana Ruiz", "Reply in thread")).not.toBeNull();
});

test("an edit begins with what was typed, and Enter saves it", async () => {
  await shown([said("ana", 1, "<@U0BEN> &lt;now&gt;")]);
  await userEvent.click(tool("Ana Ruiz", "Edit message") as HTMLElement);
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edit message" });
  expect(box.value).toBe("@ben <now>");
  expect(document.activeElement).toBe(box);
  await userEvent.type(box, "!{Enter}");
  const body = { channel: "C0SUPPORT", ts: tsOf(1), text: "@ben <now>!" };
  expect(asked).toEqual([[path("ana", "edit"), body]]);
  await waitFor(() => expect(document.activeElement).toBe(message("Ana Ruiz")));
});

test("an edit that is refused stays with its words, and is saved again", async () => {
  await shown([said("ana", 1, "mine")]);
  await userEvent.click(tool("Ana Ruiz", "Edit message") as HTMLElement);
  vi.stubGlobal("fetch", async () => Response.json({ error: "no" }, { status: 403 }));
  await userEvent.type(screen.getByRole("textbox"), "!{Enter}");
  await act(async () => {});
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("mine!");
  vi.stubGlobal("fetch", async () => Response.json({}));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
});

test("an edit survives a change of its message, and takes no focus for that", async () => {
  await shown([said("ana", 1, "mine"), said("ben", 2, "his")]);
  await userEvent.click(tool("Ana Ruiz", "Edit message") as HTMLElement);
  await userEvent.type(screen.getByRole("textbox"), "{Home}X ");
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  message("Ben Ode").focus();
  await act(() => change({ channels: [channel("support", [said("ana", 1, "changed")])] }));
  expect([box.value, box.selectionStart]).toEqual(["X mine", 2]);
  expect(document.activeElement).not.toBe(box);
  await userEvent.type(box, "{Escape}");
});

test("an edit that was scrolled out of sight is there again", async () => {
  await shown([said("ana", 1, "mine")]);
  await userEvent.click(tool("Ana Ruiz", "Edit message") as HTMLElement);
  await userEvent.type(screen.getByRole("textbox"), " more");
  cleanup();
  draw(<Here />);
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edit message" });
  expect(box.value).toBe("mine more");
  expect(document.activeElement).not.toBe(box);
  await userEvent.type(box, "{Escape}");
  cleanup();
  draw(<Here />);
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("Escape leaves an edit as it was", async () => {
  await shown([said("ana", 1, "mine")]);
  await userEvent.click(tool("Ana Ruiz", "Edit message") as HTMLElement);
  await userEvent.type(screen.getByRole("textbox"), " more{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(asked).toEqual([]);
});

test("a reaction says who, and a press puts one's own or takes it back", async () => {
  const reactions = [
    { name: "eyes", users: ["U0BEN", "U0DEE"], count: 2 },
    { name: "tada", users: ["U0ANA"], count: 1 },
  ];
  await shown([said("ben", 1, "x", { reactions })]);
  const eyes = screen.getByRole("button", { name: "eyes, 2: Ben Ode and Dee Falk" });
  const tada = screen.getByRole("button", { name: "tada, 1: you" });
  expect([eyes, tada].map((one) => one.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
  await userEvent.click(eyes);
  await userEvent.click(tada);
  const at = { channel: "C0SUPPORT", ts: tsOf(1) };
  expect(asked).toEqual([
    [path("ana", "react"), { ...at, name: "eyes", remove: false }],
    [path("ana", "react"), { ...at, name: "tada", remove: true }],
  ]);
});

test("a reaction is chosen by keyboard, and the focus comes back", async () => {
  await shown([said("ben", 1, "x")]);
  const react = tool("Ben Ode", "React") as HTMLElement;
  await userEvent.click(react);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("+1");
  await userEvent.keyboard("{ArrowRight}{Enter}");
  expect(asked[0]?.[1]).toMatchObject({ name: "eyes", remove: false });
  expect(document.activeElement).toBe(react);
});

test("the menu offers the app's shortcuts for messages", async () => {
  await shown([said("ben", 1, "x")]);
  await userEvent.click(tool("Ben Ode", "More actions") as HTMLElement);
  expect(screen.getAllByRole("menuitem").map((one) => one.textContent)).toEqual([
    "Hand to Signoff",
  ]);
  await userEvent.click(screen.getByRole("menuitem"));
  const body = { channel: "C0SUPPORT", ts: tsOf(1), callback_id: "hand" };
  expect(asked).toEqual([[path("ana", "shortcut"), body]]);
});

test("a private word says so, and can't be answered", async () => {
  await shown([said("signoff", 1, "psst", { ephemeral_to: "U0ANA" })]);
  expect(within(message("Signoff")).getByText("Only visible to you")).toBeDefined();
  expect(tool("Signoff", "Reply in thread")).toBeNull();
  expect(tool("Signoff", "React")).toBeNull();
});

test("a deleted root keeps the way to its replies", async () => {
  const gone = { subtype: "tombstone", reply_count: 1, reply_users: ["U0BEN"] };
  await shown([said("slackbot", 1, "This message was deleted.", gone)]);
  const stone = screen.getByRole("article", { name: /^Deleted message/ });
  expect(within(stone).getByRole("button", { name: /1 reply/ })).toBeDefined();
  fireEvent.focus(stone);
  expect(within(stone).queryByRole("group", { hidden: true })).toBeNull();
});

test("the root of a task says what the app does, until it does nothing", async () => {
  const session = { channel: "C0SUPPORT", thread_ts: tsOf(1), status: "processing" };
  await stage({ channels: [channel("support", [said("ana", 1, "go")])], sessions: [session] });
  draw(<Here />);
  expect(screen.getByText("Signoff is working…")).toBeDefined();
  await act(() => change({ sessions: [{ ...session, assistant_status: "reads the order" }] }));
  expect(screen.getByText("Signoff reads the order")).toBeDefined();
  await act(() => change({ sessions: [{ ...session, status: "active" }] }));
  expect(within(message("Ana Ruiz")).queryByText(/^Signoff /)).toBeNull();
});

test("words that take turns are read aloud once, and stand still for whoever wants that", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const session = {
    channel: "C0SUPPORT",
    thread_ts: tsOf(1),
    assistant_status: "thinks",
    loading_messages: ["reading", "weighing"],
  };
  await stage({ channels: [channel("support", [said("ana", 1, "go")])], sessions: [session] });
  const { unmount } = draw(<Here />);
  const turn = () => act(() => void vi.advanceTimersByTime(3_100));
  const aloud = () => within(message("Ana Ruiz")).getByRole("status").textContent;
  expect(screen.getAllByText("reading")).toHaveLength(2);
  await turn();
  expect(screen.getByText("weighing").getAttribute("aria-hidden")).toBe("true");
  expect(aloud()).toBe("reading");
  unmount();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  draw(<Here />);
  await turn();
  expect(screen.queryByText("weighing")).toBeNull();
  vi.useRealTimers();
});

test("what is still being written says so", async () => {
  const session = { channel: "C0SUPPORT", thread_ts: tsOf(1), streaming: tsOf(1) };
  await stage({ channels: [channel("support", [said("signoff", 1, "so")])], sessions: [session] });
  draw(<Here />);
  expect(screen.getByText("still writing")).toBeDefined();
  await act(() => change({ sessions: [{ ...session, streaming: "" }] }));
  expect(screen.queryByText("still writing")).toBeNull();
});

test("a file names itself, its kind and size, and a text can be looked into", async () => {
  const url_private = "http://127.0.0.1:8800/files/F1";
  const file = {
    id: "F1",
    name: "a.csv",
    title: "a.csv",
    mimetype: "text/csv",
    size: 1234,
    url_private,
  };
  await shown([said("ben", 1, "x", { files: [file] })]);
  expect(screen.getByText("CSV · 1.2 kB")).toBeDefined();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download a.csv" });
  expect(link.getAttribute("href")).toBe("/files/F1");
  vi.stubGlobal("fetch", async () => new Response("one,two"));
  await userEvent.click(screen.getByText("Look into a.csv"));
  expect(await screen.findByText("one,two")).toBeDefined();
});

test("a file of elsewhere is named and nothing of it is loaded", async () => {
  const url_private = "https://evil.test/files/x.png";
  const file = { id: "F1", name: "x.png", title: "", mimetype: "image/png", size: 1, url_private };
  await shown([said("ben", 1, "x", { files: [{ ...file, url_private: "https://evil.test/x" }] })]);
  expect(screen.getByText("x.png")).toBeDefined();
  expect(screen.queryByRole("img")).toBeNull();
});

test("a message that can't be drawn is its JSON, and the others stay", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = { blocks: 7 } as unknown as Partial<Message>;
  await shown([
    said("ben", 1, "fine"),
    said("dee", 2, "odd", { ...broken, files: [null as never] }),
  ]);
  expect(within(message("Ben Ode")).getByText("fine")).toBeDefined();
  expect(within(message("Dee Falk")).getByText(/This message can't be drawn/)).toBeDefined();
  expect(within(message("Dee Falk")).getByText(/"blocks": 7/)).toBeDefined();
});
