"""Lines of a plain or gzipped file in bounded memory, with how far the file is read.

What a line holds is not known here.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from bot.domain.errors import SourceError
from bot.domain.text import clean
from bot.sources.base import Refusal

MAX_LINE = 4 * 1024 * 1024
"""A line of more bytes is refused; so much of one is held in memory at most."""

_SKIPPED_AT_ONCE = 64 * 1024
_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, without its end; the first line of a file is number 1."""

    number: int
    content: bytes


class LineFile:
    """A file opened for reading its lines; gzip is known by its first bytes, not by the name. Use it with `with`.

    SourceError with a sentence naming the file if it cannot be opened, or is broken further on: then after the lines
    that could be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = opened(path)
            self.size = path.stat().st_size
        except OSError as fault:
            raise SourceError(f"{clean(path.name)} cannot be read: {fault.strerror or 'it is not a file'}.") from fault
        zipped = self._file.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
        self._lines = gzip.GzipFile(fileobj=self._file, mode="rb") if zipped else cast(BinaryIO, self._file)

    @property
    def position(self) -> int:
        """How many bytes of the file itself, of `size`, are read; all of them once it is closed."""
        return self.size if self._file.closed else self._file.tell()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Line | Refusal]:
        try:
            yield from read_lines(cast(io.BufferedIOBase, self._lines))
        except (EOFError, zlib.error, gzip.BadGzipFile) as fault:
            what = "ends too early" if isinstance(fault, EOFError) else "is damaged"
            raise SourceError(
                f"{clean(self._path.name)} {what}: what stood before was read, the rest was not."
            ) from fault
        except OSError as fault:
            raise SourceError(
                f"{clean(self._path.name)} cannot be read on: {fault.strerror or 'a disk error'}."
            ) from fault


def opened(path: Path) -> io.BufferedReader:
    """A file opened for reading; OSError if it cannot be. A pipe or a device is none: it might never answer or end."""
    if path.exists() and not path.is_file():
        raise OSError
    return path.open("rb")


def read_lines(stream: io.BufferedIOBase, longest: int = MAX_LINE) -> Iterator[Line | Refusal]:
    """The lines of a stream that are not blank, and a Refusal for each that has more than `longest` bytes."""
    number = 0
    while chunk := stream.readline(longest + 1):
        number += 1
        if len(chunk) > longest and not chunk.endswith(b"\n"):
            yield Refusal(number, f"is longer than {longest:,} bytes")
            while chunk and not chunk.endswith(b"\n"):
                chunk = stream.readline(_SKIPPED_AT_ONCE)
            continue
        content = chunk.removeprefix(_MARK).strip() if number == 1 else chunk.strip()
        if content:
            yield Line(number, content)
