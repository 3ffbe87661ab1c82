"""What a model may call: the tools, questions to people, and the plan where plans are allowed."""

from bot.core.steps import LEAST, MOST, PROPOSE, TITLE, WHY
from bot.engine import asking_tools
from bot.engine.gate import Gate
from bot.ports import ToolSpec

OFFER = ToolSpec(
    name=PROPOSE,
    description=(
        "Propose a plan: several calls that people approve once, together. Use it when a task "
        "needs two or more calls that change something and you know all of their arguments now. "
        "Nothing is run by this call. When its result says plan_approved, make exactly these "
        "calls, with exactly these arguments, in this order; they run without asking again. Any "
        "other call, a change of a value, or a call out of order is asked about as usual, and so "
        "is what is left after a step fails or a person writes in the thread. When it says "
        "no_approval_needed, make the calls. Steps may hold no sensitive argument."
    ),
    parameters={
        "type": "object",
        "properties": {
            "title": {
                "type": "string",
                "maxLength": TITLE,
                "description": "What the plan is for, in a few words.",
            },
            "steps": {
                "type": "array",
                "minItems": LEAST,
                "maxItems": MOST,
                "items": {
                    "type": "object",
                    "properties": {
                        "tool": {"type": "string", "description": "The tool's name."},
                        "arguments": {"type": "object", "description": "Its arguments, all."},
                        "why": {
                            "type": "string",
                            "maxLength": WHY,
                            "description": "Why this step is needed, in a sentence.",
                        },
                    },
                    "required": ["tool", "arguments"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["steps"],
        "additionalProperties": False,
    },
    risk="read",
    idempotent=True,
    timeout_s=0,
    digest="",
)


def offered(gate: Gate) -> tuple[ToolSpec, ...]:
    """What the model may call."""
    specs = tuple(gate.toolbox.specs().values())
    if gate.policy.questions.asked:
        cards = gate.cards is not None
        specs = (*specs, *asking_tools.offers(own_cards=cards, pages=gate.pages))
    return (*specs, OFFER) if gate.policy.plans else specs
