import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mirror } from "../../mirror";
import type { Channel } from "../../types";
import type { ElementJson, Offer } from "../place";
import { draw, option, plain, tidy } from "../testing";

const channel = (id: string, name: string, more: Partial<Channel> = {}): Channel => ({
  id,
  name,
  kind: "channel",
  is_private: false,
  is_archived: false,
  is_ext_shared: false,
  members: ["U0ANA"],
  messages: [],
  ...more,
});

beforeEach(() => {
  mirror.state = {
    ...mirror.state,
    channels: [
      channel("C1", "support"),
      channel("C2", "shared", { is_ext_shared: true }),
      channel("C3", "attic", { is_archived: true }),
      channel("C4", "secret", { kind: "group", members: ["U0BEN"] }),
      channel("C5", "ops", { kind: "group" }),
      channel("D1", "dm-ana", { kind: "im", members: ["U0ANA", "U0BOT"] }),
    ],
  };
});
afterEach(tidy);

const OPTIONS = [
  option("a", "Apple"),
  { ...option("b", "Banana"), description: plain("yellow") },
  option("c", "Cherry"),
];
const one = { type: "static_select", placeholder: plain("Fruit"), options: OPTIONS };
const several = { ...one, type: "multi_static_select" };
const field = () => screen.getByRole<HTMLInputElement>("combobox");
const offered = () =>
  screen.queryAllByRole("option").map((each) => each.textContent?.replace("✓", ""));
const active = () => {
  const id = field().getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.textContent?.replace("✓", "") : undefined;
};

test("a select opens by arrow, goes round by arrows, Home and End, and Enter chooses", async () => {
  const { user, press } = draw(one);
  await user.tab();
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute("aria-expanded")).toBe("false");
  await user.keyboard("{ArrowDown}");
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(field().getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(active()).toBe("Apple");
  await user.keyboard("{ArrowUp}");
  expect(active()).toBe("Cherry");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(active()).toContain("Banana");
  await user.keyboard("{End}");
  expect(active()).toBe("Cherry");
  await user.keyboard("{Home}{ArrowDown}{Enter}");
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "static_select", selected_option: OPTIONS[1] });
  expect(field().value).toBe("Banana");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(field());
});

test("typing filters by label and description, and Escape leaves what was chosen", async () => {
  const { user, press } = draw({ ...one, initial_option: OPTIONS[0] });
  expect(field().value).toBe("Apple");
  await user.click(field());
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Apple");
  await user.keyboard("yell");
  expect(offered()).toEqual(["Banana yellow"]);
  await user.keyboard("ow pages");
  expect(offered()).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("No results");
  await user.keyboard("{Escape}");
  expect(field().value).toBe("Apple");
  expect(press).not.toHaveBeenCalled();
});

test("options stand under their headings", async () => {
  const { user, press } = draw({
    type: "static_select",
    option_groups: [
      { label: plain("Sweet"), options: [OPTIONS[0]] },
      { label: plain("Sour"), options: [OPTIONS[2]] },
    ],
  });
  await user.click(field());
  const sour = screen.getByRole("group", { name: "Sour" });
  await user.click(within(sour).getByRole("option", { name: "Cherry" }));
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "static_select", selected_option: OPTIONS[2] });
});

test("leaving the field closes the list and chooses nothing", async () => {
  const { user, press } = draw(one);
  await user.click(field());
  await user.keyboard("{ArrowDown}");
  await user.tab();
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(press).not.toHaveBeenCalled();
});

test("many are chips; the list stays open, and choosing again takes away", async () => {
  const { user, press } = draw(several);
  await user.click(field());
  await user.click(screen.getByRole("option", { name: "Cherry" }));
  await user.keyboard("app{Enter}");
  const both = { type: "multi_static_select", selected_options: [OPTIONS[2], OPTIONS[0]] };
  expect(press.mock.lastCall?.[0]).toEqual(both);
  expect(screen.getByRole("listbox").getAttribute("aria-multiselectable")).toBe("true");
  expect(
    within(screen.getByRole("list", { name: "Chosen" })).getAllByRole("listitem"),
  ).toHaveLength(2);
  await user.click(screen.getByRole("option", { name: "Apple" }));
  expect(press.mock.lastCall?.[0]).toEqual({
    type: "multi_static_select",
    selected_options: [OPTIONS[2]],
  });
});

test("chips are taken away by keyboard, each or the last", async () => {
  const { user, press } = draw({ ...several, initial_options: OPTIONS });
  const left = () =>
    (press.mock.lastCall?.[0] as { selected_options: object[] } | undefined)?.selected_options;
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove Apple" }));
  await user.keyboard("{Delete}");
  expect(left()).toEqual([OPTIONS[1], OPTIONS[2]]);
  expect(document.activeElement).toBe(field());
  await user.keyboard("{Backspace}");
  expect(left()).toEqual([OPTIONS[1]]);
  await user.click(screen.getByRole("button", { name: "Remove Banana" }));
  expect(left()).toEqual([]);
});

