"""What is answered at the door, before any run is looked at. Pure."""

from typing import assert_never

from blocks import notice, refusals
from blocks.elements import Payload
from bot.ports.store import Enqueued
from bot.slack.parse import NotForUs, ToldOf
from bot.slack.words import plain


def outsider() -> Payload:
    """To a member of another company who asked for a task."""
    return plain("Members of other companies can't give me tasks here.")


def told(what: ToldOf) -> Payload:
    """To whoever said something that is only answered."""
    match what:
        case "help":
            return notice.help_reply()
        case "outside":
            return outsider()
        case _:
            assert_never(what)


def not_for_us(why: NotForUs) -> Payload:
    """To whoever pressed something that we can't read."""
    return notice.note(
        lambda pen: (
            f"I can't do anything with that ({pen.words(why.why, 200)}), so I changed nothing."
        )
    )


def press_again() -> Payload:
    """To whoever pressed a button whose trigger had lapsed."""
    return plain("That took too long to open, and nothing was changed. Press the button again.")


def on_it() -> Payload:
    """To whoever gave a task by a command: where it goes on."""
    return plain("On it: I post the task in this channel and work in its thread.")


def not_started() -> Payload:
    """To whoever gave a task that couldn't be saved."""
    return plain("I can't save anything just now, so nothing was started. Try again in a minute.")


def use_again() -> Payload:
    """To whoever wanted a form that didn't open in time."""
    return plain(
        "The form took too long to open, and nothing was started. Use the command or the shortcut "
        "again."
    )


def unknown() -> Payload:
    """To whoever pressed something about a request that is no longer kept."""
    return refusals.refusal(refusals.Unknown())


def other_copy() -> Payload:
    """To whoever pressed something of another installation that shares our app."""
    return plain(
        "This card was posted by another installation of me that shares this Slack app, and I know "
        "nothing of it. Nothing was decided or run. Press again: Slack may hand it to the right "
        "one. Please tell an admin that two of me are connected."
    )


def twin_seen() -> Payload:
    """To the admins: what they have done by mistake, and how to mend it."""
    return plain(
        "Two installations of me seem to be connected to this Slack app, each with its own Redis: "
        "I was given something that the other one had begun. Nothing is decided twice, but people "
        "may have to press twice. Stop one of them, or give both the same REDIS_URL and "
        "SIGNOFF_NAMESPACE. If you only moved to an empty Redis, cards from before are dead: ask "
        "for those tasks again."
    )


def policy_kept(problem: str, count: int) -> Payload:
    """To the admins: a changed policy can't be used, so the old one stays."""
    more = f" There are {count - 1} more." if count > 1 else ""
    return plain(
        "The configuration file was changed, but it can't be used, so I go on with the policy from "
        f"before. What is wrong: {problem}.{more} `signoff check` says all of it with line and "
        "column. Once the file is right I take it up by myself."
    )


def store_down() -> Payload:
    """To whoever pressed something that couldn't be saved."""
    return refusals.refusal(refusals.StoreDown())


def unheard(saved: Enqueued) -> Payload | None:
    """To whoever pressed what nobody will work on; None if somebody will."""
    match saved.status:
        case "gone" | "not_for_us":
            return unknown()
        case "parked":
            return notice.apology(saved.run)
        case _:
            return None
