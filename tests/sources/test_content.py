"""Titles, descriptions and paths as they are kept."""

from __future__ import annotations

import pytest

from bot.domain.update import BodyState
from bot.sources.content import (
    BODY_LIMIT,
    NO_TITLE,
    PATH_LENGTH,
    PATHS_LIMIT,
    TITLE_LIMIT,
    body_of,
    paths_of,
    title_of,
)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        pytest.param("", BodyState.MISSING, id="empty"),
        pytest.param(" \n\u200b\n", BodyState.MISSING, id="nothing to see"),
        pytest.param("Fixes a hang.", BodyState.WHOLE, id="whole"),
        pytest.param("x" * 1_499 + "…", BodyState.CUT, id="cut by its dump"),
        pytest.param("x" * 1_493 + "…", BodyState.CUT, id="cut at a word"),
        pytest.param("and so on…", BodyState.WHOLE, id="an ellipsis of its own"),
        pytest.param("x" * 1_500, BodyState.WHOLE, id="as long, but ended"),
        pytest.param("x" * 3_000 + "…", BodyState.WHOLE, id="longer than dumps cut"),
    ],
)
def test_how_much_of_a_description_is_held(text: str, state: BodyState) -> None:
    """Whole, cut and missing descriptions are told apart (WORDING.md 0.3)."""
    assert body_of(text)[1] is state


@pytest.mark.parametrize(
    ("size", "state"),
    [(BODY_LIMIT - 1, BodyState.WHOLE), (BODY_LIMIT, BodyState.WHOLE), (BODY_LIMIT + 1, BodyState.CUT)],
)
def test_a_description_is_kept_to_its_limit(size: int, state: BodyState) -> None:
    """A description over the limit is cut, and says so."""
    body, kept = body_of("x" * size)
    assert (len(body), kept) == (min(size, BODY_LIMIT), state)


def test_a_description_is_cut_between_characters() -> None:
    """The limit counts bytes; no character is split."""
    body, state = body_of("字" * BODY_LIMIT)
    assert len(body.encode()) <= BODY_LIMIT
    assert set(body) == {"字"}
    assert state is BodyState.CUT


@pytest.mark.parametrize(("length", "kept"), [(TITLE_LIMIT - 1, TITLE_LIMIT - 1), (TITLE_LIMIT, TITLE_LIMIT)])
def test_a_title_up_to_the_limit_is_whole(length: int, kept: int) -> None:
    """Titles up to the limit are not touched."""
    assert title_of("x" * length) == "x" * kept


def test_a_longer_title_is_shortened() -> None:
    """One over is shortened and no longer than the limit."""
    title = title_of("x" * (TITLE_LIMIT + 1))
    assert len(title) <= TITLE_LIMIT
    assert title.startswith("xxx")


def test_nothing_hostile_is_kept_of_a_title() -> None:
    """Lines, escape sequences, bidirectional and half characters do not reach a reader; nothing left is (no title)."""
    assert title_of("a\n\x1b[31mb\u202e \ud800c\x00") == "a b c"
    assert title_of("\u202e\n") == NO_TITLE


def test_paths_are_bounded() -> None:
    """So many paths are kept, and none that is too long."""
    for count in (PATHS_LIMIT - 1, PATHS_LIMIT, PATHS_LIMIT + 1):
        assert len(paths_of(tuple(f"a/{number}.cu" for number in range(count)))) == min(count, PATHS_LIMIT)
    for length in (PATH_LENGTH - 1, PATH_LENGTH, PATH_LENGTH + 1):
        assert len(paths_of(("x" * length,))) == (length <= PATH_LENGTH)
