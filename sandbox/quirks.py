"""Behaviours that people report of the real Slack without its documents saying so."""

from dataclasses import asdict, dataclass, fields

from sandbox.errors import ControlError
from sandbox.jsons import Json


@dataclass(slots=True)
class Quirks:
    """Each is on unless it is turned off."""

    # A message's blocks hold about 13,200 characters together.
    message_size: bool = True
    # A message has one table.
    one_table: bool = True
    # A stream ends five minutes after its start.
    stream_end: bool = True
    # Errors for a modal that name no input are trouble for the person.
    error_keys: bool = True

    def turn(self, wanted: Json) -> Json:
        """Turn some on or off by name; all of them as they are now."""
        known = {field.name for field in fields(self)}
        for name, on in wanted.items():
            if name not in known or not isinstance(on, bool):
                raise ControlError(f"{name} is no quirk that can be {on}")
            setattr(self, name, on)
        return asdict(self)
