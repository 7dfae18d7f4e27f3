"""What a place may see: the one door through which every answer, digest and delivery gets its store (E11).

The rule is bot/domain/audience.py; the store takes out what is hidden, so that no command can forget to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from bot.domain.audience import hidden_from
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.project import Group, Project, Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.vocabulary import Vocabulary
from handlers.deps import Deps

NOBODY = Recipient("", "", RecipientKind.USER, "")
"""Somebody of whom nothing is known: the reader of a public page."""
LEXICONS_KEPT = 32

Own = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a place does not see of the store (keys of projects), and keys and titles of what its workspace tracks.
    Places of equal sight are sent the same."""

    hidden: frozenset[str] = frozenset()
    own: Own = ()


def seen_from(recipient: Recipient, deps: Deps) -> Deps:
    """The dependencies as a place sees them: without private projects that are not for it and without what only other
    workspaces track, with what its own does. Asks the store what is tracked."""
    return with_sight(sight_of(recipient, deps), deps)


def sight_of(recipient: Recipient, deps: Deps) -> Sight:
    """What a place sees now."""
    own = deps.store.tracked.of(recipient.platform, recipient.workspace)
    return Sight(
        hidden_from(recipient, deps.projects.all, deps.store.tracked.readers()),
        tuple((one.project, one.title) for one in own if one.project not in deps.projects.by_key),
    )


def with_sight(sight: Sight, deps: Deps) -> Deps:
    """The dependencies as places of this sight see them."""
    if sight == Sight():
        return deps
    hidden = sight.hidden.intersection(deps.projects.by_key)
    projects, lexicon = _field(deps.projects, deps.vocabulary, hidden, sight.own, deps.lexicon)
    return replace(deps, store=deps.store.without(sight.hidden), projects=projects, lexicon=lexicon)


def seen_by_everybody(deps: Deps) -> Deps:
    """The dependencies as a public page sees them."""
    return seen_from(NOBODY, deps)


@lru_cache(maxsize=LEXICONS_KEPT)
def _field(
    projects: Projects, vocabulary: Vocabulary, hidden: frozenset[str], own: Own, lexicon: Lexicon
) -> tuple[Projects, Lexicon]:
    """The catalogue as a place sees it, and the names in it."""
    if not hidden and not own:
        return projects, lexicon
    kept = [project for project in projects.all if project.key not in hidden]
    tracked = [Project(key, title, Group.CONTROL_PLANE, (title,)) for key, title in own]
    seen = Projects((*kept, *tracked))
    return seen, Lexicon(vocabulary, seen)
