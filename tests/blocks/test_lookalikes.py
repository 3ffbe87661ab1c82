"""What a model may not write on its own card: it would pass for an approval of ours."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.theirs.lookalikes import as_button, as_heading, as_line

TITLES = [
    "⏳ Approval needed: restart checkout-api",
    "Approval needed",
    "approval  NEEDED now",
    "\u0410pproval n\u0435eded",
    "\uff21\uff50\uff50\uff52\uff4f\uff56\uff41\uff4c needed",
    "\U0001d400\U0001d429\U0001d429\U0001d42b\U0001d428\U0001d42f\U0001d41a\U0001d425 needed",
    "A\u200bpproval ne\u00adeded",
    "A p p r o v a l   n e e d e d",
    "Appr0val n33ded",
    ":hourglass_flowing_sand: Approval needed: x",
    "&gt; Approval needed: x",
    ":rocket: Approval needed: x",
    ":+1::skin-tone-2: Approval needed",
    "&amp; Approval needed",
    "\u2800" * 25 + "Approval needed",
    "." * 25 + " Approval needed",
    "\U0001f150\U0001f15f\U0001f15f\U0001f161\U0001f15e\U0001f165\U0001f150\U0001f15b needed",
    "\u13aapproval needed",
    "\ua4eepproval needed",
    "App\u200croval needed",
    "Approva\ua781 needed",
    ":a:pproval needed",
    "\u028cpprov\u028cl needed",
    "🚨 Emergency, no approval: x",
]
HEADINGS = [
    *TITLES,
    "✅ Approved: refund order 1042",
    "Approved: refund order 1042",
    "Rejected",
    "1 of 2 approvals: refund",
    "✅ Allowed for 1 h: refund",
    "⚠️ Not run: refund",
    "❌ Failed: refund",
    "Refund of A-1042",
    "run R\u2011778",
]
LINES = [
    *TITLES,
    "A-1042 · run R-778",
    "digest 9f3c 21ab",
    "asked by agent ops · policy prod-restart v7",
    "Who decides: 1 of @payments-oncall",
    "Exact action",
    "Exact action   k8s.delete()",
    "Who decides\t1 of @payments-oncall",
    "> Exact action:",
    "Agent says: do it",
    "Target:prod: now",
    "| ✅ Approved: it",
]
BUTTONS = [
    "Approve", "Approve once", "approve all shown", "\u0410pprove", "A p p r o v e", "appr0ve",
    "\uff21\uff50\uff50\uff52\uff4f\uff56\uff45", "Reject", "Reject…", "✅ Approve",
    "Review & approve…", "Review…", "Edit…", "Details", "Allow for 1 h…", "It ran",
    "Run it again", "Hand over…", "Cancel question", "Use A-1042", "1. Approve",
    "!Approve", "| Reject", "| @pprove", "\u200bAp\u2060prove",
    "Review &amp; approve", "&gt;Approve", "App\u200drove", "\u13aapprove", "\ua4eepprove",
    "\U0001f170\U0001f17f\U0001f17f\U0001f181\U0001f17e\U0001f185\U0001f174",
    "\U0001f1e6\U0001f1f5\U0001f1f5\U0001f1f7\U0001f1f4\U0001f1fb\U0001f1ea",
    "Yes, approve it", "Confirm and approve", "OK: Reject", "Approval needed: refund",
]  # fmt: skip


@pytest.mark.parametrize("text", HEADINGS)
def test_nothing_that_stands_out_has_a_title_or_a_number_of_ours(text: str) -> None:
    """A header, a modal's title, a bold line."""
    assert as_heading(text)


@pytest.mark.parametrize("text", LINES)
def test_no_line_is_one_of_ours(text: str) -> None:
    """Plain text too must not be the first or the last line of an approval, nor labelled as one."""
    assert as_line(text)


@pytest.mark.parametrize("label", ["Target", "Who decides", "Will do", "Undo:", "Decision"])
def test_no_bold_beginning_is_a_label_of_ours(label: str) -> None:
    """Our facts begin with a bold label and two spaces."""
    assert as_line(f"*{label}*  checkout-api", bold=label)


@pytest.mark.parametrize("text", BUTTONS)
def test_no_button_is_one_of_ours(text: str) -> None:
    """However its letters are made up."""
    assert as_button(text)


@pytest.mark.parametrize(
    "text",
    [
        "Which draft shall I use?", "Failed jobs last night", "Q4 2026 targets", "R-rated films",
        "Answering takes a minute", "Will do-gooders come?", "A–B test results",
    ],
)  # fmt: skip
def test_an_ordinary_heading_is_taken(text: str) -> None:
    """Words that ours have too are nobody's alone."""
    assert as_heading(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Approved so far: 3 of 5 invoices", "Shall I redo A-1042 or A-1043?",
        "Which target is it?", "The policy has changed", "Results: none yet", "", "✔ checked",
    ],
)  # fmt: skip
def test_an_ordinary_line_is_taken(text: str) -> None:
    """People and models speak of approvals; speaking of one is no imitation."""
    assert as_line(text) is None


@pytest.mark.parametrize(
    "text", ["Use draft A", "Yes", "No, wait", "Reviewed list", "Detailed plan", "Cancel", "Edits"]
)
def test_an_ordinary_button_is_taken(text: str) -> None:
    """An answer in its own words."""
    assert as_button(text) is None


ALIKE = {
    "a": "\u0430\u03b1\u1d00\u00e1@4",
    "e": "\u0435\u03b5\u1d07\u00e93",
    "o": "\u043e\u03bf\u1d0f\u00f60",
    "p": "\u0440\u03c1\u1d18",
    "r": "\u0433\u0280",
    "v": "\u03bd\u0475\u1d20",
    "n": "\u0274\u0578",
    "d": "\u0501\u1d05",
    "c": "\u0441\u1d04",
    "t": "\u0442\u1d1b7",
    "l": "\u029f1I|",
    "i": "\u04561l!",
    " ": "\u00a0\u2003\u3000\t",
}
UNSEEN = st.sampled_from(
    ["", "", "", "\u200b", "\u00ad", "\u2060", "\u202e", "\u0301", "*", "_", "`"]
)


@st.composite
def disguised(draw: st.DrawFn, words: str) -> str:
    """The words with letters that look the same, and with what isn't seen between them."""
    out: list[str] = []
    for char in words:
        forms = [char, char.upper(), *ALIKE.get(char, "")]
        if char.isalpha():
            forms += [chr(ord(char) + 0xFEE0), chr(ord(char) - ord("a") + 0x1D41A)]
        out.append(draw(st.sampled_from(forms)) + draw(UNSEEN))
    return "".join(out)


@given(disguised("approval needed"), st.sampled_from(["", "⏳ ", "✅ ", "> ", "*", "| ", "1. "]))
def test_a_disguised_title_is_seen_through(words: str, before: str) -> None:
    """In whatever letters, with whatever isn't seen."""
    assert as_line(f"{before}{words}: restart checkout")
    assert as_heading(f"{before}{words}: restart checkout")


@given(disguised("approve once") | disguised("reject") | disguised("cancel question"))
def test_a_disguised_button_is_seen_through(words: str) -> None:
    """Likewise."""
    assert as_button(words)


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    """And composing its characters makes no difference."""
    composed = unicodedata.normalize("NFC", text)
    for look in (as_button, as_heading, as_line):
        assert bool(look(text)) == bool(look(composed))
