"""What a JSON Schema means as a form: fields, pages, conditions, values and their errors. Pure."""

from bot.core.form.api import Form, made
from bot.core.form.asked import of
from bot.core.form.parts import Draft, Unaskable

__all__ = ["Draft", "Form", "Unaskable", "made", "of"]
