"""Lines of files: bounded, counted, and kept up to a fault."""

from __future__ import annotations

import gzip
import io
import os
import tracemalloc
from pathlib import Path

import pytest

from bot.domain.errors import SourceError
from bot.sources.base import Refusal
from bot.sources.lines import MAX_LINE, Line, LineFile, read_lines

LIMIT = 10


def test_lines_are_numbered_and_blank_ones_left_out() -> None:
    """Numbers count every line; a byte order mark, blanks and line ends are no content."""
    stream = io.BytesIO(b"\xef\xbb\xbfone\r\n\n  \n four \nlast")
    assert list(read_lines(stream)) == [Line(1, b"one"), Line(4, b"four"), Line(5, b"last")]


@pytest.mark.parametrize(
    ("content", "is_read"),
    [
        pytest.param(b"x" * (LIMIT - 1) + b"\n", True, id="one under"),
        pytest.param(b"x" * LIMIT + b"\n", True, id="at the limit"),
        pytest.param(b"x" * LIMIT, True, id="at the limit, at the end"),
        pytest.param(b"x" * (LIMIT + 1) + b"\n", False, id="one over"),
        pytest.param(b"x" * (LIMIT + 1), False, id="one over, at the end"),
    ],
)
def test_a_line_over_the_limit_is_refused_and_the_rest_goes_on(content: bytes, is_read: bool) -> None:
    """The line after a refused one has its own number."""
    first, *rest = read_lines(io.BytesIO(content + (b"" if is_read and content[-1:] != b"\n" else b"\nnext\n")), LIMIT)
    assert isinstance(first, Line if is_read else Refusal)
    if rest:
        assert isinstance(rest[-1], Line)
        assert rest[-1].content == b"next"


def test_a_line_of_many_megabytes_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    """A line of 50 MB holds no more memory than the longest line that is read, also out of gzip."""
    path = tmp_path / "big.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(50):
            file.write(b"x" * 1_000_000)
        file.write(b"\nafter\n")
    tracemalloc.start()
    with LineFile(path) as lines:
        found = list(lines)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == [Refusal(1, f"is longer than {MAX_LINE:,} bytes"), Line(2, b"after")]
    assert peak < 4 * MAX_LINE


def test_a_cut_gzip_gives_what_stood_before_the_fault(tmp_path: Path) -> None:
    """The lines before the fault are given, then the fault is told."""
    path = tmp_path / "cut.jsonl.gz"
    whole = gzip.compress(b"".join(b'{"n": %d}\n' % number for number in range(20_000)))
    path.write_bytes(whole[: len(whole) // 2])
    found: list[Line | Refusal] = []
    with LineFile(path) as lines, pytest.raises(SourceError, match="ends too early"):
        found.extend(lines)
    assert len(found) > 1_000


def test_a_damaged_gzip_is_told(tmp_path: Path) -> None:
    """A file that only begins as gzip does is damaged, in a sentence without a traceback."""
    path = tmp_path / "bad\x1b[31m.jsonl.gz"
    path.write_bytes(b"\x1f\x8b\x08\x00" + b"\xff" * 200)
    with LineFile(path) as lines, pytest.raises(SourceError) as fault:
        list(lines)
    assert "is damaged" in fault.value.sentence
    assert "\x1b" not in fault.value.sentence


def test_gzip_is_known_by_its_bytes(tmp_path: Path) -> None:
    """A plain file called .gz and a gzipped one called .jsonl are read all the same."""
    plain, zipped = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl"
    plain.write_bytes(b"one\n")
    zipped.write_bytes(gzip.compress(b"one\n"))
    for path in (plain, zipped):
        with LineFile(path) as lines:
            assert list(lines) == [Line(1, b"one")]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_what_cannot_be_opened_is_told(tmp_path: Path, name: str) -> None:
    """A missing file and a directory give a sentence."""
    with pytest.raises(SourceError, match="cannot be read"):
        LineFile(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_may_never_end_is_no_file(tmp_path: Path) -> None:
    """A pipe and a device are refused before anything is read, for reading them might never end."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    for name in ("pipe.jsonl", "zero.jsonl"):
        with pytest.raises(SourceError, match="it is not a file"):
            LineFile(tmp_path / name)
