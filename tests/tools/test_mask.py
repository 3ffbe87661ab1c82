"""Secrets are hidden, and what a person needs to judge a call stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.mask import HIDDEN, clean, mask, one_line

SECRET = "Zx9-8Yw_7Vu.6Ts5Rq"

HIDES = [
    "postgres://app:{}@db.internal:5432/shop",
    "redis://:{}@cache:6379/0",
    "mongodb://u:{}@h1:27017,h2:27017/db",
    "mysql://root:{}@[::1]/x and postgres://u:{}@other/y",
    "amqp://u:a@b/{}@host/v",
    "Authorization: Bearer {}",
    "authorization=Basic {}",
    "'Authorization': '{}'",
    "curl -H 'X: bearer {}'",
    "password={}",
    "PGPASSWORD={} psql -h db.internal",
    "host=db.internal password = '{} with blanks' dbname=shop",
    'password = "a \\" {}"',
    "pwd: {}",
    '{{"client_secret": "{}", "region": "eu"}}',
    '{{\\"apiKey\\": \\"{}\\"}}',
    "api-key => '{}'",
    "AWS_SECRET_ACCESS_KEY={}",
    "?user=a&token={}&page=2",
    "ALTER USER app WITH PASSWORD '{}'",
    "CREATE USER app IDENTIFIED BY '{}'",
    "CREATE USER app IDENTIFIED WITH sha256_password BY '{}'",
    "the password_2 := {}; and more",
    "password='{} never closed",
    "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n{}",
]


@pytest.mark.parametrize("form", HIDES)
def test_a_secret_is_hidden(form: str) -> None:
    """In a connection string, a header, an assignment, JSON, SQL, a key file."""
    masked = mask(form.format(*[SECRET] * 2))
    assert SECRET not in masked
    assert HIDDEN in masked


TOKENS = [
    "xoxb-123456789012-abcdef",
    "xoxe.xoxp-1-abcdef",
    "xapp-1-A1-99-abc",
    "ghp_abcdefghij0123456789",
    "github_pat_11AAA_bbb",
    "glpat-abcdefgh",
    "sk-proj-abcdefgh12345678",
    "sk_live_abcdefgh",
    "AKIAABCDEFGHIJKLMNOP",
    "AIza" + "a1" * 18,
    "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl",
]


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_is_known_by_its_form(token: str) -> None:
    """Wherever it stands; what kind it was may still be seen."""
    masked = mask(f"got ({token}), retrying")
    assert token not in masked
    assert masked.startswith("got (")
    assert masked.endswith("), retrying")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("postgres://app:pw@db.internal:5432/shop", "postgres://app:[hidden]@db.internal:5432/shop"),
        ("host=db password=x dbname=shop", "host=db password=[hidden] dbname=shop"),
        ("UPDATE users SET password = 'x' WHERE id = 7",
         "UPDATE users SET password = '[hidden]' WHERE id = 7"),
        ('{"token": "x", "table": "orders"}', '{"token": "[hidden]", "table": "orders"}'),
        ("token: x, next: y", "token: [hidden], next: y"),
    ],
)  # fmt: skip
def test_hosts_and_tables_stay(text: str, kept: str) -> None:
    """Only the secret goes."""
    assert mask(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "SELECT password_hash, token FROM users",
        "restart the desk-lamp-service in http://host:8080/path",
        "Basic research of the bearer group",
        "mail ana@example.com or see https://example.com/@ana",
        "the token was wrong",
        "max_tokens = 5",
        "",
    ],
)
def test_plain_text_stays(text: str) -> None:
    """Words that only look like secrets' names hide nothing."""
    assert mask(text) == text


parts = st.sampled_from(
    [*(form.format(SECRET, SECRET) for form in HIDES), *TOKENS, HIDDEN, "://", ":", "@", "'", '"',
     "=", " ", "\n", "password", "Bearer ", "a", "\\", "sk-", ","]
)  # fmt: skip


@given(st.lists(parts | st.text(max_size=4), max_size=8).map("".join))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    """Masked text may be masked again on its next way."""
    assert mask(mask(text)) == mask(text)


@given(
    st.sampled_from(["postgres://u:{}@db/x", "password='{}'", "Authorization: Bearer {}"]),
    st.text("abcXYZ019-_.", min_size=8, max_size=30),
    st.text("abc \n,.", max_size=10),
)
def test_any_secret_is_hidden_anywhere(form: str, secret: str, around: str) -> None:
    """Whatever stands before and after it."""
    text = f"{around} {form.format('Q' + secret)} {around}"
    assert f"Q{secret}" not in mask(text)


def test_masking_long_text_is_quick() -> None:
    """No form makes it take more than linear time: these would not end otherwise."""
    for hard in ("://a:", "password='", "eyJ", "a" * 10, "Bearer ", "-----BEGIN PRIVATE KEY-----"):
        mask(hard * 20_000)


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_clean_text_can_be_sent(text: str) -> None:
    """It has an encoding and no NUL, and cleaning it again changes nothing."""
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


def test_cleaning_keeps_what_is_whole() -> None:
    """Two halves that meet are a character; only what is broken is replaced."""
    assert clean("a\ud83d\ude00b") == "a😀b"
    assert clean("a\ud83db\0") == "a\ufffdb\ufffd"
    assert clean("héllo") == "héllo"


def test_one_line_folds_and_cuts() -> None:
    """No line break or control character is left, and the cut shows."""
    assert one_line("a\n\tb\u2028c\u202e d", 20) == "a b c d"
    assert one_line("a" * 30, 10) == "a" * 9 + "…"
    assert len(one_line("word " * 30, 11)) <= 11
