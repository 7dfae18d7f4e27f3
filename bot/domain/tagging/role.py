"""About or mention: what the words around a find say of it (LABELS.md, hardware 8; WORDING.md 0.5).

An update is about what it targets, enables, fixes or measures. A contrast, a test machine, a path, a traceback or a
list of known issues only mentions.
"""

from __future__ import annotations

from bot.domain.tag import Role
from bot.domain.tagging import role_words as say
from bot.domain.tagging.body import Paragraph, SectionKind, Shape

_NEAR = 48
"""A contrast stands within so many characters before a find."""
_SENTENCE = 400
"""A sentence reaches at most so many characters before and behind a find."""
_WINDOW = 90
"""So many characters before a find are read for what they say of it."""
_IN_NAMES = ("_", ".", ":", "/")
"""What joins the parts of a name in code."""


def is_log(paragraph: Paragraph) -> bool:
    """Whether a paragraph is a traceback or a log rather than prose."""
    text = paragraph.text
    return any(sign in text for sign in say.LOG_SIGNS) and bool(say.LOG.search(text))


def in_path(text: str, end: int) -> bool:
    """Whether what ends here is part of a file name or path."""
    return bool(
        say.FILE.match(text[end : end + 40])
        or (text[end : end + 1] == "/" and say.IN_FOLDER.match(text[end : end + 60]))
    )


def _in_test(text: str, start: int) -> bool:
    """Whether what starts here is part of a test's name."""
    if text[start - 1 : start] not in _IN_NAMES:
        return False
    found = say.NAME.search(text, max(0, start - _NEAR), start)
    return found is not None and "test" in found[0].casefold()


def role_in_title(text: str, start: int, end: int) -> Role:
    """The role of a find in a title: about, unless it is a contrast, a borrowed part or a path."""
    before = text[max(0, start - _NEAR) : start].casefold()
    if in_path(text, end) and not say.TEST_FILE.search(before):
        return Role.MENTION
    if _may_contrast(before) and say.TITLE_CONTRAST.search(before):
        return Role.MENTION
    return Role.MENTION if say.BORROWED.match(text[end : end + _NEAR].casefold()) else Role.ABOUT


def _contrasts(before: str) -> bool:
    return _may_contrast(before) and bool(say.CONTRAST.search(before))


def _may_contrast(before: str) -> bool:
    return "--" in before or not say.CONTRAST_WORDS.isdisjoint(say.LETTERS.findall(before))


def role_in_body(paragraph: Paragraph, start: int, end: int) -> Role:
    """The role of a find in a paragraph of a body."""
    if paragraph.shape is Shape.CODE or paragraph.section is SectionKind.LIMITS:
        return Role.MENTION
    text = paragraph.text
    first, last = _sentence(text, start, end)
    before, after = (
        text[max(first, start - _WINDOW) : start].casefold(),
        text[end : min(last, end + _WINDOW)].casefold(),
    )
    if in_path(text, end) or _in_test(text, start) or _contrasts(before[-_NEAR:]) or say.AFTER.match(after):
        return Role.MENTION
    if say.REFERRED.search(before) and say.REFERS.match(after):
        return Role.MENTION
    if say.COMPATIBLE.match(after) and say.MEANS.search(before):
        return Role.MENTION
    sentence = text[first:last].casefold()
    if any(sign in sentence for sign in say.OLD_PATH):
        return Role.MENTION
    tested = (
        paragraph.section is SectionKind.TEST
        or bool(say.TEST_LINE.match(text))
        or (not say.TEST_WORDS.isdisjoint(say.LETTERS.findall(before)) and bool(say.TESTED.search(before)))
    )
    return Role.MENTION if tested and not say.MEASURED.search(sentence) else Role.ABOUT


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence or clause around a span begins and ends, at most so far away as a sentence reaches."""
    first, furthest = max(0, start - _SENTENCE), min(len(text), end + _SENTENCE)
    for stop in say.STOP.finditer(text, first, start):
        first = stop.end()
    stop_after = say.STOP.search(text, end, furthest)
    return first, stop_after.start() if stop_after else furthest
