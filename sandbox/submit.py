"""People in modals: entering values, submitting, pressing elements, closing."""

import re

from sandbox.deliver import Answer, Deliverer
from sandbox.elements import entered, find, find_all, label, pressed, value_of, wanted_value
from sandbox.errors import ApiError, ControlError
from sandbox.interact import trouble, who
from sandbox.jsons import Json, is_list, is_obj, obj
from sandbox.people import Person
from sandbox.recorder import Recorder
from sandbox.triggers import Triggers
from sandbox.views import Views
from sandbox.workspace import Workspace

_TROUBLE = "We had some trouble connecting. Try again?"
_REQUIRED = "Please complete this required field."
_FORMATS = {
    "email_text_input": (r"[^@\s]+@[^@\s]+\.[^@\s]+", "Please enter a valid email address."),
    "url_text_input": (r"https?://\S+", "Please enter a valid URL."),
    "number_input": (r"[+-]?\d+(\.\d+)?", "Please enter a number."),
}


class Modals:
    """What people do in open views."""

    def __init__(
        self,
        *,
        workspace: Workspace,
        deliverer: Deliverer,
        triggers: Triggers,
        views: Views,
        recorder: Recorder,
    ) -> None:
        self._recorder = recorder
        self._workspace = workspace
        self._deliverer = deliverer
        self._triggers = triggers
        self._views = views

    async def submit(self, person: Person, view_id: str, wanted: Json) -> Json:
        """Enter `values` or `by_label` and submit.

        Answers `{status, response_action?, errors?, trouble?}`; `checked_by: "client"` says that
        Slack itself refused the entries and nothing was sent to the app.
        """
        record = self._mine(person, view_id)
        view = record["view"]
        if view["type"] != "modal" or view.get("submit") is None:
            raise ControlError("this view has no submit button")
        enter(view, wanted)
        errors = client_errors(view)
        record["errors"] = errors
        self._workspace.put_view(record)
        if errors:
            return {
                "status": "ok",
                "response_action": "errors",
                "errors": errors,
                "checked_by": "client",
            }
        payload: Json = {
            **who(person),
            "type": "view_submission",
            "trigger_id": self._triggers.mint(person.id, view_id),
            "view": view,
            "response_urls": [],
        }
        answer = await self._deliverer.interaction("interactive", payload)
        return self._answered(person, view_id, answer)

    async def press(self, person: Person, view_id: str, wanted: Json) -> Json:
        """Press a button or choose in an element of an open view or of the Home tab."""
        home = self._workspace.homes.get(person.id)
        is_home = home is not None and home["id"] == view_id
        view = home if home is not None and is_home else self._mine(person, view_id)["view"]
        block, element = find(view["blocks"], wanted)
        value = wanted_value(element, wanted)
        entry = None if value is None else entered(element, value)
        state = view["state"]["values"]
        if entry is not None and element["action_id"] in state.get(block["block_id"], {}):
            state[block["block_id"]][element["action_id"]] = entry
        payload: Json = {
            **who(person),
            "type": "block_actions",
            "container": {"type": "view", "view_id": view_id},
            "trigger_id": self._triggers.mint(person.id, None if is_home else view_id),
            "view": view,
            "actions": [pressed(block, element, entry, self._workspace.stamps.mint())],
        }
        return trouble(await self._deliverer.interaction("interactive", payload))

    async def close(self, person: Person, view_id: str, *, everything: bool) -> Json:
        """Cancel one view, or all of the stack by its cross; the app is told if it asked to be."""
        self._mine(person, view_id)
        stack = self._workspace.stack(person.id)
        told = stack[0]["view"] if everything else self._workspace.views[view_id]["view"]
        above = [r for r in stack if everything or r["view"]["id"] == view_id]
        for record in above:
            self._workspace.drop_view(record["view"]["id"])
        if told["notify_on_close"]:
            payload: Json = {
                **who(person),
                "type": "view_closed",
                "view": told,
                "is_cleared": everything,
            }
            await self._deliverer.interaction("interactive", payload)
        return {"status": "ok"}

    def _mine(self, person: Person, view_id: str) -> Json:
        record = self._workspace.views.get(view_id)
        if record is None or record["user"] != person.id:
            raise ControlError(f"{person.name} has no view {view_id}", 404)
        return record

    def _answered(self, person: Person, view_id: str, answer: Answer) -> Json:
        if not answer.ok:
            return {**trouble(answer), "trouble": _TROUBLE}
        body = obj(answer.body)
        self._recorder.record("view_submission", body)
        action = body.get("response_action")
        if action is None:
            self._workspace.drop_view(view_id)
            return {"status": "ok"}
        record = self._workspace.views.get(view_id)
        if record is None:
            return _refused("the view is closed")
        try:
            return self._act(person, record, str(action), body)
        except ApiError as error:
            messages = obj(error.extra.get("response_metadata")).get("messages", [])
            return _refused(f"{error.code} {' '.join(messages)}".strip())

    def _act(self, person: Person, record: Json, action: str, body: Json) -> Json:
        if action == "errors":
            return self._errors(record, body.get("errors"))
        if action == "clear":
            self._views.clear(person.id)
        elif action in ("update", "push") and not is_obj(body.get("view")):
            return _refused(f"{action} without a view")
        elif action == "update":
            view_id = record["view"]["id"]
            self._views.update(body["view"], view_id=view_id, external_id=None, hash_=None)
        elif action == "push":
            self._views.push_on(person.id, body["view"])
        else:
            return _refused(f"unknown response_action {action}")
        return {"status": "ok", "response_action": action}

    def _errors(self, record: Json, errors: object) -> Json:
        inputs = {b["block_id"] for b in record["view"]["blocks"] if b["type"] == "input"}
        if not is_obj(errors) or not errors or set(errors) - inputs:
            return _refused("errors must name the block_ids of inputs")
        record["errors"] = errors
        self._workspace.put_view(record)
        return {"status": "ok", "response_action": "errors", "errors": errors}


