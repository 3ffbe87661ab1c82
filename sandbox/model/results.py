"""What a tool's result says, whatever its shape: it worked, it was refused, or it is unclear."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

AMOUNT_KEYS = ("refundable", "amount", "total", "price", "value")
MONEY = re.compile(r"\b(\d+[.,]\d{2})\b")
DONE = ("ok", "done", "success", "succeeded", "finished", "ran")
# Fields that repeat what the answer is about.
NAMES = ("ok", "outcome", "id", "order_id", "name", "service")
LABELS = {"p99_ms": "slowest 1 % in ms", "placed_at": "placed on"}
MOMENT = re.compile(r"^(\d{4}-\d\d-\d\d)T\S+$")

# How a call can have ended without running, after "not refunded" or "not restarted".
REFUSALS = {
    "rejected": "the request was rejected{why}",
    "guidance": "I was told to do something else{why}",
    "guided": "I was told to do something else{why}",
    "expired": "nobody decided in time. Ask me again if it is still needed{why}",
    "withdrawn": "the request was withdrawn{why}",
    "superseded": "a newer request took this one's place{why}",
    "stale": "something changed after it was asked, so the approval no longer holds{why}",
    "stopped": "it was stopped{why}",
    "limit": "this run has asked for as much as it may{why}",
    "refused": "that isn't allowed{why}",
    "invalid": "the tool didn't take what I sent{why}",
    "failed": "the tool failed{why}",
    "error": "the tool failed{why}",
    "answered": "I was given an answer instead{why}",
}
# What stands on a line before a result: people, or the host's own review, changed the call.
CHANGED = ("approved_with_changes", "allowed_with_changes")
UNCLEAR = ("unknown", "unknown_outcome", "unsure", "lost")
MAYBE = re.compile(r"\boutcome unknown\b|\bmay (?:or may not )?have (?:run|taken effect)\b", re.I)
FAILURE = re.compile(
    r"^\s*(?:error|failed|failure)\b|\bnot found\b|\bno (?:such )?(?:order|service)\b"
    r"|\bunknown (?:order|service)\b"
    r"|\bdoes(?:n't| not) exist\b|\balready (?:been )?refunded\b",
    re.IGNORECASE,
)


def refusal(text: str) -> str | None:
    """Give in words why the call did not do its work, or nothing if it did."""
    data = as_object(text)
    if data is None:
        return _plain(text) if FAILURE.search(text) else None
    outcome: Any = data.get("outcome")
    if isinstance(outcome, dict) and outcome:
        kind, inside = next(iter(cast(dict[str, Any], outcome).items()))
        data = cast(dict[str, Any], inside) if isinstance(inside, dict) else {"reason": inside}
        outcome = kind
    if isinstance(outcome, str) and outcome not in DONE:
        return REFUSALS.get(outcome, f"it ended as “{outcome}”{{why}}").format(why=_why(data))
    if data.get("ok") is False or data.get("error"):
        return REFUSALS["failed"].format(why=_why(data))
    return None


def unclear(text: str) -> str | None:
    """Give in words why nobody knows whether the call did its work, or nothing."""
    data = as_object(text)
    if data is None:
        return _plain(text) if MAYBE.search(text) else None
    if data.get("outcome") in UNCLEAR:
        return f"a person should look{_why(data)}"
    return None


def changes(text: str) -> tuple[str, str]:
    """Give what was changed of a call before it ran, in words or "", and the result itself."""
    told: list[str] = []
    while True:
        line, _, rest = text.partition("\n")
        data = as_object(line)
        if data is None or data.get("outcome") not in CHANGED:
            return " ".join(told), text
        told.append(_changed(data))
        text = rest


def _changed(data: dict[str, Any]) -> str:
    found = cast(dict[str, dict[str, Any]], data.get("changes") or {})
    listed = ", ".join(
        f"{name} from {one.get('from', 'nothing')} to {one.get('to', 'nothing')}"
        for name, one in found.items()
    )
    return f"{data.get('by') or 'A review'} changed {listed} first."


def as_object(text: str) -> dict[str, Any] | None:
    """Give a result that is a JSON object, or nothing."""
    try:
        data: object = json.loads(text)
    except ValueError:
        return None
    return cast(dict[str, Any], data) if isinstance(data, dict) else None


def amount(text: str) -> float | None:
    """Give the money that a look-up names, in whole units of its currency, or nothing."""
    data = as_object(text)
    if data is None:
        found = MONEY.search(text)
        return float(found.group(1).replace(",", ".")) if found else None
    fields = dict(_numbers(data))
    if "total" in fields and "refunded" in fields:
        return round(fields["total"] - fields["refunded"], 2)
    for key in AMOUNT_KEYS:
        if key in fields:
            return fields[key]
        if (cents := f"{key}_cents") in fields:
            return fields[cents] / 100
    return None


def is_refunded(text: str) -> bool:
    """Tell whether a look-up says that the whole order was paid back before."""
    data = as_object(text)
    if data is None:
        return bool(re.search(r"\balready (?:been )?refunded\b|status:? refunded\b", text, re.I))
    return str(data.get("status", "")).lower() == "refunded" or data.get("refunded") is True


def words(text: str) -> str:
    """Give a result as a person would read it: its text, or its fields in a line."""
    data = as_object(text)
    if data is None:
        return _plain(text)
    if data.get("outcome") == "ran":
        note = str(data.get("note") or "").strip()
        return f"{data.get('by') or 'A person'} says that it ran" + (f": {note}" if note else "")
    for key in ("text", "summary", "message"):
        if isinstance(data.get(key), str) and data[key]:
            return data[key].strip()
    return listed(data)


def listed(data: dict[str, Any]) -> str:
    """Give fields in a line, but for those that repeat what the answer is about."""
    fields = [
        f"{LABELS.get(key) or key.replace('_', ' ')}: {_shown(value)}"
        for key, value in _flat(data)
        if value not in (None, "") and key not in NAMES
    ]
    return ", ".join(fields)


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    return MOMENT.sub(r"\1", value) if isinstance(value, str) else str(value)


def _plain(text: str) -> str:
    """Give text without the mark of an error, which the sentence around it makes anyway."""
    return re.sub(r"^\s*error:\s*", "", text, flags=re.IGNORECASE).strip()


def _why(data: dict[str, Any]) -> str:
    for key in ("reason", "text", "error", "message"):
        value = data.get(key)
        if isinstance(value, str) and value.strip():
            by = data.get("by")
            return (f" by {by}" if isinstance(by, str) else "") + f": “{value.strip()}”"
    return ""


def _numbers(data: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in _flat(data):
        if isinstance(value, bool):
            continue
        try:
            yield key, float(value)
        except (TypeError, ValueError):
            continue


def _flat(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(cast(dict[str, Any], value))
        elif not isinstance(value, list):
            yield key, value
