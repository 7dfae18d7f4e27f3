"""Subscriptions: a standing query of a person or a channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.domain.answer import Story
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.label import Label
from bot.domain.query import Query
from bot.domain.schedule import WORK_DAYS, Schedule
from bot.domain.tag import Facet
from bot.domain.update import Kind
from bot.domain.urgency import is_urgent


class Cadence(StrEnum):
    AT_ONCE = "at once"
    DAILY = "daily"
    WEEKLY = "weekly"


CADENCE_WORDS = {Cadence.AT_ONCE: "at-once", Cadence.DAILY: "daily", Cadence.WEEKLY: "weekly"}
"""A cadence as it is typed in a command line."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a recipient asked to hear of. `text` is the query as its owner typed it, folded; `days` are ISO weekdays
    (1 Monday to 7 Sunday); `hour` is local time in `zone`; `paused` keeps it without delivering, until `paused_until`
    where that is said. `matters` takes of a flood only look-outs, releases and the few most important a day
    (bot/domain/flood.py). With `of_stack` what the recipient runs is the question, and `query` only its projects.
    Its messages told or passed over all up to `served` that the store first saw up to `seen`; None where that is not
    known. The last of them was that of the local day `served_on`; None where there was none, or it is not known."""

    id: int
    recipient: Recipient
    owner: str
    text: str
    query: Query
    cadence: Cadence
    zone: ZoneInfo
    hour: time
    days: frozenset[int]
    created: datetime
    paused: bool = False
    paused_until: datetime | None = None
    matters: bool = False
    of_stack: bool = False
    served: datetime | None = None
    seen: datetime | None = None
    served_on: date | None = None

    @property
    def schedule(self) -> Schedule:
        """When a daily or weekly subscription is due."""
        return Schedule(self.zone, self.hour, self.days)

    @property
    def days_schedule(self) -> Schedule:
        """When a day's message comes, for what of a weekly subscription cannot wait for the week."""
        return Schedule(self.zone, self.hour, WORK_DAYS)

    def brings(self, story: Story) -> bool:
        """Whether a story that the query finds is sent: who subscribes to releases hears of stable ones that are out,
        not of candidates and not of a commit that prepares one."""
        if not only_releases(self.query):
            return True
        links = story.lead.links
        in_making = links.tag is None and bool(links.commits or links.pull)
        return story.label is not Label.PRE_RELEASE and not in_making

    def tells_at_once(self, story: Story) -> bool:
        """Whether a story that the query finds is told at once: all where that was asked for, though of breaks only
        proven ones where breaks were, else to a person what is urgent."""
        if not self.brings(story):
            return False
        if self.cadence is Cadence.AT_ONCE:
            asks_for_breaks = self.query.names(Facet.KIND) == (Kind.BREAKING.value,)
            return not (asks_for_breaks and story.label is Label.MAY_BREAK)
        return self.recipient.kind is RecipientKind.USER and is_urgent(story)


def only_releases(query: Query) -> bool:
    """Whether releases are all that is asked for."""
    return query.names(Facet.KIND) == (Kind.RELEASE.value,)
