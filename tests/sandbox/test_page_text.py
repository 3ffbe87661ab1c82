"""How messages are drawn: mrkdwn, Markdown, dates, rich text, blocks and their controls."""

from typing import Any

import pytest

from tests.sandbox.page_support import drawn, run_page

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        (
            "*bold* _it_ ~no~ `a*b*`",
            "<strong>bold</strong> <em>it</em> <s>no</s> <code>a*b*</code>",
        ),
        ("*bold _both_*", "<strong>bold <em>both</em></strong>"),
        ("a*b*c snake_case_name 2 * 3 * 4", "a*b*c snake_case_name 2 * 3 * 4"),
        ("a\nb", "a<br></br>b"),
        ("&gt; one\n&gt; *two*\nend", None),
        ("&lt;b&gt; &amp;amp;", "&lt;b&gt; &amp;amp;"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("<javascript:alert(1)|x>", "&lt;javascript:alert(1)|x&gt;"),
        ("<!channel>", '<span class="mention loud">@channel</span>'),
        ("<@U0BEN>", '<span class="mention">@ben</span>'),
        ("<@U0ANA>", '<span class="mention mine">@ana</span>'),
        ("<@U0NOBODY>", '<span class="mention">@U0NOBODY</span>'),
        ("<#C0OPS|old>", '<span class="mention">#ops</span>'),
        ("<!subteam^S1|@oncall>", '<span class="mention">@oncall</span>'),
        (":lock: :unheard_of:", "🔒 :unheard_of:"),
    ],
)
def test_mrkdwn(text: str, markup: str | None) -> None:
    """Marks count at the edges of words only; what isn't known stays as it was written."""
    got = drawn("text.js", "drawMrkdwn", text)
    quote = "<blockquote>one<br></br><strong>two</strong></blockquote>end"
    assert got == (quote if markup is None else markup)


def test_code_blocks_and_links() -> None:
    """A block keeps its lines and its marks; a link leaves without telling where from."""
    got = drawn(
        "text.js", "drawMrkdwn", "see\n```\na *b*\n&lt;c\n```\n<https://a.test/?b=1&amp;c|here>"
    )
    assert '<pre tabindex="0">a *b*\n&lt;c</pre>' in got
    assert (
        '<a href="https://a.test/?b=1&amp;c" target="_blank" rel="noopener noreferrer">here' in got
    )
    assert drawn("text.js", "drawMrkdwn", "an ```open fence") == "an ```open fence"


def test_dates_are_in_the_viewers_zone() -> None:
    """Seconds of 2026-11-29 23:30 UTC are the 30th in Berlin; a bad token shows its fallback."""
    at = 1795995000
    tokens = f"<!date^{at}^{{date_num}} {{time}} {{odd}}|fallback>"
    got = drawn("text.js", "drawMrkdwn", tokens)
    assert ">2026-11-30 00:30 {odd}</time>" in got
    linked = drawn("text.js", "drawMrkdwn", f"<!date^{at}^{{time}}^https://a.test|f>")
    assert linked.startswith('<a href="https://a.test"')
    assert drawn("text.js", "drawMrkdwn", "<!date^soon^{time}|later>") == "later"
    assert "later</time>" in drawn("text.js", "drawMrkdwn", "<!date^99999999999999^{time}|later>")


def test_dates_near_and_far() -> None:
    """Pretty forms say today, yesterday and tomorrow; ago is relative."""
    at = 1795995000
    now = at * 1000
    zone = "Europe/Berlin"
    calls = [
        ["dates.js", "formatDate", at, "{date_short_pretty}", zone, now],
        ["dates.js", "formatDate", at, "{date_pretty}", zone, now - 86_400_000],
        ["dates.js", "formatDate", at, "{date_long_pretty}", zone, now + 86_400_000],
        ["dates.js", "formatDate", at, "{date_short_pretty}", zone, now + 9 * 86_400_000],
        ["dates.js", "formatDate", at, "{ago}", zone, now + 7_300_000],
        ["dates.js", "stamp", f"{at}.000100", zone, now],
        ["dates.js", "stamp", f"{at}.000100", zone, now + 86_400_000],
    ]
    assert run_page(*calls) == [
        "today",
        "tomorrow",
        "yesterday",
        "30 Nov 2026",
        "2 hours ago",
        "00:30",
        "yesterday 00:30",
    ]


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("# Title #", '<h3 class="md-h1">Title</h3>'),
        ("a\nb\n\nc", "<p>a<br></br>b</p><p>c</p>"),
        ("**b** __b__ *i* _i_ ~~s~~", None),
        ("a_b_c 2*3*4", "<p>a_b_c 2<em>3</em>4</p>"),
        (r"\*plain\*", "<p>*plain*</p>"),
        ("``a`b``", "<p><code>a`b</code></p>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("> a\n> - b", "<blockquote><p>a</p><ul><li>b</li></ul></blockquote>"),
        ("```py\n# <x>\n```\nend", '<pre tabindex="0"># &lt;x&gt;</pre><p>end</p>'),
        ("~~~\nnever closed", '<pre tabindex="0">never closed</pre>'),
        ("***", "<hr></hr>"),
        ("[a](javascript:alert(1)) x", "<p><span>a</span> x</p>"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
        ("<!here>", '<p><span class="mention loud">@here</span></p>'),
    ],
)
def test_markdown(text: str, markup: str | None) -> None:
    """The markdown block knows the usual Markdown, and HTML is only text in it."""
    bold, italic = "<strong>b</strong>", "<em>i</em>"
    marks = f"<p>{bold} {bold} {italic} {italic} <s>s</s></p>"
    assert drawn("text.js", "drawMarkdown", text) == (marks if markup is None else markup)


