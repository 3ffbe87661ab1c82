"""The `signoff` command. Each part is imported when it is used, so that `--help` comes at once."""

import sys
from pathlib import Path

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A Slack bot that does a team's work and gets a sign-off before it matters.

    Start with `signoff demo`; for a workspace of your own see `signoff check`.
    """


@main.command()
@click.option(
    "--role",
    type=click.Choice(["all", "web", "worker"]),
    default="all",
    show_default=True,
    help="web receives from Slack, worker does the work, all is both.",
)
def run(role: str) -> None:
    """Work for a Slack workspace until stopped."""
    from bot.cli.loading import loading

    with loading():
        from bot.cli.run import run_bot

    run_bot(role)


@main.command()
@click.option("--live", is_flag=True, help="Ask the model for a word, which may cost a little.")
def check(*, live: bool) -> None:
    """Look at settings, policy, tools, Slack, Redis and the model; say what to fix.

    Changes nothing. Ends with 1 if anything is wrong.
    """
    from bot.cli.check import check_all

    raise SystemExit(check_all(live=live))


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8800, show_default=True, help="0 takes any."
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".demo"),
    show_default=True,
    help="Where all of it is kept, over restarts too.",
)
@click.option("--workers", type=click.IntRange(0, 32), default=1, show_default=True)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def demo(*, port: int, folder: Path, workers: int, no_browser: bool) -> None:
    """The whole product on this machine: a local Slack, the bot, Redis, a model, a shop.

    The model is scripted, and says so, unless OPENAI_API_KEY or OPENAI_BASE_URL is set.
    """
    from bot.cli.demo import Options, run_demo

    raise SystemExit(run_demo(Options(folder, port, workers=workers, browser=not no_browser)))


@main.command()
@click.argument("run_id", metavar="RUN")
def unpark(run_id: str) -> None:
    """Let work go on with a run that was parked after failing again and again."""
    from bot.cli.runs import unpark_run

    raise SystemExit(unpark_run(run_id))


@main.command()
@click.argument("run_id", metavar="RUN")
def audit(run_id: str) -> None:
    """Print a run's record, a JSON line each, and say whether its chain is whole."""
    from bot.cli.runs import print_audit

    raise SystemExit(print_audit(run_id))


@main.command()
@click.option("--repair", is_flag=True, help="Have what differs drawn again.")
def cards(*, repair: bool) -> None:
    """Compare the cards in Slack with the records of open and lately settled requests."""
    from bot.cli.cards import compare_cards

    raise SystemExit(compare_cards(repair=repair))


@main.group()
def runs() -> None:
    """Runs as they are stored."""


@runs.command()
@click.argument("run_id", metavar="RUN")
@click.option("--json", "as_json", is_flag=True, help="All of it, for programs.")
def show(run_id: str, *, as_json: bool) -> None:
    """Say how RUN (R-778, or its id) stands or ended, and what was decided by whom and why."""
    from bot.cli.results import show_run

    raise SystemExit(show_run(run_id, as_json=as_json))


@main.group()
def forms() -> None:
    """Questions that an agent may ask, before anybody is asked."""


@forms.command("check")
@click.argument(
    "files", type=click.Path(path_type=Path, exists=True, dir_okay=False), nargs=-1, required=True
)
@click.option("--json", "as_json", is_flag=True, help="A JSON line each, for programs.")
def forms_check(files: tuple[Path, ...], *, as_json: bool) -> None:
    """Say how the question in each of FILES is asked, and try its answers.

    A file is JSON: schema, and if you like name, uiSchema, actions, answers_ok (each must come back
    as it is) and answers_bad (each must be refused). Ends with 1 if anything differs.
    """
    from bot.cli.forms import check_forms

    raise SystemExit(check_forms(files, as_json=as_json))


@main.group()
def policy() -> None:
    """What the policy says of calls, before anybody makes them."""


@policy.command("test")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def policy_test(file: Path) -> None:
    """Judge each example call in FILE, and say which aren't judged as it expects.

    FILE is a list in YAML: tool, args, expect (allow, ask or refuse), and if you like rule, by (a
    person's id), channel, direct, live (who is in a set, as in group:S1: [ben]).
    """
    from bot.cli.policy import test_policy

    raise SystemExit(test_policy(file))


@policy.command()
@click.argument("tool")
@click.argument("args", default="{}")
@click.option("--by", metavar="PERSON", help="Who asks, by their id in the configuration.")
def explain(tool: str, args: str, by: str | None) -> None:
    """Say what the policy says of a call of TOOL with ARGS (JSON), and why."""
    from bot.cli.policy import explain as explained

    raise SystemExit(explained(tool, args, by))


@policy.command("args")
def policy_args() -> None:
    """Read JSON lines {rule, arg, value}, and write {verdict, why} for each."""
    from bot.cli.policy import judge_arguments

    raise SystemExit(judge_arguments(sys.stdin))
