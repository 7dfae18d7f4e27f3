"""The one tree of errors. A door catches `BotError` and says its sentence; anything else is a fault of ours.

BotError
├── UserError        somebody asked for what cannot be done; the reply helps (WORDING.md 6)
├── ConfigError      a file or an environment variable is wrong; the bot does not start
├── SourceError      a source could not be read; a value in a run's report, the others go on
└── StoreError       the store cannot be opened, read or written
    ├── StoreTooNewError  a newer version wrote it
    └── StoreReadOnlyError
"""

from __future__ import annotations

from dataclasses import dataclass


class BotError(Exception):
    """An error with one sentence for a person, free of secrets and of control characters.

    `message` is the English sentence; where `places` are given it names them ("{word} is not a tag."), so that it can
    be said in another language. `sentence` has them filled.
    """

    def __init__(self, message: str, **places: object) -> None:
        self.message, self.places = message, places
        self.sentence = message.format(**places) if places else message
        super().__init__(self.sentence)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A way out that is offered with an error: a button's label and the command line that it sends."""

    label: str
    command: str


class UserError(BotError):
    """A question or command that cannot be carried out as it was typed."""

    def __init__(self, message: str, *suggestions: Suggestion, **places: object) -> None:
        super().__init__(message, **places)
        self.suggestions = suggestions


class ConfigError(BotError):
    """A configuration file or variable that cannot be used; the sentence names file, table and key."""


class SourceError(BotError):
    """A source, file or feed that cannot be read; the sentence names it."""


class StoreError(BotError):
    """The store cannot be used."""


class StoreTooNewError(StoreError):
    """The store was written by a newer version of the bot."""


class StoreReadOnlyError(StoreError):
    """The store's disk or file does not take writes."""
