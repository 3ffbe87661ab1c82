"""A changed file counts once it is whole; a bad one never does, and is said once."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.config import ConfigTrouble, Following, load
from bot.core.rules import Policy
from bot.ports import StoreDown
from bot.tools.registry import load_all
from tests.config.people import PEOPLE

TEXT = f"""\
{PEOPLE}tools: [bot.tools.shop]
policy:
  rules:
    - {{name: looking, tools: "*", risk: read, verdict: allow}}
"""
STRICTER = TEXT.replace("verdict: allow", "verdict: refuse")


@dataclass
class Follower:
    """A file and who follows it; what was counted and told is noted."""

    file: Path
    counted: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    down: bool = False

    def __post_init__(self) -> None:
        """Starts as a process does."""
        self.file.write_text(TEXT)
        config = load(self.file)
        specs = load_all(config.tools).specs()
        policy = replace(config.policy, number=1)
        self.following = Following(config, policy, specs, self.count, self.tell)

    def becomes(self, text: str | None) -> None:
        """The file is written anew, or deleted."""
        if text is None:
            self.file.unlink()
        else:
            self.file.write_text(text)

    async def count(self, policy: Policy) -> Policy:
        """As the store would."""
        if self.down:
            raise StoreDown("away")
        self.counted.append(policy.version)
        return replace(policy, number=1 + len(self.counted))

    async def tell(self, trouble: ConfigTrouble) -> None:
        """As the admins would hear."""
        self.told.append(str(trouble))

    async def looks(self, times: int = 2) -> tuple[str, int]:
        """The first rule's verdict and the policy's number after some looks."""
        for _ in range(times):
            await self.following.look()
        policy = self.following.policy
        return policy.rules[0].verdict, policy.number


@pytest.fixture
def follower(tmp_path: Path) -> Follower:
    """Follows a file that is right."""
    return Follower(tmp_path / "signoff.yaml")


async def test_a_changed_policy_is_taken_up(follower: Follower) -> None:
    """At the second look after the change, with a number of its own; and back again."""
    assert await follower.looks() == ("allow", 1)
    follower.file.write_text(STRICTER)
    assert await follower.looks(1) == ("allow", 1)
    assert await follower.looks(1) == ("refuse", 2)
    assert await follower.looks(5) == ("refuse", 2)
    follower.file.write_text(TEXT + "# a remark\n")
    assert await follower.looks() == ("allow", 3)
    assert len(follower.counted) == 2


async def test_a_remark_changes_nothing(follower: Follower) -> None:
    """What means the same is the same policy, whatever it looks like."""
    follower.file.write_text(f"# a remark\n{TEXT}")
    assert await follower.looks(3) == ("allow", 1)
    assert follower.counted == []


async def test_a_file_that_is_still_being_written_waits(follower: Follower) -> None:
    """Half of a file may be a whole policy, but not the one that was meant."""
    for length in (len(STRICTER) // 3, len(STRICTER) // 2, len(STRICTER)):
        follower.file.write_text(STRICTER[:length])
        assert await follower.looks(1) == ("allow", 1)
    assert await follower.looks(1) == ("refuse", 2)
    assert follower.told == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("policy: [", "not YAML"),
        (TEXT.replace("looking", "Looking"), "policy.rules 1.name"),
        (TEXT.replace('"*"', "refnud_*"), "matches no tool"),
        ("", "the file is empty"),
        (None, "there is no such file"),
    ],
)
async def test_a_bad_file_keeps_the_old_policy(
    follower: Follower, text: str | None, words: str
) -> None:
    """It is said once, with its place; when it is right again, it counts."""
    follower.becomes(text)
    assert await follower.looks(5) == ("allow", 1)
    assert len(follower.told) == 1
    assert words in follower.told[0]
    follower.file.write_text(STRICTER)
    assert await follower.looks() == ("refuse", 2)
    follower.becomes(text)
    assert await follower.looks(5) == ("refuse", 2)
    assert len(follower.told) == 2


async def test_a_store_that_is_away_is_asked_again(follower: Follower) -> None:
    """Without its number a policy doesn't count; the next look tries again."""
    follower.file.write_text(STRICTER)
    follower.down = True
    await follower.looks(1)
    with pytest.raises(StoreDown):
        await follower.looks(1)
    assert follower.following.policy.number == 1
    follower.down = False
    assert await follower.looks(1) == ("refuse", 2)


async def test_a_replaced_file_is_a_changed_file(follower: Follower) -> None:
    """As editors and container platforms do: another file takes its name."""
    await follower.looks()
    other = follower.file.with_name("other.yaml")
    other.write_text(STRICTER)
    other.replace(follower.file)
    assert await follower.looks() == ("refuse", 2)


async def test_it_never_looks_if_it_is_told_so(follower: Follower) -> None:
    """0 seconds mean never, and it ends at once."""
    follower.file.write_text(STRICTER)
    await follower.following.follow(0)
    assert follower.following.policy.number == 1
