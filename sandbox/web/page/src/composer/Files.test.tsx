import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Answer } from "../api";
import { type Sent, say, server, show, support, tidy } from "./testing";

let sent: Sent[];
const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");

beforeEach(() => {
  sent = server();
});
afterEach(tidy);

test("small text goes with its content, other files by name, and one can be taken off", async () => {
  show(support);
  const files = [
    new File(["a,b"], "orders.csv", { type: "text/csv" }),
    new File(["…"], "photo.png", { type: "image/png" }),
    new File(["x"], "wrong.txt", { type: "text/plain" }),
  ];
  await userEvent.upload(screen.getByLabelText("Files to attach"), files);
  const chips = await screen.findByRole("list", { name: "Attached files" });
  expect(within(chips).getAllByRole("listitem")[1]?.textContent).toContain("name only");
  await userEvent.click(screen.getByRole("button", { name: "Remove wrong.txt" }));
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const given = [{ name: "orders.csv", content: "a,b" }, { name: "photo.png" }];
  expect(sent).toEqual([{ path: say, body: { channel: "C1", text: "", files: given } }]);
});

test("a file that is dropped is attached", async () => {
  show(support);
  const files = [new File(["hi"], "note.md")];
  fireEvent.drop(screen.getByRole("form"), { dataTransfer: { files } });
  expect(await screen.findByRole("button", { name: "Remove note.md" })).toBeTruthy();
});

test("files that are dropped one after the other are all attached, also during a sending", async () => {
  show(support);
  const drop = (name: string) =>
    fireEvent.drop(screen.getByRole("form"), {
      dataTransfer: { files: [new File(["hi"], name)] },
    });
  drop("one.md");
  drop("two.md");
  await screen.findByRole("button", { name: "Remove one.md" });
  await screen.findByRole("button", { name: "Remove two.md" });
  let answer = (_: Answer) => {};
  sent = server(() => new Promise((resolve) => (answer = resolve)));
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  drop("late.md");
  await screen.findByRole("button", { name: "Remove late.md" });
  answer({});
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove one.md" })).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Remove late.md" }));
  expect(sent).toHaveLength(1);
});

test("a command takes no files", async () => {
  show(support);
  await userEvent.upload(screen.getByLabelText("Files to attach"), new File(["x"], "a.txt"));
  await userEvent.type(box(), "/task x{Enter}");
  expect(screen.getByRole("alert").textContent).toContain("/task takes no files");
  expect(sent).toEqual([]);
});
