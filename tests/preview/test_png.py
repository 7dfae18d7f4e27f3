"""Cutting a picture keeps its upper lines as they were."""

from __future__ import annotations

import struct
import zlib

import pytest

from tests.preview.png import SIGNATURE, cut

LINES = [b"\x00" + bytes([at, at, at]) * 2 for at in range(4)]


def picture(depth: int = 8) -> bytes:
    """Two columns and four lines, each of one grey."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 2, 4, depth, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(LINES))) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("height", "kept"), [(1, 1), (3, 3), (4, 4), (9, 4)])
def test_upper_lines_are_kept(height: int, kept: int) -> None:
    """The picture is at most as high as asked, with the same lines from the top."""
    png = cut(picture(), height)
    assert struct.unpack_from(">II", png, 16) == (2, kept)
    (length,) = struct.unpack_from(">I", png, 33)
    assert zlib.decompress(png[41 : 41 + length]) == b"".join(LINES[:kept])


def test_another_kind_of_picture_is_refused() -> None:
    """What it cannot cut without decoding is not guessed at."""
    with pytest.raises(ValueError, match="16 bits"):
        cut(picture(depth=16), 1)
