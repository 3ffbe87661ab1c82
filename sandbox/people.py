"""Who and what is in the workspace at its first start, with fixed ids.

Requesters are Ana and Eli, on call are Ben and Chi, Dee is the admin, Gus a guest, and Olga a
member of another company that shares #partners.
"""

from dataclasses import dataclass, field

from sandbox.jsons import Json

TEAM = "T0SIGNOFF"
OTHER_TEAM = "T0OUTSIDE"
APP = "A0SIGNOFF"
BOT = "B0SIGNOFF"
BOT_USER = "U0SIGNOFF"
BOT_NAME = "signoff"
# The legacy token in every delivery, which nobody should trust.
VERIFICATION_TOKEN = "legacy-verification-token"
DOMAINS = {TEAM: "signoff", OTHER_TEAM: "outside"}
NAMES = {TEAM: "Signoff", OTHER_TEAM: "Outside Ltd"}


@dataclass(slots=True)
class Person:
    """One member of either company, or the bot's user."""

    id: str
    name: str
    real_name: str
    team: str = TEAM
    restricted: bool = False
    admin: bool = False
    deleted: bool = False
    bot: bool = False

    def public(self, *, email: bool = True) -> Json:
        """The user object of users.info; the address only if the scope allows it."""
        profile: Json = {"real_name": self.real_name, "display_name": self.name, "team": self.team}
        if email and not self.bot:
            profile["email"] = f"{self.name}@{DOMAINS[self.team]}.test"
        return {
            "id": self.id,
            "team_id": self.team,
            "name": self.name,
            "real_name": self.real_name,
            "tz": "Europe/Berlin",
            "tz_label": "Central European Time",
            "tz_offset": 3600,
            "deleted": self.deleted,
            "is_bot": self.bot,
            "is_app_user": False,
            "is_admin": self.admin,
            "is_owner": False,
            "is_restricted": self.restricted,
            "is_ultra_restricted": False,
            "is_stranger": self.team != TEAM,
            "profile": profile,
        }


@dataclass(slots=True)
class Channel:
    """A conversation: `kind` is channel (public), group (private), im or mpim."""

    id: str
    name: str
    kind: str = "channel"
    members: set[str] = field(default_factory=set[str])
    archived: bool = False
    shared_with: list[str] = field(default_factory=list[str])
    created: int = 1_700_000_000
    # "", read_only, thread_only or non_threadable: what the app may post.
    posting: str = ""

    @property
    def type(self) -> str:
        """Its `channel_type` in events."""
        return self.kind

    @property
    def shown_name(self) -> str:
        """Its name in interaction payloads, which hide private names."""
        return {"im": "directmessage", "group": "privategroup", "mpim": "privategroup"}.get(
            self.kind, self.name
        )

    def partner(self) -> str:
        """The person of a direct message with the bot."""
        return next(iter(self.members - {BOT_USER}), BOT_USER)


def people() -> dict[str, Person]:
    """Everybody, by id."""
    everybody = [
        Person("U0ANA", "ana", "Ana Ruiz"),
        Person("U0ELI", "eli", "Eli Sato"),
        Person("U0BEN", "ben", "Ben Ode"),
        Person("U0CHI", "chi", "Chi Wu"),
        Person("U0DEE", "dee", "Dee Falk", admin=True),
        Person("U0GUS", "gus", "Gus Lind", restricted=True),
        Person("U0OLGA", "olga", "Olga Brandt", OTHER_TEAM),
        Person(BOT_USER, BOT_NAME, "Signoff", bot=True),
    ]
    return {person.id: person for person in everybody}


def channels() -> dict[str, Channel]:
    """The channels of the first start, by id; the bot is in each of them."""
    ana, eli, ben, chi, dee = "U0ANA", "U0ELI", "U0BEN", "U0CHI", "U0DEE"
    team = {ana, eli, ben, chi, dee}
    first = [
        Channel("C0SUPPORT", "support", members={*team, "U0GUS"}),
        Channel("C0OPS", "ops", members=set(team)),
        Channel("C0APPROVALS", "ops-approvals", members=set(team)),
        Channel("C0DEALS", "private-deals", kind="group", members={ana, ben, dee}),
        Channel("C0PARTNERS", "partners", members={*team, "U0OLGA"}, shared_with=[OTHER_TEAM]),
    ]
    for channel in first:
        channel.members.add(BOT_USER)
    return {channel.id: channel for channel in first}


USERGROUPS: dict[str, Json] = {
    "S0ONCALL": {"handle": "oncall", "name": "On call", "users": ["U0BEN", "U0CHI"]},
    "S0ADMINS": {"handle": "admins", "name": "Admins", "users": ["U0DEE"]},
}


def channel_from(saved: Json) -> Channel:
    """A channel from its saved form, whose members are a list."""
    channel = Channel(**saved)
    channel.members = set(saved["members"])
    return channel
