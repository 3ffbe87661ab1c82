"""The only place that encrypts and signs: each purpose has keys of its own, made from those given.

The first key is used from now on; what any of them made can still be read and checked.
"""

import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES = 12  # random ones are safe for far more values than an installation ever keeps
_FORMAT = b"\x01"


class Keyring:
    """Keys of 32 bytes, the newest first."""

    def __init__(self, keys: tuple[bytes, ...]) -> None:
        if not keys:
            raise ValueError("there is no key")
        self._sealing = tuple(_derived(key, b"signoff: values") for key in keys)
        self._signing = tuple(_derived(key, b"signoff: links") for key in keys)

    def seal(self, value: bytes, about: bytes) -> bytes:
        """The value encrypted (AES-256-GCM); it can be read only with the same `about`."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _FORMAT + nonce + AESGCM(self._sealing[0]).encrypt(nonce, value, about)

    def unseal(self, sealed: bytes, about: bytes) -> bytes | None:
        """The value; None if it was sealed about something else, or with none of the keys."""
        nonce, rest = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        if sealed[:1] != _FORMAT or len(nonce) < _NONCE_BYTES:
            return None
        for key in self._sealing:
            try:
                return AESGCM(key).decrypt(nonce, rest, about)
            except InvalidTag:
                continue
        return None

    def sign(self, purpose: str, text: str) -> bytes:
        """A signature of 32 bytes, by the newest key."""
        return _signature(self._signing[0], purpose, text)

    def signed(self, purpose: str, text: str, start: bytes) -> bool:
        """Whether `start` begins the signature by any of the keys; 16 bytes at least."""
        whole = (_signature(key, purpose, text)[: len(start)] for key in self._signing)
        # Every key is tried, so that the time tells nothing of which one fits.
        fits = [hmac.compare_digest(one, start) for one in whole]
        return len(start) >= 16 and any(fits)


def _derived(key: bytes, purpose: bytes) -> bytes:
    return hmac.digest(key, purpose, hashlib.sha256)


def _signature(key: bytes, purpose: str, text: str) -> bytes:
    return hmac.digest(key, f"{purpose}:{text}".encode("utf-8", "surrogatepass"), hashlib.sha256)
