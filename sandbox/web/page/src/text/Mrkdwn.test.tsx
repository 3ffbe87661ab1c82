import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { draw, markup } from "./drawn";
import { Mrkdwn, Text } from "./Mrkdwn";

afterEach(cleanup);

const inLine = (text: string) =>
  markup(<Mrkdwn text={text} />).replace(/^<(span|div)>(.*)<\/\1>$/s, "$2");

test.each([
  ["*bold* _it_ ~no~ `a*b*`", "<strong>bold</strong> <em>it</em> <s>no</s> <code>a*b*</code>"],
  ["*bold _both_*", "<strong>bold <em>both</em></strong>"],
  ["*_both_*", "<strong><em>both</em></strong>"],
  ["(*a*), *b*.", "(<strong>a</strong>), <strong>b</strong>."],
  ["a*b*c snake_case_name 2 * 3 * 4", "a*b*c snake_case_name 2 * 3 * 4"],
  ["*open and _never closed", "*open and _never closed"],
  ["*one\ntwo*", "*one<br>two*"],
  ["a\nb", "a<br>b"],
  ["• one\n- two", "• one<br>- two"],
  ["&gt; one\n&gt; *two*\nend", "<blockquote>one<br><strong>two</strong></blockquote>end"],
  ["&gt;&gt;&gt; one\n\ntwo", "<blockquote>one<br><br>two</blockquote>"],
  ["&lt;b&gt; &amp;amp;", "&lt;b&gt; &amp;amp;"],
  ["&amp;lt;", "&amp;lt;"],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["<javascript:alert(1)|x>", "&lt;javascript:alert(1)|x&gt;"],
  ["<data:text/html,x|x>", "&lt;data:text/html,x|x&gt;"],
  ["<https://|x>", "&lt;https://|x&gt;"],
  ["<!channel>", "<span>@channel</span>"],
  ["<@U0BEN>", "<span>@ben</span>"],
  ["<@U0NOBODY>", "<span>@U0NOBODY</span>"],
  ["<@U0NOBODY|old>", "<span>@old</span>"],
  ["<#C0PAY|old>", "<span>#pay</span>"],
  ["<#C0GONE|old>", "<span>#old</span>"],
  ["<!subteam^S2|@crew>", "<span>@crew</span>"],
  [":lock: :unheard_of:", "🔒 :unheard_of:"],
  [":wave::skin-tone-3: :warning:", "👋🏼 ⚠️"],
  ["10:30:45 arn:x:y", "10:30:45 arn:x:y"],
  ["*`a* b`*", "<strong><code>a* b</code></strong>"],
  ["`2 * 3` `a*b*` `&lt;@U1&gt;` `<@U0BEN>` `:x:`", null],
  ["```open", "```open"],
  ["an ```open fence", "an ```open fence"],
  ["``````", "``````"],
])("%s is drawn as Slack does", (text, wanted) => {
  const code =
    "<code>2 * 3</code> <code>a*b*</code> <code>&lt;@U1&gt;</code> <code>&lt;@U0BEN&gt;</code> <code>:x:</code>";
  expect(inLine(text)).toBe(wanted ?? code);
});

test("what names the viewer is marked, in more than colour", () => {
  draw(<Mrkdwn text="<@U0ANA> <@U0BEN> <!subteam^S1> <!here>" />);
  const kind = (text: string) => screen.getByText(text).className;
  expect(kind("@ana")).not.toBe(kind("@ben"));
  expect(kind("@ana")).toBe(kind("@oncall"));
  expect(kind("@ana")).toBe(kind("@here"));
  expect(screen.getByTitle("ana real (you)").textContent).toBe("@ana");
});

test("a channel of the viewer's leads there", () => {
  draw(<Mrkdwn text="<#C0OPS|old>" />);
  screen.getByRole("button", { name: "#ops" }).click();
  expect(location.hash).toContain("channel=ops");
});

test("a code block keeps its lines and its marks", () => {
  expect(inLine("see\n```\na  *b*\n&lt;c &amp;amp; <@U0BEN>\n```\nend")).toBe(
    "see<div><pre>a  *b*\n&lt;c &amp;amp; &lt;@U0BEN&gt;</pre></div>end",
  );
});

test("a link leaves without telling where from, and says where to", () => {
  draw(<Mrkdwn text="<https://a.test/?b=1&amp;c|here &amp; *there*> <mailto:a@b.test>" />);
  const link = screen.getByRole("link", { name: "here & *there*" });
  expect(link.getAttribute("href")).toBe("https://a.test/?b=1&c");
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.title).toBe("https://a.test/?b=1&c");
  expect(screen.getByRole("link", { name: "a@b.test" }).getAttribute("href")).toBe(
    "mailto:a@b.test",
  );
});

test("an address without brackets is a link unless the text is verbatim", () => {
  expect(inLine("see (https://a.test/x_y_z?a&amp;b).")).toBe(
    'see (<a href="https://a.test/x_y_z?a&amp;b">https://a.test/x_y_z?a&amp;b</a>).',
  );
  draw(<Text text={{ type: "mrkdwn", text: "https://b.test", verbatim: true }} />);
  expect(screen.queryByRole("link", { name: "https://b.test" })).toBeNull();
});

test("a link to a message shows it here", () => {
  draw(<Mrkdwn text="<https://acme.slack.com/archives/C0OPS/p1796047200000100|asked>" />);
  screen.getByRole("link", { name: "asked" }).click();
  expect(location.hash).toContain("thread=1796047200.000100");
});

test("plain text knows emoji and line ends, and nothing else", () => {
  expect(markup(<Text text={{ type: "plain_text", text: "*a* :lock:\n&lt;b&gt;" }} />)).toBe(
    "<span>*a* 🔒\n&lt;b&gt;</span>",
  );
  const plain = { type: "plain_text", text: ":lock:", emoji: false };
  expect(markup(<Text text={plain} />)).toBe("<span>:lock:</span>");
  expect(markup(<Text text={undefined} />)).toBe("");
});

test("dates are in the viewer's zone; a bad one is its fallback", () => {
  const at = 1795995000; // 2026-11-29 23:30 UTC, the 30th in Berlin
  expect(inLine(`<!date^${at}^{date_num} {time} {odd}|f>`)).toBe(
    "<time>2026-11-30 00:30 {odd}</time>",
  );
  expect(inLine(`<!date^${at}^{time}^https://a.test|f>`)).toBe(
    '<a href="https://a.test"><time>00:30</time></a>',
  );
  expect(inLine(`<!date^${at}^{time}^javascript:x|f>`)).toBe("<time>00:30</time>");
  expect(inLine("<!date^soon^{time}|later>")).toBe("later");
  expect(inLine("<!date^99999999999999^{time}|later>")).toBe("<time>later</time>");
  cleanup();
  draw(<Mrkdwn text={`<!date^${at}^{date_num}|f>`} />);
  expect(screen.getByTitle("Monday 30 November 2026 00:30:00").textContent).toBe("2026-11-30");
});

test.each([
  "&gt; ".repeat(3000),
  "*_~".repeat(1000),
  "*a ".repeat(10000),
  "`".repeat(40000),
  "<".repeat(40000),
  "<@U0BEN>".repeat(300),
  "x".repeat(3000),
  "https://a.test/".repeat(2000),
  `${"*_".repeat(20)}x${"_*".repeat(20)}`,
  "\u202eabc\u202c العربية",
  ":".repeat(20000),
])("hostile text is drawn in time (%#)", (text) => {
  const begun = performance.now();
  expect(draw(<Mrkdwn text={text} />).textContent?.length).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(4000);
});
