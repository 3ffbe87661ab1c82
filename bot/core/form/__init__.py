"""What a JSON Schema means as a form: fields, pages, conditions, values and their errors. Pure."""

from bot.core.form.api import Form, made
from bot.core.form.asked import of
from bot.core.form.parts import (
    Action,
    Draft,
    Field,
    Given,
    Heading,
    Option,
    Page,
    Read,
    Room,
    Row,
    Rows,
    Unaskable,
    Way,
)

__all__ = [
    "Action",
    "Draft",
    "Field",
    "Form",
    "Given",
    "Heading",
    "Option",
    "Page",
    "Read",
    "Room",
    "Row",
    "Rows",
    "Unaskable",
    "Way",
    "made",
    "of",
]
