import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gallery } from "./Gallery";
import type { Golden } from "./golden";

const golden = (name: string, group: string, payload: Golden["payload"] = {}): Golden => ({
  name,
  group,
  title: `Title of ${name}`,
  surface: name.startsWith("modal") ? "modal" : "message",
  payload,
});
const button = { type: "button", action_id: "approve", text: { type: "plain_text", text: "Yes" } };
const CARD = golden("card-pending", "cards", {
  text: "⏳ Approval needed: restart",
  blocks: [{ type: "actions", block_id: "b", elements: [button] } as never],
});
const MODAL = golden("modal-reject", "modals", {
  title: { type: "plain_text", text: "Reject A-1042" },
  blocks: [],
});

const serve = (answer: unknown) => vi.stubGlobal("fetch", async () => Response.json(answer));

beforeEach(() => history.replaceState(null, "", "/gallery"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("each view has its name, its sizes, what is read aloud, and a drawing in both themes", async () => {
  serve([CARD, MODAL]);
  render(<Gallery />);
  const card = await screen.findByRole("article", { name: /card-pending/ });
  expect(within(card).getByRole("link").getAttribute("href")).toBe("#card-pending");
  expect(within(card).getByText("1 of 50 blocks · 3 characters")).toBeTruthy();
  expect(within(card).getByText("⏳ Approval needed: restart")).toBeTruthy();
  expect(within(card).getAllByRole("button", { name: "Yes" })).toHaveLength(2);
  expect(card.querySelectorAll("[data-theme=light], [data-theme=dark]")).toHaveLength(2);
  expect(screen.getAllByText("Reject A-1042")).toHaveLength(2);
});

test("one theme and the words are kept in the address", async () => {
  serve([CARD, MODAL]);
  render(<Gallery />);
  await userEvent.click(await screen.findByRole("radio", { name: "Dark" }));
  await userEvent.type(screen.getByRole("searchbox"), "reject");
  expect(await screen.findByText("1 view")).toBeTruthy();
  expect(screen.queryByRole("article", { name: /card-pending/ })).toBeNull();
  const shown = screen.getByRole("article", { name: /modal-reject/ });
  expect(shown.querySelectorAll("[data-theme]")).toHaveLength(1);
  expect(location.search).toBe("?theme=dark&words=reject");
});

test("pressing does nothing and says so", async () => {
  serve([CARD]);
  render(<Gallery />);
  const [yes] = await screen.findAllByRole("button", { name: "Yes" });
  await userEvent.click(yes as HTMLElement);
  expect(await screen.findByText("Nothing is behind the gallery.")).toBeTruthy();
});

test("states without a golden file are named, and a missing folder is said", async () => {
  serve([CARD]);
  const { unmount } = render(<Gallery />);
  expect((await screen.findByText("No golden file yet:")).parentElement?.textContent).toContain(
    "🚨 Emergency, no approval",
  );
  unmount();
  serve([]);
  render(<Gallery />);
  expect(await screen.findByText(/There are no golden files here/)).toBeTruthy();
});

test("the JSON of a view is in a fold", async () => {
  serve([CARD]);
  render(<Gallery />);
  const card = await screen.findByRole("article", { name: /card-pending/ });
  expect(within(card).queryByText(/"action_id": "approve"/)).toBeNull();
  const fold = card.querySelector("details") as HTMLDetailsElement;
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
  expect(await within(card).findByText(/"action_id": "approve"/)).toBeTruthy();
});
