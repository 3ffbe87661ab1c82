"""Live sets: whose members have to be looked up, and what is said of one that couldn't be.

A set is named as in `Approvers.live`. Unknown means no: a set that wasn't read has nobody in it.
"""

from collections.abc import Iterable, Mapping

from bot.core.ids import Who
from bot.core.replacing import replace
from bot.core.request import PersonFacts
from bot.core.rules import Live, Rule
from bot.core.terms import Approvers

_KINDS: Mapping[str, str] = {
    "group": "the user group {}",
    "channel": "the members of the channel {}",
    "schedule": "who is on call for {}",
}


def named_by(rule: Rule) -> tuple[str, ...]:
    """Every live set that a rule names, each once."""
    later = [approvers for _, approvers in rule.next]
    given = [rule.approvers, *later, rule.veto, rule.breakglass]
    return once(name for one in given if one is not None for name in one.live)


def once(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, in order."""
    return tuple(dict.fromkeys(names))


def unread(approvers: Approvers, live: Live) -> tuple[str, ...]:
    """The sets in it that weren't read."""
    return tuple(name for name in approvers.live if name not in live)


def couldnt_read(names: Iterable[str]) -> str:
    """Why nobody was asked."""
    sets = " and ".join(in_words(name) for name in names)
    words = f"I couldn't read {sets} just now, so nobody was asked"
    return f"{words} and nothing was run; ask again in a minute"


def in_words(name: str) -> str:
    """A set as people know it: `the user group S024BE7LH`."""
    kind, _, of = name.partition(":")
    return _KINDS[kind].format(of)


def known(facts: PersonFacts, names: Iterable[str], live: Live) -> PersonFacts:
    """The facts of a person with the sets that they are in, and those of which nobody can say."""
    key = Who(facts.who.team, facts.who.user).key
    sets = once(names)
    return replace(
        facts,
        sets=tuple(name for name in sets if key in live.get(name, ())),
        unread=tuple(name for name in sets if name not in live),
    )
