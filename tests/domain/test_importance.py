"""What matters to everyone."""

from __future__ import annotations

import pytest

from bot.domain.importance import importance
from bot.domain.label import Label
from bot.domain.state import Stage, State
from bot.domain.update import Figure, Kind, Links, Update
from tests.factories import an_update


@pytest.mark.parametrize(
    ("more", "less"),
    [
        pytest.param(
            an_update("[BREAKING] Move the API", kind=Kind.FEATURE),
            an_update("Add a kernel", kind=Kind.FEATURE),
            id="breaking-before-new",
        ),
        pytest.param(
            an_update("Fix wrong results of attention"), an_update("Fix a log line"), id="severe-before-small-fix"
        ),
        pytest.param(
            an_update("v0.6.15", kind=Kind.RELEASE, links=Links(tag="v0.6.15")),
            an_update("Prepare release 0.6.15", kind=Kind.RELEASE),
            id="released-before-prepared",
        ),
        pytest.param(
            an_update("Speed up decode", kind=Kind.PERFORMANCE, figures=(Figure("1.4x"),)),
            an_update("Speed up decode", kind=Kind.PERFORMANCE),
            id="measured-before-claimed",
        ),
        pytest.param(
            an_update("Add an FP4 kernel", kind=Kind.FEATURE, tags=("hardware:sm120",)),
            an_update("Add a helper", kind=Kind.FEATURE),
            id="concrete-before-vague",
        ),
        pytest.param(
            an_update("Add a kernel", kind=Kind.FEATURE),
            an_update("Add a kernel", kind=Kind.FEATURE, state=State(Stage.REVERTED)),
            id="standing-before-reverted",
        ),
        pytest.param(
            an_update("Fix a hang"),
            an_update("Fix a log line", body="It did hang once."),
            id="title-before-description",
        ),
        pytest.param(
            an_update("Add a kernel", kind=Kind.FEATURE),
            an_update("Add a benchmark script", kind=Kind.FEATURE),
            id="small-things-last",
        ),
        pytest.param(an_update("Fix wrong results of k"), an_update("Fix a crash of k"), id="wrong-before-stopped"),
        pytest.param(
            an_update("Raise the limit", kind=Kind.REFACTOR), an_update("Add a guide", kind=Kind.DOCS), id="docs-last"
        ),
        pytest.param(
            an_update("Refactor it", kind=Kind.REFACTOR), an_update("Fix typo", kind=Kind.DOCS, noise=True), id="noise"
        ),
    ],
)
def test_what_matters_to_everyone_comes_first(more: Update, less: Update) -> None:
    """What breaks, what bites and what is measured matter more than the rest."""
    assert importance(more) > importance(less)


def test_a_known_label_need_not_be_found_again() -> None:
    """The label handed in is the one that counts."""
    update = an_update("Add a kernel", kind=Kind.FEATURE)
    assert importance(update, Label.BREAKING) > importance(update)
