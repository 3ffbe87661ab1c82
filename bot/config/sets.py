"""Sets of people in a rule: that they are known, and that enough people are in them."""

from bot.config.schema import ApproversPart, FilePart, PersonPart, near
from bot.config.times import Wrong
from bot.config.tree import Path_
from bot.core.rules import Person, Policy
from bot.core.terms import Approvers

KINDS = "roles, people, groups, channels, schedules"
ROLES = ("requester", "approver", "owner", "auditor", "admin")


class Sets:
    """Reads sets; what is wrong with one is told to `wrong`."""

    def __init__(self, parts: FilePart, wrong: Wrong) -> None:
        self._parts = parts
        self._wrong = wrong
        self._roles = (*ROLES, *parts.roles)

    def read(self, given: ApproversPart, at: Path_, count: int = 1) -> Approvers:
        """The set, which must have `count` people as far as the file can tell."""
        made = Approvers(
            roles=tuple(given.roles),
            people=tuple(given.people),
            anyone=given.anyone,
            groups=tuple(given.groups),
            channels=tuple(given.channels),
            schedules=tuple(given.schedules),
        )
        if made.empty:
            self._wrong(at, f"names nobody; write {KINDS} or anyone: true")
            return made
        if self._known(given, at):
            most = self._most(made)
            if most is not None and most < count:
                words = f"{count} people must say yes, but the set has {most}"
                self._wrong(at, f"{words}; link more people or lower count")
        return made

    def _most(self, made: Approvers) -> int | None:
        """How many people may be in it at a time; None where only Slack or a calendar can say."""
        rotas = [self._parts.schedules[name].rota for name in made.schedules]
        if made.groups or made.channels or None in rotas:
            return None
        people = tuple(person(p) for p in self._parts.people)
        named = {member.id for member in Policy((), people, "").members(made)}
        more = {one for rota in rotas if rota for one in rota.people} - named
        return len(named) + min(len(rotas), len(more))

    def role(self, at: Path_, role: str) -> bool:
        """Whether there is such a role."""
        if role in self._roles:
            return True
        self._wrong(at, f"the role {role} isn't known; {near(role, self._roles)}")
        return False

    def _known(self, given: ApproversPart, at: Path_) -> bool:
        """Whether every role and person named is there, and somebody has the role."""
        known = True
        held = {role for person in self._parts.people for role in person.roles}
        for spot, role in enumerate(given.roles):
            there = self.role((*at, "roles", spot), role)
            if there and role not in held:
                words = f"nobody has the role {role}; give it to a person above"
                self._wrong((*at, "roles", spot), words)
            known = known and there and role in held
        ids = [person.id for person in self._parts.people]
        for spot, one in enumerate(given.people):
            if one not in ids:
                self._wrong((*at, "people", spot), f"there is no person {one}; {near(one, ids)}")
                known = False
        schedules = [*self._parts.schedules]
        for spot, one in enumerate(given.schedules):
            if one not in schedules:
                words = f"there is no schedule {one}; {near(one, schedules)}"
                self._wrong((*at, "schedules", spot), words)
                known = False
        return known


def person(part: PersonPart) -> Person:
    """A person of the file."""
    return Person(part.id, part.name, part.slack.team, part.slack.user, tuple(part.roles))
