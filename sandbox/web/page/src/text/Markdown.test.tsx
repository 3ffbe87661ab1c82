import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { draw, markup } from "./drawn";
import { Markdown } from "./Markdown";

afterEach(cleanup);

const drawn = (text: string) =>
  markup(<Markdown text={text} />)
    .replace(/^<div>(.*)<\/div>$/s, "$1")
    .replace(/\n/g, "");

test.each([
  ["# Title #", "<h3>Title</h3>"],
  ["a\nb\n\nc", "<p>a<br>b</p><p>c</p>"],
  [
    "**b** __b__ *i* _i_ ~~s~~",
    "<p><strong>b</strong> <strong>b</strong> <em>i</em> <em>i</em> <del>s</del></p>",
  ],
  ["a_b_c 2*3*4", "<p>a_b_c 2<em>3</em>4</p>"],
  [String.raw`\*plain\*`, "<p>*plain*</p>"],
  ["``a`b`` `:x: <@U0BEN>`", "<p><code>a`b</code> <code>:x: &lt;@U0BEN&gt;</code></p>"],
  ["- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
  ["> a\n> - b", "<blockquote><p>a</p><ul><li>b</li></ul></blockquote>"],
  ["```py\n# <x> *b*\n```\nend", "<div><span>py</span><pre># &lt;x&gt; *b*</pre></div><p>end</p>"],
  ["~~~\nnever closed", "<div><pre>never closed</pre></div>"],
  ["***", "<hr>"],
  ["[a](javascript:alert(1)) x", "<p><span>a</span> x</p>"],
  ["[a](//a.test) [b](data:x)", "<p><span>a</span> <span>b</span></p>"],
  ["<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
  ["<div>\n*a*\n</div>", "<p>&lt;div&gt;<br><em>a</em><br>&lt;/div&gt;</p>"],
  ["a[^1]\n\n[^1]: note", "<p>a[^1]</p><p>[^1]: note</p>"],
  ["<!here> **b**", "<p><span>@here</span> <strong>b</strong></p>"],
  ["**<@U0BEN>** :lock:", "<p><strong><span>@ben</span></strong> 🔒</p>"],
  ["<https://a.test|*a*>", '<p><a href="https://a.test">*a*</a></p>'],
  ["[a](<https://a.test/x>)", '<p><a href="https://a.test/x">a</a></p>'],
  ["<!date^1795995000^{date_num}|f>", "<p><time>2026-11-30</time></p>"],
  ["&lt;b&gt; &amp;lt;", "<p>&lt;b&gt; &amp;lt;</p>"],
])("%s is drawn as Slack does", (text, wanted) => {
  expect(drawn(text)).toBe(wanted);
});

test("a table has a head, rows, and cells with marks and links", () => {
  const rows = "| a | b |\n|:--|--:|\n| 1 | **2** |\n| x\\|y | <https://a.test|l> |\n\nend";
  const got = drawn(rows).replace(/ style="[^"]*"/g, "");
  expect(got).toContain("<thead><tr><th>a</th><th>b</th></tr></thead>");
  expect(got).toContain("<tr><td>1</td><td><strong>2</strong></td></tr>");
  expect(got).toContain('<tr><td>x|y</td><td><a href="https://a.test">l</a></td></tr>');
  expect(got.endsWith("<p>end</p>")).toBe(true);
});

test("what is done in a list is said, not only shown", () => {
  draw(<Markdown text={"- [x] one\n- [ ] two"} />);
  expect(screen.getByRole("img", { name: "done" }).closest("li")?.textContent).toContain("one");
  expect(screen.getByRole("img", { name: "to do" }).closest("li")?.textContent).toContain("two");
});

test("a picture is its words with a link, and is never loaded", () => {
  const got = draw(<Markdown text={"![plan](https://a.test/x.png) ![bad](javascript:x)"} />);
  expect(got.querySelector("img")).toBeNull();
  expect(screen.getByRole("link", { name: "▣ plan" }).getAttribute("href")).toContain("a.test");
  screen.getByText("▣ bad");
});

test.each([
  `${"> ".repeat(3000)}a`,
  `${"- ".repeat(3000)}a`,
  "**".repeat(3000),
  "*a **b ".repeat(1500),
  "[".repeat(3000),
  "![a](".repeat(1000),
  "<".repeat(12000),
  "| a ".repeat(3000),
  "`".repeat(6000),
])("hostile text is drawn in time (%#)", (text) => {
  const begun = performance.now();
  expect(draw(<Markdown text={text} />).innerHTML.length).toBeGreaterThan(20);
  expect(performance.now() - begun).toBeLessThan(4000);
});
