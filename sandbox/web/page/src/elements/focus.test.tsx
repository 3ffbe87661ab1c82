import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Element } from "./Element";
import type { ElementJson } from "./place";
import { Around, notingPlace, option, plain, tidy } from "./testing";

afterEach(tidy);

type Row = { block: string; text: string; value: string };

/** Draws rows of one button each, as a message that is redrawn with new block ids. */
function message() {
  const { place } = notingPlace();
  const drawn = (rows: Row[]) => (
    <Around place={place}>
      <article tabIndex={-1} aria-label="The card">
        {rows.map(({ block, text, value }) => {
          const element = { type: "button", action_id: "go", text: plain(text), value };
          return (
            <section key={block} aria-label={value}>
              <Element
                block={{ type: "actions", block_id: block, elements: [] }}
                element={element}
              />
            </section>
          );
        })}
      </article>
    </Around>
  );
  const { rerender } = render(drawn([]));
  return (...rows: Row[]) => rerender(drawn(rows));
}

const row = (block: string, text: string, value: string): Row => ({ block, text, value });
const within1 = (value: string) =>
  within(screen.getByRole("region", { name: value })).getByRole("button");

test("the same button has the focus after its message was redrawn", async () => {
  const redraw = message();
  redraw(row("b1", "Approve", "r1"), row("b2", "Reject", "r1"));
  screen.getByRole("button", { name: "Reject" }).focus();
  redraw(row("b3", "Approve", "r1"), row("b4", "Reject", "r1"));
  const after = screen.getByRole("button", { name: "Reject" });
  await vi.waitFor(() => expect(document.activeElement).toBe(after));
});

test("of several that are called the same, the one for the same thing has it", async () => {
  const redraw = message();
  redraw(row("b1", "Open", "one"), row("b2", "Open", "two"));
  within1("two").focus();
  redraw(row("b3", "Open", "two"), row("b4", "Open", "three"));
  await vi.waitFor(() => expect(document.activeElement).toBe(within1("two")));
});

test("where the button is gone its message has the focus, and a button that comes back gets it", async () => {
  const redraw = message();
  redraw(row("b1", "Approve", "r1"));
  screen.getByRole("button", { name: "Approve" }).focus();
  redraw();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("article")));
  redraw(row("b2", "Approve", "r1"));
  const back = screen.getByRole("button", { name: "Approve" });
  await vi.waitFor(() => expect(document.activeElement).toBe(back));
});

test("whoever has moved on keeps the focus where it is", async () => {
  const redraw = message();
  redraw(row("b1", "Approve", "r1"));
  screen.getByRole("button", { name: "Approve" }).focus();
  redraw();
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  redraw(row("b2", "Approve", "r1"));
  await Promise.resolve();
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

/** Draws one element in a card whose block has another id each time. */
function redrawn(element: ElementJson) {
  const { place } = notingPlace();
  const drawn = (block_id: string) => (
    <Around place={place}>
      <article tabIndex={-1} aria-label="The card">
        <Element
          key={block_id}
          block={{ type: "actions", block_id, elements: [] }}
          element={element}
        />
      </article>
    </Around>
  );
  const { rerender } = render(drawn("b1"));
  return () => rerender(drawn("b2"));
}

test("a menu that goes with a redraw leaves the focus at what opens it", async () => {
  const options = [option("one", "One"), option("two", "Two")];
  const redraw = redrawn({ type: "overflow", action_id: "more", options });
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Two" }));
  redraw();
  expect(screen.queryByRole("menu")).toBeNull();
  const handle = screen.getByRole("button", { name: "More actions" });
  await vi.waitFor(() => expect(document.activeElement).toBe(handle));
});

test("a question that goes with a redraw leaves the focus at what asked it", async () => {
  const confirm = { title: plain("Sure?"), text: plain("It can't be undone.") };
  const redraw = redrawn({ type: "button", action_id: "go", text: plain("Go"), confirm });
  await userEvent.click(screen.getByRole("button", { name: "Go" }));
  expect(screen.getByRole("alertdialog")).toBeDefined();
  redraw();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  const button = screen.getByRole("button", { name: "Go" });
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});
