import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Answer } from "../api";
import { draw, option, plain, tidy } from "./testing";

afterEach(() => {
  tidy();
  vi.unstubAllGlobals();
});

const button = (more: object = {}) => ({
  type: "button",
  text: plain("Approve"),
  value: "v",
  ...more,
});

test("a press tells the app, is under way until it answers, and isn't sent twice meanwhile", async () => {
  const { user, press } = draw(button());
  let answer: (given: Answer) => void = () => {};
  press.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  const approve = screen.getByRole("button", { name: "Approve" });
  await user.click(approve);
  await user.click(approve);
  expect(press).toHaveBeenCalledTimes(1);
  expect(press.mock.calls[0]?.[0]).toBeUndefined();
  expect(approve.getAttribute("aria-busy")).toBe("true");
  expect(approve.hasAttribute("disabled")).toBe(false);
  answer({});
  await vi.waitFor(() => expect(approve.hasAttribute("aria-busy")).toBe(false));
  await user.click(approve);
  expect(press).toHaveBeenCalledTimes(2);
});

test("a button's own words for readers are its name", () => {
  draw(button({ accessibility_label: "Approve the refund" }));
  expect(screen.getByRole("button", { name: "Approve the refund" }).textContent).toBe("Approve");
});

test("a button with an address is a link elsewhere that tells the app", async () => {
  const { user, press } = draw(button({ url: "https://example.com/x" }));
  const link = screen.getByRole("link", { name: /^Approve/ });
  expect(link.getAttribute("href")).toBe("https://example.com/x");
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await user.click(link);
  expect(press).toHaveBeenCalledTimes(1);
});

test("an address that could run something is no link", () => {
  draw(button({ url: "javascript:alert(1)" }));
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
});

test.each(["button", "icon_button"])("a %s for others only isn't there", (type) => {
  draw(button({ type, visible_to_user_ids: ["U0BEN"] }));
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  draw(button({ type, visible_to_user_ids: ["U0ANA"] }));
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
});

const confirm = {
  title: plain("Sure?"),
  text: plain("It costs 40 €."),
  confirm: plain("Do it"),
  deny: plain("Leave it"),
  style: "danger",
};

test("a confirm asks first, with the focus on the safe answer, and Escape means no", async () => {
  const { user, press } = draw(button({ confirm }));
  const approve = screen.getByRole("button", { name: "Approve" });
  await user.click(approve);
  const question = screen.getByRole("alertdialog", { name: "Sure?" });
  expect(question.textContent).toContain("It costs 40 €.");
  const no = within(question).getByRole("button", { name: "Leave it" });
  const yes = within(question).getByRole("button", { name: "Do it" });
  expect(document.activeElement).toBe(no);
  expect(yes.className).toContain("danger");
  await user.tab();
  expect(document.activeElement).toBe(yes);
  await user.tab();
  expect(document.activeElement).toBe(no);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(approve);
  expect(press).not.toHaveBeenCalled();
});

test("only the confirming answer presses", async () => {
  const { user, press } = draw(button({ confirm }));
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await user.click(screen.getByRole("button", { name: "Leave it" }));
  expect(press).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await user.click(screen.getByRole("button", { name: "Do it" }));
  expect(press).toHaveBeenCalledTimes(1);
});

test("a link that asks first opens only once it is confirmed", async () => {
  const open = vi.fn();
  vi.stubGlobal("open", open);
  const { user, press } = draw(button({ confirm, url: "https://example.com/" }));
  await user.click(screen.getByRole("link", { name: /^Approve/ }));
  expect(open).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Do it" }));
  expect(open).toHaveBeenCalledWith("https://example.com/", "_blank", "noopener,noreferrer");
  expect(press).toHaveBeenCalledTimes(1);
});

test("a choice that isn't confirmed stays as it was", async () => {
  const options = [option("x", "One"), option("y", "Two")];
  const { user, press } = draw({
    type: "radio_buttons",
    options,
    confirm,
    initial_option: options[0],
  });
  await user.click(screen.getByRole("radio", { name: "Two" }));
  await user.click(screen.getByRole("button", { name: "Leave it" }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "One" }).checked).toBe(true);
  expect(press).not.toHaveBeenCalled();
});

test("feedback is a value, and the thumb stays marked", async () => {
  const { user, press } = draw({
    type: "feedback_buttons",
    positive_button: { text: plain("Good"), value: "up", accessibility_label: "That helped" },
    negative_button: { text: plain("Bad"), value: "down" },
  });
  const good = screen.getByRole("button", { name: "That helped" });
  await user.click(good);
  expect(press.mock.calls[0]?.[0]).toBe("up");
  expect(good.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "Bad" }).getAttribute("aria-pressed")).toBe("false");
});

