"""What every mapping of signoff.yaml is made of."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints


def listed(value: object) -> object:
    """A single word stands for a list of it."""
    return [value] if isinstance(value, str) else value


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,59}$")]
Words = Annotated[str, StringConstraints(min_length=1, max_length=300, strip_whitespace=True)]
# Of data, in an admin's words.
Kind = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
Channel = Annotated[str, StringConstraints(pattern=r"^[CG][A-Z0-9]+$")]
Names = Annotated[list[str], BeforeValidator(listed)]


class Part(BaseModel):
    """Any mapping of the file: a key that isn't known is refused, nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)
