"""What an answer says of sources: which projects could not be read lately and why, and what is not told of them.

Issues say the same of their window in words of their own (WORDING.md 3c).
"""

from __future__ import annotations

from bot.domain.grapheme import shortened
from bot.domain.text import clean
from bot.wording.catalogue import listed, number, say
from bot.wording.dates import exact_moment
from bot.wording.facts import Facts

NAMED = 4
"""Projects that are named one by one; of more it names two and the number."""
NAMED_OF_MANY = 2
REASON_LENGTH = 160


def could_not_be_read(facts: Facts) -> str:
    """ "FlashInfer could not be read since 13 Jul 19:10 (UTC+8): GitHub does not answer."; "" where all could."""
    if not facts.unread:
        return ""
    names = [facts.projects.name(key) for key in facts.unread]
    projects = listed(names)
    if len(names) > NAMED:
        some = listed(names[:NAMED_OF_MANY])
        projects = say("{count} projects, {some} among them,", count=number(len(names)), some=some)
    begin = min((one.since for one in facts.unread.values() if one.since), default=None)
    since = say(" since {moment}", moment=exact_moment(begin, facts.zone)) if begin else ""
    first = next((one.reason for one in facts.unread.values() if one.reason), "")
    reason = shortened(clean(first), REASON_LENGTH).rstrip(".")
    if not reason:
        return say("{projects} could not be read{since}.", projects=projects, since=since)
    return say("{projects} could not be read{since}: {reason}.", projects=projects, since=since, reason=reason)


def not_told(facts: Facts) -> str:
    """ "Not told without a GitHub token: labels."; "" where nothing is lacking."""
    if not facts.lacks:
        return ""
    return say("Not told without a GitHub token: {what}.", what=", ".join(say(lack) for lack in facts.lacks))
