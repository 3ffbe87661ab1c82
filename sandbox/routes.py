"""Handlers of the control API: a JSON object in, a JSON object or a refusal out."""

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.errors import ApiError, ControlError
from sandbox.jsons import Json, is_obj

Run = Callable[[Json, web.Request], Awaitable[Json]]


def answers(run: Run) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler of JSON bodies that answers refusals as `{"error": words}`."""

    async def handle(request: web.Request) -> web.Response:
        try:
            body: object = json.loads(await request.text() or "{}")
            if not is_obj(body):
                raise ControlError("the body must be a JSON object")
            return web.json_response(await run(body, request))
        except ValueError:
            return web.json_response({"error": "the body is not JSON"}, status=400)
        except ApiError as error:
            return web.json_response({"error": error.code}, status=400)
        except ControlError as error:
            return web.json_response({"error": str(error)}, status=error.status)

    return handle
