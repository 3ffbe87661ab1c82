"""Random interleavings of enqueue, take and commit against a model of twenty lines."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ports import Already, Commit, Committed, Fenced, More, Taken, ToRun, ToThread
from bot.store import RedisStore
from tests.store.helpers import ASK, committed, fresh, keys, step, taken, thread_on
from tests.store.leaks import leaks, wipe

WORKERS = 3
SHARD = 3

worker = st.integers(0, WORKERS - 1)
moves = st.one_of(
    st.tuples(st.just("enqueue"), st.sampled_from("abcdefgh")),
    st.tuples(st.just("take"), worker),
    st.tuples(st.just("bring"), worker, st.sampled_from("abcdefgh")),
    # How much of the known mail is folded, how many entries it makes, whether it would end the run.
    st.tuples(st.just("commit"), worker, st.integers(0, 3), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("resend"), worker),
)


@dataclass
class Worker:
    """What a worker believes: its fence and version, the mail that it knows, its last step."""

    fence: int = 0
    version: int = 0
    folded: int = 0
    known: list[int] = field(default_factory=list[int])
    last: Commit | None = None
    saved: bool = False


@dataclass
class Model:
    """What must be true of the run."""

    seen: list[str] = field(default_factory=list[str])
    folded: int = 0
    fence: int = 0
    tries: int = 0
    log: list[str] = field(default_factory=list[str])
    last_id: str = ""
    ended: bool = False
    busy: bool = False

    @property
    def waiting(self) -> list[int]:
        """The numbers of the mail in the mailbox."""
        return list(range(self.folded + 1, len(self.seen) + 1))


class Game:
    """Plays moves on the store and the model, and compares each answer."""

    def __init__(self, store: RedisStore, run: str) -> None:
        self.store = store
        self.run = run
        self.model = Model()
        self.workers = [Worker() for _ in range(WORKERS)]

    async def enqueue(self, key: str) -> None:
        """Mail, which is refused if its key came before."""
        result = await self.store.enqueue(ToRun(self.run), key, ASK)
        assert result.status == ("duplicate" if key in self.model.seen else "queued")
        if result.status == "queued":
            self.model.seen.append(key)

    async def take(self, name: int) -> None:
        """A take, which sees everything."""
        model, me = self.model, self.workers[name]
        self.took(me, await taken(self.store, self.run, have=min(me.version, len(model.log))))

    async def bring(self, name: int, key: str) -> None:
        """Mail that is taken in the same step, if nobody is at the run."""
        model, me = self.model, self.workers[name]
        result = await self.store.enqueue(ToRun(self.run), key, ASK, reader=1)
        fresh_mail = key not in model.seen
        assert result.status == ("queued" if fresh_mail else "duplicate")
        if fresh_mail:
            model.seen.append(key)
        assert (result.taken is not None) == (fresh_mail and not model.tries and not model.busy)
        if result.taken is not None:
            me.version = 0
            self.took(me, result.taken)

    def took(self, me: Worker, result: Taken) -> None:
        """Judges a take and remembers it."""
        model = self.model
        model.fence += 1
        model.tries += 1
        assert (result.fence, result.tries) == (model.fence, model.tries)
        assert result.version == len(model.log)
        assert list(result.log) == model.log[me.version :]
        assert result.folded_to == model.folded
        assert [mail.seq for mail in result.mail] == model.waiting
        assert keys(result.mail) == model.seen[model.folded :]
        model.busy = True
        me.fence, me.version, me.folded = model.fence, len(model.log), model.folded
        me.known = model.waiting

    async def commit(self, name: int, fold: int, entries: int, last: bool) -> None:
        """A step, which is written if nobody took the run since."""
        me = self.workers[name]
        folded = me.known[min(fold, len(me.known)) - 1] if fold and me.known else me.folded
        me.last = Commit(
            run=self.run,
            fence=me.fence,
            version=me.version,
            id=secrets.token_hex(4),
            folded_to=folded,
            entries=tuple(f"[{len(self.model.log)},{n},{name}]" for n in range(entries)),
            last=last,
        )
        me.saved = False
        await self.send(me)

    async def resend(self, name: int) -> None:
        """The same step once more, as after a lost reply."""
        if self.workers[name].last is not None:
            await self.send(self.workers[name])

    async def send(self, me: Worker) -> None:
        """Sends the worker's step and judges the answer."""
        model, commit = self.model, me.last
        assert commit is not None
        result = await self.store.commit(commit)
        after = [seq for seq in model.waiting if seq > commit.folded_to]
        if me.saved and model.last_id == commit.id:
            assert isinstance(result, Already)
        elif (commit.fence, commit.version) != (model.fence, len(model.log)) or not model.fence:
            assert result == Fenced()
            return
        elif commit.last and after:
            assert isinstance(result, More)
            assert [mail.seq for mail in result.mail] == after
            me.known = after
            return
        else:
            assert type(result) is Committed
            model.log += commit.entries
            model.folded = max(model.folded, commit.folded_to)
            model.last_id, model.tries, me.saved = commit.id, 0, True
            model.busy = bool(after)  # told of mail, it is expected to go on
            model.ended |= commit.last
        assert isinstance(result, Committed)
        assert result.version == len(model.log)
        assert [mail.seq for mail in result.mail] == model.waiting
        if me.fence == model.fence:
            me.version, me.folded, me.known = len(model.log), model.folded, model.waiting


async def play(url: str, script: list[tuple[Any, ...]]) -> None:
    """One example, on a run of its own, with the end that every run must come to."""
    namespace = f"game-{secrets.token_hex(6)}:"
    try:
        async with RedisStore.open(url, namespace=namespace) as store:
            thread, run = thread_on(SHARD), fresh(SHARD)
            await store.enqueue(ToThread(thread, True, run), "start", ASK)
            game = Game(store, run)
            game.model.seen.append("start")
            for name, *args in script:
                await getattr(game, name)(*args)
            await game.take(0)
            await committed(store, step(await taken(store, run), last=True))
            assert (await taken(store, run, len(game.model.log))).mail == ()
        assert await leaks(url, namespace) == []
    finally:
        await wipe(url, namespace)


@settings(max_examples=100)
@given(script=st.lists(moves, max_size=40))
def test_any_interleaving_is_as_the_model_says(redis_url: str, script: list[Any]) -> None:
    """Nothing lost, doubled or misordered, and only the last taker writes."""
    asyncio.run(play(redis_url, script))


async def test_concurrent_mail_is_trimmed_by_number(store: RedisStore) -> None:
    """Twenty senders against a worker that folds as fast as it can: each mail is folded once."""
    to = ToThread(thread_on(SHARD), True, fresh(SHARD))
    await store.enqueue(to, "start", ASK)
    sent = [f"{sender}-{n}" for n in range(15) for sender in range(20)]

    async def sender(number: int) -> None:
        for n in range(15):
            await store.enqueue(ToRun(to.run), f"{number}-{n}", ASK)

    senders = asyncio.gather(*[sender(number) for number in range(20)])
    folded: list[str] = []
    take = await taken(store, to.run)
    mail, last = take.mail, step(take, folded_to=0)
    while not (senders.done() and len(folded) == len(sent) + 1):
        folded += keys(mail)
        last = step(last, folded_to=mail[-1].seq if mail else last.folded_to)
        mail = (await committed(store, last)).mail
    await senders
    assert sorted(folded) == sorted([*sent, "start"])
    for number in range(20):
        mine = [key for key in folded if key.startswith(f"{number}-")]
        assert mine == [f"{number}-{n}" for n in range(15)]
