"""Selects whose options the app supplies: asking for them, and what was offered."""

from sandbox.deliver import Deliverer
from sandbox.elements import options_of
from sandbox.errors import ControlError
from sandbox.jsons import Json, obj
from sandbox.recorder import Recorder
from sandbox.strict.check import offer_problems

# Slack asks once so many characters were typed, unless the element says otherwise.
LEAST_TYPED = 3


class Suggestions:
    """What each external select was offered last, by where it stands."""

    def __init__(self, deliverer: Deliverer, recorder: Recorder) -> None:
        self._deliverer = deliverer
        self._recorder = recorder
        self._offered: dict[tuple[str, str, str], list[Json]] = {}

    async def ask(self, payload: Json, at: str, block: Json, element: Json) -> Json:
        """Send `block_suggestion`; `{status, options?, option_groups?, asked?, why?}`.

        `payload` says who types where and its `value`; `at` names the message or view.
        """
        if not str(element["type"]).endswith("external_select"):
            raise ControlError(f"a {element['type']} has its own options")
        if len(payload["value"]) < element.get("min_query_length", LEAST_TYPED):
            return {"status": "ok", "options": [], "asked": False}
        payload |= {
            "type": "block_suggestion",
            "action_id": element["action_id"],
            "block_id": block["block_id"],
        }
        answer = await self._deliverer.interaction("interactive", payload)
        body = obj(answer.body)
        problems = offer_problems(body) if answer.ok else [answer.reason]
        self._recorder.record("block_suggestion", body, error="invalid_options" if problems else "")
        if problems:
            return {"status": "trouble", "trouble": "No results.", "why": "; ".join(problems)}
        offered = options_of(body)
        self._offered[at, block["block_id"], element["action_id"]] = offered
        return {"status": "ok", **body, "asked": True}

    def known(self, at: str, block: Json, element: Json) -> Json:
        """The element with the options that a person can choose from just now."""
        if not str(element["type"]).endswith("external_select"):
            return element
        offered = self._offered.get((at, block["block_id"], element["action_id"]), [])
        return {**element, "options": offered}
