"""What is allowed for a while, and break-glass: commands about requests of any run."""

import asyncio
from collections.abc import Iterable, Sequence

from blocks.granted import GrantLine
from bot.core import rights
from bot.core.checkpoint import Record
from bot.core.ids import Who
from bot.core.request import Click, PersonFacts
from bot.mask import mask
from bot.ports.board import Overview
from bot.slack import pieces
from bot.slack.commands import Looks
from bot.slack.links import link
from bot.slack.parse import GLASS
from bot.slack.readers import Readers

LONGEST_MS = 24 * 3600 * 1000  # that a yes may hold, so what ended before can't hold any more
NONE = "Nothing is allowed for a while that you could take back."
PASSED_ON = (
    "I passed that on. The card and its thread say what came of it; if you may not, I tell you."
)
NO_SUCH = (
    "I know no open request of that number, so nothing was run. Write /task breakglass A-1042 and "
    "the reason; /approvals open lists what is open."
)


def broken(looks: Looks, seen: Overview) -> tuple[str, Click] | None:
    """The run and the click of `/task breakglass A-1042 reason`; None if it names no open one."""
    found = GLASS.fullmatch(f"breakglass {looks.rest}")
    number = int(found[1]) if found else 0
    record = next((r for r in seen.open if r.request.number == number), None)
    if found is None or record is None:
        return None
    request = record.request
    click = Click(
        looks.id, "breakglass", request.id, request.revision, looks.by, reason=found[2].strip()
    )
    return record.run.id, click


def mine(records: Iterable[Record], facts: PersonFacts, now: int) -> list[Record]:
    """Those that still hold and that this person may take back, the first to end first."""
    held = [r for r in records if r.request.grant and r.request.grant.holds(now)]
    found = [r for r in held if rights.may_revoke(r.run, r.request, facts)]
    return sorted(found, key=lambda r: r.request.grant.until if r.request.grant else 0)


async def lines(records: Sequence[Record], who: Who, url: str, readers: Readers) -> list[GrantLine]:
    """As a list shows them; those of conversations that the reader isn't in without words."""
    shown = await asyncio.gather(*(_sees(record, who, readers) for record in records))
    return [_line(one, url, shown=yes) for one, yes in zip(records, shown, strict=True)]


async def _sees(record: Record, who: Who, readers: Readers) -> bool:
    mine = record.run.requester.same(who)
    return mine or await readers.sees(who.user, record.run.thread.channel)


def _line(record: Record, url: str, *, shown: bool) -> GrantLine:
    request, grant = record.request, record.request.grant
    by = request.ended.by if request.ended else None
    return GrantLine(
        request=request.id,
        revision=request.revision,
        number=pieces.number(request),
        title=mask(request.title) if shown else None,
        by=pieces.person(by, {}) if by else None,
        to=pieces.person(record.run.requester, {}),
        until=pieces.seconds(grant.until if grant else 0),
        used=grant.used if grant else 0,
        url=link(url, record.run.thread) if shown else None,
    )
