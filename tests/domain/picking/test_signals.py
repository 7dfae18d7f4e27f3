"""Which signals a change shows."""

from __future__ import annotations

import pytest

from bot.domain.label import labelled
from bot.domain.picking.habits import ENOUGH, habits_of, percentile
from bot.domain.picking.signal import Signal
from bot.domain.picking.signals import Signals, largeness, signals_of
from bot.domain.picking.themes import MANY, Bursts, bursts, strength
from bot.domain.update import Figure, Kind, Update
from tests.domain.picking.changes import HABITS, ORDINARY, a_change


def signals(update: Update, themes: Bursts | None = None) -> Signals:
    """The signals of a change among the hundred ordinary ones."""
    return signals_of(update, labelled(update).label, HABITS.of(update.project), themes or Bursts())


@pytest.mark.parametrize(
    ("update", "signal"),
    [
        pytest.param(a_change("Add support for Qwen4", tags=["model:qwen4"]), Signal.NEW_MODEL, id="new model"),
        pytest.param(
            a_change("Enable the planner on SM120", tags=["hardware:sm120"]), Signal.NEW_HARDWARE, id="new hardware"
        ),
        pytest.param(a_change("Enable async planning by default"), Signal.DEFAULT_CHANGED, id="default changed"),
        pytest.param(a_change("[BREAKING] Planner takes a list"), Signal.BREAKING, id="breaking"),
        pytest.param(a_change("Release v1.2.0", Kind.RELEASE), Signal.RELEASE, id="release"),
        pytest.param(a_change("Close a path traversal", Kind.SECURITY), Signal.SECURITY, id="security"),
        pytest.param(
            a_change("Planner 12% faster", Kind.PERFORMANCE, figures=(Figure("12% faster"),)),
            Signal.SPEEDS_UP,
            id="measured",
        ),
        pytest.param(
            a_change("Update torch to 2.13.0", Kind.DEPENDENCY), Signal.NEW_DEPENDENCY, id="version of a dependency"
        ),
        pytest.param(
            a_change("Update torch to 2.13.0", Kind.DEPENDENCY), Signal.GROUND, id="torch moves, and all with it"
        ),
        pytest.param(a_change("Drop Python 3.10", Kind.BREAKING), Signal.GROUND, id="a language version goes"),
        pytest.param(a_change("Fix planner that hangs", Kind.FIX), Signal.SEVERE, id="a hang mended"),
        pytest.param(a_change("Planner [2/N]: rewrite"), Signal.SERIES, id="part of a series"),
        pytest.param(
            a_change("Skip flaky case", Kind.TEST, paths=("tests/test_x.py",)), Signal.TESTS_ONLY, id="tests only"
        ),
        pytest.param(a_change("Tidy guide", Kind.DOCS, paths=("docs/a.md",)), Signal.SIDE_ONLY, id="docs only"),
        pytest.param(a_change("Run nightly", Kind.CI), Signal.CI, id="CI"),
        pytest.param(
            a_change("Add planner", paths=("engine/p.py", "tests/test_p.py")), Signal.WITH_TESTS, id="code with tests"
        ),
        pytest.param(
            a_change("Add planner", paths=("brandnew/p.py",)), Signal.RARE_FOLDER, id="a folder nobody works in"
        ),
        pytest.param(a_change("[Quantum] Add planner"), Signal.RARE_MARK, id="a prefix seldom used"),
        pytest.param(a_change("Add planner"), Signal.UNMARKED, id="no prefix in a project that writes them"),
        pytest.param(a_change("Add planner", additions=9000), Signal.LARGE_FEATURE, id="large feature"),
    ],
)
def test_a_change_shows_a_signal(update: Update, signal: Signal) -> None:
    """Each signal is found where it is."""
    assert signals(update).get(signal, 0.0) > 0


