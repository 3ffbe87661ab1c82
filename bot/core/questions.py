"""Questions of the agent to people: the asking tools' arguments, and what comes back of them.

An answer is data: it allows no call. All of them come back in one envelope, `{action, values}`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from bot.core.canon import BadArguments
from bot.core.request import Request

ASK_HUMAN = "askHuman"
ASK_USER = "askUser"
OWN_CARD = "hitl_slackBlocks"
ON_PAGE = "hitl_askHuman"
TOOLS = (ASK_USER, ASK_HUMAN, OWN_CARD, ON_PAGE)

LONGEST = 2_000  # characters of a question: more is no question
FALLBACK = 500  # characters of what is done without an answer
OPTIONS = 20  # of the short form; two to four are asked of the model
OPTION = 150  # characters of one of them
SUBMIT = "submit"  # the action of a form without own ones
CANCEL = "cancel"

Json = Mapping[str, Any]

_FORM = ("schema", "uiSchema", "actions", "question", "fallback", "installationId", "channel")
_SHORT = ("question", "options", "multiple", "fallback")
_CARD = ("blocks", "modals", "question", "fallback", "installationId", "channel")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked. `schema` may be True; `card` is a card of the model's own instead of a form.

    `page`: only on a web page. `channel` is an ops channel, "" for the thread. `fallback` is what
    stands on the card for the case that nobody answers. `options` are those of the short form of
    which one is chosen, each a button; `several` are those of which more than one may be.
    """

    text: str
    schema: Json | bool = True
    ui: Json | None = None
    actions: tuple[Any, ...] | None = None
    fallback: str = ""
    page: bool = False
    installation: str = ""
    channel: str = ""
    card: Json | None = None
    options: tuple[str, ...] = ()
    several: tuple[str, ...] = ()


def asks(tool: str) -> bool:
    """Whether a tool is one of those that ask people: it is answered, never run."""
    return tool in TOOLS


def questioned(tool: str, args: Json) -> Question:
    """What a call of an asking tool asks. Raises BadArguments, in words for the model."""
    match tool:
        case "askUser" if isinstance(args.get("request"), Mapping):
            _known(args, ("request",))
            return questioned(ASK_HUMAN, cast(Json, args["request"]))
        case "askUser":
            return _short(args)
        case "hitl_slackBlocks":
            return _own_card(args)
        case _:
            return _form(args, page=tool == ON_PAGE)


def envelope(request: Request) -> str:
    """What the model gets of a question that has ended, as JSON."""
    ended = request.ended
    if ended is None or ended.outcome == "unanswered":
        told: dict[str, Any] = {"action": "unanswered", "values": None}
        fallback = fallback_of(request)
        return _dump(told | ({"fallback": fallback} if fallback else {}))
    if ended.outcome == "cancelled":
        return _dump({"action": CANCEL, "values": None})
    # The values are put in as they are: a number keeps its digits.
    return f'{{"action": {_dump(ended.action)}, "values": {ended.values or "null"}}}'


def fallback_of(request: Request) -> str:
    """What was said to happen if nobody answers; "" if nothing was."""
    try:
        return questioned(request.tool, json.loads(request.args)).fallback
    except (BadArguments, ValueError):
        return ""


def _short(args: Json) -> Question:
    """`{question, options?, multiple?, fallback?}`, or `{request}` for a question in free text."""
    known = ("request", "fallback") if "request" in args else _SHORT
    _known(args, known)
    text = _text(args, "request" if "request" in args else "question", LONGEST, needed=True)
    options, multiple = args.get("options"), args.get("multiple", False)
    if not isinstance(multiple, bool):
        raise BadArguments("multiple must be true or false")
    fallback = _text(args, "fallback", FALLBACK)
    if not options:
        only = {"type": "string", "title": "Your answer", "minLength": 1}
        schema = {"type": "object", "properties": {"answer": only}, "required": ["answer"]}
        ui = {"answer": {"ui:widget": "textarea"}}
        return Question(text=text, schema=schema, ui=ui, fallback=fallback)
    listed = _options(options)
    taps, several = ((), tuple(listed)) if multiple else (tuple(listed), ())
    schema = _choice(listed, multiple=multiple)
    return Question(text=text, schema=schema, fallback=fallback, options=taps, several=several)


