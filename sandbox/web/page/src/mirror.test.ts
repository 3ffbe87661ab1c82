import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Mirror } from "./mirror";

/** A stream of changes that the test writes to. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source;
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    Source.last = this;
  }
  say(kind: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}

const message = (ts: string, text = "") => ({ ts, text, user: "U0ANA", type: "message" });
const server = (messages: unknown[]) => ({ channels: [{ id: "C1", name: "support", messages }] });
let given: unknown;

beforeEach(() => {
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", async () => Response.json(given));
});
afterEach(() => vi.unstubAllGlobals());

async function started(): Promise<Mirror> {
  const mirror = new Mirror();
  mirror.start();
  await mirror.load();
  return mirror;
}

test("a change is placed by its time, and one that is known takes its old place", async () => {
  given = server([message("1.1"), message("3.1")]);
  const mirror = await started();
  const before = mirror.state.channels[0]?.messages[0];
  Source.last.say("message", { channel: "C1", message: message("2.1") });
  Source.last.say("changed", { channel: "C1", message: message("3.1", "new") });
  Source.last.say("deleted", { channel: "C1", ts: "2.1" });
  const after = mirror.state.channels[0]?.messages ?? [];
  expect(after.map((one) => [one.ts, one.text])).toEqual([
    ["1.1", ""],
    ["3.1", "new"],
  ]);
  expect(after[0]).toBe(before);
});

test("what changes while the whole is on its way is not lost", async () => {
  given = server([message("1.1")]);
  const mirror = new Mirror();
  mirror.start();
  const loading = mirror.load();
  Source.last.say("message", { channel: "C1", message: message("2.1") });
  await loading;
  expect(mirror.state.channels[0]?.messages.map((one) => one.ts)).toEqual(["1.1", "2.1"]);
});

test("a change of something unknown loads the whole anew", async () => {
  given = server([]);
  const mirror = await started();
  given = { channels: [{ id: "C2", name: "new", messages: [message("1.1")] }] };
  Source.last.say("message", { channel: "C2", message: message("1.1") });
  await vi.waitFor(() => expect(mirror.state.channels[0]?.id).toBe("C2"));
});

test("after the server was away the page has what it has now", async () => {
  given = server([message("1.1")]);
  const mirror = await started();
  Source.last.onerror();
  expect(mirror.live).toBe(false);
  given = server([message("9.1")]);
  Source.last.onopen();
  await vi.waitFor(() => expect(mirror.live).toBe(true));
  expect(mirror.state.channels[0]?.messages.map((one) => one.ts)).toEqual(["9.1"]);
});

test("what is told again after a load is there once", async () => {
  given = { lint: ["a"] };
  const mirror = new Mirror();
  mirror.start();
  const loading = mirror.load();
  Source.last.say("lint", { line: "a" });
  await loading;
  Source.last.say("lint", { line: "b" });
  expect(mirror.state.lint).toEqual(["a", "b"]);
});
