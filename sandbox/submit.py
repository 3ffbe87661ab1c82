"""People in modals: entering values, submitting, pressing elements, closing."""

from functools import partial

from sandbox.deliver import Answer, Deliverer
from sandbox.elements import entered, find, find_all, pressed, value_of, wanted_value
from sandbox.entering import client_errors, enter
from sandbox.errors import ApiError, ControlError
from sandbox.interact import trouble, who
from sandbox.jsons import Json, is_obj, obj
from sandbox.people import Person
from sandbox.quirks import Quirks
from sandbox.recorder import Recorder
from sandbox.suggest import Suggestions
from sandbox.triggers import Hooks, Triggers
from sandbox.uploads import Uploads
from sandbox.views import Views
from sandbox.workspace import Workspace

_TROUBLE = "We had some trouble connecting. Try again?"


class Modals:
    """What people do in open views."""

    def __init__(
        self,
        *,
        workspace: Workspace,
        deliverer: Deliverer,
        triggers: Triggers,
        views: Views,
        hooks: Hooks,
        uploads: Uploads,
        quirks: Quirks,
        recorder: Recorder,
        suggestions: Suggestions,
    ) -> None:
        self._hooks = hooks
        self._uploads = uploads
        self._quirks = quirks
        self._suggestions = suggestions
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
        self._on_top(person, view_id)
        known = partial(self._suggestions.known, view_id)
        enter(view, wanted, known, partial(self._uploads.attach, person.id))
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
            "response_urls": self._response_urls(person, view),
        }
        answer = await self._deliverer.interaction("interactive", payload)
        return self._answered(person, view_id, answer)

    async def press(self, person: Person, view_id: str, wanted: Json) -> Json:
        """Press a button or choose in an element of an open view or of the Home tab.

        The app is told of the `values` that were entered elsewhere in the view too.
        """
        view, is_home = self._shown(person, view_id)
        block, element = find(view["blocks"], wanted)
        typed = {"values": wanted.get("values")}
        enter(
            view,
            typed,
            partial(self._suggestions.known, view_id),
            partial(self._uploads.attach, person.id),
        )
        value = wanted_value(element, wanted)
        known = self._suggestions.known(view_id, block, element)
        entry = None if value is None else entered(known, value)
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

    async def suggest(self, person: Person, view_id: str, wanted: Json) -> Json:
        """Type `value` into an external select of a view, which asks the app for options."""
        view, _ = self._shown(person, view_id)
        block, element = find(view["blocks"], wanted)
        payload: Json = {
            **who(person),
            "container": {"type": "view", "view_id": view_id},
            "view": view,
            "value": str(wanted.get("value", "")),
        }
        return await self._suggestions.ask(payload, view_id, block, element)

    async def close(self, person: Person, view_id: str, *, everything: bool) -> Json:
        """Cancel one view, or all of the stack by its cross; the app is told if it asked to be."""
        view = self._mine(person, view_id)["view"]
        stack = self._workspace.stack(person.id)
        if not everything:
            self._on_top(person, view_id)
            everything = view["clear_on_close"]
        told = stack[0]["view"] if everything else view
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

    def _on_top(self, person: Person, view_id: str) -> None:
        if self._workspace.stack(person.id)[-1]["view"]["id"] != view_id:
            raise ControlError("another view is on top of it")

    def _shown(self, person: Person, view_id: str) -> tuple[Json, bool]:
        """The open modal or the Home tab with this id, and whether it is the Home tab."""
        home = self._workspace.homes.get(person.id)
        if home is not None and home["id"] == view_id:
            return home, True
        return self._mine(person, view_id)["view"], False

    def _response_urls(self, person: Person, view: Json) -> list[Json]:
        """A response URL for each channel that was chosen where the app asked for one."""
        given: list[Json] = []
        for block, element in find_all(view["blocks"]):
            if not element.get("response_url_enabled"):
                continue
            ids = {"block_id": block["block_id"], "action_id": element["action_id"]}
            channel = value_of(view["state"]["values"][ids["block_id"]][ids["action_id"]])
            if channel in self._workspace.channels:
                url = self._hooks.mint("actions", {"channel": channel, "user": person.id})
                given.append({"response_url": url, "channel_id": channel, **ids})
        return given

    def _answered(self, person: Person, view_id: str, answer: Answer) -> Json:
        if not answer.ok:
            return {**trouble(answer), "trouble": _TROUBLE}
        body = obj(answer.body)
        done = self._taken(person, view_id, body)
        if body:
            self._recorder.record("view_submission", body, error=str(done.get("why", "")))
        return done

    def _taken(self, person: Person, view_id: str, body: Json) -> Json:
        """Do what the app answered."""
        action = body.get("response_action")
        if action is None:
            if body:
                self._workspace.lint.append("view_submission was answered without response_action")
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
        if is_obj(errors) and not self._quirks.error_keys:
            errors = {key: text for key, text in errors.items() if key in inputs}
        if not is_obj(errors) or not errors or set(errors) - inputs:
            return _refused("errors must name the block_ids of inputs")
        if not all(isinstance(text, str) and text for text in errors.values()):
            return _refused("errors must be words")
        record["errors"] = errors
        self._workspace.put_view(record)
        return {"status": "ok", "response_action": "errors", "errors": errors}


def _refused(why: str) -> Json:
    """The person sees trouble; `why` is for the developer."""
    return {"status": "trouble", "trouble": _TROUBLE, "why": why}
