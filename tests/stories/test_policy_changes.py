"""The policy's file changes while the bot runs: what it says counts, what can't be used doesn't."""

import json
from pathlib import Path

from bot.store import RedisStore
from tests.support import wait_until
from tests.world import World, changed, world

TASK = "@signoff refund order 1042, it arrived broken"
REFUNDS = "    - name: refunds\n"
STOP = "    - {name: stop, tools: refund_order, verdict: refuse, reason: not today}\n"


async def _loaded(slack: World) -> list[str]:
    """The versions that were loaded, as the record has them."""
    async with RedisStore.open(slack.redis, namespace=f"{slack.namespace}:") as store:
        notes = [json.loads(line) for line in await store.notes()]
    return [note["policy"] for note in notes if note["what"] == "policy loaded"]


async def test_a_stricter_policy_counts_for_a_card_that_is_out(tmp_path: Path, redis: str) -> None:
    """Without a restart: a yes isn't taken any more, and the record says what was loaded."""
    file = changed(tmp_path)
    async with world(tmp_path, redis, config=file, reload_s=0.05) as slack:
        ana, ben = slack.person("ana"), slack.person("ben")
        card = await slack.card((await ana.says(TASK)).ts)
        text = file.read_text()
        assert REFUNDS in text
        file.write_text(text.replace(REFUNDS, STOP + REFUNDS))

        async def twice() -> bool:
            return len(await _loaded(slack)) == 2

        await wait_until(twice, "the changed policy is on the record")
        await ben.clicks(card, "Approve once")
        assert "no longer allows it" in await ben.hears("The policy has changed")
        assert slack.shop("select count(*) from refunds") == [(0,)]
        file.write_text(text)

        async def thrice() -> bool:
            versions = await _loaded(slack)
            return len(versions) == 3 and versions[0] == versions[2] != versions[1]

        await wait_until(thrice, "the old policy is back")
        await ben.clicks(card, "Approve once")
        await wait_until(
            lambda: slack.shop("select count(*) from refunds") == [(1,)], "the refund was made"
        )


async def test_a_bad_file_changes_nothing_and_the_admin_hears(tmp_path: Path, redis: str) -> None:
    """Dee is told what is wrong; what waited is decided by the policy from before."""
    file = changed(tmp_path)
    async with world(tmp_path, redis, config=file, reload_s=0.05) as slack:
        ana, ben = slack.person("ana"), slack.person("ben")
        card = await slack.card((await ana.says(TASK)).ts)
        file.write_text(file.read_text().replace("verdict: ask", "verdict: aks"))

        async def told() -> list[str]:
            return [
                message.text
                for message in await slack.messages()
                if "I go on with the policy from before" in message.text
            ]

        (words,) = await wait_until(told, "Dee is told")
        assert "verdict is aks; write allow, ask, refuse or by_risk" in words
        assert "There are 2 more" in words
        await ben.clicks(card, "Approve once")
        await wait_until(
            lambda: slack.shop("select count(*) from refunds") == [(1,)], "the refund was made"
        )
        assert len(await _loaded(slack)) == 1
