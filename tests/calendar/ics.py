"""iCal's text for tests."""


def event(
    lines: str, *, start: str = ":20261130T090000Z", end: str = ":20261130T170000Z", uid: str = "1"
) -> str:
    """An event; `start` and `end` from their parameters on."""
    times = f"DTSTART{start}\r\n" + (f"DTEND{end}\r\n" if end else "")
    stamp = f"UID:{uid}\r\nDTSTAMP:20261101T000000Z\r\n"
    return f"BEGIN:VEVENT\r\n{stamp}{times}{lines}\r\nEND:VEVENT\r\n"


def ics(*events: str, head: str = "") -> bytes:
    """A calendar."""
    text = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\n{head}{''.join(events)}"
    return f"{text}END:VCALENDAR\r\n".encode()
