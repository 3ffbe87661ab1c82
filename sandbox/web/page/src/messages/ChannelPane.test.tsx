import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { change, channel, draw, PEOPLE, stage } from "../staged";
import { ChannelPane } from "./ChannelPane";

vi.mock("react-virtuoso", () => import("../plainList"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const members = PEOPLE.map((one) => one.id);
const said = () => screen.getAllByRole("status").map((one) => one.textContent);
const NOTE = "Ben Ode isn’t in #ops. This is #support.";

test("who is removed from the channel that they look at is told where they are now", async () => {
  await stage({ channels: [channel("support"), channel("ops")] });
  draw(<ChannelPane />, { as: "ben", channel: "ops" });
  expect(screen.getByRole("textbox", { name: "Message #ops" })).toBeDefined();
  expect(said()).not.toContain(NOTE);
  const others = members.filter((one) => one !== "U0BEN");
  await act(() =>
    change({ channels: [channel("support"), channel("ops", [], { members: others })] }),
  );
  expect(said()).toContain(NOTE);
  expect(screen.getByRole("textbox", { name: "Message #support" })).toBeDefined();
  await act(() => change({ channels: [channel("support"), channel("ops")] }));
  expect(said()).not.toContain(NOTE);
});
