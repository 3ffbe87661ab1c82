import { expect, test } from "vitest";
import { channel, said } from "../staged";
import type { Group } from "../types";
import { News, unreadOf } from "./news";

const GROUPS: Group[] = [{ id: "S0ONCALL", handle: "oncall", name: "On call", users: ["U0BEN"] }];
const newFor = (who: string, messages: Parameters<typeof channel>[1], more = {}) =>
  unreadOf(channel("support", messages, more), who, GROUPS, said("ana", 0, "").ts);

test("what was there when the page came is news to nobody", () => {
  const news = new News();
  const place = channel("support", [said("ben", 1, "old"), said("ben", 2, "older than the page")]);
  news.begin([place]);
  expect(unreadOf(place, "U0ANA", [], news.since("U0ANA", place.id)).count).toBe(0);
  const more = { ...place, messages: [...place.messages, said("ben", 3, "new")] };
  news.begin([more]); // another first load there is not
  expect(unreadOf(more, "U0ANA", [], news.since("U0ANA", place.id)).count).toBe(1);
});

test("what one person has looked at stays new to the others, and in other channels", () => {
  const news = new News();
  news.begin([]);
  news.see("U0ANA", "C1", said("ben", 5, "").ts);
  expect(news.since("U0ANA", "C1")).toBe(said("ben", 5, "").ts);
  expect(news.since("U0BEN", "C1")).toBe("");
  expect(news.since("U0ANA", "C2")).toBe("");
});

test("looking at something older takes nothing back", () => {
  const news = new News();
  news.see("U0ANA", "C1", said("ben", 5, "").ts);
  news.see("U0ANA", "C1", said("ben", 2, "").ts);
  expect(news.since("U0ANA", "C1")).toBe(said("ben", 5, "").ts);
});

test("replies count, one's own messages and other people's private words don't", () => {
  const messages = [
    said("ana", 1, "mine"),
    said("ben", 2, "a reply", { thread_ts: said("ana", 1, "").ts }),
    said("signoff", 3, "for Ben only", { ephemeral_to: "U0BEN" }),
  ];
  expect(newFor("U0ANA", messages)).toEqual({ count: 1, calls: 0 });
  expect(newFor("U0BEN", messages)).toEqual({ count: 2, calls: 1 });
});

test("a mention calls whom it names: by name, by group, or everybody", () => {
  expect(newFor("U0BEN", [said("ana", 1, "<@U0BEN> please")]).calls).toBe(1);
  expect(newFor("U0BEN", [said("ana", 1, "<!subteam^S0ONCALL> please")]).calls).toBe(1);
  expect(newFor("U0BEN", [said("ana", 1, "<!here> please")]).calls).toBe(1);
  expect(newFor("U0BEN", [said("ana", 1, "<@U0DEE> please")])).toEqual({ count: 1, calls: 0 });
  const block = {
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "user", user_id: "U0BEN" }] }],
  };
  expect(newFor("U0BEN", [said("ana", 1, "", { blocks: [block] })]).calls).toBe(1);
});

test("in a direct message each word is for the person", () => {
  expect(newFor("U0ANA", [said("signoff", 1, "hello")], { kind: "im" }).calls).toBe(1);
});

test("who isn't in a channel has nothing new there", () => {
  expect(newFor("U0GUS", [said("ana", 1, "<@U0GUS>")], { members: ["U0ANA"] }).count).toBe(0);
});
