"""`schedules` and the live sets of rules: what they mean, and what is wrong with them."""

from datetime import datetime

import pytest

from bot.config import ConfigTrouble, check_tools, loads
from bot.core.rota import Calendar, Override, Rota, Schedule
from bot.core.terms import Approvers
from tests.config.people import PEOPLE

wall = datetime.fromisoformat
ROTA = "{people: [ana, ben], starts: 2026-11-30T09:00, every: 7d, zone: Europe/Madrid}"
RULES = """\
policy:
  rules:
    - name: r
      tools: x
      verdict: ask
"""


def file(schedule: str, approvers: str = "{schedules: payments}", more: str = "") -> str:
    """A file whose schedule stands in line 5 from column 13 on, its approvers in line 11."""
    schedules = f"schedules:\n  payments: {schedule}\n"
    return f"{PEOPLE}{schedules}{RULES}      approvers: {approvers}\n{more}"


def said(text: str) -> list[str]:
    """What is said of a file that is refused."""
    with pytest.raises(ConfigTrouble) as trouble:
        loads(text, "f.yaml")
    return [line.removeprefix("f.yaml:") for line in str(trouble.value).splitlines()]


def test_a_rota_is_read() -> None:
    """Turns by the clocks of its zone, with who stands in for whom."""
    swap = "overrides: [{from: 2026-12-24T09:00, to: 2026-12-26T09:00:30, person: ben}]"
    found = loads(file(f"{{rota: {ROTA[:-1]}, {swap}}}}}")).policy.schedule("payments")
    override = Override(wall("2026-12-24T09:00"), wall("2026-12-26T09:00:30"), "ben")
    starts = wall("2026-11-30T09:00")
    rota = Rota(("ana", "ben"), starts, 7 * 86_400, "Europe/Madrid", (override,))
    assert found == Schedule("payments", rota)
    long = loads(file(f"{{rota: {ROTA.replace('7d', '14d')}}}")).policy.schedules[0].by
    assert isinstance(long, Rota) and long.every_s == 14 * 86_400


def test_a_calendar_is_read() -> None:
    """Its address, or the variable that holds it; addresses and titles in small letters."""
    people = 'people: {"Ben@Example.com": ben, Ana on call: ana}'
    mapped = (("ben@example.com", "ben"), ("ana on call", "ana"))
    found = loads(file(f"{{ical: https://cal.example/x.ics, {people}}}")).policy.schedules
    assert found[0].by == Calendar(mapped, source="https://cal.example/x.ics")
    more = "keep: 10m, zone: Europe/Madrid"
    secret = loads(file(f"{{ical_env: SIGNOFF_PAYMENTS_CALENDAR, {people}, {more}}}"))
    assert secret.policy.schedules[0].by == Calendar(
        mapped, source_env="SIGNOFF_PAYMENTS_CALENDAR", keep_s=600, zone="Europe/Madrid"
    )
    for source in ("/etc/signoff/oncall.ics", "http://127.0.0.1:80/x.ics"):
        assert loads(file(f"{{ical: '{source}', {people}}}")).policy.schedules


def test_live_sets_are_read() -> None:
    """A single one needs no list; together with others they join."""
    given = "{groups: S1, channels: [C1, G2], schedules: payments, people: ben}"
    policy = loads(file(f"{{rota: {ROTA}}}", given)).policy
    assert policy.rules[0].approvers == Approvers(
        people=("ben",), groups=("S1",), channels=("C1", "G2"), schedules=("payments",)
    )


def test_who_is_on_call_is_part_of_the_policy() -> None:
    """Another turn is another version, so that it is taken up without a restart."""
    one = loads(file(f"{{rota: {ROTA}}}")).policy.version
    assert one == loads(file(f"{{rota: {ROTA} }}  # the same")).policy.version
    assert one != loads(file(f"{{rota: {ROTA.replace('09:00', '10:00')}}}")).policy.version


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        ("{}", "5:3: schedules.payments: has nobody on call; write one of rota, ical or ical_env"),
        (f"{{rota: {ROTA}, ical: /x}}", "5:3: schedules.payments: has rota and ical; write one of"
         " rota, ical or ical_env"),
        (f"{{rota: {ROTA}, keep: 5m}}", "5:106: schedules.payments.keep: keep belongs to a"
         " calendar; leave it out of a rota"),
        (f"{{rota: {ROTA.replace('ben', 'bem')}}}", "5:35: schedules.payments.rota.people 2: there"
         " is no person bem; did you mean ben?"),
        (f"{{rota: {ROTA.replace('[ana, ben]', '[]')}}}", "5:21: schedules.payments.rota.people is"
         " empty; write at least one"),
        (f"{{rota: {ROTA.replace('T09:00', '')}}}", "5:49: schedules.payments.rota.starts:"
         " 2026-11-30 isn't a time; write it by the clocks of the zone, as 2026-11-30T09:00"),
        (f"{{rota: {ROTA.replace('11-30', '11-31')}}}", "5:49: schedules.payments.rota.starts:"
         " 2026-11-31T09:00 isn't a time; write it by the clocks of the zone, as"
         " 2026-11-30T09:00"),
        (f"{{rota: {ROTA.replace('7d', '90m')}}}", "5:74: schedules.payments.rota.every: 90m isn't"
         " whole hours; write 12h, 1d or 7d"),
        (f"{{rota: {ROTA.replace('7d', '400d')}}}", "5:74: schedules.payments.rota.every: 400d is"
         " over 366 days; write 366d or less"),
        (f"{{rota: {ROTA.replace('7d', '7')}}}", "5:74: schedules.payments.rota.every is 7; write"
         " 30m, 1h, 1h30m or 2d"),
        (f"{{rota: {ROTA.replace('Madrid', 'Madrd')}}}", "5:84: schedules.payments.rota.zone:"
         " Europe/Madrd isn't a time zone; write one as Europe/Madrid"),
        (f"{{rota: {ROTA.replace('Europe/Madrid', '../x')}}}", "5:84: schedules.payments.rota.zone:"
         " ../x isn't a time zone; write one as Europe/Madrid"),
        (f"{{rota: {ROTA.replace('zone', 'zon')}}}", "5:78: the key zon isn't known here; did you"
         " mean zone?"),
        ("{ical: https://c.example/x}", "5:3: schedules.payments: people is missing here; write who"
         " is meant by the events' addresses or titles"),
        ("{ical: 'http://c.example/secret', people: {a: ana}}", "5:20: schedules.payments.ical: is"
         " neither; write an address that begins with https://, or a file's whole path"),
        ("{ical: x.ics, people: {a: ana}}", "5:20: schedules.payments.ical: is neither; write an"
         " address that begins with https://, or a file's whole path"),
        ("{ical_env: HOME, people: {a: ana}}", "5:24: schedules.payments.ical_env: HOME names no"
         " variable of ours; write one as SIGNOFF_…_CALENDAR"),
        ("{ical: /x, people: {a: ana, A: ben}}", "5:24: schedules.payments.people: two of the keys"
         " are one address or title; keep one"),
        ("{ical: /x, people: {a: eli}}", "5:36: schedules.payments.people.a: there is no person"
         " eli; known are ana, ben"),
        ("{ical: /x, people: {a: ana}, keep: 2h}", "5:48: schedules.payments.keep: 2h is over 1h;"
         " write 1h or less"),
    ],
)  # fmt: skip
def test_a_wrong_schedule_is_refused_with_line_and_column(schedule: str, words: str) -> None:
    """Each fault where it stands, and what to write; an address is never shown."""
    found = said(file(schedule))
    assert words in found, found
    assert "secret" not in " ".join(found)


