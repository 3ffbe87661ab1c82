import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { draw } from "../text/drawn";
import type { Block, Obj } from "../types";
import { Blocks } from "./Blocks";
import { EXAMPLES } from "./examples";

afterEach(cleanup);

const NOT_DRAWN = "Not drawn here";
const blocks = (...given: unknown[]) => draw(<Blocks blocks={given as Block[]} />);
const seen = (of: HTMLElement) =>
  `${of.textContent} ${[...of.querySelectorAll("[aria-label],[alt]")]
    .map((one) => `${one.getAttribute("aria-label") ?? ""} ${one.getAttribute("alt") ?? ""}`)
    .join(" ")}`;

test.each(EXAMPLES)("$name shows its words", async ({ name, block, words }) => {
  const drawn = blocks(block);
  if (name.startsWith("data_visualization")) await screen.findByRole("img", { name: /chart/ });
  for (const one of words) expect(seen(drawn)).toContain(one);
  expect(drawn.textContent).not.toContain(NOT_DRAWN);
  expect(drawn.innerHTML).not.toMatch(/javascript:|src="https:/);
});

test("every kind of block has an example, bare or rich", () => {
  const kinds = new Set(EXAMPLES.map((one) => one.block.type));
  expect(kinds.size).toBe(23);
});

test.each<[string, unknown]>([
  ["of an unknown kind", { type: "hologram", depth: 3 }],
  ["named like a thing of the language", { type: "constructor" }],
  ["without a type", { depth: 3 }],
  ["that is nothing", null],
  ["section without text", { type: "section", depth: 3 }],
  ["section whose text isn't one", { type: "section", text: "depth 3" }],
  ["header without text", { type: "header" }],
  ["image without words", { type: "image", image_url: "https://a.test/x" }],
  ["context without elements", { type: "context" }],
  ["context with something else", { type: "context", elements: [{ type: "button" }] }],
  ["actions without elements", { type: "actions" }],
  ["input without element", { type: "input", label: { type: "plain_text", text: "l" } }],
  ["rich text with an unknown part", { type: "rich_text", elements: [{ type: "odd" }] }],
  ["markdown without text", { type: "markdown" }],
  ["table without rows", { type: "table" }],
  ["table with an odd cell", { type: "table", rows: [[{ type: "odd" }]] }],
  ["data table without rows", { type: "data_table", caption: "c" }],
  ["chart of an unknown kind", { type: "data_visualization", chart: { type: "radar" } }],
  ["plan with an odd task", { type: "plan", title: "p", tasks: [{ status: "odd" }] }],
  ["card without anything", { type: "card" }],
  ["container without title", { type: "container", child_blocks: [] }],
  ["alert without text", { type: "alert" }],
  ["video without address", { type: "video", title: { type: "plain_text", text: "v" } }],
])("a block %s is its JSON in a marked box", (_, block) => {
  const drawn = blocks(block, { type: "header", text: { type: "plain_text", text: "next" } });
  const box = within(drawn).getByRole("figure", { name: new RegExp(`^${NOT_DRAWN}`) });
  if (JSON.stringify(block).includes("depth")) expect(box.textContent).toContain("3");
  screen.getByRole("heading", { name: "next" });
});

test("a block that fails in the middle of drawing is its JSON", () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  const fails: Obj = { type: "section", text: { type: "plain_text", text: "t" } };
  const get = () => {
    throw new Error("broken");
  };
  Object.defineProperty(fails, "accessory", { get });
  blocks(fails);
  screen.getByRole("figure", { name: `${NOT_DRAWN}: section` });
  quiet.mockRestore();
});

test("a long text is cut until its reader asks for more, unless it must be whole", () => {
  const text = { type: "mrkdwn", text: `${"*word* ".repeat(200)}end` };
  const drawn = blocks({ type: "section", block_id: "cut", text });
  expect(drawn.textContent).not.toContain("end");
  fireEvent.click(screen.getByRole("button", { name: "See more" }));
  expect(drawn.textContent).toContain("end");
  fireEvent.click(screen.getByRole("button", { name: "See less" }));
  expect(drawn.textContent).not.toContain("end");
  cleanup();
  expect(blocks({ type: "section", expand: true, text }).textContent).toContain("end");
});