def _choice(options: list[str], *, multiple: bool) -> Json:
    """One or several of the options, or words of one's own: there is always a way out."""
    one: dict[str, Any] = {"type": "string", "enum": options, "title": "Your answer"}
    if multiple:
        one = {"type": "array", "items": {"type": "string", "enum": options}, "minItems": 1,
               "uniqueItems": True, "title": "Your answers"}  # fmt: skip
    name = "answers" if multiple else "answer"
    return {
        "type": "object",
        "properties": {name: one, "other": {"type": "string", "title": "Other…", "minLength": 1}},
        "anyOf": [{"required": [name]}, {"required": ["other"]}],
    }


def _form(args: Json, *, page: bool) -> Question:
    _known(args, _FORM)
    if "schema" not in args:
        raise BadArguments("schema is missing: a JSON Schema of the answer")
    schema, ui, actions = args["schema"], args.get("uiSchema"), args.get("actions")
    if not isinstance(schema, Mapping | bool):
        raise BadArguments("schema must be a JSON Schema")
    if ui is not None and not isinstance(ui, Mapping):
        raise BadArguments("uiSchema must be an object")
    if actions is not None and not isinstance(actions, list):
        raise BadArguments("actions must be a list of {id, label, color}")
    text = _text(args, "question", LONGEST) or _titled(cast(object, schema))
    return Question(
        text=text,
        schema=cast("Json | bool", schema),
        ui=cast("Json | None", ui),
        actions=None if actions is None else tuple(cast("list[Any]", actions)),
        fallback=_text(args, "fallback", FALLBACK),
        page=page,
        installation=_text(args, "installationId", OPTION),
        channel=_text(args, "channel", OPTION),
    )


def _own_card(args: Json) -> Question:
    _known(args, _CARD)
    if not isinstance(args.get("blocks"), list):
        raise BadArguments("blocks is missing: a list of Block Kit blocks")
    return Question(
        text=_text(args, "question", LONGEST),
        fallback=_text(args, "fallback", FALLBACK),
        installation=_text(args, "installationId", OPTION),
        channel=_text(args, "channel", OPTION),
        card={"blocks": args["blocks"], "modals": args.get("modals")},
    )


def _titled(schema: object) -> str:
    """The words that a schema has for what is asked."""
    found: Json = cast(Json, schema) if isinstance(schema, Mapping) else {}
    words: list[object] = [found.get(name) for name in ("title", "description")]
    return "\n".join(word for word in words if isinstance(word, str) and word.strip())[:LONGEST]


def _options(found: object) -> list[str]:
    listed = cast("list[Any]", found) if isinstance(found, list) else []
    if not 1 < len(listed) <= OPTIONS:
        raise BadArguments(f"options must be a list of 2 to {OPTIONS} texts")
    if not all(isinstance(one, str) and one.strip() and len(one) <= OPTION for one in listed):
        raise BadArguments(f"each option must be text of at most {OPTION} characters")
    if len(set(listed)) != len(listed):
        raise BadArguments("the same option is there twice")
    return listed


def _text(args: Json, name: str, longest: int, *, needed: bool = False) -> str:
    found = args.get(name, "")
    if not isinstance(found, str) or len(found) > longest:
        raise BadArguments(f"{name} must be text of at most {longest} characters")
    if needed and not found.strip():
        raise BadArguments(f"{name} is missing")
    return found.strip()


def _known(args: Json, names: tuple[str, ...]) -> None:
    unknown = [name for name in args if name not in names]
    if unknown:
        raise BadArguments(f"there is no {unknown[0]!r}; there are: {', '.join(names)}")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
