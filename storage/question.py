"""A Query as expressions of the index: what is about it, what only mentions it, what is left out as noise.

The same question is asked of one update by bot/domain/matching; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.query import Query, Sort
from bot.domain.tag import Facet, Tag
from storage.expression import ANYTHING, NOTHING, Expression, Voice
from storage.search_index import SearchIndex
from storage.tokens import ABOUT, MENTION, NOISE, NOISY_ABOUT, NOISY_MENTION, QUIET, TITLE, of_project, token

_ALWAYS_IN_TITLE = (Facet.PROJECT, Facet.KIND)

Lone = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The counted tokens of what is about a question, mentions it, and is noise."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Expressions for each thing that an answer counts. `tiers` are narrower ones, best first, then `about` itself:
    rows are taken from them in turn. `lone` names the tokens whose counters are the whole answer, where they are."""

    about: Expression
    mentions: Expression
    noise: Expression
    tiers: tuple[Expression, ...]
    lone: Lone | None


def tokens_asked(query: Query, hidden: Collection[str] = ()) -> list[str]:
    """The counted tokens that a query's answer may need to know the numbers of."""
    tags = {tag for facets in query.conditions() for group in facets.values() for tag in group} | query.excluded
    tags |= {Tag(Facet.PROJECT, project) for project in hidden}
    sights = (ABOUT, MENTION, NOISY_ABOUT, NOISY_MENTION)
    return [QUIET, NOISE, *(token(sight, tag) for tag in sorted(tags) for sight in sights)]


def asked(index: SearchIndex, query: Query, counts: Mapping[str, int], hidden: Collection[str] = ()) -> Asked:
    """The expressions of a query; tokens that no update has are left out of them. Updates of `hidden` projects meet
    none of the expressions, whatever is asked (E11)."""
    tags = _Tags(index, query, counts)
    noisy = query.wants_noise
    text = _Text(index, query, (Voice.QUIET, Voice.NOISY) if noisy else (Voice.QUIET,))
    sights: tuple[str, ...] = (ABOUT, NOISY_ABOUT) if noisy else (ABOUT,)
    mention_sights: tuple[str, ...] = (MENTION, NOISY_MENTION) if noisy else (MENTION,)
    private = _of_projects(index, hidden, counts)
    unwanted = index.one_of([tags.excluded(sights), text.excluded(), private])
    about = index.without(index.all_of([tags.about(sights, text.required), *text.required]), unwanted)
    mentions = index.without(index.all_of([tags.mentions(sights, mention_sights), *text.required]), unwanted)
    plain = not (private or text.required or query.excluded or query.excluded_words)
    return Asked(
        about,
        mentions,
        NOTHING if noisy else _noise(index, query, tags, private),
        _tiers(index, query, about, text),
        tags.lone(sights, mention_sights) if plain else None,
    )


def _of_projects(index: SearchIndex, projects: Collection[str], counts: Mapping[str, int]) -> Expression:
    """Rows of some projects, noise too."""
    tokens = [token(sight, Tag(Facet.PROJECT, name)) for name in sorted(projects) for sight in (ABOUT, NOISY_ABOUT)]
    return index.any_token([of for of in tokens if counts.get(of)])


def _noise(index: SearchIndex, query: Query, tags: _Tags, private: Expression) -> Expression:
    text = _Text(index, query, (Voice.NOISY,))
    unwanted = index.one_of([tags.excluded((NOISY_ABOUT,)), text.excluded(), private])
    return index.without(index.all_of([tags.about((NOISY_ABOUT,), text.required), *text.required]), unwanted)


def _tiers(index: SearchIndex, query: Query, about: Expression, text: _Text) -> tuple[Expression, ...]:
    """Where rows are taken from, best first. Words that only rank bring their rows in front; for sort:best also those
    that carry words or tags in their title."""
    if not about:
        return ()
    tiers: list[Expression] = []
    if query.sort is Sort.BEST and text.words:
        titles = text.title_words
        tiers = [index.all_of([about, *titles]), index.all_of([about, *text.words])]
        tiers.append(index.all_of([about, index.one_of(titles)]))
    elif query.sort is Sort.BEST:
        tiers = [index.all_of([about, index.one_of(_in_title(index, facets) for facets in query.conditions())])]
    if text.words and not query.words_required:
        tiers.append(index.all_of([about, index.one_of(text.words)]))
    return tuple(dict.fromkeys(tier for tier in (*tiers, about) if tier))


def _in_title(index: SearchIndex, facets: Mapping[Facet, Iterable[Tag]]) -> Expression:
    groups = [tags for facet, tags in facets.items() if facet not in _ALWAYS_IN_TITLE]
    return index.all_of(index.any_token([token(TITLE, tag) for tag in sorted(tags)]) for tags in groups)


