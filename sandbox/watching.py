"""/sandbox/deliveries and /sandbox/payloads: what went to the bot, and what it sent."""

from aiohttp import web

from sandbox.errors import ControlError
from sandbox.jsons import Json
from sandbox.recorder import brief
from sandbox.routes import answers
from sandbox.slack import Slack

SHOWN = 200


class Watching:
    """Lists without what makes them big, and each thing whole by its id."""

    def __init__(self, slack: Slack) -> None:
        self._slack = slack

    def add_routes(self, app: web.Application) -> None:
        """Mount it."""
        app.router.add_get("/sandbox/deliveries", answers(self._deliveries))
        app.router.add_get("/sandbox/deliveries/{id}", answers(self._delivery))
        app.router.add_get("/sandbox/payloads", self._payloads)
        app.router.add_get("/sandbox/payloads/{id}", answers(self._payload))

    async def _deliveries(self, _body: Json, request: web.Request) -> Json:
        """The last so many, the newest last, without their payloads."""
        last = _count(request, "last")
        every = list(self._slack.workspace.deliveries)
        return {"deliveries": every[-last:] if last else [], "count": len(every)}

    async def _delivery(self, _body: Json, request: web.Request) -> Json:
        payload = self._slack.deliverer.payload(request.match_info["id"])
        if payload is None:
            raise ControlError("this payload isn't kept any more", 404)
        return {"payload": payload}

    async def _payloads(self, request: web.Request) -> web.Response:
        """All that the bot sent, whole; with `last` the last so many without their payloads."""
        every = list(self._slack.recorder.payloads)
        if "last" not in request.query:
            return web.json_response(every)
        last = _count(request, "last")
        shown = [brief(entry) for entry in every[-last:]] if last else []
        return web.json_response({"payloads": shown, "count": len(every)})

    async def _payload(self, _body: Json, request: web.Request) -> Json:
        entry = self._slack.recorder.find(request.match_info["id"])
        if entry is None:
            raise ControlError("this payload isn't kept any more", 404)
        return entry


def _count(request: web.Request, name: str) -> int:
    wanted = request.query.get(name, "")
    return int(wanted) if wanted.isdecimal() else SHOWN
