"""What the thread reads of its switches. Pure."""

from collections.abc import Mapping
from typing import Literal

from blocks import switch
from blocks.elements import Payload
from bot.core.state import Run, Say
from bot.core.switches import Switch, named
from bot.slack import pieces
from bot.slack.pieces import Names

Kind = Literal["switched_off", "switch_already", "switch_asked", "switch_not_yours"]
SAID: Mapping[Kind, str] = {
    "switched_off": "This kind of call was switched off in this thread after the card was posted, "
    "so I changed nothing. Decide again once it is turned on.",
    "switch_already": "That is so already, so I changed nothing.",
    "switch_asked": "That was asked in this thread a moment ago, so I asked nobody again. The "
    "button is on my last message about it.",
    "switch_not_yours": "Only whoever asked for this task or an admin can turn that on, so I "
    "changed nothing.",
}


def drawn(run: Run, owed: Say, names: Names) -> Payload:
    """The message of a post about a switch."""
    name = named(owed.words) or "writes"
    by = pieces.person(owed.by, names) if owed.by else None
    turned = switch.Turned(name=name, by=by, at=pieces.seconds(owed.at))
    requester = pieces.person(run.requester, names)
    match owed.kind:
        case "switch_ask":
            off = _since(run, name, names)
            return switch.wanted(
                switch.Wanted(run=run.id, off=off, by=by or requester, requester=requester)
            )
        case "switched_on":
            return switch.turned_on(turned)
        case _:
            return switch.switched_off(turned)


def _since(run: Run, name: Switch, names: Names) -> switch.Turned:
    """Who switched it off, and when."""
    off = next((off for off in run.off if off.switch == name), None)
    if off is None or off.by is None:
        return switch.Turned(name=name)
    by = pieces.person(off.by, names)
    return switch.Turned(name=name, by=by, at=pieces.seconds(off.at))
