"""What a line may become while somebody types: commands at its beginning, projects and tags at its end.

Read from the router's table and the catalogue alone; the store is not asked, so that there is an answer in time (B-13).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bot.domain.project import Projects
from bot.domain.text import fold
from bot.domain.vocabulary import Vocabulary
from bot.platforms.base import Completion
from bot.wording.completions import members_note, search_note
from handlers.command_table import COMMANDS
from handlers.deps import Deps

MOST = 25
"""What every chat platform can show at once (Discord: 25 choices)."""

LONGEST = 500
"""Characters of a line that are looked at; nobody completes a longer one."""


def completions(prefix: str, deps: Deps, *, search: bool = True) -> tuple[Completion, ...]:
    """At most 25 lines that begin with what was typed and go on with a whole word, in the order of the tables, each
    with what the word is; last, with `search`, the word as it stands, to search for. Nothing typed completes to
    nothing."""
    kept, blank, last = "".join(filter(str.isprintable, prefix[-LONGEST:])).rpartition(" ")
    begun = fold(last)
    if not begun:
        return ()
    found: dict[str, str] = {}
    for word, note in _words(deps, first=not kept):
        if word.startswith(begun) and word not in found:
            found[word] = note
            if len(found) == MOST - 1:
                break
    offered = [Completion(f"{kept}{blank}{word}", note) for word, note in found.items()]
    if search and begun not in found and '"' not in last:
        offered.append(Completion(f'{kept}{blank}"{last}"', search_note()))
    return tuple(offered)


def _words(deps: Deps, first: bool) -> Iterator[tuple[str, str]]:
    if first:
        yield from ((entry.name, entry.summary) for entry in COMMANDS)
    yield from _names(deps.projects, deps.vocabulary)


@lru_cache(maxsize=1)
def _names(projects: Projects, vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    """Projects, then tags, each with its name or, for a family, its members. Who types is not known here, so no project
    that is not for everybody is offered (E11)."""
    tags = tuple((tag.name, members_note(tag, vocabulary)) for tag in vocabulary.entries)
    return tuple((project.key, project.name) for project in projects.all if not project.audience) + tags
