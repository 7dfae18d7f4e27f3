"""What tags and questions are called in headings and notes: "FlashInfer, SM120", "MoE without ROCm"."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.delivery import RecipientKind
from bot.domain.grapheme import shortened
from bot.domain.query import Query, VersionRange
from bot.domain.subscription import Subscription, only_releases
from bot.domain.tag import Facet, Tag
from bot.domain.text import clean
from bot.wording.catalogue import say
from bot.wording.facts import Facts
from bot.wording.joining import headed

TITLE_LIMIT = 120
"""Characters of a question in a heading."""


def tag_word(tag: Tag, facts: Facts) -> str:
    """How a tag is written for readers."""
    return facts.projects.name(tag.name) if tag.facet is Facet.PROJECT else facts.vocabulary.label(tag)


def tag_words(tags: Iterable[Tag], facts: Facts) -> str:
    """Tags as a heading lists them: those of one facet are alternatives, facets follow each other."""
    by_facet: dict[Facet, list[str]] = {}
    for tag in sorted(tags, key=lambda tag: (list(Facet).index(tag.facet), tag.name)):
        by_facet.setdefault(tag.facet, []).append(tag_word(tag, facts))
    return headed(say(" or ").join(words) for words in by_facet.values())


def subscription_title(subscription: Subscription, facts: Facts) -> str:
    """What is subscribed to, as a heading says it."""
    if not subscription.of_stack:
        return query_title(subscription.query, facts)
    return say("your stack") if subscription.recipient.kind is RecipientKind.USER else say("this channel's stack")


def subscription_words(subscription: Subscription) -> str:
    """What is subscribed to, as it was typed."""
    return say("my stack") if subscription.of_stack else clean(subscription.text)


def query_title(query: Query, facts: Facts) -> str:
    """The question as a heading says it."""
    if query.versions is not None:
        rest = frozenset(tag for tag in query.tags if tag.facet is not Facet.PROJECT)
        parts = [versions_title(query.versions, facts), tag_words(rest, facts)]
    else:
        parts = [_asked(query, facts)]
    words = query.words if query.words_required else ()
    parts += [f'"{clean(phrase)}"' for phrase in (*query.phrases, *words)]
    title = headed(parts) or say("Everything")
    without = [tag_words((tag,), facts) for tag in sorted(query.excluded)]
    without += [clean(word) for word in query.excluded_words]
    if without:
        title = say("{title} without {excluded}", title=title, excluded=say(" or ").join(without))
    return shortened(title, TITLE_LIMIT)


def _asked(query: Query, facts: Facts) -> str:
    """The tags as a heading lists them; releases belong to what they are of: "vLLM releases"."""
    if not only_releases(query):
        return tag_words(query.tags, facts)
    rest = tag_words((tag for tag in query.tags if tag.facet is not Facet.KIND), facts)
    return say("{tags} releases", tags=rest) if rest else say("Releases")


def versions_title(versions: VersionRange, facts: Facts) -> str:
    """A project with the versions that are asked for: "FlashInfer 0.6.15", "FlashInfer 0.6.14 to 0.6.15"."""
    name = facts.projects.name(versions.project)
    if versions.low is None:
        return f"{name} {clean(versions.high or '')}".strip()
    if versions.high is None:
        return say("{project} since {version}", project=name, version=clean(versions.low))
    return say("{project} {low} to {high}", project=name, low=clean(versions.low), high=clean(versions.high))


def one_project(query: Query) -> str | None:
    """The key of the project that the question is about, if it names exactly one."""
    names = query.names(Facet.PROJECT)
    return names[0] if len(names) == 1 and not query.either else None
