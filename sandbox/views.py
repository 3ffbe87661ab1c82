"""Modals and Home tabs as the app changes them: the stack, hashes, ids and triggers."""

from sandbox import people
from sandbox.elements import initial_state, kept_state
from sandbox.errors import ApiError, invalid_arguments
from sandbox.ids import fresh, view_hash
from sandbox.jsons import Json
from sandbox.people import TEAM
from sandbox.strict.check import view_problems
from sandbox.strict.normalise import escape_plain, stored_blocks
from sandbox.triggers import Triggers
from sandbox.workspace import Workspace

MOST_DEEP = 3
MOST_BYTES = 250_000
_KEPT_KEYS = ("title", "submit", "close")


class Views:
    """views.open, push, update and publish on the workspace."""

    def __init__(self, workspace: Workspace, triggers: Triggers) -> None:
        self._workspace = workspace
        self._triggers = triggers

    def open(self, trigger_id: str, view: Json) -> Json:
        """Show a new modal instead of any that the person has open; the stored view."""
        self._check(view, "modal")
        trigger = self._triggers.use(trigger_id)
        self.clear(trigger.user)
        return self._show(trigger.user, self._stored(view), [])

    def push(self, trigger_id: str, view: Json) -> Json:
        """Show a modal on top of the one that the trigger came from."""
        self._check(view, "modal")
        trigger = self._triggers.use(trigger_id)
        if trigger.view is None or trigger.view not in self._workspace.views:
            raise ApiError("not_found")
        return self.push_on(trigger.user, view)

    def push_on(self, user: str, view: Json) -> Json:
        """Show a modal on top of the person's stack."""
        self._check(view, "modal")
        stack = self._workspace.stack(user)
        if len(stack) >= MOST_DEEP:
            raise ApiError("push_limit_reached")
        return self._show(user, self._stored(view), stack)

    def update(
        self, view: Json, *, view_id: str | None, external_id: str | None, hash_: str | None
    ) -> Json:
        """Replace an open view; what was typed stays where both ids do."""
        if (view_id is None) == (external_id is None):
            raise invalid_arguments("exactly one of `view_id` and `external_id` is required")
        record = self._find(view_id, external_id)
        old = record["view"]
        if hash_ is not None and hash_ != old["hash"]:
            raise ApiError("hash_conflict")
        self._check(view, old["type"], but=old["id"])
        new = self._stored(view)
        new["state"]["values"] = kept_state(new["blocks"], old["state"]["values"])
        for key in ("id", "root_view_id", "previous_view_id"):
            new[key] = old[key]
        if record.get("home"):
            self._workspace.put_home(record["user"], new)
        else:
            self._workspace.put_view({**record, "view": new, "errors": {}})
        return new

    def publish(self, user: str, view: Json, hash_: str | None) -> Json:
        """Replace the person's Home tab."""
        self._check(view, "home")
        old = self._workspace.homes.get(user)
        if hash_ is not None and old is not None and hash_ != old["hash"]:
            raise ApiError("hash_conflict")
        new = self._stored(view)
        new["id"] = new["root_view_id"] = old["id"] if old else fresh("V")
        self._workspace.put_home(user, new)
        return new

    def clear(self, user: str) -> None:
        """Close all modals of a person."""
        for record in self._workspace.stack(user):
            self._workspace.drop_view(record["view"]["id"])

    def _find(self, view_id: str | None, external_id: str | None) -> Json:
        records = list(self._workspace.views.values())
        for user, home in self._workspace.homes.items():
            records.append({"user": user, "view": home, "home": True})
        for record in records:
            view: Json = record["view"]
            if view["id"] == view_id or (external_id and view["external_id"] == external_id):
                return record
        raise ApiError("not_found")

    def _check(self, view: Json, kind: str, but: str | None = None) -> None:
        if len(str(view).encode()) > MOST_BYTES:
            raise ApiError("view_too_large")
        problems = [str(problem) for problem in view_problems(view, kind)]
        if problems:
            raise invalid_arguments(*problems)
        external = view.get("external_id")
        taken: list[Json] = [record["view"] for record in self._workspace.views.values()]
        taken += self._workspace.homes.values()
        if external and any(v["external_id"] == external and v["id"] != but for v in taken):
            raise ApiError("duplicate_external_id")

    def _show(self, user: str, view: Json, stack: list[Json]) -> Json:
        view["id"] = fresh("V")
        below = stack[-1]["view"] if stack else None
        view["previous_view_id"] = below["id"] if below else None
        view["root_view_id"] = below["root_view_id"] if below else view["id"]
        depth = len(stack) + 1
        self._workspace.put_view({"user": user, "depth": depth, "view": view, "errors": {}})
        return view

    def _stored(self, view: Json) -> Json:
        """The view as Slack keeps it; ids of its place are still to be filled in."""
        blocks = stored_blocks(view["blocks"])
        stored: Json = {
            "id": "",
            "team_id": TEAM,
            "type": view["type"],
            "blocks": blocks,
            "private_metadata": view.get("private_metadata", ""),
            "callback_id": view.get("callback_id", ""),
            "state": {"values": initial_state(blocks)},
            "hash": view_hash(self._workspace.clock),
            "clear_on_close": view.get("clear_on_close", False),
            "notify_on_close": view.get("notify_on_close", False),
            "previous_view_id": None,
            "root_view_id": "",
            "app_id": people.APP,
            "external_id": view.get("external_id", ""),
            "app_installed_team_id": TEAM,
            "bot_id": people.BOT,
        }
        if view["type"] == "modal":
            if "submit_disabled" in view:
                stored["submit_disabled"] = view["submit_disabled"]
            for key in _KEPT_KEYS:
                stored[key] = _title(view.get(key))
        return stored


def _title(text: Json | None) -> Json | None:
    if text is None:
        return None
    return {"type": "plain_text", "text": escape_plain(text["text"]), "emoji": True}
