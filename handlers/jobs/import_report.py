"""What an import tells: how far it is while it runs, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

REFUSALS_KEPT = 100
"""So many refused lines are told with their reason; all are counted."""
NAMES_KEPT = 100
"""So many things that are named without an address are told."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is: bytes of all files together, and lines or items read."""

    file: str
    bytes_read: int
    bytes_all: int
    lines: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not used, and why."""

    file: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that could not be read, or not to its end; what stood before the fault is saved."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Updates by what became of them. `known` said nothing new; `ignored` tags are no versions by the catalogue;
    `named` stands without an address in a digest; `states` is how many updates got another release state; `versions`
    how many tags were new."""

    new: int = 0
    changed: int = 0
    known: int = 0
    refused: int = 0
    ignored: int = 0
    versions: int = 0
    states: int = 0
    refusals: tuple[Refused, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    named: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether the exit status is to be other than 0: something was refused or unreadable. What a digest names
        without an address is no failure."""
        return bool(self.refused or self.unreadable)


@dataclass(slots=True)
class Tally:
    """An ImportReport while it grows."""

    new: int = 0
    changed: int = 0
    known: int = 0
    refused: int = 0
    ignored: int = 0
    versions: int = 0
    states: int = 0
    refusals: list[Refused] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    named: dict[str, None] = field(default_factory=dict)

    def refuse(self, file: str, line: int, reason: str) -> None:
        """Counts a refused line, and keeps it while there is room."""
        self.refused += 1
        if len(self.refusals) < REFUSALS_KEPT:
            self.refusals.append(Refused(file, line, reason))

    def name(self, name: str) -> None:
        """Keeps a name without an address while there is room."""
        if len(self.named) < NAMES_KEPT:
            self.named[name] = None

    def report(self) -> ImportReport:
        """What has come of it so far."""
        return ImportReport(
            self.new,
            self.changed,
            self.known,
            self.refused,
            self.ignored,
            self.versions,
            self.states,
            tuple(self.refusals),
            tuple(self.unreadable),
            tuple(self.named),
        )


Moved: TypeAlias = Callable[[Progress], None]
KeysSaved: TypeAlias = Callable[[Sequence[str]], None]
