"""How the process asks for memory, and looks for what nobody needs any more.

glibc gives every thread an arena of its own and hardly ever gives one back: a back-fill over many threads held 344 MB
where one arena holds 149 (measured, 30,000 updates). The work of those threads is serial anyway (one writer).
"""

from __future__ import annotations

import ctypes
import gc
import sys

M_ARENA_MAX = -8
"""mallopt's number for the most arenas (glibc)."""


def keep_one_arena() -> bool:
    """Lets all threads share one arena; to be called before the first thread is there. False where the C library has no
    such knob, and then nothing happens."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return bool(mallopt and mallopt(M_ARENA_MAX, 1))


def set_aside() -> None:
    """Nobody looks any more for garbage among what is loaded by now; to be called when a process that serves is put
    together. Looking through all of it made a worker stand still for a third of a second, a few times a minute
    (measured on two busy cores)."""
    gc.collect()
    gc.freeze()
