"""Dependency floors and pins: which version of another package a change asks for."""

from __future__ import annotations

import re

from bot.domain.evidence import Evidence, Sign
from bot.domain.title import bare

_VERSION = r"v?\d+(?:\.\d+){0,3}(?:[.-]?(?:post|rc|dev|a|b)\d+)?"
_NAME = r"`?(?P<name>[A-Za-z][\w.+-]*(?: (?:DSL|Toolkit))?)`?"
_AT_LEAST = r"(?:>=|≥|>|==|version|at least)?"
_FLOORS = (
    re.compile(
        rf"\b(?:require|need|enforce|demand)s?(?: at least)? {_NAME}\s*{_AT_LEAST}\s*`?(?P<version>{_VERSION})\b`?\+?"
        r"(?P<reason> (?:for|on|with) \S.{1,60})?",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:rais|bump|set|lift|increas|updat|upgrad)\w+ (?:the )?(?:min(?:imum|imal)?|floor)"
        rf"(?: (?:required|supported))?(?: version)?(?: (?:of|for))? {_NAME}(?: version)? (?:to|>=) ?"
        rf"(?P<version>{_VERSION})\b(?P<reason>)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:rais|bump|lift)\w+ (?:the )?{_NAME} (?:floor|min(?:imum)?)(?: version)? (?:to|>=) ?"
        rf"(?P<version>{_VERSION})\b(?P<reason>)",
        re.IGNORECASE,
    ),
)
_BUMPS = (
    re.compile(
        rf"\b(?:bump|upgrade|update|pin|downgrade|move|cap|limit)\w*(?: up)?(?: the)? {_NAME}"
        rf"(?: (?:version|requirement|dependency|tag))?\s*(?:from (?P<old>{_VERSION}) )?\s*"
        rf"(?:to|->|→|==|>=|<=|<|=|at)\s*`?(?P<new>{_VERSION})(?![\w.]*\w)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:bump|upgrade|update|pin)\w*(?: the)? {_NAME}(?: version)? (?P<old>{_VERSION}) ?(?:->|→) ?"
        rf"(?P<new>{_VERSION})(?![\w.]*\w)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:bump|upgrade|update|pin)\w*(?: the)? {_NAME}(?: version)? (?P<new>v?\d+\.\d[\w.]*)(?P<old>)",
        re.IGNORECASE,
    ),
)


def floor(text: str) -> Evidence | None:
    """The version of another package that a title's `text` begins to require ("vLLM 0.22.0 for router replay")."""
    for pattern in _FLOORS:
        found = pattern.search(text)
        if found is not None and "." in found["version"]:
            version = found["version"].lstrip("vV")
            return Evidence(Sign.FLOOR, found[0].strip(), f"{found['name']} {version}{found['reason'] or ''}".strip())
    return None


def dependency_change(title: str) -> str:
    """What another package is moved to ("Transformers 5.10.4", "vllm 0.20.0 → 0.25.1"), "" where none is named."""
    text = bare(title)
    for pattern in _BUMPS:
        if found := pattern.search(text):
            old = f"{found['old'].lstrip('vV')} → " if found["old"] else ""
            return f"{found['name']} {old}{found['new'].lstrip('vV')}"
    return ""


def moved_to(title: str) -> tuple[str, str]:
    """The package that a title moves to another version, and that version ("flashinfer", "0.6.13"); two times "" where
    none is named."""
    text = bare(title)
    for pattern in _BUMPS:
        if found := pattern.search(text):
            return found["name"], found["new"].lstrip("vV")
    return "", ""
