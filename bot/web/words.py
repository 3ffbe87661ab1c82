"""What people read on the page when there is no form, and in place of one."""

from bot.core.ids import Who
from bot.core.request import Request

AGAIN = "Press the button on the card in Slack for a new one."
NO_LINK = f"This link isn't one of ours, or a part of it is missing. {AGAIN}"
LAPSED = f"This link's time is over, so nothing can be sent with it. {AGAIN}"
USED = (
    f"This link has been opened before, and it works only once. {AGAIN} If you didn't open it, "
    "tell an admin: somebody else may have read it."
)
SENT = "This form has been sent. You can close this page."
TOO_MANY = "That were too many links that don't work. Wait a minute, then try again."
ELSEWHERE = (
    "This was asked for by another page, so nothing was done. Open the link from Slack again."
)
NO_SESSION = (
    f"This form isn't open in this browser, or its time is over, so nothing was sent. {AGAIN}"
)
STORE_DOWN = "I can't save anything just now, so nothing was sent. Try again in a minute."
GONE = "This question is no longer on record, so nothing was sent."
CHANGED = f"The question has changed since this form was opened, so nothing was sent. {AGAIN}"
TAKEN_OVER = "Somebody else is filling in this form now, so nothing was sent."
TAKEN = "Your answer was taken. You can close this page."
BEFORE = (
    "Your answer had arrived before, and was taken as you sent it then. You can close this page."
)
WAITING = (
    "Your answer is saved. Whether it is taken isn't known yet: the card in Slack shows it, and if "
    "it can't be taken, you are told there why. You can close this page."
)
UNREADABLE = "What this page sent can't be read, so nothing was done. Load it again."
NOT_HERE = "This form can't be sent in that way, so nothing was sent."

_OVER = {
    "answered": "This question has been answered already",
    "cancelled": "This question was cancelled",
    "unanswered": "Nobody answered this question in time",
    "stopped": "The run that asked this was stopped",
    "withdrawn": "This question was withdrawn",
}


def over(request: Request) -> str:
    """Why a question that has ended takes no answer; "" for one that is open."""
    if request.ended is None:
        return ""
    said = _OVER.get(request.ended.outcome, "This question can't be answered any more")
    return f"{said}, so nothing was sent."


def late(request: Request, who: Who) -> str:
    """Why an answer that was saved wasn't taken: the question had ended before."""
    ended = request.ended
    by = ended.by if ended and ended.outcome == "answered" else None
    if by and by.same(who):
        return "You have answered this question elsewhere, so this answer wasn't taken."
    said = over(request).partition(", so")[0]
    if by and by.name:
        said = f"{by.name} answered this question first"
    return f"{said}, so your answer came too late and wasn't taken."
