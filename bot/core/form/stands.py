"""An answer that stands already, and is changed: the arguments of a call. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Stands:
    """What of such an answer's root isn't asked as its schema alone would have it.

    `names` are those that it has and that the schema doesn't ask for. Those in `hidden` are neither
    asked nor shown, and `kept` has the values that they keep. Those in `raw` are asked as JSON,
    because nothing else would show them.
    """

    names: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    raw: frozenset[str] = frozenset()
    kept: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def asked(self, described: list[str], *, others: bool) -> list[str]:
        """Which names are asked for, beside those that the schema describes.

        others: whether one control asks for all that the schema doesn't describe.
        """
        beside = (name for name in self.names if not others or name in self.raw)
        found = dict.fromkeys((*described, *beside))
        return [name for name in found if name not in self.hidden]
