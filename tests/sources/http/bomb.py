"""Meets a bomb of 500 MB and prints by how many KiB the process grew: run by test_bounds.py in a process of its own."""

from __future__ import annotations

import asyncio
import resource

from tests.sources.http.world import FEED, fault_of, world
from tests.standins.web import bomb, page_of


async def growth() -> int:
    """KiB that the resident set grew at its highest."""
    async with world() as (here, http):
        here.server.pages["/"] = page_of(b"x" * 600_000)
        here.server.pages["/bomb"] = page_of(bomb(), headers={"Content-Encoding": "gzip"})
        await http.get(FEED)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await fault_of(http.get(FEED + "bomb"))
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


if __name__ == "__main__":
    print(asyncio.run(growth()))
