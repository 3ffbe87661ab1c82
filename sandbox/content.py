"""A message's content as the app gives it, checked, and as it is stored."""

import json
from collections.abc import Sequence

from sandbox.errors import ApiError
from sandbox.jsons import Json, is_list, is_obj, objects
from sandbox.quirks import Quirks
from sandbox.strict.check import Problem, message_problems
from sandbox.strict.normalise import escape_mrkdwn, stored_blocks
from sandbox.strict.sizes import MOST_BLOCK_TEXT, MOST_MARKDOWN, TABLES, block_text

MOST_TEXT = 40_000
MOST_ATTACHMENTS = 100
MOST_METADATA = 16_000
_ONE_TABLE = "only_one_table_allowed"


def new_content(args: Json, quirks: Quirks) -> Json:
    """The content of a message that is new: there is nothing yet that it could take away."""
    return {key: value for key, value in content_of(args, quirks).items() if value is not None}


def content_of(args: Json, quirks: Quirks) -> Json:
    """text, blocks, attachments and metadata as stored; raises ApiError as chat.* does.

    Keys that were not given are absent; blocks that were given empty are None.
    """
    _need_something(args)
    content: Json = {"text": escape_mrkdwn(str(args.get("text") or ""))[:MOST_TEXT]}
    blocks = _blocks(args, quirks)
    if blocks is not None:
        content["blocks"] = stored_blocks(blocks) or None
    attachments = args.get("attachments")
    if attachments is not None:
        content["attachments"] = _attachments(attachments, quirks) or None
    if args.get("metadata") is not None:
        content["metadata"] = metadata_of(args["metadata"])
    return content


def _need_something(args: Json) -> None:
    if args.get("markdown_text") is not None and (args.get("text") or args.get("blocks")):
        raise ApiError("markdown_text_conflict")
    if not any(args.get(key) for key in ("text", "blocks", "attachments", "markdown_text")):
        raise ApiError("no_text")


def _blocks(args: Json, quirks: Quirks) -> list[Json] | None:
    markdown = args.get("markdown_text")
    if markdown is not None:
        if len(markdown) > MOST_MARKDOWN:
            raise ApiError("msg_too_long")
        return [{"type": "markdown", "text": markdown}]
    blocks = args.get("blocks")
    if blocks is None:
        return None
    if not is_list(blocks) or not all(is_obj(block) for block in blocks):
        raise ApiError("invalid_blocks_format")
    return good_blocks(blocks, quirks)


def good_blocks(blocks: object, quirks: Quirks) -> list[Json]:
    """The blocks of a message; raises for all their problems, or msg_blocks_too_long."""
    refuse(message_problems(blocks), quirks)
    given = objects(blocks)
    # The cells of tables have limits of their own.
    counted = [block for block in given if block.get("type") not in TABLES]
    if quirks.message_size and block_text(counted) > MOST_BLOCK_TEXT:
        raise ApiError("msg_blocks_too_long")
    return given


def refuse(found: Sequence[Problem], quirks: Quirks) -> None:
    """Raise invalid_blocks with all problems, if there are any."""
    problems = [each for each in found if quirks.one_table or each.message != _ONE_TABLE]
    if problems:
        listed = [str(problem) for problem in problems]
        messages = [f"[ERROR] {words}" for words in listed]
        tables = all(problem.message == _ONE_TABLE for problem in problems)
        code = "invalid_attachments" if tables else "invalid_blocks"
        raise ApiError(code, errors=listed, response_metadata={"messages": messages})


def _attachments(attachments: object, quirks: Quirks) -> list[Json]:
    given = objects(attachments)
    if len(given) > MOST_ATTACHMENTS:
        raise ApiError("too_many_attachments")
    return [_attachment(each, quirks) for each in given]


def _attachment(given: Json, quirks: Quirks) -> Json:
    if "blocks" not in given:
        return given
    refuse(message_problems(given["blocks"], at="/attachments/blocks"), quirks)
    return {**given, "blocks": stored_blocks(given["blocks"])}


def metadata_of(metadata: object) -> Json | None:
    """Message metadata if it is well formed; None if it is to be cleared."""
    if metadata == {}:
        return None
    if not is_obj(metadata) or set(metadata) - {"event_type", "event_payload", "entities"}:
        raise ApiError("invalid_metadata_format")
    if not isinstance(metadata.get("event_type"), str):
        raise ApiError("invalid_metadata_format")
    if not is_obj(metadata.get("event_payload")):
        raise ApiError("invalid_metadata_schema")
    if len(json.dumps(metadata)) > MOST_METADATA:
        raise ApiError("metadata_too_large")
    return metadata
