"""Why too few people could answer, and what an admin would have to change, for who asked."""

from bot.core.rules import Person
from bot.core.terms import AskSpec


def why(spec: AskSpec, members: list[Person], able: list[Person]) -> str:
    """Of all who are in the rule's sets these are `able`: the others had it asked for."""
    words, fix = _lacking(spec, members, able)
    return f"the rule {spec.rule} asks people, but {words}; {fix} in the bot's configuration"


def _lacking(spec: AskSpec, members: list[Person], able: list[Person]) -> tuple[str, str]:
    more = f"an admin may add people to the approvers of {spec.rule}"
    if not members:
        return "nobody who could answer is linked", more
    if not able:
        return "nobody who could answer is linked but whoever asked for it", more
    if len(able) < spec.count:
        could = "one who could answer is" if len(able) == 1 else f"{len(able)} who could answer are"
        return f"it wants {spec.count} of them and only {could} linked", more
    owner = "an owner" if spec.owners == 1 else f"{spec.owners} owners"
    return (
        f"it wants {owner} among them and too few who could answer are",
        "an admin may give the role owner to one of its approvers",
    )