@pytest.mark.parametrize(
    ("override", "words"),
    [
        ("{from: 2026-12-24T09:00, to: 2026-12-24T09:00, person: ben}", "overrides 1.to: "
         "2026-12-24T09:00 isn't after 2026-12-24T09:00"),
        ("{from: 2026-12-24T09:00, to: 2026-12-25T09:00, person: eli}", "overrides 1.person: there "
         "is no person eli"),
        ("{from: noon, to: 2026-12-25T09:00, person: ben}", "overrides 1.from: noon isn't a time"),
        ("{to: 2026-12-25T09:00, person: ben}", "from is missing here; add it"),
        ("{frm: 2026-12-24T09:00, to: 2026-12-25T09:00, person: ben}", "did you mean from?"),
        ("{from: 2026-12-24T09:00, to: 2026-12-25T09:00, person: ben}, "
         "{from: 2026-12-23T09:00, to: 2026-12-24T09:01, person: ana}", "overrides 1: overlaps with"
         " override 2; let one end where the other begins"),
    ],
)  # fmt: skip
def test_a_wrong_override_is_refused(override: str, words: str) -> None:
    """Where two overlap, it isn't said who is on call."""
    found = said(file(f"{{rota: {ROTA[:-1]}, overrides: [{override}]}}}}"))
    assert any(words in line for line in found), found


@pytest.mark.parametrize(
    ("approvers", "words"),
    [
        ("{groups: ops}", "11:27: policy.rules 1.approvers.groups 1 is ops; write a Slack user"
         " group's id, for example S024BE7LH (User groups, ⋮, Copy group ID)"),
        ("{channels: ['#ops']}", "11:30: policy.rules 1.approvers.channels 1 is #ops; write a Slack"
         " channel's id, for example C024BE7LT (the channel's name, About)"),
        ("{schedules: [payment]}", "11:31: policy.rules 1.approvers.schedules 1: there is no"
         " schedule payment; did you mean payments?"),
    ],
)  # fmt: skip
def test_a_wrong_set_is_refused(approvers: str, words: str) -> None:
    """By its shape, or as nobody knows it."""
    assert said(file(f"{{rota: {ROTA}}}", approvers)) == [words]


def test_a_rota_has_one_person_at_a_time() -> None:
    """Two can't say yes where one is on call; who is in a group, only Slack can say."""
    rota, two = f"{{rota: {ROTA}}}", "      count: 2\n"
    words = "11:7: policy.rules 1.approvers: 2 people must say yes, but the set has 1"
    assert said(file(rota, more=two)) == [f"{words}; link more people or lower count"]
    for more in ("people: ana", "groups: S1", "channels: C1", "anyone: true"):
        assert loads(file(rota, f"{{schedules: payments, {more}}}", two))
    calendar = "{ical: /x, people: {a: ana, b: ben}}"
    assert loads(file(calendar, more=two))


def test_a_name_is_in_small_letters() -> None:
    """As all names of the file."""
    assert said(file("{}").replace("payments:", "Payments:")) == [
        "5:3: schedules.Payments is Payments; write small letters, digits and . _ -, for example "
        "refunds"
    ]


def test_who_is_in_a_live_set_is_no_matter_of_the_file() -> None:
    """A rule that asks one isn't said to have nobody to ask."""
    config = loads(file(f"{{rota: {ROTA}}}", "{groups: S1}").replace("tools: x", "tools: hit"))
    from bot.tools.python import tool
    from bot.tools.registry import Registry

    @tool(risk="medium", title="hit it")
    def hit() -> str:
        """Hits something."""
        return "hit"

    check_tools(config, Registry([hit]).specs())
