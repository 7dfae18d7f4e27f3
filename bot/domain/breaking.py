"""What breaks: the strongest sign in an update that somebody's set-up has to change, with its quote.

A sign is proof only where the source marks the change as breaking or the name that went can be quoted; everything else
is a maybe (WORDING.md 0.1). A change without a sign may still break by many small clues (bot/domain/breakage), and a
name that goes is only proof where these do not speak against it. Words of pull request templates and of bots'
summaries never prove anything: breaking is hardly ever labelled, and templates carry the word in most bodies
(field/real-updates.md). The kinds of signs have rooms of their own (removals, floors, defaults); what an item is called
in the end is bot/domain/label.py.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.breakage.weights import LIKELY, PROVING, TELLING, odds
from bot.domain.defaults import default_change
from bot.domain.evidence import Evidence, Sign
from bot.domain.floors import floor
from bot.domain.removals import dropped, leads_with_removal, removed, removed_by_name, renamed
from bot.domain.title import bare, marks
from bot.domain.update import Kind, Update

READ_CHARACTERS = 4_000
"""How much of a description is searched; what breaks is said early or not at all."""

_QUIET = frozenset({Kind.CI, Kind.TEST, Kind.DOCS, Kind.PAPER, Kind.POST, Kind.RELEASE, Kind.REVERT})
_MARK = re.compile(r"(?<!non-)(?<!non )\bbreaking\b", re.IGNORECASE)
_BANNER = re.compile(r"\bBREAKING(?: CHANGES?)?\s*:|\(breaking(?: changes?)?\)|^BREAKING\b")
_FOOTER = re.compile(r"^BREAKING[ -]CHANGES?\s*:\s*(?P<text>\S.{5,200})$", re.MULTILINE)
_DENIAL = re.compile(r"^(?:none|no\b|n/?a|not\b|nothing|-|false)", re.IGNORECASE)
_STEM = re.compile(
    r"requir|need|enforc|demand|min|floor|default|drop|remov|end|discontinu|renam|delet|retir|get rid", re.IGNORECASE
)
"""Without one of these a title speaks of no change that the rooms of signs know."""
_DEPRECATE = re.compile(
    r"\bdeprecat(?:e|es|ing)\b|\bdeprecation (?:of|for|cycle)\b|\bannounce upcoming\b|\b(?:is|are|now) deprecated\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NOT_THE_AUTHOR = re.compile(
    r"^#{1,4}\s*(?:Summary by CodeRabbit|🔍 Related)|^[ \t]*<sub>|^This is an auto-generated", re.MULTILINE
)
_ASIDE = re.compile(r"^[ \t]*[-*][ \t]*\[[ xX]\].*$|^[ \t]*>.*$", re.MULTILINE)


def evidence(update: Update, body: str | None = None) -> Evidence | None:
    """The strongest sign that the update asks somebody to change something, None if there is none.

    `body` is the description after template strip where the caller has it; otherwise the update's own is read, without
    what is surely no author's sentence. CI, tests, docs, releases, reverts and noise carry no sign unless their title
    is marked; refactorings do, although digests leave them out: much of what goes is taken away by them.
    """
    if is_marked(update.title):
        return Evidence(Sign.MARKED, update.title, proven=True)
    if is_quiet(update):
        return None
    text = bare(update.title)
    description = update.body if body is None else body
    authored = authored_text(description) if "BREAKING" in description or "default" in text.casefold() else ""
    if footer := _footer(authored):
        return footer
    chances = odds(update)
    sign = _sign(update, text, authored)
    if update.paths:
        sign = _measured(sign, text, update.kind, chances)
    if sign is None and chances >= LIKELY:
        return Evidence(Sign.CLUES, text, telling=chances >= TELLING)
    return sign


def is_quiet(update: Update) -> bool:
    """Whether an update is of a sort that asks nothing of those who use a project, whatever its words."""
    return update.kind in _QUIET or (update.noise and update.kind is not Kind.REFACTOR)


def is_left_out(update: Update) -> bool:
    """Whether digests leave an update out: noise, but not what is proven to break; a refactoring that takes away a name
    which people use is no housekeeping."""
    if not update.noise:
        return False
    sign = evidence(update)
    return sign is None or not sign.proven


def _sign(update: Update, text: str, authored: str) -> Evidence | None:
    """What the words of a title say by themselves."""
    if not _STEM.search(text):
        return _stated(text, update.kind)
    return (
        floor(text)
        or default_change(text, authored)
        or dropped(text)
        or renamed(text, update.kind)
        or removed(text, update.kind)
        or _stated(text, update.kind)
    )


def _measured(sign: Evidence | None, text: str, kind: Kind, chances: float) -> Evidence | None:
    """A sign in the light of what the change touches: a name is proof where people outside use it."""
    if sign is not None and sign.sign in {Sign.FLOOR, Sign.DEFAULT}:
        return sign
    if chances >= PROVING:
        if sign is not None and sign.proven:
            return sign
        return (None if kind in {Kind.FIX, Kind.PERFORMANCE} else removed_by_name(text)) or sign
    if sign is not None and chances < LIKELY:
        return None
    return sign and replace(sign, proven=False)


def is_marked(title: str) -> bool:
    """Whether the source itself marks the change as breaking in its title: [BREAKING], "feat!:", "BREAKING CHANGE:"."""
    return any(_MARK.search(mark) or mark.endswith("!") for mark in marks(title)) or bool(_BANNER.search(title))


def takes_away(update: Update) -> bool:
    """Whether a title says that something is removed which is not plainly internal: too little to warn of, enough to
    be looked at by who asks what breaks."""
    return update.kind not in _QUIET | {Kind.FIX} and leads_with_removal(bare(update.title))


def authored_text(body: str) -> str:
    """The beginning of a description without comments, checklists, quotations and what follows a bot's heading."""
    text = _COMMENT.sub("", body[: 2 * READ_CHARACTERS])
    if bot := _NOT_THE_AUTHOR.search(text):
        text = text[: bot.start()]
    return _ASIDE.sub("", text)[:READ_CHARACTERS]


def _footer(authored: str) -> Evidence | None:
    footer = _FOOTER.search(authored)
    if footer is None or _DENIAL.search(footer["text"]):
        return None
    return Evidence(Sign.MARKED, footer[0], proven=True)


def _stated(text: str, kind: Kind) -> Evidence | None:
    """A maybe: a deprecation, or what the tagger read as breaking without a name to quote."""
    if kind is Kind.DEPRECATION or (kind not in {Kind.REFACTOR, Kind.FIX} and _DEPRECATE.search(text)):
        return Evidence(Sign.DEPRECATED, text)
    return Evidence(Sign.REMOVED, text) if kind is Kind.BREAKING else None
