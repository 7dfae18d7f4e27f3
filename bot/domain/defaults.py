"""Changed defaults: what a title or a description says of an old and a new value."""

from __future__ import annotations

import re

from bot.domain.evidence import Evidence, Sign

_NAME = r"[`\"']?(?P<name>--?[\w-]+|[\w.]+\w)[`\"']?"
_OLD = r"[`\"']?(?P<old>[-+]?[\w./%-]*[\w%])[`\"']?"
_NEW = r"[`\"']?(?P<new>[-+]?[\w./%-]*[\w%])[`\"']?"
_CHANGES = (
    re.compile(
        r"\bdefaults?(?: values?| settings?)?\s+(?:of|for)\s+(?:the\s+)?"
        rf"{_NAME}\s+(?:\w+\s+){{0,3}}?from\s+{_OLD}\s+to\s+{_NEW}",
        re.IGNORECASE,
    ),
    re.compile(
        r"[`\"'](?P<name>--?[\w-]+|[\w.]{3,60})[`\"']\s+defaults?(?: values?)?\s+"
        rf"(?:\w+\s+){{0,2}}?from\s+{_OLD}\s+to\s+{_NEW}",
        re.IGNORECASE,
    ),
)
_SAID = (
    r"\bby default\b",
    r"\bdefault(?:s|ed)? to\b",
    r"^default (?!\w+ (?:for|in) tests?)",
    r"\b(?:as|the|a|part of the) default(?: (?:install|back-?end|choice|option|value|setting|mode|path|attention)\w*)*"
    r"\s*(?:$|[;,.()]|(?:for|on|in|and|to|when)\b)",
    r"\b(?:change|switch|promote|set|flip|update|raise|lower|increase|bump|revert|restore|unify|move|make|turn)\w*\b"
    r".{0,60}\bdefaults?\b",
    r"\bdefault values?\b",
    r"\bdefault (?:turn )?(?:on|off)\b|\b(?:on|off)[- ]by[- ]default\b",
)
_TITLE = re.compile("|".join(_SAID), re.IGNORECASE)
_NO_CHANGE = re.compile(
    r"\bnon-default\b|\bdefault (?:\w+ )?(?:streams?|constructors?|devices?|groups?|process\w*|args?|arguments?)\b"
    r"|\bannounce\b|\bdoc(?:s|strings?|ument\w*)?\b|\bcrash\w*\b|\bmissing default\b|\bstop defaulting\b|\btests?\b"
    r"|\blint\w*\b|\bci\b|\bbenchmark\w*\b|\bfallback to\b|\bdebug symbols\b"
    r"|\bfix(?:es|ed)?\b(?!.*\b(?:default values?|by default)\b)",
    re.IGNORECASE,
)


def default_change(text: str, authored: str) -> Evidence | None:
    """The default that a title's `text` changes, with old and new value where title or description name them.

    A description alone proves nothing: it tells of defaults that stay. It is believed where the title speaks of one.
    """
    if "default" not in text.casefold():
        return None
    said = bool(_TITLE.search(text)) and not _NO_CHANGE.search(text)
    for source in (text, authored):
        for pattern in _CHANGES:
            if change := pattern.search(source):
                detail = f"{change['name']} {change['old']} → {change['new']}"
                return Evidence(Sign.DEFAULT, change[0], detail)
    return Evidence(Sign.DEFAULT, text) if said else None
