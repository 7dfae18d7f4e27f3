"""What belongs to an answer although the index does not say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.domain.query import Query
from bot.domain.related import Found, refactorings, with_breaks
from bot.domain.tag import Facet
from bot.domain.update import Kind, Update
from tests.factories import a_query, an_update, at

BREAKING = a_query("project:flashinfer", "kind:breaking")


@dataclass(frozen=True)
class _Found:
    updates: tuple[Update, ...]
    about: int
    mentions: int = 0
    noise: int = 0


def _shelf(*updates: Update) -> Callable[[Query, int], Found]:
    """A store of a few updates; noise is found where a noise kind is asked for, as in the real one."""

    def search(query: Query, limit: int) -> Found:
        found = [
            update
            for update in updates
            if all(update.about() & asked for asked in query.facets().values())
            and (query.wants_noise or not update.noise)
        ]
        return _Found(tuple(found[:limit]), len(found))

    return search


def _titles(query: Query, *updates: Update, limit: int = 10) -> list[str]:
    return [update.title for update in with_breaks(_shelf(*updates))(query, limit).updates]


@pytest.mark.parametrize(
    "update",
    [
        pytest.param(an_update("Deprecate the old API", kind=Kind.DEPRECATION), id="deprecation"),
        pytest.param(an_update("Remove --max-seqs", kind=Kind.FEATURE), id="removed-name"),
        pytest.param(an_update("Enable V1 by default", kind=Kind.FEATURE), id="default"),
        pytest.param(
            an_update("Remove `model_init` parameter", kind=Kind.REFACTOR, noise=True), id="quiet-refactoring"
        ),
        pytest.param(an_update("KTO: remove null_ref_context", kind=Kind.REFACTOR, noise=True), id="behind-a-scope"),
        pytest.param(an_update("Default of `tokens` from 1 to 2", kind=Kind.FIX), id="fix-that-says-old-and-new"),
    ],
)
def test_what_breaks_is_found_whatever_its_kind(update: Update) -> None:
    """An update has one kind; asked what breaks, its evidence counts as well."""
    assert _titles(BREAKING, update) == [update.title]


@pytest.mark.parametrize(
    "update",
    [
        pytest.param(an_update("Add a kernel", kind=Kind.FEATURE), id="feature"),
        pytest.param(an_update("Remove unused imports", kind=Kind.REFACTOR, noise=True), id="internal"),
        pytest.param(an_update("Drop NaN values when averaging", kind=Kind.FIX), id="fix-that-drops"),
        pytest.param(an_update("Use the right default for size", kind=Kind.FIX), id="fix-of-a-default"),
        pytest.param(an_update("Remove the nightly job", kind=Kind.CI, noise=True), id="ci"),
    ],
)
def test_what_breaks_nothing_is_not_found(update: Update) -> None:
    """Words alone prove nothing."""
    assert _titles(BREAKING, update) == []


def test_what_is_called_breaking_is_found_once_and_newest_first() -> None:
    """Finds of both searches are one list, cut at the limit and counted whole."""
    marked = an_update("[BREAKING] Move it", number=1, kind=Kind.BREAKING, published=at(1))
    newer = an_update("Remove --max-seqs", number=2, kind=Kind.FEATURE, published=at(2))
    assert _titles(BREAKING, marked, newer) == [newer.title, marked.title]
    assert _titles(BREAKING, marked, newer, limit=1) == [newer.title]
    assert with_breaks(_shelf(marked, newer))(BREAKING, 1).about == 2


def test_other_questions_are_asked_as_they_are() -> None:
    """Nothing is added where nobody asked what breaks."""
    assert _titles(a_query("kind:fix"), an_update("Remove --max-seqs", kind=Kind.FEATURE)) == []


def test_a_refactoring_that_breaks_is_no_noise_there() -> None:
    """It is labelled by its evidence, as who asked wants to know."""
    update = an_update("Remove `model_init` parameter", kind=Kind.REFACTOR, noise=True)
    (found,) = with_breaks(_shelf(update))(BREAKING, 10).updates
    assert not found.noise


def test_refactorings_are_found_beside_no_other_noise() -> None:
    """Docs, tests and CI stay left out; a question for a kind has its answer."""
    quiet = an_update("Split the patches", number=1, kind=Kind.REFACTOR, noise=True)
    job = an_update("Add a job", number=2, kind=Kind.CI, noise=True)
    query = a_query("project:flashinfer")
    assert refactorings(query, _shelf(quiet, job)) == (quiet,)
    assert refactorings(BREAKING, _shelf(quiet, job)) == ()
    assert not any(tag.facet is Facet.KIND for tag in query.tags)
