import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plain, tidy, viewer } from "../elements/testing";
import { mirror } from "../mirror";
import { ViewerGiven } from "../viewer";
import { HomeTab } from "./HomeTab";

let homes: object = {};
let sent: [string, object][] = [];

beforeEach(() => {
  homes = {};
  sent = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.startsWith("/sandbox/state")) return Response.json({ homes });
    sent.push([path, JSON.parse(String(init.body))]);
    return Response.json({});
  });
});
afterEach(() => {
  tidy();
  vi.unstubAllGlobals();
});

const home = {
  id: "V9",
  type: "home",
  blocks: [
    {
      type: "actions",
      block_id: "b",
      elements: [{ type: "button", action_id: "go", text: plain("Open"), value: "r1" }],
    },
  ],
  state: { values: {} },
};

async function draw() {
  await act(() => mirror.load());
  const drawn = (who: string) => (
    <StrictMode>
      <ViewerGiven value={viewer(who)}>
        <HomeTab />
      </ViewerGiven>
    </StrictMode>
  );
  const { rerender } = render(drawn("ana"));
  return (who: string) => rerender(drawn(who));
}

test("the app hears once that somebody opened it, and again of somebody else", async () => {
  const as = await draw();
  expect(screen.getByText(/hasn’t made this yet/)).toBeTruthy();
  await act(() => mirror.load());
  expect(sent).toEqual([["/sandbox/users/ana/home", { tab: "home" }]]);
  as("ben");
  expect(sent[1]).toEqual(["/sandbox/users/ben/home", { tab: "home" }]);
});

test("what the app makes for the viewer appears, and its buttons press there", async () => {
  await draw();
  homes = { U0ANA: home, U0BEN: { ...home, blocks: [] } };
  await act(() => mirror.load());
  expect(screen.queryByText(/hasn’t made this yet/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(sent.at(-1)).toEqual([
    "/sandbox/users/ana/click",
    { view_id: "V9", block_id: "b", action_id: "go" },
  ]);
});