test("no more are chosen than may be", async () => {
  const { user, press } = draw({
    ...several,
    max_selected_items: 1,
    initial_options: [OPTIONS[0]],
  });
  await user.click(field());
  expect(screen.getByRole("status").textContent).toBe("You can choose 1 at most");
  const cherry = screen.getByRole("option", { name: "Cherry" });
  expect(cherry.getAttribute("aria-disabled")).toBe("true");
  await user.click(cherry);
  expect(press).not.toHaveBeenCalled();
});

test("an optional choice can be taken back", async () => {
  const enter = vi.fn();
  const { user } = draw({ ...one, initial_option: OPTIONS[0] } as ElementJson, {
    label: "Fruit",
    input: { optional: true },
    over: { surface: "modal", enter },
  });
  await user.click(screen.getByRole("button", { name: "Clear Fruit" }));
  expect(enter.mock.lastCall?.[2]).toEqual({ type: "static_select", selected_option: null });
  expect(field().value).toBe("");
});

test("an external select asks once enough is typed", async () => {
  const { user, suggest, press } = draw({ type: "external_select" });
  suggest.mockResolvedValue({ options: [OPTIONS[0] ?? {}] });
  await user.click(field());
  expect(screen.getByRole("status").textContent).toBe("Type 3 or more characters");
  await user.keyboard("ap");
  expect(screen.getByRole("status").textContent).toBe("Type 3 or more characters");
  await user.keyboard("p");
  expect(screen.getByRole("status").textContent).toBe("Loading…");
  await user.click(await screen.findByRole("option", { name: "Apple" }));
  expect(suggest.mock.calls).toEqual([["app"]]);
  expect(press.mock.calls[0]?.[0]).toEqual({
    type: "external_select",
    selected_option: OPTIONS[0],
  });
});

test("one that asks at once does so when it is opened, and says when there is nothing", async () => {
  const { user, suggest } = draw({ type: "multi_external_select", min_query_length: 0 });
  suggest.mockResolvedValue({ trouble: "No results.", options: [OPTIONS[0] ?? {}] });
  await user.click(field());
  expect(await screen.findByText("No results")).toBeTruthy();
  expect(suggest.mock.calls).toEqual([[""]]);
  expect(offered()).toEqual([]);
});

test("an older answer never stands over a newer one", async () => {
  const { user, suggest } = draw({ type: "external_select", min_query_length: 1 });
  const answers = new Map<string, (offer: Offer) => void>();
  suggest.mockImplementation((typed) => new Promise((done) => answers.set(typed, done)));
  await user.click(field());
  await user.keyboard("a");
  await vi.waitFor(() => expect(answers.has("a")).toBe(true));
  await user.keyboard("b");
  await vi.waitFor(() => expect(answers.has("ab")).toBe(true));
  answers.get("ab")?.({ options: [option("new", "Newer")] });
  expect(await screen.findByRole("option", { name: "Newer" })).toBeTruthy();
  answers.get("a")?.({ options: [option("old", "Older")] });
  await Promise.resolve();
  await user.keyboard("{ArrowDown}");
  expect(offered()).toEqual(["Newer"]);
});

test("people are those who are still there, and the app gets their ids", async () => {
  const { user, press } = draw({ type: "users_select" });
  await user.click(field());
  expect(offered()).toEqual(["Ana Ruiz @ana", "Ben Ode @ben", "Signoff @signoff, an app"]);
  await user.keyboard("ben{Enter}");
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "users_select", selected_user: "U0BEN" });
  expect(field().value).toBe("Ben Ode");
});

test("channels are the public ones, and several are a list of ids", async () => {
  const { user, press } = draw({ type: "multi_channels_select" });
  await user.click(field());
  expect(offered()).toEqual(["# shared", "# support"]);
  await user.keyboard("{Enter}");
  expect(press.mock.calls[0]?.[0]).toEqual({
    type: "multi_channels_select",
    selected_channels: ["C2"],
  });
});

test("conversations are what the viewer may see, by kind", async () => {
  const { user } = draw({ type: "conversations_select" });
  await user.click(field());
  expect(offered()).toEqual(["# shared", "# support", "ops", "Signoff"]);
  expect(screen.getByRole("group", { name: "Direct messages" })).toBeTruthy();
});

test("a filter leaves kinds, shared channels and the app's messages out", async () => {
  const filter = {
    include: ["public", "im"],
    exclude_external_shared_channels: true,
    exclude_bot_users: true,
  };
  const { user } = draw({ type: "conversations_select", filter });
  await user.click(field());
  expect(offered()).toEqual(["# support"]);
});

test("the conversation that is looked at is taken where the app wants it", async () => {
  const enter = vi.fn();
  draw(
    { type: "conversations_select", default_to_current_conversation: true },
    { label: "Where", over: { surface: "modal", enter } },
  );
  expect(field().value).toBe("# support");
  expect(enter.mock.lastCall?.[2]).toEqual({
    type: "conversations_select",
    selected_conversation: "C1",
  });
});
