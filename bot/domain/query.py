"""The Query: asked once by /whatsnew, standing as a subscription, over a window as a digest section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.tag import Facet, Tag
from bot.domain.window import Window


class Sort(StrEnum):
    NEW = "new"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class VersionRange:
    """Releases of a project after `low` (None: since the release before `high`) up to and including `high` (None: the
    latest). Versions are written as the project's tags without their prefix."""

    project: str
    low: str | None
    high: str | None


@dataclass(frozen=True, slots=True)
class Query:
    """AND across facets, OR within one; `excluded` and `excluded_words` take away.

    `tags` hold canonical names; a family stands for its members in search and matching alike. `phrases` must stand in
    title or body; `words` are unknown words, which rank and never empty a good answer. `window` None means that the
    asker named none. `words_required` is set when nothing else was named: then the words are the question.
    """

    tags: frozenset[Tag] = frozenset()
    excluded: frozenset[Tag] = frozenset()
    words: tuple[str, ...] = ()
    excluded_words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    window: Window | None = None
    versions: VersionRange | None = None
    sort: Sort = Sort.NEW
    limit: int | None = None

    @property
    def words_required(self) -> bool:
        """Whether the words are all there is to go by."""
        return not self.tags and not self.phrases

    def facets(self) -> Mapping[Facet, frozenset[Tag]]:
        """The tags by facet, only facets that are named."""
        named: dict[Facet, set[Tag]] = {}
        for tag in self.tags:
            named.setdefault(tag.facet, set()).add(tag)
        return {facet: frozenset(tags) for facet, tags in named.items()}

    def names(self, facet: Facet) -> tuple[str, ...]:
        """The names asked for in one facet, sorted."""
        return tuple(sorted(tag.name for tag in self.tags if tag.facet is facet))


def tag_names(tags: Iterable[Tag]) -> tuple[str, ...]:
    """The tags as sorted `facet:name` strings."""
    return tuple(sorted(str(tag) for tag in tags))
