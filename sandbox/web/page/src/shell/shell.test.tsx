import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { post } from "../api";
import { useSeen } from "../messages/ChannelPane";
import { useChannel } from "../messages/where";
import { change, channel, draw, PEOPLE, said, stage } from "../staged";
import type { Channel } from "../types";
import { useAct } from "../viewer";
import { Sidebar } from "./Sidebar";
import { TopBar } from "./TopBar";
import { Trouble } from "./Trouble";

let at = 1000;
/** Later than everything before, in whichever test. */
const later = () => {
  at += 1;
  return at;
};
const place = (name: string, more: Partial<Channel> = {}) => channel(name, [], more);
const ROOMS = [
  place("support"),
  place("ops", { members: ["U0ANA", "U0BEN", "U0SIGNOFF"] }),
  place("deals", { kind: "group", is_private: true }),
  place("partners", { is_ext_shared: true }),
  place("attic", { is_archived: true }),
];
const withNews = (name: string, text: string, from = "ben") =>
  ROOMS.map((one) => (one.name === name ? { ...one, messages: [said(from, later(), text)] } : one));
const room = (name: RegExp) => screen.getByRole("button", { name });

/** Looks at the channel of the address, as its pane does. */
function Looking() {
  const found = useChannel();
  return found ? <Seen channel={found} /> : null;
}
function Seen({ channel: one }: { channel: Channel }) {
  useSeen(one);
  return null;
}
function Press() {
  const doing = useAct();
  return (
    <button type="button" onClick={() => void doing("say", {})}>
      Say
    </button>
  );
}
const page = (
  <>
    <TopBar />
    <Sidebar />
    <Looking />
    <Trouble />
  </>
);

beforeEach(() => stage({ channels: ROOMS }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the list says where one is, what kind a channel is, and keeps archived ones apart", () => {
  draw(page);
  expect(room(/^support/).getAttribute("aria-current")).toBe("page");
  expect(room(/^ops/).getAttribute("aria-current")).toBeNull();
  expect(room(/^deals \(private channel\)/)).toBeDefined();
  expect(room(/^partners \(shared channel\)/)).toBeDefined();
  const attic = screen.getByRole("list", { name: "Archived" });
  expect(within(attic).getByRole("button", { name: /^attic/ })).toBeDefined();
});

test("one sees the channels that one is in", async () => {
  draw(page, { as: "gus" });
  expect(screen.queryByRole("button", { name: /^ops/ })).toBeNull();
});

test("what is new is counted, what is meant for one is marked otherwise, a visit ends both", async () => {
  draw(page);
  await act(() => change({ channels: withNews("ops", "just news") }));
  expect(room(/^ops 1 new$/)).toBeDefined();
  await act(() => change({ channels: withNews("ops", "<@U0ANA> look") }));
  expect(room(/^ops ?@ 1 for you, 1 new$/)).toBeDefined();
  await userEvent.click(room(/^ops/));
  expect(room(/^ops$/)).toBeDefined();
});

test("a person for whom something waits is marked, until one looks as them", async () => {
  draw(page);
  const ben = () => screen.getByRole("button", { name: /^Ben/ });
  expect(ben().textContent).not.toMatch(/for them/);
  await act(() => change({ channels: withNews("support", "<!subteam^S0ONCALL>", "signoff") }));
  expect(ben().textContent).toMatch(/1 message for them/);
  await userEvent.click(ben());
  expect(ben().getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: /^Ana/ }));
  expect(ben().textContent).not.toMatch(/for them/);
});

test("whom one is stands in the middle of a narrow row, and Tab still begins at the top", () => {
  const jump = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.tagName === "LI" ? new DOMRect(500, 0, 100, 40) : new DOMRect(20, 0, 300, 40);
  });
  draw(page, { as: "gus" });
  const row = screen.getByRole("button", { name: /^Gus/ }).closest("ul");
  expect(row?.scrollLeft).toBe(500 - 20 - 100);
  expect(jump).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("each person's role stands with their name", () => {
  draw(page);
  const you = screen.getByRole("group", { name: "You are" });
  const all = within(you).getAllByRole("button");
  expect(all.map((one) => one.textContent?.replace(/^[A-Z]{2}/, ""))).toEqual([
    "Anaasks",
    "Benon call",
    "Deeadmin",
    "Gusguest",
    "Olgafrom Outside Ltd",
  ]);
});

test("another window is the same place as somebody else", async () => {
  draw(page, { channel: "ops" });
  await userEvent.click(screen.getByRole("button", { name: /another window/ }));
  const link = screen.getByRole("menuitem", { name: /Ben Ode/ });
  expect(link.getAttribute("href")).toBe("#as=ben&channel=ops");
  expect(link.getAttribute("target")).toBe("_blank");
});

test("the bar says whether the page is live and a bot is there", async () => {
  draw(page);
  expect(screen.getByRole("status").textContent).toBe("live");
  await act(() => change({ connections: 0 }));
  expect(screen.getByRole("status").textContent).toBe("no bot is connected");
});

test("the theme is chosen by pressing on", async () => {
  localStorage.clear();
  draw(page);
  await userEvent.click(screen.getByRole("button", { name: "Theme: as the system has it" }));
  expect(document.documentElement.dataset.theme).toBe("light");
  await userEvent.click(screen.getByRole("button", { name: "Theme: light" }));
  await userEvent.click(screen.getByRole("button", { name: "Theme: dark" }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test("who is deactivated is somebody else from then on, and is told so", async () => {
  draw(page, { as: "ben" });
  const users = PEOPLE.map((one) => (one.name === "ben" ? { ...one, deleted: true } : one));
  await act(() => change({ users }));
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Ben Ode is deactivated: you are Ana Ruiz now.");
  expect(location.hash).toContain("as=ana");
});

test("a name that nobody has is put right", () => {
  draw(page, { as: "nobody" });
  expect(screen.getByRole("alert").textContent).toContain("Nobody can be nobody here");
  expect(location.hash).toContain("as=ana");
});

test("trouble is told until it is dismissed or something goes well", async () => {
  draw(
    <>
      <Press />
      <Trouble />
    </>,
  );
  const say = () => userEvent.click(screen.getByRole("button", { name: "Say" }));
  vi.stubGlobal("fetch", async () => Response.json({ error: "no such" }, { status: 404 }));
  await say();
  expect(screen.getByRole("alert").textContent).toContain("no such");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.getByRole("alert").textContent).toBe("");
  await say();
  vi.stubGlobal("fetch", async () => Response.json({}));
  await say();
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(await post("/x", {})).toEqual({});
});
