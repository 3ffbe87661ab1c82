import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { draw } from "../text/drawn";
import { unescapeOnce } from "../text/plain";
import type { Block } from "../types";
import { Blocks } from "./Blocks";

type Golden = { text?: string; blocks: Block[] };
const files = import.meta.glob<Golden>("../../../../../tests/blocks/golden/*.json", {
  eager: true,
  import: "default",
});

afterEach(cleanup);

const DRAWN_OTHERWISE = new Set(["options", "option_groups", "initial_option", "placeholder"]);
const MARKUP = /[*_~`>:#|()[\]-]|\s+/g;

/** Every text in a payload, without what is drawn instead of written. */
function* textsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* textsOf(one);
  else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      // Those of an element.
      if (DRAWN_OTHERWISE.has(key)) continue;
      if (typeof one !== "string") yield* textsOf(one);
      else if (key === "text" || key === "title") yield one;
    }
  }
}

test.each(Object.entries(files))("%s is drawn with all its texts", (_, { blocks }) => {
  const drawn = draw(<Blocks blocks={blocks} />);
  for (const more of screen.queryAllByRole("button", { name: "See more" })) fireEvent.click(more);
  const seen = (drawn.textContent ?? "").replace(MARKUP, "");
  expect(seen).not.toContain("Notdrawnhere");
  for (const text of textsOf(blocks))
    for (const part of unescapeOnce(text.replace(/<[^>]*>|\]\([^)]*\)/g, "\n")).split("\n"))
      expect(seen).toContain(part.replace(MARKUP, ""));
});
