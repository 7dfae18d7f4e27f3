"""What a command is to the router: a line of its table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias, cast

from bot.domain.command import Command
from bot.domain.reply import Reply, Shows
from handlers.deps import Deps

Handler: TypeAlias = Callable[[Command, Deps], Awaitable[Reply]]
Accepts: TypeAlias = Callable[[str, Deps], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its first word (`name`, or an alias in either language), how it is used and what it does in one line.

    `handler` and `parses` name functions of handlers/commands as "file.function"; they are imported when the command
    is used, so that a question from the shell does not wait for digests and forms. `shows` says what the command leads
    to; a command `in_menus` has its own place among a platform's slash commands. `glued` where no question begins like
    that, so that a Chinese word may stand without a blank before its arguments (停一周).
    """

    name: str
    usage: str
    summary: str
    handler: str
    parses: str = ""
    aliases: tuple[str, ...] = ()
    shows: Shows = Shows.ASKER
    in_menus: bool = False
    glued: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The first words to which it answers."""
        return (self.name, *self.aliases)

    def handle(self) -> Handler:
        """The handler; it is given the command with `text` cut down to its arguments."""
        return cast(Handler, _function(self.handler))

    def accepts(self, rest: str, deps: Deps) -> bool:
        """Whether a rest parses as this command's arguments; a command that parses none takes none."""
        return cast(Accepts, _function(self.parses))(rest, deps) if self.parses else not rest


def _function(name: str) -> object:
    file, _, function = name.partition(".")
    return getattr(import_module(f"handlers.commands.{file}"), function)
