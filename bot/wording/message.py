"""What a subscriber is sent: the daily or weekly direct message, and the message at once (WORDING.md 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.delivery import RecipientKind
from bot.domain.document import (
    Actions,
    Block,
    Button,
    Document,
    Heading,
    Inline,
    List,
    Paragraph,
    Small,
    Strong,
    line,
    plain,
)
from bot.domain.grapheme import shortened
from bot.domain.query import Query
from bot.domain.stack import Passed, Stack, names_a_setup
from bot.domain.state import Stage
from bot.domain.subscription import Cadence, Subscription
from bot.domain.tag import Facet
from bot.domain.text import clean
from bot.wording.catalogue import message, number, say, say_count
from bot.wording.dates import past_moment, weekday_day
from bot.wording.facts import Facts
from bot.wording.item import Known, item_line
from bot.wording.joining import beside, commas, dotted, in_brackets
from bot.wording.links import link_of
from bot.wording.naming import one_project
from bot.wording.pointing import waiting_action, why_action
from bot.wording.stacks import PASSED_SHOWN, passed_sentence, use_button
from bot.wording.unknowns import unknowns, unread
from bot.wording.words import edition_word

ITEMS = 10
"""Items of a direct message (WORDING.md 0.4)."""

AT_ONCE_LIMIT = 500
"""Characters of the items of a message at once (WORDING.md 0.4)."""

NOWHERE: Mapping[str, str] = MappingProxyType({})
NO_STACK = Stack()
"""Of somebody who never said what they run."""

TITLE_LIMIT = 80
"""Characters of a subscription's words over its items."""


@dataclass(frozen=True, slots=True)
class Match:
    """What one subscription has found: its words, its stories in order, how many updates there are in all (`stories`
    may hold only the first), how many were left out as docs and tests, its query, whose tags the lines omit, and the
    stack that it asks for where that is the question. `subscription` is the subscription's number, `since` when the
    span begins that it covers."""

    text: str
    stories: tuple[Story, ...]
    about: int
    noise: int
    query: Query = field(default_factory=Query)
    stack: Stack | None = None
    subscription: int = 0
    since: datetime | None = None

    @property
    def unread(self) -> int:
        """Updates beyond those in `stories`."""
        return max(0, self.about - sum(len(story.updates) for story in self.stories))


