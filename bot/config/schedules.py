"""`schedules` in signoff.yaml: the shape of rotas and calendars."""

from typing import Annotated

from pydantic import Field

from bot.config.part import Id, Names, Part


class OverridePart(Part):
    """Somebody else for a while; times as in the rota."""

    start: Annotated[str, Field(alias="from")]
    end: Annotated[str, Field(alias="to")]
    person: str


class RotaPart(Part):
    """People who take turns."""

    people: Annotated[Names, Field(min_length=1, max_length=100)]
    starts: str
    every: str
    zone: str
    overrides: Annotated[list[OverridePart], Field(max_length=500)] = Field(
        default_factory=list[OverridePart]
    )


class SchedulePart(Part):
    """Who is on call: by a rota, or by a calendar's events."""

    rota: RotaPart | None = None
    ical: str | None = None
    ical_env: str | None = None
    people: Annotated[dict[str, str], Field(min_length=1, max_length=500)] | None = None
    zone: str | None = None
    keep: str | None = None


Schedules = dict[Id, SchedulePart]