def test_markdown_tables() -> None:
    """A table has a head, rows, and cells with marks; an escaped bar is part of its cell."""
    got = drawn(
        "text.js", "drawMarkdown", "| a | b |\n|:--|--:|\n| 1 | **2** |\n| x\\|y | |\n\nend"
    )
    assert "<thead><tr><th>a</th><th>b</th></tr></thead>" in got
    assert "<tr><td>1</td><td><strong>2</strong></td></tr><tr><td>x|y</td><td></td></tr>" in got
    assert got.endswith("<p>end</p>")


@pytest.mark.parametrize("text", ["> " * 3000 + "a", "- " * 3000 + "a", "**" * 3000, "[" * 3000])
def test_hostile_text_is_drawn_in_time(text: str) -> None:
    """Deep nesting and unclosed marks neither overflow nor take long."""
    assert len(drawn("text.js", "drawMarkdown", text)) > 0
    assert len(drawn("text.js", "drawMrkdwn", text)) > 0


def test_rich_text() -> None:
    """Sections, lists, code and quotes with their leaves."""
    leaves = [
        {"type": "text", "text": "<b>", "style": {"bold": True, "code": True}},
        {"type": "user", "user_id": "U0BEN"},
        {"type": "link", "url": "https://a.test", "text": "a"},
        {"type": "link", "url": "javascript:alert(1)", "text": "bad"},
        {"type": "emoji", "name": "lock"},
        {"type": "broadcast", "range": "here"},
        {"type": "strange"},
    ]
    section = {"type": "rich_text_section", "elements": leaves}
    block = {
        "type": "rich_text",
        "elements": [
            section,
            {"type": "rich_text_list", "style": "ordered", "indent": 1, "elements": [section]},
            {"type": "rich_text_preformatted", "elements": leaves[:1]},
            {"type": "rich_text_quote", "elements": leaves[:1]},
        ],
    }
    got = drawn("text.js", "drawRichText", block)
    assert '<strong><code><span class="plain">&lt;b&gt;</span></code></strong>' in got
    assert "<span>bad</span>" in got
    assert "javascript:" not in got
    assert '<ol class="indent1"><li>' in got
    assert "Not drawn here: strange" in got


def words(text: str, kind: str = "plain_text") -> Json:
    """Give a text object."""
    return {"type": kind, "text": text}


OPTIONS = [{"text": words("One"), "value": "1"}, {"text": words("Two"), "value": "2"}]


def test_blocks_are_drawn_and_unknown_ones_shown() -> None:
    """Every kind has its form, and what has none is there as JSON."""
    blocks = [
        {"type": "header", "text": words("Refund *it*")},
        {"type": "section", "text": words("*b*", "mrkdwn"), "fields": [words("f")]},
        {"type": "context", "elements": [words("c"), {"type": "image", "alt_text": "pic"}]},
        {"type": "divider"},
        {"type": "image", "image_url": "https://a.test/x.png", "alt_text": "graph"},
        {"type": "markdown", "text": "**m**"},
        {"type": "table", "rows": [[{"type": "raw_text", "text": "cell"}]]},
        {
            "type": "plan",
            "title": "R-1: at work",
            "tasks": [{"task_id": "1", "title": "look it up", "status": "in_progress"}],
        },
        {"type": "hologram", "depth": 3},
        {"type": "actions", "elements": [{"type": "hologram_button"}]},
    ]
    got = drawn("blocks.js", "drawBlocks", blocks)
    for part in (
        '<h3 class="header"><span class="plain">Refund *it*</span></h3>',
        "<strong>b</strong>",
        '<div class="field"><span class="plain">f</span></div>',
        "▣ pic",
        "<hr></hr>",
        "▣ graph",
        "<strong>m</strong>",
        "<td>cell</td>",
        '<div class="plan-title">R-1: at work</div>',
        'aria-label="in progress"',
        "<span>look it up</span>",
        "Not drawn here: hologram<",
        '"depth": 3',
        "Not drawn here: hologram_button",
    ):
        assert part in got
    assert "a.test" not in got


