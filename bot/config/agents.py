"""The shape of the agent in signoff.yaml: its name, its limits, what it suggests."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bot.config.part import Channel, Id, Part, Words
from bot.core.rules import Questions
from bot.core.state import Limits

MOST_PROMPTS = 4  # docs, assistant.threads.setSuggestedPrompts


class PromptPart(Part):
    """A task that is suggested in a direct message."""

    title: Annotated[str, StringConstraints(min_length=1, max_length=75, strip_whitespace=True)]
    message: Words


# As in manifest.yml, which Slack shows before it has heard of anything else.
PROMPTS = [
    PromptPart(
        title="What can you do?",
        message="What can you do here, and what would you ask about first?",
    ),
    PromptPart(
        title="Look up an order",
        message="Look up order 1042 and tell me how it stands.",
    ),
    PromptPart(
        title="Health of the services",
        message="How healthy are our services right now?",
    ),
]


_NO_LIMITS = {
    "name", "prompts", "progress", "human_in_the_loop", "tool_approval",
    "feedback_on_rejection", "nudge_every", "ops_channels", "plans", "plan_for",
    "on_question_limit", "answer_within",
}  # fmt: skip


class AgentPart(Part):
    """The agent and its limits."""

    name: Id = "signoff"
    max_steps: Annotated[int, Field(ge=1, le=1000)] = 8
    max_approvals: Annotated[int, Field(ge=1, le=1000)] = 10
    max_model_tries: Annotated[int, Field(ge=1, le=100)] = 5
    max_bad_replies: Annotated[int, Field(ge=0, le=100)] = 2
    stop_on_rejection: bool = False
    ask_user: bool = True
    max_questions: Annotated[int, Field(ge=0, le=1000)] = 3
    on_question_limit: Annotated[str, Field(min_length=1, max_length=1000)] = Questions().over
    answer_within: str = "1d"
    human_in_the_loop: bool = True
    tool_approval: Literal["by_policy", "all"] = "by_policy"
    feedback_on_rejection: bool = True
    nudge_every: str = "5m"
    ops_channels: Annotated[list[Channel], Field(max_length=20)] = Field(default_factory=list[str])
    plans: bool = False
    plan_for: str = "1h"
    progress: Literal["on", "off"] = "on"
    prompts: Annotated[list[PromptPart], Field(max_length=MOST_PROMPTS)] = PROMPTS

    @property
    def limits(self) -> Limits:
        """What is kept with each run, but for the time that `build` reads."""
        given = self.model_dump(exclude=_NO_LIMITS)
        given["ask_user"] = self.ask_user and self.human_in_the_loop and self.max_questions > 0
        return Limits(**given, progress=self.progress == "on")
