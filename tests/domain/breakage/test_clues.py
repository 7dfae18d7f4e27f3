"""Clues of breaking: what title, paths and sizes say of a change, and what they sum to."""

from __future__ import annotations

import pytest

from bot.domain.breakage.clue import Clue
from bot.domain.breakage.clues import FEW_LINES, MANY_LINES, SHRINKING, clues_of
from bot.domain.breakage.surfaces import PATHS_READ, Surface, lie_on, surfaces
from bot.domain.breakage.weights import BIAS, LIKELY, WEIGHTS, odds
from bot.domain.update import Kind
from tests.factories import an_update


@pytest.mark.parametrize(
    ("title", "kind", "shown"),
    [
        pytest.param("Remove PlumForCausalLM", Kind.REFACTOR, {Clue.REMOVES, Clue.NAMED}, id="removes"),
        pytest.param("Fully drop Python 3.8", Kind.REFACTOR, {Clue.REMOVES, Clue.GROUND}, id="drops-ground"),
        pytest.param("Rename --plum to --pear", Kind.FEATURE, {Clue.RENAMES, Clue.TYPED}, id="renames"),
        pytest.param("[Deprecation] Old plums", Kind.FEATURE, {Clue.DEPRECATES, Clue.OLD}, id="deprecates-by-mark"),
        pytest.param("Migrate plum support to OOT plugin", Kind.REFACTOR, {Clue.LEAVES}, id="leaves"),
        pytest.param("Move plums to `orchard.experimental`", Kind.REFACTOR, {Clue.LEAVES}, id="moves-out"),
        pytest.param("Migrate settings from env vars to PlumConfig", Kind.REFACTOR, {Clue.LEAVES}, id="env-to-config"),
        pytest.param("Enable plums by default", Kind.FEATURE, {Clue.DEFAULT}, id="default"),
        pytest.param("Update PyTorch to 2.13", Kind.DEPENDENCY, {Clue.GROUND}, id="ground"),
        pytest.param("Bump plumlib to 1.2", Kind.DEPENDENCY, {Clue.DEPENDENCY}, id="other-dependency"),
        pytest.param("Require a salt in requests", Kind.FEATURE, {Clue.REQUIRES, Clue.API}, id="requires"),
        pytest.param("Reject nested options", Kind.FIX, {Clue.REJECTS, Clue.INTERFACE_REJECTS, Clue.FIX}, id="rejects"),
        pytest.param("Disable plums temporarily", Kind.FIX, {Clue.DISABLES}, id="disables"),
        pytest.param("Remove unused plum imports", Kind.REFACTOR, {Clue.DEAD, Clue.INWARD}, id="dead"),
    ],
)
def test_a_title_shows_its_clues(title: str, kind: Kind, shown: set[Clue]) -> None:
    """What a title says of removing, renaming, leaving, requiring and defaults is seen."""
    assert shown <= clues_of(an_update(title, kind=kind))


@pytest.mark.parametrize(
    ("title", "hidden"),
    [
        pytest.param("Tune the rejection sampler by default rate", Clue.REJECTS, id="rejection-sampler"),
        pytest.param("Stop sequences in requests are required", Clue.REJECTS, id="stop-sequences"),
        pytest.param("Set tool_choice=required by default", Clue.REQUIRES, id="required-as-a-value"),
        pytest.param("Remove block size limits", Clue.REJECTS, id="block-size"),
        pytest.param("Remove deprecation warning", Clue.DEPRECATES, id="deprecation-warning"),
    ],
)
def test_words_used_otherwise_are_no_clues(title: str, hidden: Clue) -> None:
    """Words of the field that look alike say something else."""
    assert hidden not in clues_of(an_update(title, kind=Kind.FEATURE))


def test_what_is_touched_counts_only_where_the_title_speaks_of_it() -> None:
    """A feature that touches configuration and docs breaks nobody by that."""
    paths = ("plum/config/model.py", "docs/plum.md", "plum/entrypoints/api.py")
    assert clues_of(an_update("Add a kernel for plums", kind=Kind.FEATURE, paths=paths)) == frozenset()
    removes = clues_of(an_update("Remove plum_size", kind=Kind.REFACTOR, paths=paths))
    assert {Clue.CONFIG, Clue.DOCS, Clue.ENTRY, Clue.TAKES_FROM_CONFIG, Clue.TAKES_FROM_DOCS} <= removes