def operate(blocks: list[Json], *changes: Json) -> Json:
    """Draw blocks, change controls, and give what was sent and what the inputs hold."""
    return run_page(["harness", "operate", blocks, list(changes)])[0]


def test_presses_name_block_action_and_value() -> None:
    """A button sends no value; a menu sends the option's."""
    actions = {
        "type": "actions",
        "block_id": "b",
        "elements": [
            {"type": "button", "action_id": "go", "text": words("Go"), "style": "primary"},
            {"type": "overflow", "action_id": "more", "options": OPTIONS},
            {"type": "static_select", "action_id": "pick", "options": OPTIONS},
        ],
    }
    did = operate(
        [actions],
        {"tag": "button", "at": 0, "fire": "click"},
        {"tag": "button", "at": 2, "fire": "click"},
        {
            "tag": "option",
            "at": 2,
            "set": {"selected": True, "value": "2"},
            "fire": "change@select",
        },
    )
    assert did["sent"] == [["b", "go", None], ["b", "more", "2"], ["b", "pick", "2"]]


def test_a_button_with_an_address_is_a_link_only_if_that_is_safe() -> None:
    """An address that could run something gives an ordinary button."""
    button = {"type": "button", "action_id": "a", "text": words("Go")}
    for url, tag in (("https://a.test", "<a "), ("javascript:alert(1)", "<button ")):
        block = {"type": "actions", "block_id": "b", "elements": [{**button, "url": url}]}
        got = drawn("blocks.js", "drawBlocks", [block])
        assert f'{tag}class="button"' in got or f"{tag}type" in got
        assert "javascript:" not in got


def test_inputs_hold_slacks_state() -> None:
    """Each kind of input reads as `view.state` has it, with its first value."""
    elements: list[Json] = [
        {"type": "plain_text_input", "initial_value": "text"},
        {"type": "number_input", "is_decimal_allowed": True},
        {"type": "radio_buttons", "options": OPTIONS, "initial_option": OPTIONS[0]},
        {"type": "checkboxes", "options": OPTIONS, "initial_options": [OPTIONS[1]]},
        {"type": "datepicker", "initial_date": "2026-12-01"},
        {"type": "timepicker"},
    ]
    blocks = [
        {
            "type": "input",
            "block_id": f"b{at}",
            "label": words(f"Label {at}"),
            "element": {**element, "action_id": f"a{at}"},
        }
        for at, element in enumerate(elements)
    ]
    assert operate(blocks)["reads"] == {
        "a0": {"type": "plain_text_input", "value": "text"},
        "a1": {"type": "number_input", "value": None},
        "a2": {"type": "radio_buttons", "selected_option": OPTIONS[0]},
        "a3": {"type": "checkboxes", "selected_options": [OPTIONS[1]]},
        "a4": {"type": "datepicker", "selected_date": "2026-12-01"},
        "a5": {"type": "timepicker", "selected_time": None},
    }
    typed = {"tag": "input", "at": 1, "set": {"value": "4"}, "fire": "change"}
    assert operate(blocks, typed)["sent"] == [], "an input is sent by submitting only"
    got = drawn("blocks.js", "drawBlocks", blocks)
    assert 'aria-label="Label 0"' in got
    assert "<legend" in got


def test_the_mirror_follows_changes() -> None:
    """Changes that overtake the state are put on top of it; each kind has its effect."""
    one = {"ts": "1.0", "text": "one"}
    state: Json = {
        "users": [],
        "channels": [{"id": "C1", "messages": [one, {"ts": "3.0", "text": "three"}]}],
        "views": [{"id": "V1", "view": {"id": "V1"}}],
        "homes": {},
    }
    early = [["message", {"channel": "C1", "message": {"ts": "2.0", "text": "two"}}]]
    late = [
        ["changed", {"channel": "C1", "message": {"ts": "1.0", "text": "new"}}],
        ["deleted", {"channel": "C1", "ts": "3.0"}],
        ["ephemeral", {"channel": "C1", "message": {"ts": "4.0", "ephemeral_to": "U1"}}],
        ["view", {"user": "U1", "view": {"id": "V2"}}],
        ["view_closed", {"id": "V1"}],
        ["home", {"user": "U1", "view": {"id": "H"}}],
    ]
    got = run_page(["harness", "follow", state, early, late])[0]
    assert got["links"] == [True]
    assert got["state"]["channels"][0]["messages"] == [
        {"ts": "1.0", "text": "new"},
        {"ts": "2.0", "text": "two"},
        {"ts": "4.0", "ephemeral_to": "U1"},
    ]
    assert got["state"]["views"] == [{"id": "V2", "user": "U1", "view": {"id": "V2"}}]
    assert got["state"]["homes"] == {"U1": {"id": "H"}}
