"""A loop whose time jumps, and in which what is given to a thread is done at once.

Time must not jump while a thread works for the loop: an hour would pass in three milliseconds of writing to the store.
Kills in the middle of a transaction are the matter of soak_kills.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple, Unpack

from tests.standins.virtual_time import VirtualLoop

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class SoakLoop(VirtualLoop):
    """Runs threads' work itself."""

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """The result, which is there already."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as fault:
            future.set_exception(fault)
        return future


def run_soak(main: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end in such a loop."""
    with asyncio.Runner(loop_factory=SoakLoop) as runner:
        return runner.run(main)
