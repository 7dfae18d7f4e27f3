"""Threads share one arena where the C library can do that, and what stays is not looked through for garbage."""

from __future__ import annotations

import gc
import subprocess
import sys

from bot.memory import set_aside


def test_it_can_be_asked_for_at_any_time() -> None:
    """Asking for one arena works in a process of its own, or says that it does not, and is harmless twice."""
    code = "from bot.memory import keep_one_arena as keep; a, b = keep(), keep(); raise SystemExit(a is not b)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_is_loaded_is_set_aside() -> None:
    """What is there already is looked through no more, and what comes later is."""
    try:
        set_aside()
        kept = gc.get_freeze_count()
        later: list[object] = [[]]
        assert kept > 0
        assert any(one is later for one in gc.get_objects())
    finally:
        gc.unfreeze()
