"""Which options a search means, the best first. Pure."""

from bot.core.form import limits
from bot.core.form.parts import Option


def best(options: tuple[Option, ...], query: str) -> tuple[Option, ...]:
    """The options whose words hold all that was typed: whole, at the start, at a word, inside."""
    wanted = query.casefold().strip()
    ranked = [
        (rank, n) for n, one in enumerate(options) if (rank := _rank(one, wanted)) is not None
    ]
    return tuple(options[n] for _, n in sorted(ranked)[: limits.FOUND])


def _rank(option: Option, wanted: str) -> int | None:
    label = option.label.casefold()
    if label == wanted:
        return 0
    if label.startswith(wanted):
        return 1
    words = label.replace("-", " ").replace("_", " ").replace("/", " ").split()
    if any(word.startswith(wanted) for word in words):
        return 2
    if wanted in label:
        return 3
    text = f"{label} {option.group.casefold()} {option.about.casefold()}"
    return 4 if all(part in text for part in wanted.split()) else None
