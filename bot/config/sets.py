"""Sets of people in a rule: that they are known, and that enough people are in them."""

from bot.config.schema import ApproversPart, FilePart, PersonPart, near
from bot.config.times import Wrong
from bot.config.tree import Path_
from bot.core.rules import Person, Policy
from bot.core.terms import Approvers

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
            self._wrong(at, "names nobody; write roles, people or anyone: true")
            return made
        if self._known(given, at) and not made.live:
            people = tuple(person(p) for p in self._parts.people)
            members = Policy((), people, "").members(made)
            if len(members) < count:
                words = f"{count} people must say yes, but the set has {len(members)}"
                self._wrong(at, f"{words}; link more people or lower count")
        return made

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
        return known


def person(part: PersonPart) -> Person:
    """A person of the file."""
    return Person(part.id, part.name, part.slack.team, part.slack.user, tuple(part.roles))
