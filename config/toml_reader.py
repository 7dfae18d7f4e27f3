"""A small typed reader of TOML files: every fault names the file, the table and the key.

Both catalogues (projects.toml, vocabulary.toml) are read through it. It knows TOML's types only; what a table means is
said by the room that reads it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from bot.domain.errors import ConfigError

_MISSING = "is missing"


class TomlTable:
    """A table of a TOML file with the place it stands at.

    Each reading method takes a key and gives its value in the type asked for, the default if the key is not there, or
    raises ConfigError. `close` refuses keys that nobody asked for, which catches misspelt ones.
    """

    def __init__(self, file: str, place: str, values: Mapping[str, Any]) -> None:
        self._file = file
        self.place = place
        self._values = values
        self._read: set[str] = set()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of this table in the file's order."""
        return tuple(self._values)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._values

    def fail(self, key: str, what: str) -> NoReturn:
        """Raise ConfigError saying what is wrong with a key ("must be a text"); an empty key blames the table."""
        where = f"{self._file}: {self.place or 'top level'}"
        raise ConfigError(f"{where}: {key} {what}" if key else f"{where}: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty; without a default the key must be there. A default of "" allows an empty one."""
        value = self._value(key, default)
        if not isinstance(value, str):
            self.fail(key, "must be a text")
        if not value.strip() and default != "":
            self.fail(key, "must not be empty")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """true or false."""
        value = self._value(key, default)
        if not isinstance(value, bool):
            self.fail(key, "must be true or false")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(key, "must be a whole number")
        return value

    def fraction(self, key: str) -> float:
        """A number, whole or not; neither infinite nor NaN."""
        value = self._value(key, None)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            self.fail(key, "must be a number")
        return float(value)

    def texts(self, key: str, default: tuple[str, ...] | None = ()) -> tuple[str, ...]:
        """A list of texts, none of them empty."""
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) and item.strip() for item in value):
            self.fail(key, "must be a list of texts")
        return tuple(value)

    def marks(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of texts that may be empty or blank, for separators."""
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            self.fail(key, "must be a list of texts")
        return tuple(value)

    def table(self, key: str) -> TomlTable:
        """The table under a key; an empty one if the key is not there."""
        value = self._value(key, {})
        if not isinstance(value, dict):
            self.fail(key, "must be a table")
        return TomlTable(self._file, f"{self.place}.{key}" if self.place else f"[{key}]", value)

    def tables(self, key: str, name: str = "key") -> tuple[TomlTable, ...]:
        """The tables of an array (`[[key]]`), each placed by its number and by its own `name`; none if not there."""
        value = self._value(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fail(key, f"must be a list of tables ([[{key}]])")
        return tuple(
            TomlTable(self._file, f"{self.place}[[{key}]] {_called(number, item.get(name))}", item)
            for number, item in enumerate(value, 1)
        )

    def close(self) -> None:
        """Refuse the table if it has keys that were never read."""
        unknown = [key for key in self._values if key not in self._read]
        if unknown:
            self.fail(unknown[0], "is not a key that is known here")

    def _value(self, key: str, default: object) -> Any:
        self._read.add(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            self.fail(key, _MISSING)
        return default


def _called(number: int, name: object) -> str:
    return f'{number} "{name}"' if isinstance(name, str) and name else str(number)


def read_toml(path: Path) -> TomlTable:
    """The top-level table of a file; ConfigError if it is not there, is not UTF-8 or is not TOML (with its line)."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise ConfigError(f"{path.name}: cannot be read ({fault.strerror or fault})") from fault
    except UnicodeDecodeError as fault:
        raise ConfigError(f"{path.name}: is not UTF-8 (byte {fault.start})") from fault
    try:
        return TomlTable(path.name, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(f"{path.name}: is not valid TOML: {fault}") from fault
    except RecursionError as fault:
        raise ConfigError(f"{path.name}: is nested too deep") from fault
