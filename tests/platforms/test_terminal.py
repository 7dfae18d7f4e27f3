"""The shell: lines in, drawn documents out."""

from __future__ import annotations

import io
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.domain.command import Command
from bot.domain.delivery import Sent
from bot.domain.document import Actions, Button, Document
from bot.platforms.base import Complete, Completion
from bot.platforms.terminal import (
    LONGEST_LINE,
    Screen,
    Terminal,
    piped_lines,
    pressed,
    restored,
    shell_command,
    shell_user,
    shown,
    typed_lines,
)
from bot.renderers.terminal import render
from tests.factories import NOW, SHANGHAI, a_document
from tests.platforms.echo import FORM


def command_of(text: str) -> Command:
    """A line as the shell's user gives it."""
    return shell_command(text, NOW, SHANGHAI, "en")


def a_terminal(out: io.StringIO, *lines: str) -> Terminal:
    """A shell in which these lines are typed."""

    async def typed(_: Complete) -> AsyncIterator[str]:
        for line in lines:
            yield line

    return Terminal(Screen(out), typed, command_of)


def no_completions(prefix: str) -> tuple[Completion, ...]:
    """Nothing completes."""
    return ()


async def test_post_draws_and_says_sent() -> None:
    """A part that is posted is on the screen, and each has an id of its own."""
    out = io.StringIO()
    terminal = a_terminal(out)
    first = await terminal.post(shell_user(), a_document("One thing."), "d/0")
    second = await terminal.post(shell_user(), a_document("Another."), "d/1")
    assert (first, second) == (Sent("d/0"), Sent("d/1"))
    assert out.getvalue().index("One thing.") < out.getvalue().index("Another.")


async def test_serve_answers_each_line() -> None:
    """Every line is answered in order, until the input ends."""
    out, asked = io.StringIO(), list[str]()

    async def answer(command: Command) -> Document:
        asked.append(command.text)
        return a_document(f"You said {command.text}.")

    await a_terminal(out, "flashinfer", " sm120 ").serve(answer, no_completions)
    assert asked == ["flashinfer", "sm120"]
    assert "You said sm120." in out.getvalue()


@pytest.mark.parametrize("word", ["exit", "quit", "EXIT"])
async def test_serve_can_be_left(word: str) -> None:
    """`exit` and `quit` leave; what follows is not read."""
    asked = list[str]()

    async def answer(command: Command) -> Document:
        asked.append(command.text)
        return a_document()

    await a_terminal(io.StringIO(), "one", word, "two").serve(answer, no_completions)
    assert asked == ["one"]


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        pytest.param("more", "more 8 flashinfer sm120", id="a button's first word"),
        pytest.param("MORE", "more 8 flashinfer sm120", id="in any case"),
        pytest.param("more 16 vllm", "more 16 vllm", id="a whole line stands for itself"),
        pytest.param("undo", "undo stop", id="undo"),
        pytest.param("share", "share", id="no button of that word"),
        pytest.param("subscriptions", "subscriptions", id="a command of its own, though a button begins with it"),
        pytest.param("vllm", "vllm", id="a question of its own, though a button begins with it"),
        pytest.param("", "", id="nothing typed"),
    ],
)
def test_a_word_presses_the_button(typed: str, command: str) -> None:
    """A word typed alone presses the button of the answer before that begins with it."""
    commands = ("more 8 flashinfer sm120", "undo stop", "subscriptions 4 at-once", "vllm 0.24.0")
    before = Document((Actions(tuple(Button(command, command) for command in commands)),))
    assert pressed(typed, before) == command


async def test_typed_lines_come_in_order() -> None:
    """Lines of a blocking reader arrive in order and end with it."""
    assert [line async for line in typed_lines(lambda: iter(["one", "two"]))] == ["one", "two"]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(b"one\ntwo\n", ["one", "two"], id="ends with a newline"),
        pytest.param(b"one\ntwo", ["one", "two"], id="the last line is open"),
        pytest.param(b"", [], id="empty"),
        pytest.param(b"\xff\n", ["\ufffd"], id="not UTF-8"),
        pytest.param(b"x" * (LONGEST_LINE - 1) + b"\ny", ["x" * (LONGEST_LINE - 1), "y"], id="one under the limit"),
        pytest.param(b"x" * LONGEST_LINE + b"\ny", ["x" * LONGEST_LINE, "y"], id="at the limit"),
        pytest.param(b"x" * (LONGEST_LINE + 1) + b"\ny", ["x" * LONGEST_LINE, "y"], id="one over the limit"),
        pytest.param(b"x" * 5_000_000 + b"\ny", ["x" * LONGEST_LINE, "y"], id="far longer than a read"),
    ],
)
def test_piped_lines(tmp_path: Path, content: bytes, lines: list[str]) -> None:
    """What is piped in is read line by line, whatever bytes it holds."""
    path = tmp_path / "input"
    path.write_bytes(content)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        assert list(piped_lines(descriptor)) == lines
    finally:
        os.close(descriptor)


def test_restored_does_nothing_without_a_terminal(tmp_path: Path) -> None:
    """What is no terminal has nothing to restore, and that is no fault."""
    with (tmp_path / "file").open("w") as file, restored(file):
        file.write("x")
    with restored(None), restored(file):
        assert file.closed


def test_a_form_is_a_line_that_can_be_typed() -> None:
    """What a form would send as it stands, without a single brace: an example to change and send."""
    drawn = render(shown(FORM))
    assert "Edit the subscription: edit 12 daily no flashinfer sm120" in drawn
    assert "{" not in drawn
