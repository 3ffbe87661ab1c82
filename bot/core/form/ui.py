"""How a form should look: react-jsonschema-form's `uiSchema`, `ui:options` included."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Ui:
    """What is wished for one place in the answer; whatever can't be read counts as no wish."""

    found: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def wish(self, name: str) -> Any:
        """The option `name`, written as `ui:name` or within `ui:options`; None without one."""
        direct = self.found.get(f"ui:{name}")
        return direct if direct is not None else _mapping(self.found.get("ui:options")).get(name)

    def text(self, name: str) -> str:
        """A wish that is a text, "" without one."""
        found = self.wish(name)
        return found if isinstance(found, str) else ""

    @property
    def widget(self) -> str:
        """The control that is wished for, "" for none in particular."""
        return self.text("widget")

    @property
    def masked(self) -> bool:
        """Whether a masked control is wished for, in any of the ways that the library knows."""
        named = self.widget.lower().removesuffix("widget") == "password"
        return named or self.text("inputType").lower() == "password"

    @property
    def order(self) -> tuple[str, ...]:
        """The names of properties in their order; `*` stands for all others."""
        found = self.wish("order")
        if not isinstance(found, list):
            return ()
        return tuple(one for one in cast("list[Any]", found) if isinstance(one, str))

    def child(self, name: str) -> "Ui":
        """The wishes for a property."""
        return Ui(_mapping(self.found.get(name)))

    def item(self, number: int | None = None) -> "Ui":
        """The wishes for a list's items; with a number for that place of a tuple."""
        found = self.found.get("items")
        if isinstance(found, list) and number is not None:
            several = cast("list[Any]", found)
            return Ui(_mapping(several[number])) if number < len(several) else Ui()
        return Ui(_mapping(found))

    def masks(self) -> bool:
        """Whether a masked control is wished for here or anywhere below."""
        if self.masked:
            return True
        below: list[Any] = []
        for one in self.found.values():
            below.extend(cast("list[Any]", one) if isinstance(one, list) else [one])
        return any(Ui(_mapping(one)).masks() for one in below if isinstance(one, Mapping))

    def astray(self) -> bool:
        """Whether one is wished for where no wish is followed, as for one of several branches."""
        for name, one in self.found.items():
            listed = cast("list[Any]", one) if isinstance(one, list) else [one]
            below = [Ui(_mapping(each)) for each in listed]
            lost = isinstance(one, list) and name != "items" and any(b.masks() for b in below)
            if lost or any(b.astray() for b in below):
                return True
        return False


def _mapping(found: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else {}
