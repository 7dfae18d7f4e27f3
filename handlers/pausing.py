"""Everything paused: nothing is sent anywhere until who runs the bot says so; what is due is kept."""

from __future__ import annotations

from handlers.deps import Deps

_NAME = "everything paused"


def is_paused(deps: Deps) -> bool:
    """Whether nothing may be sent. Reads the store: call it in a thread."""
    return deps.store.meta.get(_NAME) is not None


def pause(deps: Deps, by: str) -> bool:
    """From now on nothing is sent; False where that was so already."""
    with deps.store.together():
        if is_paused(deps):
            return False
        deps.store.meta.set(_NAME, f"{deps.now().isoformat()} {by}")
    return True


def resume(deps: Deps) -> bool:
    """What was kept is sent; False where nothing was paused."""
    with deps.store.together():
        was_paused = is_paused(deps)
        deps.store.meta.delete(_NAME)
    return was_paused
