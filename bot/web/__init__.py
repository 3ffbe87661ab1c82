"""The web form: one page for what Slack can't show, opened by a link that works once."""

from bot.web.forms import Forms
from bot.web.routes import add_forms

__all__ = ["Forms", "add_forms"]
