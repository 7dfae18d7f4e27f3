"""An event loop whose clock jumps: where nothing is ready, the next timer is due at once. Real time does not count.

For tests with deadlines and slow servers in the same loop, over real sockets: they take no time, and the speed of the
machine does not matter.
"""

from __future__ import annotations

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

GRACE = 0.003
"""Real seconds in which bytes on their way between two sockets of the test must arrive before time jumps."""

STEP = 0.0005
"""Virtual seconds that a round of the loop takes in which something was ready: a flood of bytes takes time, too."""

T = TypeVar("T")
P = ParamSpec("P")


class _Jumping(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready:
            self.now += STEP
        if ready or timeout == 0:
            return ready
        if timeout is None:
            return super().select(None)
        ready = super().select(GRACE)
        if not ready:
            self.now += max(timeout, 0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its time begins at 0 and passes only by waiting."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


class Inline(ThreadPoolExecutor):
    """Runs at once what a loop hands to a thread: in virtual time a thread would be overtaken by the next timer."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Done when it returns."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end in a loop whose time jumps."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)


def virtually(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is run in such a loop."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        run_virtually(test(*args, **kwargs))

    return run
