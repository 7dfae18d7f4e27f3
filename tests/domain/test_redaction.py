"""Secrets go out of texts by their shape, and nothing else does (E12, B132).

The secrets here are made up; the longer ones are put together at run time, so that no scanner takes them for real.
"""

from __future__ import annotations

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.domain.redaction import HIDDEN, redact

DISCORD = ".".join(["MTA0OTc3NjE2MTQ5NjE4NDkz", "GxYz_1", "abcdefghij-KLMNOPQRSTUVWXYZ_0123456789"])
HOOK = "https://hooks." + "slack.com"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        pytest.param("token xoxb-123-456-AbCdEf failed", "123-456-AbCdEf", id="Slack bot"),
        pytest.param("XOXP-1-2-3-abc", "1-2-3-abc", id="Slack user, upper case"),
        pytest.param("xapp-1-A02-55-deadbeef,next", "deadbeef", id="Slack app"),
        pytest.param("xoxe.xoxp-1-Mi0yLTk4", "Mi0yLTk4", id="Slack rotated"),
        pytest.param("xoxe-1-My0xLTk4", "My0xLTk4", id="Slack refresh"),
        pytest.param("'xoxc-987654-secret'", "987654-secret", id="Slack browser"),
        pytest.param(f"POST {HOOK}/services/T000/B000/XXyyZZ: 404", "XXyyZZ", id="Slack webhook"),
        pytest.param(f"{HOOK}/commands/T0/123/abcDEF", "abcDEF", id="Slack response address"),
        pytest.param("https://discord.com/api/webhooks/123/abc-DEF_ghi-JKL_mno", "abc-DEF", id="Discord webhook"),
        pytest.param("/api/v10/interactions/99/aW50ZXJhY3Rpb246MTIz/callback", "aW50ZXJhY3", id="Discord interaction"),
        pytest.param(f"login({DISCORD})", "KLMNOPQRSTUVWXYZ", id="Discord bot"),
        pytest.param("ghp_abcdefGHIJ0123", "abcdefGHIJ0123", id="GitHub classic"),
        pytest.param("remote: gho_16C7e42F292c6912E7", "16C7e42F", id="GitHub OAuth"),
        pytest.param("ghs_16C7e42F292c6912E7", "16C7e42F", id="GitHub app"),
        pytest.param("github_pat_11ABCDEFG0_xyz", "11ABCDEFG0_xyz", id="GitHub fine-grained"),
        pytest.param("key sk-proj-abcdefghijklmnop1234", "abcdefghijklmnop", id="model provider"),
        pytest.param("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "c2lnbmF0dXJl", id="JSON web token"),
        pytest.param("postgresql+psycopg://bot:hunter2@db:5432/news", "hunter2", id="password in an address"),
        pytest.param("https://bot:p@ss:w@host/feed", "p@ss:w", id="password with signs of addresses"),
        pytest.param("https://t0ken@feeds.example/x", "t0ken", id="a token as user"),
        pytest.param("https://x.example/feed?token=s3cret&page=2", "s3cret", id="token in a query"),
        pytest.param("https://x.example/?page=2&access_token=s3cret#top", "s3cret", id="access token"),
        pytest.param("https://x.example/?key=s3cret", "s3cret", id="key in a query"),
        pytest.param("https://x.example/cb#id_token=s3cret", "s3cret", id="token in a fragment"),
        pytest.param("https://x.example/?api-key=s3cret", "s3cret", id="API key"),
        pytest.param("https://x.example/?X-Amz-Signature=s3cret", "s3cret", id="signed address"),
        pytest.param("Authorization: Bearer s3cret-value", "s3cret-value", id="header"),
        pytest.param("{'authorization': 'Bot s3cret.value'}", "s3cret.value", id="header in a dump"),
        pytest.param("authorization=s3cret", "s3cret", id="header without a scheme"),
        pytest.param("got bearer abcdefgh from", "abcdefgh", id="bearer alone"),
    ],
)
def test_a_secret_is_hidden(text: str, secret: str) -> None:
    """Each shape is found wherever it stands, and what surrounds it stays."""
    assert secret in text
    shown = redact(text)
    assert secret not in shown
    assert HIDDEN in shown


@pytest.mark.parametrize(
    "text",
    [
        "Fix MXFP4 scales on SM120 (#3838), 1.4x faster; see https://github.com/vllm-project/vllm/pull/47910",
        "max_num_batched_tokens=8192 tokens: 4, token budget 3, key=value",
        "https://example.com/?page=2&sort=new#token",
        "https://medium.com/@someone/post and git@github.com:owner/repo.git",
        "the bearer of news, a Bot, Basic blocks, sk-learn, foxtrot-one, xapp",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "module.submodule.function_with_a_name_longer_than_that",
        "昇腾 950 量化，投机解码",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    """Titles, addresses, hashes and names of the field are shown as they are."""
    assert redact(text) == text


def test_what_is_around_a_secret_stays() -> None:
    """Host, path and other parameters still say where something failed."""
    assert redact("GET https://a:b@x.example/feed?token=t1&page=2 -> 401") == (
        f"GET https://{HIDDEN}@x.example/feed?token={HIDDEN}&page=2 -> 401"
    )


TOKEN = st.text(string.ascii_letters + string.digits, min_size=24, max_size=40)
AROUND = st.text(max_size=60)


@given(
    AROUND,
    TOKEN,
    AROUND,
    st.sampled_from(["xoxb-1-", "xapp-1-", "ghp_", "github_pat_", "https://u:", "?token=", "Bearer "]),
)
def test_a_secret_is_hidden_in_any_text(before: str, token: str, after: str, shape: str) -> None:
    """Whatever stands around it, with a border before it, a secret does not come through."""
    assume(token not in before + after)
    end = "@host" if shape.startswith("https") else " "
    assert token not in redact(f"{before} {shape}{token}{end}{after}")


@given(st.text())
def test_redacting_twice_changes_nothing(text: str) -> None:
    """A text that went through once can go through again, at the next door."""
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    "piece",
    ["x", "xoxb-", "://", "://a:", "?token", "&a", "bearer ", "M" * 28 + ".", "authorization: ", "eyJ", "ghp_", "@"],
)
def test_nonsense_of_any_shape_is_read_through(piece: str) -> None:
    """100 kB of beginnings without an end come back; the test would not end if a pattern were not linear."""
    assert len(redact(piece * (100_000 // len(piece)))) > 0
