"""The shell as a platform: lines in, drawn documents out. Nothing here knows what a command means.

Typing `more` presses the button of the answer before; every button is shown as the command line that it sends.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TextIO, TypeAlias
from zoneinfo import ZoneInfo

from bot.domain.command import Actor, Command, Rights
from bot.domain.delivery import Outcome, Recipient, RecipientKind, Sent, Thread
from bot.domain.document import Actions, Button, Code, Document, Paragraph, Strong, line
from bot.domain.form import Form, standing_line
from bot.domain.reply import Reply, Shared
from bot.platforms.base import Answer, Complete
from bot.renderers.terminal import render

NAME = "terminal"
WORKSPACE = "local"
USER = "me"
PROMPT = "whatsnew> "
CHUNK = 65_536
LONGEST_LINE = 65_536
"""Bytes of a typed line; no question is as long."""
PRESSED = frozenset({"more", "mentions", "share", "undo"})
"""Words that press a button where they are typed alone; any other word is a command or a question of its own."""

Lines: TypeAlias = Callable[[Complete], AsyncIterator[str]]
"""What is typed, line by line; a line editor completes with what it is handed."""


def shell_user() -> Recipient:
    """Whoever sits at the terminal: one person of one place, who may do everything there."""
    return Recipient(NAME, WORKSPACE, RecipientKind.USER, USER)


def shell_command(text: str, at: datetime, zone: ZoneInfo, locale: str) -> Command:
    """A command line as the shell's user gives it."""
    actor = Actor(NAME, WORKSPACE, USER, Rights(manager=True, operator=True))
    return Command(text=text, actor=actor, place=shell_user(), at=at, locale=locale, zone=zone)


@dataclass(frozen=True, slots=True)
class Screen:
    """Where documents are drawn, how wide (characters), and whether colours are understood."""

    out: TextIO
    width: int = 100
    colour: bool = False

    def show(self, document: Document) -> None:
        """Draws a document and an empty line; BrokenPipeError when nobody reads any more."""
        self.out.write(render(document, width=self.width, colour=self.colour) + "\n\n")
        self.out.flush()

    def part(self) -> None:
        """Draws a rule between what comes by itself and what stood before."""
        self.out.write("─" * self.width + "\n")


class Terminal:
    """The shell platform. `lines` gives what is typed, one line at a time; `command` makes a Command of it.

    It keeps no history of questions, except the line editor's own while it runs.
    """

    name = NAME
    repeats_for = timedelta()

    def __init__(self, screen: Screen, lines: Lines, command: Callable[[str], Command]) -> None:
        self.screen = screen
        self._lines = lines
        self._command = command

    async def post(self, _: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Draws the part, which is known by the name that it came with; whoever looks on is the recipient. A screen has
        no threads: replies stand below."""
        del thread
        self.screen.part()
        self.screen.show(part)
        return Sent(part_id)

    async def edit(self, _: Recipient, sent_id: str, part: Document) -> Outcome:
        """Draws the part anew; what was drawn stays above."""
        self.screen.part()
        self.screen.show(part)
        return Sent(sent_id)

    async def find(self, recipient: Recipient, part: Document, part_id: str, since: datetime, _: object = None) -> None:
        """What was drawn is not looked for: drawing is known to be done."""
        del recipient, part, part_id, since

    async def obstacle(self, recipient: Recipient) -> str | None:
        """The screen is always there."""
        del recipient
        return None

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Answers line after line until the input ends (Ctrl-D) or somebody types `exit` or `quit`."""
        before = Document(())
        async for typed in self._lines(complete):
            text = typed.strip()
            if text.casefold() in {"exit", "quit"}:
                return
            before = shown(await answer(self._command(pressed(text, before))))
            self.screen.show(before)


def shown(reply: Reply) -> Document:
    """A reply as the shell has it: what is shared is shown, a form is the command line that it would send as it
    stands."""
    match reply:
        case Shared(document):
            return document
        case Form(title):
            return Document((Paragraph(line(Strong(title), ": ", Code(standing_line(reply)))),))
        case _:
            return reply


def pressed(text: str, before: Document) -> str:
    """The command line of the button whose first word, one of PRESSED, was typed alone; else the text."""
    word = text.casefold()
    if word not in PRESSED:
        return text
    buttons = (
        element.command
        for block in before.blocks
        if isinstance(block, Actions)
        for element in block.elements
        if isinstance(element, Button)
    )
    return next((command for command in buttons if command.split(maxsplit=1)[0] == word), text)


async def typed_lines(read: Callable[[], Iterator[str]]) -> AsyncIterator[str]:
    """Lines of a blocking reader, read in a thread that does not hold the process back when it leaves."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    wanted = threading.Event()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, line)

    def pump() -> None:
        lines = read()
        while wanted.wait():
            wanted.clear()
            line = next(lines, None)
            put(line)
            if line is None:
                return

    threading.Thread(target=pump, name="shell-input", daemon=True).start()
    while True:
        wanted.set()
        line = await queue.get()
        if line is None:
            return
        yield line


def edited_lines(complete: Complete) -> Iterator[str]:
    """Lines typed at a prompt, with the editor's history and completion by Tab."""
    _prepare_editor(complete)
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            sys.stdout.write("\n")
            return


def _prepare_editor(complete: Complete) -> None:
    try:
        import readline  # the line editor is missing on some systems
    except ImportError:
        return

    def matching(_: str, state: int) -> str | None:
        found = [completion.text for completion in complete(readline.get_line_buffer())]
        words = [text[readline.get_begidx() :] for text in found]
        return words[state] if state < len(words) else None

    readline.set_completer_delims(" ")
    readline.set_completer(matching)
    readline.parse_and_bind("tab: complete")


def piped_lines(descriptor: int) -> Iterator[str]:
    """Lines of a pipe or file, read below Python's buffers so that no lock is held when the process leaves. Of a line
    longer than LONGEST_LINE bytes only the beginning is kept, which is refused like any question of that length."""
    rest = b""
    while chunk := os.read(descriptor, CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for content in lines:
            yield content[:LONGEST_LINE].decode("utf-8", "replace")
        rest = rest[:LONGEST_LINE]
    if rest:
        yield rest.decode("utf-8", "replace")


@contextmanager
def restored(stream: TextIO | None) -> Iterator[None]:
    """Leaves the terminal as it was, also when the line editor is cut off while it waits. What is no terminal needs
    nothing."""
    if stream is None or stream.closed or not stream.isatty():
        yield
        return
    import termios  # only where there is a terminal

    before = termios.tcgetattr(stream)
    try:
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
