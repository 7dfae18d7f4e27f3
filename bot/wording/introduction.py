"""What stands above an answer's sections: its heading, what the asked hardware is, and what was counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.domain.answer import Answer, Story, WindowChoice
from bot.domain.document import Heading, Strong, line
from bot.domain.subscription import only_releases
from bot.domain.tag import Facet, Role, Tag
from bot.domain.text import clean
from bot.domain.update import Kind
from bot.wording.catalogue import listed, message, number, say, say_count
from bot.wording.dates import day, length, span, weekday_moment
from bot.wording.facts import Facts, Held, Loading
from bot.wording.joining import beside, dotted, gap, in_brackets
from bot.wording.naming import one_project, query_title, tag_word

NOTED_TAGS = 2
"""Hardware whose note stands under the heading."""


class Whose(Enum):
    """For whom an unasked overview was made."""

    EVERYONE = "everyone"
    STACK = "stack"
    SUBSCRIPTIONS = "subscriptions"
    STACK_AND_SUBSCRIPTIONS = "stack and subscriptions"


@dataclass(frozen=True, slots=True)
class Occasion:
    """An answer that nobody put a question for: what is new since `since` (None: since yesterday). `late` counts the
    updates that were published before that and came in only since."""

    whose: Whose
    since: datetime | None = None
    late: int = 0


def heading(answer: Answer, facts: Facts, occasion: Occasion | None, only_mentions: bool) -> Heading:
    if occasion is not None:
        return Heading(1, line(Strong(_occasion_title(occasion, facts)), f" · {_occasion_count(answer, occasion)}"))
    title = Strong(query_title(answer.query, facts))
    if facts.loading is not None or _is_unread(answer, facts):
        return Heading(1, line(title, say(" · {count} found so far", count=number(answer.stories))))
    if not answer.sections:
        text = say("nothing only mentions it.") if only_mentions else _nothing(answer, facts)
        return Heading(1, line(title, f" · {text}"))
    versions = answer.query.versions
    if versions is not None:
        at = facts.released.get(versions.high or "") if versions.low is None else None
        when = in_brackets(day(at, facts.now, facts.zone)) if at else ""
        brought = (
            message("its tags; what it brought is not known")
            if only_tags(answer)
            else message("what it brought, look-outs first")
        )
        return Heading(1, line(title, f"{when}{gap(when or 'x')}· {say(brought)}"))
    text = span(answer.window, facts.now)
    if answer.window.start is None and (oldest := _oldest(answer, facts)) is not None:
        text = say("since {day}", day=day(oldest, facts.now, facts.zone))
    return Heading(1, line(title, f" · {text}", f" · {say('only mentioned')}" if only_mentions else None))


def _is_unread(answer: Answer, facts: Facts) -> bool:
    """Whether nothing was found where nothing could be read, so that "nothing" would say too much (0, rule 9)."""
    if answer.stories or not facts.unread:
        return False
    project = one_project(answer.query)
    return project in facts.unread if project else not facts.held


def _occasion_title(occasion: Occasion, facts: Facts) -> str:
    since = weekday_moment(occasion.since, facts.zone) if occasion.since else say("yesterday")
    match occasion.whose:
        case Whose.EVERYONE:
            return say("Since {moment}", moment=since)
        case Whose.STACK:
            return say("For your stack since {moment}", moment=since)
        case Whose.STACK_AND_SUBSCRIPTIONS:
            return say("For your stack and subscriptions since {moment}", moment=since)
        case Whose.SUBSCRIPTIONS:
            return say("For your subscriptions since {moment}", moment=since)


def _occasion_count(answer: Answer, occasion: Occasion) -> str:
    if not answer.sections:
        return say("nothing new")
    if occasion.whose is Whose.EVERYONE:
        return say_count("{count} that matters to everyone", "{count} that matter to everyone", answer.shown)
    return number(answer.stories)


def _nothing(answer: Answer, facts: Facts) -> str:
    """How far we looked before we say that there is nothing (WORDING.md 0, rule 9)."""
    query = answer.query
    if answer.stories:
        return say("all {count} were shown.", count=number(answer.stories))
    if query.words_required and query.words:
        return say("nothing is called that, and no text has it.")
    project = one_project(query)
    held = facts.held.get(project) if project else None
    if project and facts.held and held is None:
        if {tag.facet for tag in query.tags} == {Facet.PROJECT}:
            return say("never read, so nothing is known of it.")
        return say("{project} was never read, so nothing is known.", project=facts.projects.name(project))
    if project and only_releases(query) and project not in facts.tags_read and project not in facts.latest:
        return say("no release is known, because its tags have not been read.")
    if held and held.until and answer.window.start and held.until < answer.window.start:
        since = day(held.until, facts.now, facts.zone)
        return say("no data for {project} since {day}.", project=facts.projects.name(project or ""), day=since)
    if answer.choice is WindowChoice.NAMED:
        return say("nothing in {length} ({span}).", length=length(answer.window), span=span(answer.window, facts.now))
    text = say("nothing in {length}", length=length(answer.window))
    count = sum(found.updates for found in _looked_in(answer, facts))
    oldest = _oldest(answer, facts)
    if not count or oldest is None:
        return say("{text}.", text=text)
    return say(
        "{text}, nor in all {count}{project} updates since {day}.",
        text=text,
        count=number(count),
        project=f" {facts.projects.name(project)}" if project and held else "",
        day=day(oldest, facts.now, facts.zone),
    )


def _oldest(answer: Answer, facts: Facts) -> datetime | None:
    """Since when the store holds something of what was asked for."""
    return min((found.since for found in _looked_in(answer, facts)), default=None)


def _looked_in(answer: Answer, facts: Facts) -> list[Held]:
    """What the store holds of the projects that were asked for; of all where none was."""
    query = answer.query
    asked = {tag.name for tags in (query.tags, *query.either) for tag in tags if tag.facet is Facet.PROJECT}
    return [held for key, held in facts.held.items() if not asked or key in asked]


def introduction(answer: Answer, facts: Facts) -> str:
    """What the asked hardware is, and the latest release of the asked project; or how far history is loaded."""
    if facts.loading is not None:
        return _loading(facts)
    notes = []
    for tag in sorted(answer.query.tags):
        entry = facts.vocabulary.entries.get(tag)
        if tag.facet is Facet.HARDWARE and entry is not None and entry.note:
            notes.append(say("{tag}: {note}.", tag=tag_word(tag, facts), note=say(entry.note.rstrip("."))))
    sentences = notes[:NOTED_TAGS]
    if answer.query.versions is not None and only_tags(answer):
        sentences.append(say("Its changes are not known, because the branch that it was cut from was not read."))
    latest = facts.latest.get(one_project(answer.query) or "")
    if latest is not None:
        at = in_brackets(day(latest.at, facts.now, facts.zone)) if latest.at else ""
        sentences.append(say("Latest release: {version}{at}.", version=clean(latest.version), at=at))
    return beside(*sentences)


def _loading(facts: Facts) -> str:
    loading = facts.loading
    if loading is None:
        return ""
    minutes = say_count("about a minute", "about {count} minutes", loading.minutes)
    return say(
        "History is still loading: {reached}{done} of {all} projects done. Ask again in {minutes}.",
        reached=_reached(loading, facts),
        done=number(loading.done),
        all=number(loading.of),
        minutes=minutes,
    )


def _reached(loading: Loading, facts: Facts) -> str:
    """ "FlashInfer back to 14 Jul, " where a project was asked for."""
    if not loading.project:
        return ""
    name = facts.projects.name(loading.project)
    if loading.back_to is None:
        return say("{project} not yet, ", project=name)
    return say("{project} back to {day}, ", project=name, day=day(loading.back_to, facts.now, facts.zone))


def counts(answer: Answer, facts: Facts, occasion: Occasion | None, only_mentions: bool = False) -> tuple[str, str]:
    """How many stories there are and how many are shown, and what was left out, each counted apart: a line about a
    window that was narrowed ("" for none), and the counts. Of `only_mentions` the updates are counted too: that is the
    number on the button that led there."""
    if only_mentions:
        updates = say_count("{count} update only mentions it", "{count} updates only mention it", answer.mentions)
        return "", say("{updates}: {stories}", updates=updates, stories=_stories(answer))
    sentences = []
    narrowed = _narrowed(answer, facts) if answer.choice is WindowChoice.NARROWED else ""
    if not narrowed and facts.loading is None and (occasion is None or answer.stories > answer.shown):
        sentences.append(_stories(answer))
        if answer.choice is WindowChoice.WIDENED:
            sentences.append(say("Little in 30 days: this is {length}.", length=length(answer.window)))
    if occasion is not None and occasion.late:
        sentences.append(
            say_count(
                "{count} update is older and came in only since.",
                "{count} updates are older and came in only since.",
                occasion.late,
            )
        )
    if answer.family:
        names = _families(answer, facts)
        named = say(": {names}", names=listed(names, "or")) if len(names) <= NOTED_TAGS else ""
        sentences.append(
            say_count(
                "{count} of them names only its family{named}.",
                "{count} of them name only its family{named}.",
                answer.family,
                named=named,
            )
        )
    if answer.mentions:
        sentences.append(
            say_count("{count} more update only mentions it.", "{count} more updates only mention it.", answer.mentions)
        )
    if answer.noise:
        sentences.append(say("Docs and tests left out: {count}.", count=number(answer.noise)))
    return narrowed, beside(*sentences)


def _families(answer: Answer, facts: Facts) -> list[str]:
    """The families of the asked hardware and formats, as they are called."""
    asked = sorted(tag for tag in answer.query.tags if tag.facet in {Facet.HARDWARE, Facet.FORMAT})
    found = [family for tag in asked for family in sorted(facts.vocabulary.families(tag))]
    return [tag_word(family, facts) for family in dict.fromkeys(found)]


def _stories(answer: Answer) -> str:
    if answer.skipped:
        first, last = answer.skipped + 1, answer.skipped + answer.shown
        shown = say("{first} to {last}", first=number(first), last=number(last)) if last > first else number(first)
        return say("{count} stories, {shown} shown.", count=number(answer.stories), shown=shown)
    if answer.stories == answer.shown:
        return say_count("{count} story.", "{count} stories.", answer.stories)
    return say("{count} stories, {shown} shown.", count=number(answer.stories), shown=number(answer.shown))


def _narrowed(answer: Answer, facts: Facts) -> str:
    text = say(
        "{count} updates in 30 days: this is the last {length}, the {shown} that matter most.",
        count=number(answer.updates_in_default),
        length=length(answer.window),
        shown=number(answer.shown),
    )
    narrower = _narrower(answer, facts)
    return beside(text, say("Narrower: {questions}", questions=dotted(narrower)) if narrower else "")


def _narrower(answer: Answer, facts: Facts) -> list[str]:
    """Questions that ask for less: with the hardware and the format that the stories name most, and what breaks. What
    every update of a project is about (Ascend for vllm-ascend) asks for nothing less."""
    named: dict[Facet, Counter[Tag]] = {Facet.HARDWARE: Counter(), Facet.FORMAT: Counter(), Facet.MODEL: Counter()}
    for story in shown_stories(answer):
        project = facts.projects.by_key.get(story.lead.project)
        for found in story.lead.tags:
            if project and found.tag in project.defaults:
                continue
            if found.role is Role.ABOUT and found.tag.facet in named:
                named[found.tag.facet][found.tag] += 1
    asked = {tag.facet for tag in answer.query.tags}
    best = [found.most_common(1)[0][0].name for facet, found in named.items() if found and facet not in asked]
    return [f"{answer.text} {word}" for word in [*best[:2], *(["breaking"] if Facet.KIND not in asked else [])]]


def only_tags(answer: Answer) -> bool:
    """Whether nothing but the releases themselves is known of the versions that were asked for."""
    shown = shown_stories(answer)
    return bool(shown) and answer.shown == answer.stories and all(story.lead.kind is Kind.RELEASE for story in shown)


def shown_stories(answer: Answer) -> tuple[Story, ...]:
    """The stories of an answer's page, in reading order."""
    return tuple(story for section in answer.sections for story in section.stories)
