"""What the scripts answer, as the port's values."""

import json
import re
from collections.abc import Collection
from typing import Any

from bot.ports import (
    Already,
    Committed,
    Enqueued,
    Fenced,
    Gone,
    Mail,
    More,
    Parked,
    Snapshot,
    Taken,
    TooNew,
)

_MAIL = re.compile(r'\{"seq":(\d+),"at":(\d+),"key":("(?:[^"\\]|\\.)*"),"body":', re.DOTALL)


def read_mail(items: Collection[bytes]) -> tuple[Mail, ...]:
    """Mailbox items; each body is exactly the text that was enqueued."""
    return tuple(_mail(item.decode()) for item in items)


def _mail(text: str) -> Mail:
    head = _MAIL.match(text)
    if head is None:
        raise ValueError("a mailbox item isn't ours")
    seq, at, key = head.groups()
    return Mail(int(seq), int(at), json.loads(key), text[head.end() : -1])


def read_enqueue(reply: list[Any]) -> Enqueued:
    """What became of mail."""
    status, run, *taken = reply
    name = run.decode()
    return Enqueued(status.decode(), name, read_taken(name, taken[0][1:]) if taken else None)


def read_take(run: str, reply: list[Any]) -> Taken | TooNew | Parked | Gone:
    """What take answers."""
    match reply[0]:
        case b"gone":
            return Gone()
        case b"parked":
            return Parked()
        case b"too_new":
            return TooNew(reply[1])
        case _:
            return read_taken(run, reply[1:])


def read_taken(run: str, reply: list[Any]) -> Taken:
    """A run under a fence, as the script that took it tells of it."""
    fence, now, version, folded, mail, snap_v, snapshot, log, lines, tries, *rest = reply
    head, audit_count, snap_bytes, log_bytes, thread, transcript, past = rest
    return Taken(
        run=run,
        fence=fence,
        now=now,
        version=version,
        folded_to=folded,
        mail=read_mail(mail),
        snapshot=Snapshot(snap_v, snapshot) if snap_v else None,
        log=tuple(entry.decode() for entry in log),
        lines=lines,
        tries=tries,
        audit_head=head.decode(),
        audit_count=audit_count,
        snapshot_bytes=snap_bytes,
        log_bytes=log_bytes,
        thread=thread.decode(),
        transcript=tuple(line.decode() for line in transcript),
        past=past.decode() or None,
    )


def read_commit(reply: list[Any]) -> Committed | Already | Fenced | More:
    """What commit answers."""
    match reply[0]:
        case b"fenced":
            return Fenced()
        case b"more":
            return More(read_mail(reply[1]))
        case b"already":
            return Already(reply[1], reply[2], read_mail(reply[3]))
        case _:
            return Committed(reply[1], reply[2], read_mail(reply[3]))
