import { expect, test } from "vitest";
import { choicesFor, type Sources, tokenAt } from "./complete";
import { workspace } from "./testing";

const { users, groups, channels, app } = workspace();
const sources: Sources = {
  users,
  groups,
  channels,
  commands: app.commands,
  members: ["U0ANA", "U0BEN", "U0SIGNOFF"],
  wide: true,
};
const offered = (text: string, more: Partial<Sources> = {}): string[] => {
  const token = tokenAt(text, text.length);
  return token ? choicesFor(token, { ...sources, ...more }).map((one) => one.insert) : [];
};

test.each([
  ["@si", ["@signoff"]],
  ["ask @RUI", ["@ana"]],
  ["@on", ["@oncall"]],
  ["@he", ["@here"]],
  ["#op", ["#ops"]],
  ["/ta", ["/task"]],
  [":white_check_m", [":white_check_mark:"]],
])("%s is completed", (text, expected) => {
  expect(offered(text)).toEqual(expected);
});

test.each(["a@si", "at 10:30", "say /ta", "@signoff ", ":)", "#1042", "https://a.test/@x"])(
  "nothing is offered for %s",
  (text) => {
    expect(offered(text)).toEqual([]);
  },
);

test("the app and those in the conversation come first, and it is said of others", () => {
  const token = tokenAt("@", 1);
  const choices = token ? choicesFor(token, sources) : [];
  expect(choices.map((one) => one.label)).toEqual([
    "signoff",
    "ana",
    "ben",
    "@oncall",
    "@here",
    "@channel",
    "olga",
  ]);
  expect(choices.at(-1)?.detail).toBe("Olga Brandt · not in this channel");
});

test("a direct message offers no @here", () => {
  expect(offered("@he", { wide: false })).toEqual([]);
});

test("an emoji's name may hold a plus", () => {
  expect(offered("good :+1")).toContain(":+1:");
});

test("the name that begins like what is written comes before one that has it inside", () => {
  expect(offered(":tad")[0]).toBe(":tada:");
});