test("a data table shows a page at a time", () => {
  const rows = Array.from({ length: 8 }, (_, at) => [{ type: "raw_text", text: `row ${at}` }]);
  blocks({ type: "data_table", caption: "Rows", rows });
  const table = screen.getByRole("table", { name: "Rows" });
  expect(within(table).getAllByRole("row")).toHaveLength(6);
  screen.getByText("1–5 of 7");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  screen.getByRole("cell", { name: "row 7" });
  expect(screen.queryByRole("cell", { name: "row 5" })).toBeNull();
  expect(screen.getByRole("button", { name: "Next" })).toHaveProperty("disabled", true);
});

test("a file of this server is shown, one from elsewhere is only named", () => {
  const own = `${location.origin}/files/F1/graph.png`;
  blocks(
    { type: "image", block_id: "a", image_url: own, alt_text: "own" },
    { type: "image", block_id: "b", image_url: "https://a.test/files/x.png", alt_text: "other" },
    { type: "image", block_id: "c", image_url: "javascript:x", alt_text: "bad" },
  );
  expect(screen.getByRole("img", { name: "own" }).getAttribute("src")).toBe("/files/F1/graph.png");
  expect(screen.getAllByRole("img")).toHaveLength(1);
  screen.getByRole("link", { name: "other" });
  expect(screen.queryByRole("link", { name: "bad" })).toBeNull();
});

test("a chart's words are as written, and it can be seen as a table", async () => {
  const data = [{ label: "L *1*", value: 3 }];
  const chart = { type: "pie", segments: data };
  const drawn = blocks({ type: "data_visualization", title: "`a*b*` <x> &amp; 2 * 3", chart });
  await screen.findByRole("img", { name: /L \*1\*/ });
  expect(drawn.textContent).toContain("`a*b*` <x> &amp; 2 * 3");
  fireEvent.click(screen.getByRole("button", { name: "View as table" }));
  screen.getByRole("cell", { name: "3" });
});

test("levels of headers are levels of headings", () => {
  blocks({ type: "header", level: 3, text: { type: "plain_text", text: "Third" } });
  screen.getByRole("heading", { name: "Third", level: 5 });
});

test("a folded container opens", () => {
  const text = { type: "plain_text", text: "inside" };
  const folded = { is_collapsible: true, default_collapsed: true, title: { ...text, text: "T" } };
  blocks({ type: "container", ...folded, child_blocks: [{ type: "header", text }] });
  expect(screen.queryByRole("heading", { name: "inside" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "T", expanded: false }));
  screen.getByRole("heading", { name: "inside" });
});

test.each([
  "<script>alert(1)</script>",
  "<javascript:alert(1)|x>",
  "<img src=x onerror=alert(1)>",
  "x".repeat(3000),
  "\u202eright to left\u202c مرحبا",
  "*_~*_~nested~_*~_*",
  "```never closed `nor this",
  "<!date^nonsense^{time}|f> <!date^99999999999999^{time}|g>",
])("hostile text stays text in every kind of text (%#)", (text) => {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  for (const written of [text, escaped])
    for (const type of ["plain_text", "mrkdwn"]) {
      const words = { type, text: written };
      const drawn = blocks(
        { type: "section", expand: true, text: words, fields: [words] },
        { type: "context", elements: [words] },
        { type: "alert", text: words },
        { type: "markdown", text: written },
        {
          type: "rich_text",
          elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
        },
      );
      expect(drawn.querySelector("script, img, iframe, [onerror]")).toBeNull();
      expect(drawn.innerHTML).not.toMatch(/href="(?:javascript|data):/i);
      expect(drawn.textContent?.length).toBeGreaterThan(4);
      cleanup();
    }
});
