"""A set of people in words, as cards and refusals say who decides. Pure."""

from collections.abc import Mapping

from bot.core.terms import Approvers, AskSpec


def set_words(group: Approvers, spec: AskSpec, names: Mapping[str, str]) -> str:
    """A set of these terms in words: `@payments-oncall, the approver role or Ana Ruiz`."""
    if group.anyone:
        return "anyone linked"
    roles = (f"the {role} role" for role in group.roles)
    asker = ["whoever asked for the task"] if group.requester else []
    live = (_live_words(name, names) for name in group.live)
    called = dict(spec.called)
    people = (called.get(one, one) for one in group.people)
    parts = [*asker, *live, *roles, *people] or ["nobody"]
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def _live_words(name: str, names: Mapping[str, str]) -> str:
    kind, _, of = name.partition(":")
    if kind == "schedule":
        return f"those on call for {of}"
    called = names.get(name) or of
    return called if kind == "group" else f"the members of {called}"
