"""What web forms need: an address, and the keys that links and secrets are kept with."""

import base64
import binascii
import ipaddress
import re
from urllib.parse import urlsplit

KEY_BYTES = 32


def keys_of(text: str) -> tuple[bytes, ...]:
    """Keys of 32 bytes in base64, with commas or spaces between them; the first is the newest.

    Raises ValueError, in words that repeat no key.
    """
    found = [_key(number, one) for number, one in enumerate(texts_of(text), 1)]
    if len(set(found)) < len(found):
        raise ValueError("the same key stands there twice")
    return tuple(found)


def texts_of(text: str) -> tuple[str, ...]:
    """Each of them as it is written."""
    return tuple(one for one in re.split(r"[,\s]+", text) if one)


def web_trouble(address: str | None, keys: str) -> str:
    """What is wrong with the settings of web forms, in words; "" if nothing is."""
    try:
        keys_of(keys)
    except ValueError as error:
        return f"SIGNOFF_SECRET_KEY can't be used: {error}"
    if address is None:
        return ""
    if not texts_of(keys):
        return (
            "SIGNOFF_PUBLIC_URL is set, but SIGNOFF_SECRET_KEY isn't: links are signed with it; "
            "make one with `openssl rand -base64 32`"
        )
    try:
        found = urlsplit(address)
        host, _ = found.hostname or "", found.port
    except ValueError:
        return "SIGNOFF_PUBLIC_URL is no address; write https://host"
    if found.scheme != "https" and not loopback(host):
        return "SIGNOFF_PUBLIC_URL must begin with https://: passwords are typed there"
    return ""


def loopback(host: str) -> bool:
    """Whether a host is this machine, which a browser trusts without TLS."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _key(number: int, text: str) -> bytes:
    plain = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        key = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"key {number} isn't base64") from None
    if len(key) != KEY_BYTES:
        raise ValueError(f"key {number} has {len(key)} bytes; write 32 in base64")
    return key
