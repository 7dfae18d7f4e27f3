"""Errors: two lines, the second is what to do (WORDING.md 6)."""

from __future__ import annotations

import pytest

from bot.domain.document import Paragraph, plain
from bot.domain.errors import StoreError, Suggestion, UserError
from bot.renderers.terminal import render
from bot.wording.errors import ERROR_LIMIT, error_document, fault_document
from tests.golden_files import assert_golden


def test_golden() -> None:
    """A refused subscription and a fault of ours."""
    refused = UserError(
        'Not subscribed: "sm12o" is not a tag. Nearest: sm120, sm121.',
        Suggestion("flashinfer sm120", "subscribe flashinfer sm120"),
        Suggestion("flashinfer sm121", "subscribe flashinfer sm121"),
    )
    fault = fault_document("E-7Q2M", "whatsnew flashinfer", "@owner")
    assert_golden("errors.txt", f"{render(error_document(refused))}\n\n{render(fault)}")


def test_a_fault_names_its_id_and_whom_to_tell() -> None:
    """Literally, and without an owner whoever runs the bot."""
    assert render(fault_document("E-7Q2M", "vllm", "@owner"), width=400).split("\n")[0] == (
        "Something failed on our side, not in your question. If it stays, tell @owner: E-7Q2M."
    )
    assert "tell whoever runs this bot: E-1." in render(fault_document("E-1", "vllm"), width=400)


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_the_limit(extra: int) -> None:
    """An error of exactly the limit stays whole, one character more is cut."""
    (block,) = error_document(UserError("x" * (ERROR_LIMIT + extra))).blocks
    assert isinstance(block, Paragraph)
    assert len(plain(block.children)) == min(ERROR_LIMIT + extra, ERROR_LIMIT)


def test_two_lines_at_most_and_nothing_alive() -> None:
    """Line ends beyond the first become blanks, control characters go."""
    drawn = render(error_document(UserError("first\nsecond\nthird\x1b[31m \u202eend")), width=400)
    assert drawn == "first\nsecond third end"


def test_other_errors_have_their_sentence_only() -> None:
    """A store that cannot be used offers no button."""
    assert render(error_document(StoreError("The disk does not take writes."))) == "The disk does not take writes."
