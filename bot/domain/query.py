"""The Query: asked once by /whatsnew, standing as a subscription, over a window as a digest section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind
from bot.domain.window import Window

NOISE_KINDS = frozenset({Kind.CI.value, Kind.TEST.value, Kind.DOCS.value})


class Sort(StrEnum):
    NEW = "new"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class VersionRange:
    """Releases of a project after `low` (None: since the release before `high`) up to and including `high` (None: the
    latest). Versions are written as the project's tags without their prefix.

    `covered` are the stored versions in the range, oldest first, pre-releases among them: a change belongs to the range
    when the first version that holds it is one of these."""

    project: str
    low: str | None
    high: str | None
    covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """AND across facets, OR within one; `excluded` and `excluded_words` take away.

    `tags` hold canonical names; a family stands for its members in search and matching alike. `either` are whole other
    sets of tags, each of which will do in place of `tags`: `vllm ascend` is {vLLM, Ascend} or else {vllm-ascend}.
    `phrases` must all stand in title or body; `words` are unknown words, which rank and never empty a good answer.
    Each entry of `words`, `excluded_words` and `phrases` is a run of tokens (domain/text) that stand side by side in
    the title or in the body. `window` None means that the asker named none. `words_required` is set when nothing else
    was named: then the words are the question, and every one of them must be there.
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
    either: tuple[frozenset[Tag], ...] = ()

    @property
    def words_required(self) -> bool:
        """Whether the words are all there is to go by."""
        return not self.tags and not self.phrases

    @property
    def wants_noise(self) -> bool:
        """Whether docs, tests or CI are what was asked for; otherwise updates marked as noise are left out."""
        return any(tag.facet is Facet.KIND and tag.name in NOISE_KINDS for tag in self.tags)

    def conditions(self) -> tuple[Mapping[Facet, frozenset[Tag]], ...]:
        """The sets of tags by facet, `tags` first; an update that meets one of them is found."""
        return tuple(by_facet(tags) for tags in (self.tags, *self.either))

    def facets(self) -> Mapping[Facet, frozenset[Tag]]:
        """The tags by facet, only facets that are named; `either` is not in it (see `conditions`)."""
        return by_facet(self.tags)

    def names(self, facet: Facet) -> tuple[str, ...]:
        """The names asked for in one facet, sorted."""
        return tuple(sorted(tag.name for tag in self.tags if tag.facet is facet))


def by_facet(tags: Iterable[Tag]) -> Mapping[Facet, frozenset[Tag]]:
    """The tags by facet, only facets that have one."""
    named: dict[Facet, set[Tag]] = {}
    for tag in tags:
        named.setdefault(tag.facet, set()).add(tag)
    return {facet: frozenset(found) for facet, found in named.items()}


def tag_names(tags: Iterable[Tag]) -> tuple[str, ...]:
    """The tags as sorted `facet:name` strings."""
    return tuple(sorted(str(tag) for tag in tags))
