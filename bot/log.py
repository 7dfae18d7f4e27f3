"""Logging: set up once, redacted always, and the number by which a person and a log line find each other.

Our own lines and those of every library go through the same door to standard error: lines for people in a terminal,
JSON elsewhere. What is logged is decided where it happens, not here. structlog is imported when the first line is
written, so that a command that logs nothing starts without it.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from bot.domain.redaction import redact

if TYPE_CHECKING:
    from structlog.typing import Processor

__all__ = ["Logger", "new_error_id", "redact", "set_up_logging"]

OWN = ("bot", "handlers", "storage", "config")
ID_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that are not taken for another one when read aloud or typed (no 0 O, 1 I L, U)."""
ID_LENGTH = 4
MAX_DEPTH = 6
"""How deep values are looked into; what lies deeper is written as its own text."""

# C0 without tab and newline, DEL and C1, and what turns the direction of text: none may reach a terminal (ANSI, bidi).
_UNSEEN = dict.fromkeys(
    [*range(9), *range(11, 32), *range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)


class Logger:
    """A named logger with structlog's calls: an event in plain words, then values by name.

    Made at import time at no cost. Values are redacted whatever their type.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def debug(self, event: str, **values: object) -> None:
        self._write(logging.DEBUG, event, values)

    def info(self, event: str, **values: object) -> None:
        self._write(logging.INFO, event, values)

    def warning(self, event: str, **values: object) -> None:
        self._write(logging.WARNING, event, values)

    def error(self, event: str, **values: object) -> None:
        self._write(logging.ERROR, event, values)

    def exception(self, event: str, **values: object) -> None:
        """As error, with the traceback of the exception that is being handled."""
        self._write(logging.ERROR, event, {"exc_info": True, **values})

    def _write(self, level: int, event: str, values: Mapping[str, object]) -> None:
        if not logging.getLogger(self.name).isEnabledFor(level):
            return
        import structlog  # 0.1 s: paid by who logs, not by every command of the shell

        structlog.get_logger(self.name).log(level, event, **values)


def set_up_logging(level: str, stream: TextIO | None = None) -> None:
    """Sends all logging to `stream` (standard error if None) from `level` ("debug" to "error") upwards.

    Libraries are heard from "warning" upwards, unless the level is "debug". Calling it again replaces the set-up.
    """
    import structlog

    out = stream or sys.stderr
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
    ]
    renderer: Processor = (
        structlog.dev.ConsoleRenderer(colors=True)
        if out.isatty()
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, redacted_event, renderer],
        )
    )
    threshold = logging.getLevelNamesMapping()[level.upper()]
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(threshold if threshold <= logging.DEBUG else max(threshold, logging.WARNING))
    for name in OWN:
        logging.getLogger(name).setLevel(threshold)


def redacted_event(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The processor: every value, whatever its type, redacted and free of control characters."""
    return {str(name): _redacted(value, MAX_DEPTH) for name, value in event.items()}


def _redacted(value: object, depth: int) -> object:
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return _seen(value)
        case bytes() | bytearray():
            return _seen(bytes(value).decode("utf-8", "replace"))
        case Mapping() if depth:
            return {_seen(str(name)): _redacted(inner, depth - 1) for name, inner in value.items()}
        case Sequence() | set() | frozenset() if depth:
            return [_redacted(inner, depth - 1) for inner in value]
        case BaseException():
            return _seen(f"{type(value).__name__}: {value}")
        case _:
            return _seen(repr(value))


def _seen(text: str) -> str:
    return redact(text.translate(_UNSEEN))


def new_error_id() -> str:
    """A number for a fault, told to the person and written in the log: "E-7Q2M"."""
    return "E-" + "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