@pytest.mark.parametrize(
    ("update", "signal"),
    [
        pytest.param(
            a_change("Fix support for Qwen4", Kind.FIX, tags=["model:qwen4"]),
            Signal.NEW_MODEL,
            id="a repair brings no model",
        ),
        pytest.param(a_change("Qwen4 planner", mentions=["model:qwen4"]), Signal.MODEL, id="a mention names nothing"),
        pytest.param(
            a_change("Bump runner to 2.1", Kind.DEPENDENCY, noise=True), Signal.NEW_DEPENDENCY, id="a bot's bump"
        ),
        pytest.param(
            a_change("Fix planner", Kind.FIX, additions=9000), Signal.LARGE_FEATURE, id="a large repair is no feature"
        ),
        pytest.param(
            a_change("Bump torch to 2.13.0", Kind.DEPENDENCY, noise=True), Signal.GROUND, id="torch in a bot's bump"
        ),
        pytest.param(a_change("Bump nixl to 1.2", Kind.DEPENDENCY), Signal.GROUND, id="what only a part stands on"),
        pytest.param(a_change("Fix the planner's message", Kind.FIX), Signal.SEVERE, id="a small repair"),
        pytest.param(a_change("[Engine] Add planner"), Signal.RARE_MARK, id="the usual prefix"),
        pytest.param(a_change("Add planner", additions=None, deletions=None), Signal.SIZE, id="size unknown"),
        pytest.param(a_change("Add planner", paths=()), Signal.CORE, id="paths unknown"),
    ],
)
def test_a_change_does_not_show_a_signal(update: Update, signal: Signal) -> None:
    """Look-alikes are told apart, and what is unknown says nothing."""
    assert signal not in signals(update)


def test_size_is_relative_to_the_project() -> None:
    """The same lines are large in a project of small changes and small in one of large ones."""
    large = habits_of([a_change("Port", number=number, additions=number * 1000) for number in range(1, 50)])
    update = a_change("Add planner", additions=120, deletions=50)
    label = labelled(update).label
    among_large = signals_of(update, label, large.of(update.project), Bursts())
    assert signals(update)[Signal.SIZE] > 0.4
    assert among_large[Signal.SIZE] < -0.4


def test_a_hardly_known_project_is_measured_by_all() -> None:
    """With too few sizes of its own a project's changes are compared with everybody's."""
    habits = habits_of([*ORDINARY, *(a_change("Add x", repository="a/few", number=n) for n in range(ENOUGH - 1))])
    enough = habits_of([*ORDINARY, *(a_change("Add x", repository="a/few", number=n) for n in range(ENOUGH))])
    assert habits.of("few") is habits.all
    assert enough.of("few") is not enough.all
    assert habits.of("never seen") is habits.all


def test_no_history_has_habits_that_say_nothing() -> None:
    """Without any history nothing is large, rare or unusual."""
    found = signals_of(
        a_change("Add planner"), labelled(a_change("Add planner")).label, habits_of([]).of("x"), Bursts()
    )
    assert Signal.SIZE not in found
    assert Signal.RARE_MARK not in found
    assert Signal.UNMARKED not in found


def test_several_changes_about_one_thing_are_a_burst() -> None:
    """Changes that share a model, a prefix or a phrase lift each other, and CI does not."""
    about = [a_change(f"[Tree Engine] Add part{n}", number=n, tags=["model:qwen4"]) for n in range(4)]
    themes = bursts(about)
    found = signals(about[0], themes)
    assert found[Signal.MODEL_BURST] == found[Signal.PHRASE_BURST] == strength(4) == 0.5
    assert not bursts([a_change("[Tree Engine] Run nightly", Kind.CI) for _ in range(4)]).phrases


@pytest.mark.parametrize(
    ("changes", "value"),
    [(0, 0.0), (1, 0.0), (2, 0.25), (MANY - 1, pytest.approx(0.977, abs=0.001)), (MANY, 1.0), (MANY + 1, 1.0)],
)
def test_a_burst_grows_with_its_changes(changes: int, value: float) -> None:
    """One change is no burst, and beyond `MANY` it is no stronger."""
    assert strength(changes) == value


@pytest.mark.parametrize(
    ("values", "value", "place"),
    [
        pytest.param([1, 2, 2, 3], 0, -0.5, id="below all"),
        pytest.param([1, 2, 2, 3], 2, 0.0, id="in the middle of equals"),
        pytest.param([1, 2, 2, 3], 9, 0.5, id="above all"),
        pytest.param([], 9, 0.0, id="nothing to compare with"),
    ],
)
def test_a_percentile_is_centred(values: list[int], value: int, place: float) -> None:
    """The middle is 0, whatever the distribution."""
    assert percentile(values, value) == place


def test_only_the_upper_half_is_large() -> None:
    """Largeness begins above the middle and never passes 1."""
    assert largeness(0.0) == largeness(-0.5) == 0.0
    assert 0.0 < largeness(0.3) < largeness(0.45) <= largeness(0.5) == 1.0
