"""Batches: several gated calls of one turn share a card, and each is decided by itself.

Only calls that go to the same place and are decided by the same people on the same terms join
(PRODUCT.md 2); the card is the first one's, and drawn again whenever one of them changes.
"""

from bot.core.effects import PostCard
from bot.core.replacing import replace
from bot.core.request import Click, Request
from bot.core.state import Run
from bot.core.terms import AskSpec, Risk

MOST = 8  # calls on one card (PRODUCT.md 4)
# Characters of a call's arguments: a longer one is read on a card of its own.
LONGEST = 2_000
TAPPED: tuple[Risk, ...] = ("low", "medium")  # that one tap may approve with others


def joined(run: Run, request: Request) -> Run:
    """The run in which a new request stands on the card of one that waits to be posted, if any."""
    first = next((r for r in run.requests if _takes(run, r, request)), None)
    if first is None:
        return run
    return replace(
        run,
        requests=tuple(
            replace(r, batch=first.id) if r.id in (first.id, request.id) else r
            for r in run.requests
        ),
    )


def members(run: Run, request: Request) -> tuple[Request, ...]:
    """All requests on that one's card, in their order; itself alone without a batch."""
    if not request.batch:
        return (request,)
    return tuple(r for r in run.requests if r.batch == request.batch)


def peers(run: Run, request: Request) -> tuple[Request, ...]:
    """Those on that one's card that wait for the same people: one post calls them for all.

    One that was edited, handed over or passed by somebody may wait for others than the rest.
    """
    return tuple(r for r in members(run, request) if _awaited(r) == _awaited(request))


def holder(run: Run, request: Request) -> Request:
    """The request whose card it is."""
    return (run.request(request.batch) or request) if request.batch else request


def dissolved(run: Run, request: Request) -> Run:
    """The run in which each of them gets a card of its own."""
    batch = request.batch
    return replace(
        run,
        requests=tuple(
            replace(r, batch="", draws=r.draws + 1) if batch and r.batch == batch else r
            for r in run.requests
        ),
    )


def moved(run: Run, request: Request, at: str, closed: tuple[str, ...]) -> Run:
    """The run in which they stand elsewhere."""
    ids = {r.id for r in members(run, request)}
    return replace(
        run,
        requests=tuple(
            replace(r, at=at, closed=closed, plain=False, draws=r.draws + 1) if r.id in ids else r
            for r in run.requests
        ),
    )


def yes_to_all(run: Run, click: Click) -> tuple[Click, ...]:
    """A tap on *Approve all shown* as a tap on each that it showed and that one may approve."""
    request = run.request(click.request)
    if request is None:
        return ()
    open_ones = (r for r in members(run, request) if r.ended is None and _tappable(r))
    return tuple(
        replace(click, id=f"{click.id}:{r.number}", action="approve", request=r.id, revision=1)
        for r in open_ones
    )


def _tappable(request: Request) -> bool:
    """One that was edited since is not what the card with that button showed."""
    calm = request.spec.risk in TAPPED and not request.spec.reasoned
    return calm and request.revision == 1 and not request.since[0]


def _takes(run: Run, first: Request, request: Request) -> bool:
    """Whether a request's card may still take another."""
    if first.id == request.id or first.ended is not None or first.batch not in ("", first.id):
        return False
    if max(len(first.args), len(request.args)) > LONGEST or first.plan or request.plan:
        return False
    if first.copies or any(f.effect.key == PostCard(first.id).key for f in run.flights):
        return False
    if run.looks(PostCard(first.id).key) or len(members(run, first)) >= MOST:
        return False
    together = first.call in {call.id for call in run.calls}
    return together and first.kind == request.kind == "approval" and _alike(first, request)


def _awaited(request: Request) -> tuple[AskSpec, int, frozenset[str]]:
    """For whom it waits, and on which terms."""
    out = {who.key for who in request.declined}
    able = frozenset(who.key for who in request.able if who.key not in out)
    return replace(request.spec, rule="", because="", sensitive=()), request.tier, able


def _alike(one: Request, other: Request) -> bool:
    """Equal but for the rule that asks, and why."""
    rule = {"rule": one.spec.rule, "because": one.spec.because}
    same = replace(other.spec, **rule) == one.spec
    return same and (one.at, one.tier, one.able) == (other.at, other.tier, other.able)
