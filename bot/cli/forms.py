"""`signoff forms`: how questions are asked, before anybody is."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import click

from bot.core.form.checked import Through, check
from bot.core.form.exact import BadJson, dumps, loads
from bot.slack.forms.through import through

_WAYS = ("buttons", "modal", "web", "refused")


def check_forms(files: Iterable[Path], *, as_json: bool, through: Through = through) -> int:
    """Prints how each question in these files is asked; 1 if an answer isn't taken as it should be.

    Each page is drawn as a modal that Slack takes, sent untouched and read back.

    A file holds one case: schema, and if you like name, uiSchema, actions, answers_ok, answers_bad.
    """
    failed, asked = 0, dict[str, list[str]]()
    for file in files:
        case = _case(file)
        found = check({"name": file.stem, **case}, through)
        bad = _failures(found, case)
        failed += bool(bad)
        asked.setdefault(found["asked"], []).append(found["name"])
        if as_json:
            click.echo(dumps(found))
        else:
            _print(found, bad)
    if not as_json:
        _print_sum(asked, failed)
    return 1 if failed else 0


def _case(file: Path) -> Mapping[str, Any]:
    try:
        found = loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"{file} can't be read: {error.strerror}") from None
    except (BadJson, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} can't be read: {error}") from None
    if not isinstance(found, dict) or "schema" not in found:
        raise click.ClickException(f"{file} has no `schema`; docs/answers.md says what it holds")
    return cast("dict[str, Any]", found)


def _failures(found: Mapping[str, Any], case: Mapping[str, Any]) -> list[str]:
    """What isn't as the case expects, in words."""
    expected = case.get("expect", "")
    if found["asked"] == "refused":
        return [] if str(expected).startswith("refuse") else ["it should be asked"]
    if expected == "refuse":
        return ["it should be refused"]
    return [
        *(f"not as it was: {_short(one['answer'])}" for one in found["ok"] if not one["same"]),
        *(f"not refused: {_short(one['answer'])}" for one in found["bad"] if not one["refused"]),
    ]


def _print(found: Mapping[str, Any], bad: list[str]) -> None:
    ok, wrong = found["ok"], found["bad"]
    came = sum(1 for one in ok if one["same"])
    refused = sum(1 for one in wrong if one["refused"])
    pages = f"{found['pages']} page{'' if found['pages'] == 1 else 's'}"
    counts = f"{came} of {len(ok)} came back, {refused} of {len(wrong)} refused"
    mark = "WRONG" if bad else "ok"
    click.echo(f"{mark:6}{found['name']:28}{found['asked']:9}{pages:9}{counts}")
    if found["asked"] in ("web", "refused"):
        click.echo(f"{'':6}{found['why']}")
    for line in bad:
        click.echo(f"{'':6}{line}")


def _print_sum(asked: Mapping[str, list[str]], failed: int) -> None:
    total = sum(map(len, asked.values()))
    ways = ", ".join(f"{len(asked[way])} {way}" for way in _WAYS if way in asked)
    click.echo(f"\n{total} questions: {ways}; {failed} not as expected.")
    if "web" in asked:
        click.echo(f"On the web page: {', '.join(asked['web'])}.")


def _short(answer: Any) -> str:
    text = json.dumps(json.loads(dumps(answer)), ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:99]}…"