const overflow = {
  type: "overflow",
  options: [
    option("edit", "Edit"),
    option("copy", "Copy"),
    { ...option("docs", "Docs"), url: "https://example.com/" },
  ],
};

test("an overflow menu goes by arrows, Home, End and letters, and gives the focus back", async () => {
  const { user, press } = draw(overflow);
  const handle = screen.getByRole("button", { name: "More actions" });
  handle.focus();
  await user.keyboard("{ArrowDown}");
  const focused = () => document.activeElement?.textContent;
  await vi.waitFor(() => expect(focused()).toBe("Edit"));
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("Copy");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(focused()).toContain("Docs");
  await user.keyboard("{Home}");
  expect(focused()).toBe("Edit");
  await user.keyboard("c");
  expect(focused()).toBe("Copy");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(handle);
  expect(press).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(focused()).toBe("Edit"));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(press.mock.calls[0]?.[0]).toBe("copy");
  expect(document.activeElement).toBe(handle);
});

test("a menu entry with an address opens it and tells the app", async () => {
  const open = vi.fn();
  vi.stubGlobal("open", open);
  const { user, press } = draw(overflow);
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: /Docs/ }));
  expect(open).toHaveBeenCalledTimes(1);
  expect(press.mock.calls[0]?.[0]).toBe("docs");
});

test("checkboxes give all that are chosen, in the order of the options", async () => {
  const options = [option("x", "One"), option("y", "Two"), option("z", "Three")];
  const { user, press } = draw({ type: "checkboxes", options, initial_options: [options[2]] });
  await user.click(screen.getByRole("checkbox", { name: "One" }));
  expect(press.mock.calls[0]?.[0]).toEqual({
    type: "checkboxes",
    selected_options: [options[0], options[2]],
  });
  await user.click(screen.getByRole("checkbox", { name: "One" }));
  await user.click(screen.getByRole("checkbox", { name: "Three" }));
  expect(press.mock.lastCall?.[0]).toEqual({ type: "checkboxes", selected_options: [] });
});

test("radio buttons give the one option", async () => {
  const options = [option("x", "One"), option("y", "Two")];
  const { user, press } = draw({ type: "radio_buttons", options });
  await user.click(screen.getByRole("radio", { name: "Two" }));
  expect(press.mock.calls[0]?.[0]).toEqual({ type: "radio_buttons", selected_option: options[1] });
});

test("a choice stays over redraws of the same element, and goes with another", async () => {
  const options = [option("x", "One"), option("y", "Two")];
  const element = { type: "radio_buttons", options };
  const { user, redraw } = draw(element);
  const two = () => screen.getByRole<HTMLInputElement>("radio", { name: "Two" }).checked;
  await user.click(screen.getByRole("radio", { name: "Two" }));
  redraw({ ...element });
  expect(two()).toBe(true);
  cleanup();
  draw(element);
  expect(two()).toBe(true);
  cleanup();
  draw({ ...element, initial_option: options[0] });
  expect(two()).toBe(false);
});

test("what changes while the app is busy is told afterwards, the last of it only", async () => {
  const options = [option("x", "One"), option("y", "Two"), option("z", "Three")];
  const { user, press } = draw({ type: "radio_buttons", options });
  let answer: (given: Answer) => void = () => {};
  press.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  await user.click(screen.getByRole("radio", { name: "One" }));
  await user.click(screen.getByRole("radio", { name: "Two" }));
  await user.click(screen.getByRole("radio", { name: "Three" }));
  expect(press).toHaveBeenCalledTimes(1);
  answer({});
  await vi.waitFor(() => expect(press).toHaveBeenCalledTimes(2));
  expect(press.mock.lastCall?.[0]).toEqual({ type: "radio_buttons", selected_option: options[2] });
});

test("an element of an unknown kind is its JSON in a marked box", () => {
  draw({ type: "hologram", depth: 7 });
  const box = screen.getByRole("figure", { name: "Not drawn here: hologram" });
  expect(box.textContent).toContain('"depth": 7');
});

test("a picture from elsewhere is words with a link, one of this server is drawn", () => {
  draw({ type: "image", image_url: "https://example.com/cat.png", alt_text: "A cat" });
  expect(screen.getByRole("link", { name: "A cat" })).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
  cleanup();
  draw({ type: "image", image_url: `${location.origin}/files/F1`, alt_text: "A cat" });
  expect(screen.getByRole("img", { name: "A cat" }).getAttribute("src")).toBe("/files/F1");
});
