"""Golden files: whole documents as plain text under tests/golden, compared byte for byte.

To refresh them after a wanted change of wording: `REFRESH_GOLDEN=1 .venv/bin/pytest tests/wording`, then read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, text: str) -> None:
    """The text stands in tests/golden/<name>; with REFRESH_GOLDEN set it is written there instead."""
    path = FOLDER / name
    if os.environ.get("REFRESH_GOLDEN"):
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8"), f"{name} differs; see tests/golden_files.py"
