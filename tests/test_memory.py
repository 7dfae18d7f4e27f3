"""Threads share one arena where the C library can do that."""

from __future__ import annotations

import subprocess
import sys


def test_it_can_be_asked_for_at_any_time() -> None:
    """Asking for one arena works in a process of its own, or says that it does not, and is harmless twice."""
    code = "from bot.memory import keep_one_arena as keep; a, b = keep(), keep(); raise SystemExit(a is not b)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
