import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { option, tidy, viewer } from "../elements/testing";
import { mirror } from "../mirror";
import type { Block, OpenView } from "../types";
import { ViewerGiven } from "../viewer";
import { Modals } from "./Modals";
import { input, modal } from "./testing";

type Sent = { verb: string; body: Record<string, unknown> };
let onServer: OpenView[] = [];
let sent: Sent[] = [];
let answers: (body: Record<string, unknown>) => Promise<object> | object;

beforeEach(() => {
  sent = [];
  answers = () => ({ status: "ok" });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.startsWith("/sandbox/state")) return Response.json({ views: onServer });
    const body = JSON.parse(String(init.body));
    sent.push({ verb: path.split("/").at(-1) ?? "", body });
    return Response.json(await answers(body));
  });
});
afterEach(() => {
  tidy();
  vi.unstubAllGlobals();
});

/** The server has these open from now on. */
async function open(...views: OpenView[]): Promise<void> {
  onServer = views;
  await act(() => mirror.load());
}

async function draw(...views: OpenView[]) {
  await open(...views);
  const drawn = (who: string) => (
    <ViewerGiven value={viewer(who)}>
      <Modals />
    </ViewerGiven>
  );
  const { rerender } = render(drawn("ana"));
  return { user: userEvent.setup(), as: (who: string) => rerender(drawn(who)) };
}

const bodies = (verb: string) => sent.filter((one) => one.verb === verb).map((one) => one.body);
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });
const REASON = [input("why", "Why"), input("how", "How")];

