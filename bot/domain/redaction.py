"""Redaction: secrets are taken out of any text by their shape (E12, B132).

For log lines, and for every sentence that quotes an exception, whose text may hold a webhook or an address with a
password. Which secrets this process has is not known here, and need not be.
"""

from __future__ import annotations

import re

HIDDEN = "[redacted]"

# Each pattern is linear: it begins where its own tail cannot contain another beginning, or its parts are bounded.
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    # Slack tokens: bot, user, app-level, configuration, refresh (xoxe.xoxp-1-...), legacy.
    (re.compile(r"(?<![a-z0-9])(?:xox[a-z](?:\.xox[a-z])?|xapp)-[a-z0-9._%-]{3,}", re.IGNORECASE), HIDDEN),
    # Slack webhooks, workflow triggers and response addresses: the path is the secret.
    (re.compile(r"(hooks\.slack(?:-gov)?\.com/)[\w/.%-]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    # Discord webhooks and answers to interactions: the number stays, what follows it is the secret.
    (re.compile(r"(/(?:webhooks|interactions)/\d{1,25}/)[\w.%-]{16,}", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"(?<![\w-])[MNO][\w-]{22,30}\.[\w-]{6,7}\.[\w-]{25,110}(?![\w-])"), HIDDEN),
    # GitHub tokens: classic, OAuth, of users and servers of an app, refresh, fine-grained.
    (re.compile(r"(?<![a-z0-9])(?:gh[pousr]_|github_pat_)\w{6,}", re.IGNORECASE), HIDDEN),
    # Keys of model providers, and JSON web tokens.
    (re.compile(r"(?<![\w-])sk-[\w-]{16,}"), HIDDEN),
    (re.compile(r"(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]{4,}"), HIDDEN),
    # Headers, as they stand in the dump of a request.
    (
        re.compile(
            r"(\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|bot|basic|token)\s{1,3})?)[^\s\"',;]{3,}",
            re.IGNORECASE,
        ),
        rf"\1{HIDDEN}",
    ),
    (re.compile(r"(\bbearer\s{1,3})[\w.~+/=-]{6,}", re.IGNORECASE), rf"\1{HIDDEN}"),
    # Addresses: user and password before the host, and parameters that carry a secret.
    (re.compile(r"(://)[^\s/?#]*@"), rf"\1{HIDDEN}@"),
    (
        re.compile(
            r"([?&;#](?:[\w.-]{0,40}(?:token|secret|password|passwd|api[_-]?key|signature)|key|sig|auth|pwd)=)"
            r"[^\s&;#\"'<>]+",
            re.IGNORECASE,
        ),
        rf"\1{HIDDEN}",
    ),
)


def redact(text: str) -> str:
    """The text with everything that has a secret's shape replaced; idempotent, linear in the text's length."""
    for shape, replacement in _SHAPES:
        text = shape.sub(replacement, text)
    return text
