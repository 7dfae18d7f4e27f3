"""Who may read what (E11)."""

from __future__ import annotations

import pytest

from bot.domain.audience import hidden_from, is_place, may_read
from bot.domain.delivery import Recipient, RecipientKind
from tests.factories import a_project

CHANNEL = Recipient("slack", "T0123", RecipientKind.CHANNEL, "C0001")
THREAD = Recipient("slack", "T0123", RecipientKind.THREAD, "C0001/17.1")
PERSON = Recipient("slack", "T0123", RecipientKind.USER, "C0001")
ELSEWHERE = Recipient("slack", "T0999", RecipientKind.CHANNEL, "C0001")
DISCORD = Recipient("discord", "T0123", RecipientKind.CHANNEL, "C0001")


@pytest.mark.parametrize(
    ("audience", "readers"),
    [
        pytest.param((), {CHANNEL, THREAD, PERSON, ELSEWHERE, DISCORD}, id="everybody"),
        pytest.param(("slack:T0123",), {CHANNEL, THREAD, PERSON}, id="a workspace"),
        pytest.param(("slack:T0123/C0001",), {CHANNEL, THREAD}, id="a channel, and no person of its number"),
        pytest.param(("slack:T0999", "discord:T0123/C0001"), {ELSEWHERE, DISCORD}, id="two"),
        pytest.param(("slack:T012",), set[Recipient](), id="the beginning of a name is none"),
    ],
)
def test_audiences(audience: tuple[str, ...], readers: set[Recipient]) -> None:
    """A project is read at the places that its audience names, and nowhere else."""
    project = a_project("secret", audience=audience)
    assert {place for place in (CHANNEL, THREAD, PERSON, ELSEWHERE, DISCORD) if may_read(project, place)} == readers


def test_what_others_track_is_hidden() -> None:
    """A tracked project is seen by the workspaces that track it; one that nobody tracks any more, by nobody."""
    tracked = {"a/a": {("slack", "T0123")}, "b/b": {("slack", "T0999")}, "c/c": set[tuple[str, str]]()}
    assert hidden_from(PERSON, [a_project("vllm")], tracked) == {"b/b", "c/c"}
    assert hidden_from(ELSEWHERE, [a_project("x", audience=("slack:T0123",))], tracked) == {"a/a", "c/c", "x"}


@pytest.mark.parametrize("text", ["slack:T0123", "slack:T0123/C0001", "discord:7001/8001", "terminal:local"])
def test_places(text: str) -> None:
    """What names a place."""
    assert is_place(text)


@pytest.mark.parametrize("text", ["", "slack", "slack:", "slack:T1/", "slack:T1/C1/x", "Slack:T1", "slack:T 1", "*"])
def test_no_places(text: str) -> None:
    """What names none; a star is none, for everybody is said by leaving it out."""
    assert not is_place(text)
