"""What an update is indexed under, the same on every database: opaque tokens for its tags, streams for its words.

A tag token says who carries the tag and how: `a:hardware:sm120` an update that is about it, `m:` one that only mentions
it, `n:` and `x:` the same two among noise (docs, CI, tests), `t:` one that is about it by its title. `q` stands on
every update that is no noise, `z` on every one that is; `c:` stands before a commit's hash. Families are indexed with
their members, so that a question for a family is one token. No text can feign a token: they are looked for in a column
of their own. A tag stands there once more with the project behind it, `a:hardware:sm120@flashinfer`, because that is
how most questions ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from urllib.parse import quote

from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.update import Update

ABOUT, MENTION, NOISY_ABOUT, NOISY_MENTION, TITLE, COMMIT = "a", "m", "n", "x", "t", "c"
QUIET, NOISE = "q", "z"
COUNTED = (ABOUT, MENTION, NOISY_ABOUT, NOISY_MENTION, QUIET, NOISE)
"""The tokens whose updates are counted as they come and go."""

_SAFE = "/._-+"

Closure = Callable[[Iterable[Tag]], frozenset[Tag]]
"""The tags with all their families (Vocabulary.closure)."""


@lru_cache(maxsize=65_536)
def token(sight: str, tag: Tag) -> str:
    """The token of a tag; characters that a tokenizer might part are percent-encoded."""
    return f"{sight}:{tag.facet.value}:{_encoded(tag.name)}"


def commit_token(sha: str) -> str:
    """The token of a commit's hash, or the beginning of one."""
    return f"{COMMIT}:{sha.lower()}"


def of_project(of: str, project: str) -> str:
    """The token of a tag within a project."""
    return f"{of}@{_encoded(project)}"


def is_counted(of: str) -> bool:
    """Whether the updates of a token are counted."""
    return of[0] in COUNTED and "@" not in of


@lru_cache(maxsize=4_096)
def _encoded(name: str) -> str:
    return quote(name, safe=_SAFE).lower()


class Tokens:
    """Makes the tokens of updates; remembers those of each tag, for there are few tags and many updates."""

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._found: dict[FoundTag, tuple[tuple[str, ...], ...]] = {}
        self._own: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {}

    def of(self, update: Update) -> str:
        """The tokens of an update, sorted, with blanks between them: what stands in its `tokens` column."""
        own = (update.project, update.kind)
        by_sight = self._own.get(own) or self._learn_own(own)
        about, noisy_about, title = set(by_sight[0]), set(by_sight[1]), set(by_sight[2])
        mention: set[str] = set()
        noisy_mention: set[str] = set()
        for found in update.tags:
            one = self._found.get(found) or self._learn(found)
            if found.role is Role.ABOUT:
                about.update(one[0])
                noisy_about.update(one[1])
                if found.place is Place.TITLE:
                    title.update(one[2])
            else:
                mention.update(one[0])
                noisy_mention.update(one[1])
        if update.noise:
            carried = [*noisy_about, *(of for of in noisy_mention if NOISY_ABOUT + of[1:] not in noisy_about)]
        else:
            carried = [*about, *(of for of in mention if ABOUT + of[1:] not in about)]
        carried.sort()
        project = f"@{_encoded(update.project)}"
        tokens = [NOISE if update.noise else QUIET, *carried, *sorted(title)]
        tokens += [of + project for of in carried if of[1:10] != ":project:"]
        tokens.extend(map(commit_token, update.links.commits))
        return " ".join(tokens)

    def _learn(self, found: FoundTag) -> tuple[tuple[str, ...], ...]:
        """The tokens of one found tag with its families: loud, among noise, by title."""
        tags = self._closure((found.tag,))
        sights = (ABOUT, NOISY_ABOUT) if found.role is Role.ABOUT else (MENTION, NOISY_MENTION)
        learnt = tuple(tuple(token(sight, tag) for tag in tags) for sight in (*sights, TITLE))
        self._found[found] = learnt
        return learnt

    def _learn_own(self, own: tuple[str, str]) -> tuple[tuple[str, ...], ...]:
        tags = self._closure((Tag(Facet.PROJECT, own[0]), Tag(Facet.KIND, str(own[1]))))
        learnt = tuple(tuple(token(sight, tag) for tag in tags) for sight in (ABOUT, NOISY_ABOUT, TITLE))
        self._own[own] = learnt
        return learnt
