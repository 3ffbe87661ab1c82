"""Which pages are ours, as a browser says where it comes from."""

import pytest

from bot.web.routes import origin_of


@pytest.mark.parametrize(("address", "origin"), [
    ("https://Forms.Example/", "https://forms.example"),
    ("https://forms.example:443", "https://forms.example"),
    ("https://forms.example:8443", "https://forms.example:8443"),
    ("http://127.0.0.1:80/", "http://127.0.0.1"),
    ("http://[::1]:443", "http://[::1]:443"),
])  # fmt: skip
def test_an_origin_has_no_port_that_its_scheme_has_anyway(address: str, origin: str) -> None:
    """Else nobody's page would be taken for ours, and no form could be sent."""
    assert origin_of(address) == origin
