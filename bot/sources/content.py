"""Text of updates as it is kept: clean, and no longer than the store takes."""

from __future__ import annotations

from bot.domain.grapheme import shortened
from bot.domain.text import clean, clean_body
from bot.domain.update import BodyState

TITLE_LIMIT = 1_000
"""A longer title is shortened; real ones have up to 300 characters."""
BODY_LIMIT = 64 * 1024
"""So many bytes of a description are kept, in UTF-8."""
PATHS_LIMIT = 500
"""So many changed paths are kept; code drops change thousands."""
PATH_LENGTH = 400
"""A longer path is left out."""
SUMMARY_LIMIT = 1_000
"""A longer sentence of somebody's own is shortened."""
FIXES_LIMIT = 100
"""So many issues that a change fixes are kept."""
FIX_LENGTH = 200
"""A longer name of an issue is left out."""
NO_TITLE = "(no title)"
"""What stands for an empty title (B090)."""

_CUT_MARK = "…"
_CUT_LENGTHS = range(1_450, 1_551)
"""Dumps of commits are cut at about 1,500 characters and then end in an ellipsis."""


def title_of(text: str) -> str:
    """The title on one line, shortened at TITLE_LIMIT."""
    return shortened(clean(text), TITLE_LIMIT) or NO_TITLE


def body_of(text: str) -> tuple[str, BodyState]:
    """The description with its lines, and how much of it that is: MISSING if empty, CUT if its source or we cut it."""
    body = clean_body(text)
    if not body:
        return "", BodyState.MISSING
    if len(body) > BODY_LIMIT // 4:
        whole = body.encode("utf-8")
        if len(whole) > BODY_LIMIT:
            return whole[:BODY_LIMIT].decode("utf-8", "ignore"), BodyState.CUT
    cut = len(text) in _CUT_LENGTHS and text.endswith(_CUT_MARK)
    return body, BodyState.CUT if cut else BodyState.WHOLE


def summary_of(text: str) -> str:
    """The sentence on one line, shortened at SUMMARY_LIMIT; "" stays so."""
    return shortened(clean(text), SUMMARY_LIMIT)


def fixes_of(fixes: tuple[str, ...]) -> tuple[str, ...]:
    """The first FIXES_LIMIT names of issues that are no longer than FIX_LENGTH."""
    kept = (clean(fix) for fix in fixes if len(fix) <= FIX_LENGTH)
    return tuple(fix for fix in kept if fix)[:FIXES_LIMIT]


def paths_of(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The first PATHS_LIMIT paths that are no longer than PATH_LENGTH."""
    kept = (clean(path) for path in paths if len(path) <= PATH_LENGTH)
    return tuple(path for path in kept if path)[:PATHS_LIMIT]