class _Text:
    """The runs of words of a query, as they stand in updates of some voices."""

    def __init__(self, index: SearchIndex, query: Query, voices: Sequence[Voice]) -> None:
        self._index = index
        self._voices = voices
        self._query = query
        self.words = self._runs(query.words)
        phrases = self._runs(query.phrases)
        self.required = [*phrases, *self.words] if query.words_required else phrases

    @property
    def title_words(self) -> list[Expression]:
        """The words as they stand in titles."""
        return [found for word in self._query.words if (found := self._index.run(word, self._voices, ("title",)))]

    def excluded(self) -> Expression:
        """Rows with one of the excluded runs."""
        return self._index.one_of(self._runs(self._query.excluded_words))

    def _runs(self, texts: Iterable[str]) -> list[Expression]:
        return [found for text in texts if (found := self._index.run(text, self._voices))]


class _Tags:
    """The tags of a query as tokens, seen in one way or another."""

    def __init__(self, index: SearchIndex, query: Query, counts: Mapping[str, int]) -> None:
        self._index = index
        self._query = query
        self._counts = counts
        conditions = query.conditions()
        # A condition without tags is met by everything, whatever stands beside it.
        self._conditions: tuple[Mapping[Facet, frozenset[Tag]], ...] = conditions if all(conditions) else ({},)

    def about(self, sights: tuple[str, ...], text: Sequence[Expression]) -> Expression:
        """Rows that meet a condition with tags so seen. Without any tags, rows of that loudness; nothing need be said
        of it where there is text, whose words are of one voice."""
        if not any(self._conditions):
            return ANYTHING if text else self._index.any_token(_loudness(sights))
        return self._index.one_of(self._index.all_of(self._groups(facets, sights)) for facets in self._conditions)

    def mentions(self, sights: tuple[str, ...], mention_sights: tuple[str, ...]) -> Expression:
        """Rows that meet a condition if what they mention counts too, and none without that."""
        if len(self._conditions) == 1 and all(len(tags) == 1 for tags in self._facets(0).values()):
            return self._mentions_of_one(self._facets(0), sights, mention_sights)
        everything = (*sights, *mention_sights)
        wider = self._index.one_of(self._index.all_of(self._groups(facets, everything)) for facets in self._conditions)
        groups = [group for facets in self._conditions for group in self._groups(facets, mention_sights)]
        mentioning = self._index.one_of(groups)
        if not mentioning:
            return NOTHING
        return self._index.without(self._index.all_of([wider, mentioning]), self.about(sights, ()))

    def _mentions_of_one(
        self, facets: Mapping[Facet, frozenset[Tag]], sights: tuple[str, ...], mention_sights: tuple[str, ...]
    ) -> Expression:
        """The same where each facet is one tag, which an update is either about or mentions: no row need be taken away,
        for each is counted at the first facet that it only mentions."""
        about = self._groups(facets, sights)
        mentioned = self._groups(facets, mention_sights)
        either = self._groups(facets, (*sights, *mention_sights))
        parts = [
            self._index.all_of([*about[:at], mentioned[at], *either[at + 1 :]])
            for at in range(len(about))
            if mentioned[at]
        ]
        return self._index.one_of(parts)

    def excluded(self, sights: tuple[str, ...]) -> Expression:
        """Rows that are about an excluded tag."""
        return self._index.any_token(self._held(sorted(self._query.excluded), sights))

    def lone(self, sights: tuple[str, ...], mention_sights: tuple[str, ...]) -> Lone | None:
        """The tokens of about, mentions and noise where one tag, or none, is the whole question."""
        if len(self._conditions) != 1 or self._query.versions:
            return None
        groups = list(self._facets(0).values())
        if not groups:
            return (QUIET,), (), (NOISE,)
        if len(groups) != 1 or len(groups[0]) != 1:
            return None
        (tag,) = groups[0]
        noise = () if self._query.wants_noise else (token(NOISY_ABOUT, tag),)
        return tuple(token(s, tag) for s in sights), tuple(token(s, tag) for s in mention_sights), noise

    def _facets(self, condition: int) -> Mapping[Facet, frozenset[Tag]]:
        return self._conditions[condition]

    def _groups(self, facets: Mapping[Facet, frozenset[Tag]], sights: tuple[str, ...]) -> list[Expression]:
        """An expression for each facet. Where projects are named beside other facets, those are asked for within the
        projects (`a:hardware:sm120@flashinfer`): one short list of rows instead of two long ones."""
        projects = facets.get(Facet.PROJECT)
        if projects is None or len(facets) == 1:
            return [self._index.any_token(self._held(sorted(tags), sights)) for tags in facets.values()]
        names = sorted(project.name for project in projects)
        return [
            self._index.any_token([of_project(of, name) for of in self._held(sorted(tags), sights) for name in names])
            for facet, tags in facets.items()
            if facet is not Facet.PROJECT
        ]

    def _held(self, tags: Iterable[Tag], sights: tuple[str, ...]) -> list[str]:
        return [of for tag in tags for sight in sights if self._counts.get(of := token(sight, tag))]


def _loudness(sights: tuple[str, ...]) -> list[str]:
    return [QUIET] * (ABOUT in sights) + [NOISE] * (NOISY_ABOUT in sights)
