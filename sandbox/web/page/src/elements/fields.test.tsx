import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Entry } from "../types";
import type { ElementJson } from "./place";
import { draw, plain, tidy } from "./testing";
import { momentOf, wallTime } from "./zone";

afterEach(tidy);

/** Draws an input in a modal; `entered` is what its submission would hold. */
function inModal(element: ElementJson, input: object = {}, error?: string) {
  const enter = vi.fn<(entry: Entry) => void>();
  const drawn = draw(element, {
    label: "Reason",
    input,
    over: {
      surface: "modal",
      enter: (_block, _element, entry) => enter(entry),
      error: () => error,
    },
  });
  return { ...drawn, entered: () => enter.mock.lastCall?.[0] };
}

test("what is typed is kept as typed, and nothing typed is nothing", async () => {
  const { user, press, entered } = inModal({ type: "number_input", is_decimal_allowed: true });
  const field = screen.getByRole("textbox", { name: "Reason" });
  await user.type(field, "007.50");
  expect(entered()).toEqual({ type: "number_input", value: "007.50" });
  await user.clear(field);
  expect(entered()).toEqual({ type: "number_input", value: null });
  expect(press).not.toHaveBeenCalled();
});

test.each([
  ["email_text_input", "email"],
  ["url_text_input", "url"],
  ["number_input", "numeric"],
])("a %s brings the right keyboard", (type, keyboard) => {
  inModal({ type });
  expect(screen.getByRole("textbox", { name: "Reason" }).getAttribute("inputmode")).toBe(keyboard);
});

test("a long text begins with its initial value, ends at its maximum and says what is left", async () => {
  const { user, entered } = inModal({
    type: "plain_text_input",
    multiline: true,
    initial_value: "abcdefgh",
    max_length: 10,
  });
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" });
  expect(field.tagName).toBe("TEXTAREA");
  expect(field.value).toBe("abcdefgh");
  await user.type(field, "ijkl");
  expect(entered()).toEqual({ type: "plain_text_input", value: "abcdefghij" });
  expect(screen.getByText("0 characters left")).toBeTruthy();
});

test("an error and a hint belong to the field", () => {
  inModal({ type: "plain_text_input" }, { hint: plain("Be kind.") }, "Say why.");
  const field = screen.getByRole("textbox", { name: "Reason" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const told = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const words = told.map((id) => document.getElementById(id)?.textContent);
  expect(words.join(" ")).toContain("Say why.");
  expect(words.join(" ")).toContain("Be kind.");
});

test("what may be left out says so, and what may not is required", () => {
  inModal({ type: "plain_text_input" }, { optional: true });
  expect(screen.getByText("(optional)")).toBeTruthy();
  expect(screen.getByRole("textbox").hasAttribute("aria-required")).toBe(false);
  cleanup();
  inModal({ type: "plain_text_input" });
  expect(screen.getByRole("textbox").getAttribute("aria-required")).toBe("true");
});

test("the app hears of a text at Enter, where it asked to", async () => {
  const { user, press } = inModal({ type: "plain_text_input" }, { dispatch_action: true });
  await user.type(screen.getByRole("textbox"), "hi");
  expect(press).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "plain_text_input", value: "hi" });
});

test("the app hears of each character, where it asked to", async () => {
  const config = { trigger_actions_on: ["on_character_entered"] };
  const { user, press } = inModal(
    { type: "plain_text_input", dispatch_action_config: config },
    { dispatch_action: true },
  );
  await user.type(screen.getByRole("textbox"), "hi");
  await vi.waitFor(() =>
    expect(press.mock.lastCall?.[0]).toEqual({ type: "plain_text_input", value: "hi" }),
  );
  const before = press.mock.calls.length;
  await user.keyboard("{Enter}");
  expect(press).toHaveBeenCalledTimes(before);
});

test("rich text that is typed plainly is a rich_text of one section", async () => {
  const { user, entered } = inModal({
    type: "rich_text_input",
    initial_value: {
      type: "rich_text",
      elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "Hel" }] }],
    },
  });
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "lo");
  expect(entered()).toEqual({
    type: "rich_text_input",
    rich_text_value: {
      type: "rich_text",
      elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "Hello" }] }],
    },
  });
});

test("a day and a time of day are told as Slack writes them", async () => {
  const { press } = draw({
    type: "datepicker",
    initial_date: "2026-01-31",
    placeholder: plain("Day"),
  });
  const day = screen.getByLabelText<HTMLInputElement>("Day");
  expect(day.value).toBe("2026-01-31");
  fireEvent.change(day, { target: { value: "2026-02-01" } });
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "datepicker", selected_date: "2026-02-01" });
  cleanup();
  const time = draw({ type: "timepicker", placeholder: plain("Time") });
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "09:30" } });
  expect(time.press.mock.calls[0]?.[0]).toEqual({ type: "timepicker", selected_time: "09:30" });
});

test("a moment is the viewer's own clock to them, and seconds to the app", () => {
  const { press } = draw({
    type: "datetimepicker",
    action_id: "When",
    initial_date_time: 1782892800,
  });
  const field = screen.getByLabelText<HTMLInputElement>("When");
  expect(field.value).toBe("2026-07-01T10:00"); // Berlin in summer
  fireEvent.change(field, { target: { value: "2026-12-01T10:00" } });
  expect(press.mock.calls[0]?.[0]).toEqual({
    type: "datetimepicker",
    selected_date_time: Date.parse("2026-12-01T09:00Z") / 1000,
  });
});

test.each(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"])(
  "a moment in %s is the same there and back, also around a change of the clocks",
  (zone) => {
    for (const hour of [-30, -2, 0, 2, 30]) {
      const moment = Date.parse("2026-03-29T03:00Z") / 1000 + hour * 3600;
      expect(momentOf(wallTime(moment, zone), zone)).toBe(moment);
    }
  },
);

test("small texts are read, of other files only the name goes, and no more than allowed", async () => {
  const { user, entered } = inModal({
    type: "file_input",
    max_files: 2,
    filetypes: ["txt", "bin"],
  });
  const field = screen.getByLabelText<HTMLInputElement>("Reason");
  expect(field.accept).toBe(".txt,.bin");
  const text = new File(["héllo"], "a.txt", { type: "text/plain" });
  const bytes = new File([new Uint8Array([0xff, 0xfe, 0x00])], "b.bin");
  await user.upload(field, [text, bytes]);
  const both = [{ name: "a.txt", content: "héllo" }, { name: "b.bin" }];
  await vi.waitFor(() => expect(entered()).toEqual({ type: "file_input", files: both }));
  await user.upload(field, new File(["c"], "c.txt"));
  expect((await screen.findByRole("alert")).textContent).toBe("Please choose at most 2 files.");
  await user.click(screen.getByRole("button", { name: "Remove a.txt" }));
  expect(entered()).toEqual({ type: "file_input", files: [{ name: "b.bin" }] });
});
