"""Rows of JSON Lines files as tests write them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

FLASHINFER = "flashinfer-ai/flashinfer"
SHA = "9d33a28e8321b2da099e7106fbc527ab3bca904c"


def a_commit(number: int | None = 3891, **changes: Any) -> dict[str, Any]:
    """A commit in the shape of a dump; its hash and date follow from its number."""
    row = {
        "repo": FLASHINFER,
        "sha": f"{number:040x}" if number else SHA,
        "committed_at": "2026-07-14T10:00:00Z",
        "subject": "Add FP8 groupwise MoE GEMM for SM120" + (f" (#{number})" if number else ""),
        "body": "",
    }
    return {**row, **changes}


def a_tag_row(tag: str = "v0.6.15", **changes: Any) -> dict[str, Any]:
    """A tag in the shape of a dump."""
    row = {"repo": FLASHINFER, "tag": tag, "sha": SHA, "tagged_at": "2026-07-16T19:37:38Z", "prerelease": False}
    return {**row, **changes}


def as_line(row: Mapping[str, Any]) -> bytes:
    """The row as it stands in a file."""
    return json.dumps(row, ensure_ascii=False).encode()


def write_lines(path: Path, rows: Iterable[Mapping[str, Any] | bytes]) -> Path:
    """A file of rows, or of bytes as they are; gzipped where its name says so."""
    content = b"".join((row if isinstance(row, bytes) else as_line(row)) + b"\n" for row in rows)
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path