@pytest.mark.parametrize(
    ("added", "deleted", "shrinks"),
    [
        pytest.param(0, FEW_LINES, True, id="at"),
        pytest.param(0, FEW_LINES - 1, False, id="under"),
        pytest.param(4, 4 * SHRINKING, True, id="at-the-share"),
        pytest.param(5, 4 * SHRINKING, False, id="under-the-share"),
        pytest.param(None, None, False, id="unknown"),
    ],
)
def test_a_change_shrinks_from_a_share_on(added: int | None, deleted: int | None, shrinks: bool) -> None:
    """Much more deleted than added is a removal."""
    found = clues_of(an_update("Remove plum_size", kind=Kind.REFACTOR, additions=added, deletions=deleted))
    assert (Clue.SHRINKS in found) is shrinks
    assert (Clue.REMOVES_MUCH in found) is shrinks


@pytest.mark.parametrize(("added", "grows"), [(MANY_LINES - 1, False), (MANY_LINES, True)])
def test_a_change_grows_from_some_lines_on(added: int, grows: bool) -> None:
    """Much more added than deleted is work, no removal."""
    found = clues_of(an_update("Remove plum_size", kind=Kind.REFACTOR, additions=added, deletions=0))
    assert (Clue.GROWS in found) is grows


@pytest.mark.parametrize(
    ("path", "surface"),
    [
        pytest.param("plum/config/cache.py", Surface.CONFIG, id="config-folder"),
        pytest.param("plum/engine/arg_utils.py", Surface.CONFIG, id="arguments"),
        pytest.param("plum/trainer/sft_config.py", Surface.CONFIG, id="config-file"),
        pytest.param("plum/envs.py", Surface.ENVIRONMENT, id="environment"),
        pytest.param("plum/entrypoints/openai/api.py", Surface.ENTRY, id="entry"),
        pytest.param("requirements/cuda.txt", Surface.REQUIREMENTS, id="requirements"),
        pytest.param("docs/usage.txt", Surface.DOCS, id="docs-folder"),
        pytest.param("README.md", Surface.DOCS, id="markdown"),
        pytest.param("plum/models/pear.py", Surface.MODELS, id="models"),
        pytest.param("csrc/plum.cu", Surface.NATIVE, id="native"),
        pytest.param("tests/test_plum.py", Surface.TESTS, id="tests"),
    ],
)
def test_a_path_lies_on_its_surface(path: str, surface: Surface) -> None:
    """Sides of a project are known by what folders and files are called throughout the field."""
    assert surface in surfaces((path,))


@pytest.mark.parametrize(("before", "read"), [(PATHS_READ - 1, True), (PATHS_READ, False)])
def test_so_many_paths_are_read(before: int, read: bool) -> None:
    """The first paths tell enough."""
    paths = (*(f"plum/{number}.py" for number in range(before)), "docs/usage.md")
    assert (Surface.DOCS in surfaces(paths)) is read


def test_no_path_lies_nowhere() -> None:
    """Where no path is known, nothing is said of all of them."""
    assert not lie_on((), Surface.TESTS)
    assert lie_on(("tests/a.py", "tests/b.py"), Surface.TESTS)
    assert not lie_on(("tests/a.py", "plum/b.py"), Surface.TESTS)


def test_every_clue_has_its_weight() -> None:
    """A clue without a weight would be an error at the first change that shows it."""
    assert set(WEIGHTS) == set(Clue)


def test_odds_are_the_sum_of_the_clues() -> None:
    """An ordinary change has the bias alone; what takes away a model with its docs and tests is likely to break."""
    assert odds(an_update("Add a kernel for plums", kind=Kind.FEATURE)) == BIAS
    paths = ("docs/models.md", "plum/models/pear.py", "tests/models/test_pear.py")
    gone = an_update("Remove PearForCausalLM", kind=Kind.REFACTOR, paths=paths, additions=1, deletions=500)
    assert odds(gone) > LIKELY
    dead = an_update("Remove unused code", kind=Kind.REFACTOR, paths=("plum/pear.py",), additions=0, deletions=4)
    assert odds(dead) < LIKELY
