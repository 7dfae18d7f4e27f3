"""A GitHub with long histories, in a process of its own, so that its memory is not measured with the reader's:
`python -m tests.bench.github_pages EACH NAME...` prints where it is (API, pages, host:port) and serves until it is
ended."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from datetime import timedelta
from typing import Any

from tests.standins import github_payloads as payloads
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import BEGIN, World

PAGE = 50
APART = timedelta(minutes=3)


class Histories:
    """Gives each repository a history of `each` changes, a page at a time: the stand-in would have to hold them."""

    def __init__(self, world: World, each: int) -> None:
        self._world = world
        self._each = each
        self._given: Counter[int] = Counter()
        repo = World().repository("ada/r0", commits=0)
        self._node = {**payloads.commit_node(repo.commit("Change"), repo), "associatedPullRequests": None}

    def __call__(self, path: str, payload: Any) -> Any:
        """The stand-in's `mangle`."""
        self._world.calls.clear()
        is_history = path == "/graphql" and "databaseId" in payload
        return self._page(payload["databaseId"]) if is_history else payload

    def _page(self, number: int) -> Any:
        first = self._given[number]
        self._given[number] += PAGE
        nodes = [self._change(number, at) for at in range(first, first + PAGE)]
        info = {"hasNextPage": first + PAGE < self._each, "endCursor": f"x {first + PAGE - 1}"}
        return {"object": {"history": {"pageInfo": info, "nodes": nodes}}}

    def _change(self, number: int, at: int) -> Any:
        """One of a repository, the newest first, each some minutes before the other."""
        when = payloads.stamp(BEGIN - at * APART - timedelta(seconds=number % 60))
        message = f"Change {at}\n\n" + "Why and how.\n" * 40
        oid = f"{number:08x}{at:032x}"
        return {**self._node, "oid": oid, "message": message, "authoredDate": when, "committedDate": when}


async def main(each: str, *names: str) -> None:
    """Serves until it is ended."""
    world = World()
    for name in names:
        world.repository(name, commits=1).tag("v1.0.0")
    world.mangle = Histories(world, int(each))
    async with GitHubStandIn(world) as github:
        print(github.api, github.web, github.host, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
