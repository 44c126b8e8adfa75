"""Keys and passwords by their shapes; none of these was ever a real one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import secrets

A = "Ab3" * 20
SECRET = [
    ("AWS access key", f"the key is {'AKIA' + 'ABCDEFGHIJKLMNOP'}.", "AKIA" + "ABCDEFGHIJKLMNOP"),
    ("GitHub token", f"用这个 {'ghp_' + A[:36]} 推送", "ghp_" + A[:36]),
    ("GitHub token", "github_" + "pat_" + A[:30], "github_" + "pat_" + A[:30]),
    ("GitLab token", "glpat-" + A[:20], "glpat-" + A[:20]),
    ("Slack token", "xoxb-" + "1234567890-abc", "xoxb-" + "1234567890-abc"),
    ("Google API key", "AIza" + A[:35], "AIza" + A[:35]),
    ("Stripe key", "sk_" + "live_" + A[:24], "sk_" + "live_" + A[:24]),
    ("model API key", "export KEY=sk-proj-" + A[:40], "sk-proj-" + A[:40]),
    ("Hugging Face token", "hf_" + A[:34], "hf_" + A[:34]),
    ("JSON web token", f"eyJ{A[:12]}.eyJ{A[:12]}.{A[:12]}", f"eyJ{A[:12]}.eyJ{A[:12]}.{A[:12]}"),
    ("password in an address", "postgres://mei:hunter2@db/x", "mei:hunter2"),
    ("password", "The password is hunter22, do not tell", "hunter22"),
    ("password", "密码：tang0shan", "tang0shan"),
    ("password", "PASSWORD = 'x1y2z3w4'", "x1y2z3w4"),
    (
        "private key",
        "here:\n-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\nthanks",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----",
    ),
]

HARMLESS = [
    "密码是什么来着？", "I forgot my password again", "password: ********", "the password is secret", "AKIA is a prefix",
    "see https://example.org/a:b@c", "sk-learn is a library", "https://user@example.org/", "passwords are bad",
    "my risk-averse-but-otherwise-quite-normal-sister", "eyJ is how they begin", "he passed 12345abc on the road",
]  # fmt: skip


@pytest.mark.parametrize(("kind", "words", "secret"), SECRET, ids=lambda value: str(value)[:20])
def test_a_secret_is_known_by_its_shape_and_replaced(kind: str, words: str, secret: str) -> None:
    (found,) = secrets.find(words)
    assert (found.kind, words[found.start : found.end]) == (kind, secret)
    assert secrets.redact(words) == (words.replace(secret, f"[redacted: {kind}]"), [kind])


@pytest.mark.parametrize("words", HARMLESS)
def test_what_only_speaks_of_secrets_is_none(words: str) -> None:
    assert secrets.find(words) == []


def test_several_are_replaced_and_the_rest_stays() -> None:
    words = f"a {'ghp_' + A[:36]} b 密码是abc12345 c"
    assert secrets.redact(words)[0] == "a [redacted: GitHub token] b 密码是[redacted: password] c"


@given(st.text(max_size=80))
def test_what_was_redacted_holds_no_secret_any_more(words: str) -> None:
    clean, kinds = secrets.redact(words)
    assert secrets.find(clean) == []
    assert (clean == words) == (not kinds)