def daily_document(
    matches: Sequence[Match],
    facts: Facts,
    cadence: Cadence = Cadence.DAILY,
    passed: Sequence[Passed] = (),
    elsewhere: Mapping[str, str] = NOWHERE,
    reader: RecipientKind = RecipientKind.USER,
) -> Document:
    """A message with what is new for all subscriptions that are due together, at most ITEMS lines, and which releases
    went past what its reader runs. `elsewhere` are addresses that stood in an issue of the reader's channels, each with
    the key of the edition. A channel's message says that it is the channel's, and so do its buttons.

    A story that several subscriptions found stands under the first of them.
    """
    fresh = list(_once_each(matches))
    count = sum(len(match.stories) + match.unread for match in fresh)
    today = weekday_day(facts.now, facts.zone)
    here = here_in(reader)
    title = _title(cadence, today, here)
    blocks: list[Block] = [Heading(1, line(Strong(title), f" · {_how_many(count, matches, facts)}"))]
    room = ITEMS
    for position, match in enumerate(fresh):
        share = max(1, room // (len(fresh) - position)) if room else 0
        shown = match.stories[: min(room, share)]
        blocks += _group(match, shown, facts, elsewhere, here)
        room -= len(shown)
    blocks += [Small(line(text)) for text in _footer(fresh, facts)]
    blocks += [Small(line(passed_sentence(one, facts, here))) for one in passed[:PASSED_SHOWN]]
    buttons = [use_button(one, facts, here) for one in passed[:PASSED_SHOWN]]
    buttons.append(Button(say("Edit"), f"subscriptions {here}".rstrip()))
    buttons.append(Button(say("Pause a week"), f"pause {here}a week"))
    return Document((*blocks, Actions(tuple(buttons))))


def _how_many(count: int, matches: Sequence[Match], facts: Facts) -> str:
    """ "10 new since yesterday 09:00", from where the first span begins."""
    starts = [match.since for match in matches if match.since is not None]
    if not starts:
        return say("{count} new", count=number(count))
    return say(
        "{count} new since {moment}", count=number(count), moment=past_moment(min(starts), facts.now, facts.zone)
    )


def here_in(reader: RecipientKind) -> str:
    """The word that has a line of a channel's message act on what the channel gets, not on what its presser does."""
    return "" if reader is RecipientKind.USER else "here "


def _title(cadence: Cadence, today: str, here: str) -> str:
    if cadence is Cadence.WEEKLY:
        return say("For this channel, week to {day}", day=today) if here else say("For you, week to {day}", day=today)
    return say("For this channel, {day}", day=today) if here else say("For you, {day}", day=today)


def at_once_document(
    stories: Sequence[Story],
    subscription: Subscription,
    facts: Facts,
    more: int = 0,
    stack: Stack = NO_STACK,
    passed: Sequence[Passed] = (),
) -> Document:
    """The items of one run, as many of the first as have room and at least one; `more` counts those of it that were not
    handed in. `stack` is what the reader runs, and `passed` are releases past it that are told with the items."""
    items = list(_that_fit(stories, subscription, facts))
    more += len(stories) - len(items)
    blocks: list[Block] = [Paragraph(items[0]) if len(items) == 1 else List(tuple(items))]
    shown = stories[: len(items)]
    blocks.append(Small(line(_reason(shown, subscription, facts, stack))))
    here = here_in(subscription.recipient.kind)
    if more and here and subscription.of_stack:
        blocks.append(Small(line(say("{count} more.", count=number(more)))))
    elif more:
        text = _asked_again(subscription.text, of_stack=subscription.of_stack)
        blocks.append(Small(line(say("and {count} more: whatsnew {text}", count=number(more), text=text).rstrip())))
    blocks += [Small(line(passed_sentence(one, facts, here))) for one in passed[:PASSED_SHOWN]]
    actions = (
        *(use_button(one, facts, here) for one in passed[:PASSED_SHOWN]),
        *([waiting] if (waiting := waiting_action(shown, facts)) else []),
        Button(say("Daily is enough"), f"subscriptions {subscription.id} daily"),
        why_action(shown, facts),
        Button(say("Stop"), f"unsubscribe {subscription.id}"),
    )
    return Document((*blocks, Actions(actions)))


def _reason(shown: Sequence[Story], subscription: Subscription, facts: Facts, stack: Stack) -> str:
    """ "Your stack: vLLM. You run 0.24.0.", or what a channel is subscribed to and runs."""
    here = here_in(subscription.recipient.kind)
    projects = dict.fromkeys(story.lead.project for story in shown)
    if subscription.of_stack:
        names = commas(facts.projects.name(project) for project in projects)
        yours, channels = message("Your stack: {stack}."), message("This channel's stack: {stack}.")
        reason = say(channels if here else yours, stack=names)
    else:
        asked = shortened(clean(subscription.text), TITLE_LIMIT)
        yours, channels = message("You subscribed to: {text}"), message("This channel gets: {text}")
        reason = say(channels if here else yours, text=asked)
    versions = [pin.version for pin in stack.pins if pin.version and [pin.project] == list(projects)]
    if not versions:
        return reason
    yours, channels = message("You run {version}."), message("Its stack says {version}.")
    run = say(channels if here else yours, version=clean(versions[0]))
    return beside(reason, run) if subscription.of_stack else dotted((reason, run))


def _asked_again(text: str, *, of_stack: bool) -> str:
    """What is typed behind `whatsnew` to see all of it; what is new for a stack is asked without a word."""
    return "" if of_stack else clean(text)


def _that_fit(stories: Sequence[Story], subscription: Subscription, facts: Facts) -> Iterator[tuple[Inline, ...]]:
    """The lines of the first stories, within the characters of a message; a project's latest release is said once."""
    room, said = AT_ONCE_LIMIT, set[str]()
    for story in stories:
        latest = {key: version for key, version in _latest(story).items() if key not in said}
        said.update(latest)
        item = item_line(story, facts, Known(tags=subscription.query.tags, date=True, latest=latest))
        room -= len(plain(item))
        if room < 0 and story is not stories[0]:
            return
        yield item


def _once_each(matches: Sequence[Match]) -> Iterator[Match]:
    """The matches that are left when a story is told once."""
    told: set[str] = set()
    for match in matches:
        stories = tuple(story for story in match.stories if story.lead.key not in told)
        told.update(story.lead.key for story in stories)
        if stories:
            known = sum(len(story.updates) for story in stories)
            yield replace(match, stories=stories, about=known + match.unread)


def _group(
    match: Match, shown: Sequence[Story], facts: Facts, elsewhere: Mapping[str, str], here: str
) -> Iterator[Block]:
    if not shown:
        return
    shares = all(story.lead.state.stage is Stage.UNRELEASED for story in shown)
    all_of = len(match.stories) + match.unread
    notes = [say("{shown} of {all}", shown=number(len(shown)), all=number(all_of))] if len(shown) < all_of else []
    notes += [say("unreleased")] if shares else []
    stack = say("This channel's stack") if here else say("Your stack")
    title = Strong(stack if match.stack else shortened(clean(match.text), TITLE_LIMIT))
    yield Heading(2, line(title, in_brackets(commas(notes)) or None))
    stages = frozenset({Stage.UNKNOWN}) if unread(shown) else frozenset[Stage]()
    is_of_one = one_project(match.query) is not None and {tag.facet for tag in match.query.tags} == {Facet.PROJECT}
    only_project = is_of_one and match.stack is None
    remarks = {story.lead.key: dotted(_remarks(story, match.stack, elsewhere)) for story in shown}
    known = Known(tags=match.query.tags, project=only_project, date=True, state=shares, stages=stages, remarks=remarks)
    yield List(tuple(item_line(story, facts, known) for story in shown))
    left = all_of - len(shown)
    if left and here and match.stack is not None:
        yield Small(line(say("{count} more.", count=number(left))))
    elif left:
        text = _asked_again(match.text, of_stack=match.stack is not None)
        rest = say_count("{count} more: whatsnew {text}", "{count} more: whatsnew {text}", left, text=text)
        yield Small(line(rest.rstrip()))


def _remarks(story: Story, stack: Stack | None, elsewhere: Mapping[str, str]) -> Iterator[str]:
    """What a line says that stands under a stack although it names nothing of its cards, formats and models, and that
    stood in a channel's issue already."""
    if stack and stack.tags and not any(map(names_a_setup, story.updates)):
        yield say("any setup")
    if edition := elsewhere.get(link_of(story.lead).url):
        yield say("already in your channel's {edition}", edition=edition_word(edition))


def _footer(matches: Sequence[Match], facts: Facts) -> Iterator[str]:
    yield from unknowns([story for match in matches for story in match.stories], facts)
    noise = sum(match.noise for match in matches)
    if noise:
        yield say("Docs and tests left out: {count}.", count=number(noise))


def _latest(story: Story) -> dict[str, str]:
    state = story.lead.state
    return {story.lead.project: state.version} if state.stage is Stage.UNRELEASED and state.version else {}