test("there is no dialog without a modal, nor for those of others", async () => {
  await draw(modal("V1", "Theirs", [], { user: "U0BEN" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a modal is called by its title, and its first field has the focus", async () => {
  await draw(modal("V1", "Reject 12", REASON));
  expect(screen.getByRole("dialog", { name: "Reject 12" })).toBeTruthy();
  expect(document.activeElement).toBe(field("Why"));
});

test("the field that asks for the focus has it, else the title has", async () => {
  const asking = input("how", "How", { type: "plain_text_input", focus_on_load: true });
  await draw(modal("V1", "Reject", [input("why", "Why"), asking]));
  expect(document.activeElement).toBe(field("How"));
  await open(modal("V2", "Loading…", [{ type: "divider" }], { view: { submit: null } }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Loading…" }));
});

test("a submission holds what was entered, by block and action", async () => {
  const options = [option("a", "Reject"), option("b", "Guide")];
  const { user } = await draw(
    modal("V1", "Reject", [...REASON, input("what", "What", { type: "radio_buttons", options })]),
  );
  await user.type(field("Why"), "Too much");
  await user.click(screen.getByRole("radio", { name: "Guide" }));
  await user.click(button("Send"));
  expect(bodies("submit")).toEqual([
    {
      view_id: "V1",
      values: {
        why: { why: { type: "plain_text_input", value: "Too much" } },
        what: { what: { type: "radio_buttons", selected_option: options[1] } },
      },
    },
  ]);
});

test("Enter in a field of one line submits, Ctrl+Enter anywhere", async () => {
  const lines = input("why", "Why", { type: "plain_text_input", multiline: true });
  const { user } = await draw(modal("V1", "Reject", [lines, input("how", "How")]));
  await user.type(field("Why"), "a{Enter}b");
  expect(bodies("submit")).toHaveLength(0);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(bodies("submit")).toHaveLength(1);
  await user.type(field("How"), "c{Enter}");
  expect(bodies("submit")).toHaveLength(2);
});

test("a submission is under way once, and its button stays where the focus is", async () => {
  const { user } = await draw(modal("V1", "Reject", REASON));
  let answer: (given: object) => void = () => {};
  answers = () =>
    new Promise<object>((done) => {
      answer = done;
    });
  await user.click(button("Send"));
  await user.click(button("Send"));
  await user.keyboard("{Enter}");
  expect(bodies("submit")).toHaveLength(1);
  expect(button("Send").getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button("Send"));
  await act(async () => answer({}));
  await vi.waitFor(() => expect(button("Send").hasAttribute("aria-busy")).toBe(false));
});

test("an error stands at its field, which gets the focus, until the field is changed", async () => {
  const { user } = await draw(modal("V1", "Reject", REASON));
  answers = () => ({ status: "ok", errors: { how: "Say how." } });
  await user.click(button("Send"));
  await vi.waitFor(() => expect(document.activeElement).toBe(field("How")));
  expect(field("How").getAttribute("aria-invalid")).toBe("true");
  expect(field("Why").hasAttribute("aria-invalid")).toBe(false);
  const told = field("How").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(told)?.textContent).toContain("Say how.");
  await user.type(field("How"), "so");
  expect(field("How").hasAttribute("aria-invalid")).toBe(false);
  expect(field("How").value).toBe("so");
});

test("errors that the server holds are shown, those of no field for the whole", async () => {
  await draw(modal("V1", "Reject", REASON, { errors: { why: "Say why.", ghost: "Boo." } }));
  expect(field("Why").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toContain("ghost: Boo.");
});

test("trouble is told in the modal, and what was typed stays", async () => {
  const { user } = await draw(modal("V1", "Reject", REASON));
  const words = "We had some trouble connecting. Try again?";
  answers = () => ({ status: "trouble", trouble: words });
  await user.type(field("Why"), "Too much");
  await user.click(button("Send"));
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
  expect(field("Why").value).toBe("Too much");
  answers = () => ({});
  await user.click(button("Send"));
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""));
});

test("what was typed stays over an update where both ids do, and is initial where they changed", async () => {
  const { user } = await draw(modal("V1", "Reject", REASON));
  await user.type(field("Why"), "mine");
  await user.type(field("How"), "mine too");
  const begun = (id: string, label: string) =>
    input(id, label, { type: "plain_text_input", initial_value: "theirs" });
  const next = modal("V1", "Reject", [begun("why", "Why"), begun("how-2", "How")], {
    view: { hash: "2" },
  });
  next.view.state.values = {
    why: { why: { type: "plain_text_input", value: null } },
    "how-2": { "how-2": { type: "plain_text_input", value: "theirs" } },
  };
  await open(next);
  expect(field("Why").value).toBe("mine");
  expect(field("How").value).toBe("theirs");
  await user.click(button("Send"));
  const [{ values } = {}] = bodies("submit");
  expect(values).toEqual({ why: { why: { type: "plain_text_input", value: "mine" } } });
});

test("a field whose ids come back begins anew", async () => {
  const { user } = await draw(modal("V1", "Reject", [input("why", "Why")]));
  await user.type(field("Why"), "mine");
  await open(modal("V1", "Reject", [input("how", "How")], { view: { hash: "2" } }));
  await open(modal("V1", "Reject", [input("why", "Why")], { view: { hash: "3" } }));
  expect(field("Why").value).toBe("");
});

test("the focus survives an update, and moves into the form that a loading view becomes", async () => {
  await draw(modal("V1", "Loading…", [{ type: "divider" }], { view: { submit: null } }));
  await open(modal("V1", "Reject", REASON, { view: { hash: "2" } }));
  await vi.waitFor(() => expect(document.activeElement).toBe(field("Why")));
  field("How").focus();
  await open(modal("V1", "Reject again", REASON, { view: { hash: "3" } }));
  expect(document.activeElement).toBe(field("How"));
});

test("a view on top shows what it lies on; Back closes it, and the one below is as it was left", async () => {
  const below = modal("V1", "Details", REASON);
  const above = modal("V2", "Reject", [input("note", "Note")], { depth: 2 });
  const { user } = await draw(below);
  await user.type(field("How"), "mine");
  await open(below, above);
  expect(screen.getByRole("dialog", { name: "Reject" })).toBeTruthy();
  expect(screen.getByText("2 of 3 · on top of Details")).toBeTruthy();
  expect(document.activeElement).toBe(field("Note"));
  expect(screen.queryByRole("textbox", { name: "How" })).toBeNull();
  await user.click(button("Back to Details"));
  expect(bodies("close")).toEqual([{ view_id: "V2" }]);
  await open(below);
  expect(document.activeElement).toBe(field("How"));
  expect(field("How").value).toBe("mine");
});

test("Escape and the close button close the top one, the cross all of them", async () => {
  const stack = [1, 2, 3].map((depth) => modal(`V${depth}`, `Level ${depth}`, [], { depth }));
  const { user } = await draw(...stack);
  await user.keyboard("{Escape}");
  await user.click(button("Cancel"));
  await user.click(button("Dismiss all"));
  expect(bodies("close")).toEqual([
    { view_id: "V3" },
    { view_id: "V3" },
    { view_id: "V3", all: true },
  ]);
  await open();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Escape closes an open list first, and the modal only then", async () => {
  const select = { type: "static_select", options: [option("a", "Apple")] };
  const { user } = await draw(modal("V1", "Pick", [input("what", "What", select)]));
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("listbox")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(bodies("close")).toEqual([]);
  await user.keyboard("{Escape}");
  expect(bodies("close")).toHaveLength(1);
});

test("the focus goes round inside, and back to what opened the modal", async () => {
  const opener = document.body.appendChild(document.createElement("button"));
  const { user } = await draw();
  opener.focus();
  await open(modal("V1", "Reject", REASON));
  button("Send").focus();
  await user.tab();
  expect(document.activeElement).toBe(button("Dismiss"));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(button("Send"));
  await open();
  expect(document.activeElement).toBe(opener);
  opener.remove();
});

test("a view that can't be submitted yet says so, and Enter doesn't either", async () => {
  const { user } = await draw(modal("V1", "Reject", REASON, { view: { submit_disabled: true } }));
  expect(button("Send").getAttribute("aria-disabled")).toBe("true");
  await user.click(button("Send"));
  await user.type(field("Why"), "x{Enter}");
  expect(bodies("submit")).toEqual([]);
});

test("an input that dispatches presses, and its trouble is told in the modal", async () => {
  const block = { ...input("why", "Why"), dispatch_action: true } as Block;
  const { user } = await draw(modal("V1", "Reject", [block]));
  answers = () => ({ trouble: "The app did not answer in time." });
  await user.type(field("Why"), "x{Enter}");
  expect(bodies("click")).toEqual([
    {
      view_id: "V1",
      block_id: "why",
      action_id: "why",
      value: { type: "plain_text_input", value: "x" },
      values: { why: { why: { type: "plain_text_input", value: "x" } } },
    },
  ]);
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toContain("in time"));
});

test("being somebody else for a while loses nothing that was typed", async () => {
  const { user, as } = await draw(modal("V1", "Reject", REASON));
  await user.type(field("Why"), "mine");
  as("ben");
  expect(screen.queryByRole("dialog")).toBeNull();
  as("ana");
  expect(field("Why").value).toBe("mine");
});

test("files go as what was read of them", async () => {
  const { user } = await draw(modal("V1", "Attach", [input("log", "Log", { type: "file_input" })]));
  await user.upload(screen.getByLabelText("Log"), new File(["boom"], "a.log"));
  await screen.findByText("a.log");
  await user.click(button("Send"));
  const [{ values } = {}] = bodies("submit");
  expect(values).toEqual({ log: { log: [{ name: "a.log", content: "boom" }] } });
});
