"""Every Redis key of Signoff: its name, its type and when it goes away.

All keys start with a namespace (`signoff:` unless set). Those of a shard go on with the hash tag
`{q<shard>}`, so that a script touches one slot of a cluster only.
"""

from dataclasses import dataclass
from typing import Literal

NAMESPACE = "signoff:"

RedisType = Literal["string", "hash", "list", "zset"]


@dataclass(frozen=True, slots=True)
class Key:
    """One kind of key. `lapses` says when it goes away; None means permanent, for the reason `why`.

    `scope` is what follows the namespace: `shard` keys carry the hash tag of their shard, `audit`
    keys that of the lines outside runs, `pace` keys that of all turns, and `alone` keys none, as no
    script needs two of them.
    """

    kind: str
    of: str
    type: RedisType
    scope: Literal["shard", "audit", "pace", "alone"]
    lapses: str | None
    why: str


_RUN = "the next timer plus the run's keep time, and up to a thirtieth more"
_LIST = "with the last run that it names"

_TURNS = "10 s after the last turn was due"

TABLE = (
    Key("run", "<run>", "hash", "shard", _RUN, "header: fence, version, seq, tries, thread"),
    Key("mail", "<run>", "list", "shard", _RUN, "mailbox: what came in and isn't folded"),
    Key("log", "<run>", "list", "shard", _RUN, "every event ever; its length is the version"),
    Key("lines", "<run>", "list", "shard", _RUN, "the transcript"),
    Key("snap", "<run>", "string", "shard", _RUN, "the last snapshot, bytes"),
    Key("claims", "<run>", "zset", "shard", _RUN, "attempts in flight, by expiry"),
    Key("req", "<run>", "hash", "shard", _RUN, "requests as a reader needs them: <n>, and <n>:now"),
    Key("runs", "<team>/<user>", "zset", "shard", _LIST, "a person's runs, by their last change"),
    Key("live", "", "zset", "shard", _LIST, "runs at work -> the number that people know them by"),
    Key("open", "", "zset", "shard", _LIST, "requests that wait for an answer, by deadline"),
    Key("ended", "", "zset", "shard", _LIST, "requests that were answered, by when; the newest"),
    Key(
        "audit",
        "<run>",
        "list",
        "shard",
        "400 days after the last line, or some more",
        "the run's record",
    ),
    Key("idx", "<thread>", "string", "shard", _RUN, "the thread's run, or - once that has ended"),
    Key("past", "<thread>", "string", "shard", "with its run", "the thread's last run that ended"),
    Key("early", "<thread>", "list", "shard", "25 h", "replies to our root before its index"),
    Key("seen", "<address>:<key>", "string", "shard", "25 h", "delayed events repeat for 24 h"),
    Key(
        "secret",
        "<run>:<name>",
        "string",
        "shard",
        "a day after its run is over (SIGNOFF_SECRET_KEEP_H), 7 days at most",
        "what a person gave in confidence, encrypted",
    ),
    Key("secrets", "<run>", "zset", "shard", "7 days after the last", "their names, by expiry"),
    Key("side", "<run>:<key>", "string", "shard", "30 min", "short-lived, like a response_url"),
    Key(
        "owed", "", "zset", "shard", None, "run -> when to look; a commit with nothing owed ends it"
    ),
    Key("hints", "", "zset", "shard", None, "runs to take now; each pop removes one"),
    Key("shards", "", "string", "alone", None, "the shard count: another would strand runs"),
    Key("num", "<kind>", "string", "alone", None, "the last shown number: never given twice"),
    Key("home", "", "string", "alone", None, "the installation's own id, on its posts"),
    Key("shut", "", "string", "alone", None, "why Slack refuses our token; gone once it doesn't"),
    Key(
        "present",
        "<kind>",
        "zset",
        "alone",
        "minutes after the last sign",
        "sockets; roots to come",
    ),
    Key("counter", "<name>", "hash", "alone", None, "value -> number: old versions keep theirs"),
    Key("kept", "<name>", "string", "alone", "1 h", "what an open form is about"),
    Key(
        "fill", "<request>", "hash", "alone", "with its question", "who fills it in, and the draft"
    ),
    Key(
        "link", "<digest>", "hash", "alone", "minutes (SIGNOFF_LINK_S)", "a one-time link to a form"
    ),
    Key(
        "usual",
        "<tool>/<target>:<argument>",
        "list",
        "alone",
        "90 days after the last (SIGNOFF_USUAL_DAYS)",
        "values of calls that ran, masked",
    ),
    Key("lines", "", "list", "audit", None, "the record of what happened outside runs"),
    Key("noted", "<token>", "string", "audit", "25 h", "makes resending a line harmless"),
    Key("next", "<bucket>", "string", "pace", "then", "when a limit of the chat is whole again"),
    Key("queue", "<bucket>", "zset", "pace", _TURNS, "calls that wait, by urgency and arrival"),
    Key("due", "<bucket>", "zset", "pace", _TURNS, "when each of them was told to ask again"),
)


@dataclass(frozen=True, slots=True)
class Names:
    """Builds the names of one namespace."""

    namespace: str = NAMESPACE

    def shard(self, shard: int) -> str:
        """What every key of a shard starts with."""
        return f"{self.namespace}{{q{shard}}}"

    def of_run(self, kind: str, run: str) -> str:
        """A key of a run."""
        return f"{self.shard(shard_of_run(run))}{kind}:{run}"

    def hints(self, shard: int) -> str:
        """The wake-ups of a shard."""
        return f"{self.shard(shard)}hints"

    @property
    def outside(self) -> str:
        """What the keys of the record outside runs start with."""
        return f"{self.namespace}{{audit}}"

    @property
    def pace(self) -> str:
        """What the keys of all turns start with: a turn may need several limits at once."""
        return f"{self.namespace}{{pace}}"

    def alone(self, kind: str, of: str = "") -> str:
        """A key that no script needs together with another."""
        return f"{self.namespace}{kind}:{of}" if of else f"{self.namespace}{kind}"

    def find(self, name: str) -> Key | None:
        """The table's row of a key's full name, or None if it isn't one of ours."""
        rest = name.removeprefix(self.namespace)
        if rest == name and self.namespace:
            return None
        scope = "alone"
        if rest.startswith("{q"):
            scope, rest = "shard", rest.partition("}")[2]
        elif rest.startswith("{audit}"):
            scope, rest = "audit", rest.partition("}")[2]
        elif rest.startswith("{pace}"):
            scope, rest = "pace", rest.partition("}")[2]
        kind, colon, _ = rest.partition(":")
        rows = (k for k in TABLE if (k.kind, k.scope, bool(k.of)) == (kind, scope, bool(colon)))
        return next(rows, None)


def shard_of_run(run: str) -> int:
    """The shard that a run id names; ValueError if it isn't a run id."""
    shard, dot, token = run.partition(".")
    if not (dot and token and shard.isdigit()):
        raise ValueError(f"not a run id: {run!r}")
    return int(shard)
