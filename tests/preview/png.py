"""A PNG cut off at the bottom, which needs no more than its lines: each is coded by those above it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SAMPLES = {0: 1, 2: 3, 6: 4}
"""Values of a pixel by colour type: grey, RGB, RGBA."""


def cut(png: bytes, height: int) -> bytes:
    """The upper `height` lines of a picture with 8 bits a value, not interlaced. ValueError for another kind."""
    chunks = list(_chunks(png))
    width, full, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    if depth != 8 or interlaced or colour not in SAMPLES:
        raise ValueError(f"a PNG with {depth} bits, colour type {colour}, interlaced {interlaced}")
    lines = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    kept = lines[: min(height, full) * (1 + width * SAMPLES[colour])]
    header = struct.pack(">IIBBBBB", width, min(height, full), depth, colour, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(kept, 9)), (b"IEND", b"")]
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in parts)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
