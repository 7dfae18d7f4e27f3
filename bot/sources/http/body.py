"""A body as it arrives, decompressed by us and never beyond a limit (C26, B029).

httpx would decompress a whole chunk at once: 64 KiB of gzip become 65 MB before anybody counts.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable

STEP = 64 * 1024
"""Bytes that are decompressed at once at most."""

_GZIP = 16 + zlib.MAX_WBITS


class BodyTooLargeError(Exception):
    """More bytes than may be read, decompressed or as they arrived."""


class BodyBrokenError(Exception):
    """Compressed bytes that are damaged, end too early, or are compressed in a way that was not asked for."""


class BodyReader:
    """Puts a body together. `encoding` is the Content-Encoding header; `most` bytes may come out."""

    def __init__(self, encoding: str, most: int) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip"):
            raise BodyBrokenError
        self._unpacking = zlib.decompressobj(_GZIP) if name.endswith("gzip") else None
        self._most = most
        self._arrived = 0
        self._started = False
        self.body = bytearray()
        """What was read so far."""

    def feed(self, chunk: bytes) -> None:
        """Takes bytes as they came from the network. Of what is too much, the part that fits is kept."""
        if self._unpacking is None:
            self._keep(chunk)
            return
        self._arrived += len(chunk)
        if self._arrived > self._most + STEP:
            # A stream of empty blocks unpacks to nothing for ever.
            raise BodyTooLargeError
        if chunk:
            self._unpack(chunk)

    def end(self) -> bytes:
        """The whole body. BodyBrokenError if a compressed one is not complete."""
        if self._unpacking is not None and self._started and not self._unpacking.eof:
            raise BodyBrokenError
        return bytes(self.body)

    def _unpack(self, chunk: bytes) -> None:
        assert self._unpacking is not None
        self._started = True
        try:
            while chunk:
                if self._unpacking.eof:
                    if not chunk.startswith(b"\x1f\x8b"[: len(chunk)]):
                        return  # what follows the last part is padding
                    self._unpacking = zlib.decompressobj(_GZIP)
                self._keep(self._unpacking.decompress(chunk, min(STEP, self._most - len(self.body) + 1)))
                chunk = self._unpacking.unused_data if self._unpacking.eof else self._unpacking.unconsumed_tail
        except zlib.error:
            raise BodyBrokenError from None

    def _keep(self, piece: bytes) -> None:
        room = self._most - len(self.body)
        self.body += piece[:room]
        if len(piece) > room:
            raise BodyTooLargeError


async def beginning_of(chunks: AsyncIterable[bytes], encoding: str, most: int) -> bytes:
    """As much of a body as can be read, `most` bytes at the most: for the page of an error, which is only looked at."""
    try:
        reader = BodyReader(encoding, most)
    except BodyBrokenError:
        return b""
    try:
        async for chunk in chunks:
            reader.feed(chunk)
    except (BodyTooLargeError, BodyBrokenError):
        pass
    return bytes(reader.body)
