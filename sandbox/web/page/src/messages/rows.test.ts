import { expect, test } from "vitest";
import { channel, said, tsOf } from "../staged";
import { channelRows, threadRows } from "./rows";

const ZONE = "Europe/Berlin";
const rows = (messages: Parameters<typeof channel>[1], since = "", me = "U0ANA") =>
  channelRows(channel("support", messages), me, ZONE, since);
const texts = (all: { message: { text: string } }[]) => all.map((one) => one.message.text);

test("messages of one author within five minutes are one group", () => {
  const all = rows([
    said("ben", 0, "a"),
    said("ben", 299, "b"),
    said("ben", 700, "after a pause"),
    said("ana", 710, "another author"),
    said("signoff", 720, "private", { ephemeral_to: "U0ANA" }),
    said("signoff", 730, "public"),
  ]);
  expect(all.map((one) => one.grouped)).toEqual([false, true, false, false, false, false]);
});

test("below a thread's summary and after a new day a group begins anew", () => {
  const all = rows([
    said("ben", 0, "root", { reply_count: 1 }),
    said("ben", 10, "next"),
    said("ben", 86_400, "tomorrow"),
  ]);
  expect(all.map((one) => one.grouped)).toEqual([false, false, false]);
  expect(all.map((one) => one.newDay)).toEqual([true, false, true]);
});

test("days change at the viewer's midnight", () => {
  const at = Date.parse("2026-11-30T23:30:00+01:00") / 1000;
  const both = [`${at}.1`, `${at + 3600}.1`].map((ts) => said("ben", 0, "", { ts }));
  const newDays = (zone: string) =>
    channelRows(channel("support", both), "U0ANA", zone, "").map((one) => one.newDay);
  expect(newDays(ZONE)).toEqual([true, true]);
  expect(newDays("UTC")).toEqual([true, false]);
});

test("the line stands above the first message of others that is new", () => {
  const all = rows(
    [said("ben", 0, "old"), said("ana", 5, "mine"), said("ben", 6, "new"), said("ben", 7, "too")],
    tsOf(1),
  );
  expect(all.map((one) => one.fresh)).toEqual([false, false, true, false]);
});

test("replies are in their thread, and in the channel only if they were sent there too", () => {
  const thread_ts = tsOf(0);
  const messages = [
    said("ana", 0, "root"),
    said("ben", 1, "reply", { thread_ts }),
    said("ben", 2, "to all", { thread_ts, subtype: "thread_broadcast" }),
    said("ben", 3, "lost", { thread_ts: tsOf(-50) }),
  ];
  expect(texts(rows(messages))).toEqual(["root", "to all", "lost"]);
  const thread = threadRows(channel("support", messages), thread_ts, "U0ANA", ZONE);
  expect(texts(thread)).toEqual(["root", "reply", "to all"]);
});

test("private words are there for one person, and counted below the root of their thread", () => {
  const thread_ts = tsOf(0);
  const messages = [
    said("ana", 0, "root"),
    said("signoff", 1, "for Ana", { ephemeral_to: "U0ANA" }),
    said("signoff", 2, "for Ana, in the thread", { ephemeral_to: "U0ANA", thread_ts }),
  ];
  expect(texts(rows(messages))).toEqual(["root", "for Ana"]);
  expect(rows(messages)[0]?.notes).toBe(1);
  expect(texts(rows(messages, "", "U0BEN"))).toEqual(["root"]);
  expect(rows(messages, "", "U0BEN")[0]?.notes).toBe(0);
});

test("a thread whose root isn't there has no rows", () => {
  expect(threadRows(channel("support", []), tsOf(0), "U0ANA", ZONE)).toEqual([]);
});