def _refused(why: str) -> Json:
    """The person sees trouble; `why` is for the developer."""
    return {"status": "trouble", "trouble": _TROUBLE, "why": why}


def enter(view: Json, wanted: Json) -> None:
    """Put `values` {block_id: {action_id: value}} or `by_label` {label: value} into the view."""
    state = view["state"]["values"]
    fields = {
        (b["block_id"], e["action_id"]): (b, e)
        for b, e in find_all(view["blocks"])
        if e.get("action_id") in state.get(b["block_id"], {})
    }
    for block_id, actions in obj(wanted.get("values")).items():
        for action_id, value in actions.items():
            if (block_id, action_id) not in fields:
                raise ControlError(f"no input {block_id}/{action_id}", 404)
            state[block_id][action_id] = entered(fields[block_id, action_id][1], value)
    for name, value in obj(wanted.get("by_label")).items():
        named = [k for k, (b, e) in fields.items() if label(b, e) == name]
        if len(named) != 1:
            raise ControlError(f"{len(named)} inputs are called {name!r}", 404)
        block_id, action_id = named[0]
        state[block_id][action_id] = entered(fields[named[0]][1], value)


def client_errors(view: Json) -> Json:
    """What Slack's own client refuses before anything is sent, by block_id."""
    errors: Json = {}
    for block in view["blocks"]:
        if block["type"] != "input":
            continue
        element = block["element"]
        entry = view["state"]["values"][block["block_id"]][element["action_id"]]
        words = _client_error(block, element, value_of(entry))
        if words is not None:
            errors[block["block_id"]] = words
    return errors


def _client_error(block: Json, element: Json, value: object) -> str | None:
    if value in (None, "", []):
        return None if block["optional"] else _REQUIRED
    if is_list(value) and len(value) > element.get("max_selected_items", len(value)):
        return f"Please choose at most {element['max_selected_items']}."
    if not isinstance(value, str):
        return None
    least, most = element.get("min_length"), element.get("max_length", 3000)
    if least is not None and len(value) < least:
        return f"Please enter at least {least} characters."
    if element["type"] == "plain_text_input" and len(value) > most:
        return f"Please enter at most {most} characters."
    pattern, words = _FORMATS.get(element["type"], ("", ""))
    if pattern and not re.fullmatch(pattern, value):
        return words
    return _number_error(element, value) if element["type"] == "number_input" else None


def _number_error(element: Json, value: str) -> str | None:
    if not element["is_decimal_allowed"] and "." in value:
        return "Please enter a whole number."
    if "min_value" in element and float(value) < float(element["min_value"]):
        return f"Please enter at least {element['min_value']}."
    if "max_value" in element and float(value) > float(element["max_value"]):
        return f"Please enter at most {element['max_value']}."
    return None
