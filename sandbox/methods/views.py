"""views.*."""

from sandbox.errors import ApiError, invalid_arguments
from sandbox.jsons import Json, is_obj
from sandbox.registry import Call, method


def _view(call: Call) -> Json:
    view = call.args["view"]
    if not is_obj(view):
        raise invalid_arguments("must be an object [json-pointer:/view]")
    return view


def _trigger(call: Call) -> str:
    """The trigger; `interactivity_pointer` is its other name, and exactly one is needed."""
    given = [call.text(name) for name in ("trigger_id", "interactivity_pointer")]
    named = [each for each in given if each]
    if len(named) != 1:
        raise invalid_arguments("missing required field: trigger_id [json-pointer:/trigger_id]")
    return named[0]


@method("views.open", "view!:json trigger_id interactivity_pointer")
async def open_view(call: Call) -> Json:
    """Open a modal."""
    return {"view": call.slack.views.open(_trigger(call), _view(call))}


@method("views.push", "view!:json trigger_id interactivity_pointer")
async def push(call: Call) -> Json:
    """Put a modal on top of an open one."""
    return {"view": call.slack.views.push(_trigger(call), _view(call))}


@method("views.update", "view!:json view_id external_id hash")
async def update(call: Call) -> Json:
    """Replace an open view."""
    view = call.slack.views.update(
        _view(call),
        view_id=call.args.get("view_id"),
        external_id=call.args.get("external_id"),
        hash_=call.args.get("hash"),
    )
    return {"view": view}


@method("views.publish", "user_id! view!:json hash")
async def publish(call: Call) -> Json:
    """Show a person's Home tab."""
    person = call.person("user_id")
    if not call.slack.manifest.home_tab:
        raise ApiError("not_enabled")
    return {"view": call.slack.views.publish(person.id, _view(call), call.args.get("hash"))}
