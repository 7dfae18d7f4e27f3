"""What stands in for the handlers in the platforms' tests: it says what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.domain.command import Command
from bot.domain.delivery import Recipient
from bot.domain.document import Actions, Button, Document, Link, Option, Paragraph, Select, Text
from bot.domain.form import Choice, ChoiceField, Form, TextField, ToggleField
from bot.domain.reply import Reply, Shared, Shows
from bot.renderers.command_value import Remembered

LONG = "whatsnew " + "x" * 3000

FORM = Form(
    "Edit the subscription",
    (
        TextField("question", "About", "flashinfer sm120", "projects, hardware, formats, models"),
        ChoiceField("cadence", "How often", (Choice("Daily", "daily"), Choice("Weekly", "weekly")), "daily"),
        ToggleField("paused", "Paused", on=False),
    ),
    "edit 12 {cadence} {paused} {question}",
    preview=Button("Preview", "show {cadence} {question}"),
)


class FakeMemory:
    """Remembers in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def remember(self, entries: Sequence[Remembered]) -> None:
        """Keeps them."""
        self.kept |= {entry.token: entry.command for entry in entries}

    async def recall(self, token: str) -> str | None:
        """What was kept."""
        return self.kept.get(token)


@dataclass
class FakePlaces:
    """Keeps what it was told; fails the first times if a test says so."""

    told: list[tuple[object, ...]] = field(default_factory=list)
    noted: asyncio.Queue[None] = field(default_factory=asyncio.Queue)
    """Has something in it when something was told."""
    failures: int = 0

    async def gone(self, platform: str, workspace: str, reason: str) -> None:
        """The bot was taken away."""
        self._note("gone", platform, workspace)

    async def back(self, platform: str, workspace: str) -> None:
        """The bot is there."""
        self._note("back", platform, workspace)

    async def renamed(self, place: Recipient, new: str) -> None:
        """Another id."""
        self._note("renamed", place.id, new)

    async def opened(self, place: Recipient) -> None:
        """It takes messages again."""
        self._note("opened", place.id)

    def _note(self, *what: object) -> None:
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the store is gone")
        self.told.append(what)
        self.noted.put_nowait(None)


@dataclass
class Echo:
    """Answers with what was asked, and keeps the commands. While `held` is not set, it does not answer."""

    commands: list[Command] = field(default_factory=list)
    held: asyncio.Event | None = None

    async def __call__(self, command: Command) -> Reply:
        self.commands.append(command)
        if self.held:
            await self.held.wait()
        said = Paragraph((Text(f"You said: {command.text}"), Link("#1", "https://github.com/a/b/pull/1")))
        match command.text.split(" ", 1)[0]:
            case "share" if command.text.endswith("what failed"):
                return Document((said,))
            case "share":
                return Shared(Document((said,)))
            case "form":
                return FORM
            case "boom":
                raise RuntimeError("boom")
        menu = Select("Other", (Option("a question", "whatsnew menu"), Option("long", LONG)))
        buttons = (Button("More", "more 8 x"), Button("Long", LONG), Button("Form", "form"), menu)
        return Document((said, Actions(buttons)))


def shows(text: str) -> Shows:
    """What the echo's command lines lead to."""
    return {"share": Shows.EVERYBODY, "form": Shows.FORM}.get(text.split(" ", 1)[0], Shows.ASKER)
