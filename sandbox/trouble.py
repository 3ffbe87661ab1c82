"""/sandbox/faults: ordering trouble, seeing what is in force, and taking it back."""

from aiohttp import web

from sandbox.jsons import Json
from sandbox.routes import answers
from sandbox.slack import Slack


class Trouble:
    """All that can be made to go wrong between Slack and the bot."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack

    def add_routes(self, app: web.Application) -> None:
        """Mount it."""
        app.router.add_get("/sandbox/faults", answers(self._shown))
        app.router.add_post("/sandbox/faults", answers(self._order))

    async def _shown(self, _body: Json, _request: web.Request) -> Json:
        """What is in force now, and how often each has still to strike."""
        slack = self._slack
        wanted, gathered = slack.deliverer.reordering
        return {
            "faults": slack.faults.shown(),
            "frames_to_lose": slack.hub.frames_to_lose,
            "duplicates": slack.deliverer.duplicates,
            "reorder": {"wanted": wanted, "gathered": gathered},
            "limits": {"on": slack.limits.on, "events_an_hour": slack.limits.events_an_hour},
            "connections": slack.hub.count,
            "ahead_s": slack.clock.ahead,
        }

    async def _order(self, body: Json, _request: web.Request) -> Json:
        hub, times = self._slack.hub, int(body.get("times", 1))
        match body.get("kind"):
            case "clear":
                self._clear()
            case "drop_socket":
                return {"struck": hub.drop(times)}
            case "disconnect":
                reason = str(body.get("reason", "refresh_requested"))
                return {"struck": await hub.disconnect(reason, times)}
            case "lose_frame":
                hub.frames_to_lose += times
                self._slack.bus.tell("faults", {})
            case "reorder_events":
                self._slack.deliverer.reorder(int(body.get("times", 2)))
            case "duplicate_event":
                self._slack.deliverer.duplicates += times
                self._slack.bus.tell("faults", {})
            case _:
                self._slack.faults.order(body)
        return {}

    def _clear(self) -> None:
        """Take all orders back; events that were held for another order go out."""
        self._slack.hub.frames_to_lose = 0
        self._slack.deliverer.duplicates = 0
        self._slack.deliverer.reorder(0)
        self._slack.faults.clear()
