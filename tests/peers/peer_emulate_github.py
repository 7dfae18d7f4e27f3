"""Our GitHub source against another maker's GitHub (npm emulate), polled by the real job over real sockets.

What emulate cannot do, as tried, and is therefore judged by our own stand-in alone: GraphQL (404), Atom feeds (404),
ETags and 304, a 301 for an old name (404, though the number still leads to the repository), a tag for a release that is
made without one, and limits that are ever reached. GraphQL is bridged: `Bridge` passes everything on to emulate and
puts its REST answers into GraphQL's words, so that of a poll all facts are emulate's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
import pytest
from aiohttp import web

from bot.domain.feed import WatchList
from bot.domain.health import HealthStatus
from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.state import Stage
from bot.domain.update import Update
from bot.domain.window import Window
from bot.reading import SourceBook
from config.settings import load_settings
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester, IngestReport
from storage.store import Store
from tests.factories import a_project, a_vocabulary
from tests.peers.emulator import emulated

TOKEN = "ghp_peers"
NAME = "ada/kernels"
SEED: dict[str, Any] = {
    "github": {
        "users": [{"login": "ada", "name": "Ada", "email": "ada@example.org"}],
        "repos": [{"owner": "ada", "name": "kernels", "auto_init": True}],
    },
    "tokens": {TOKEN: {"login": "ada", "scopes": ["repo"]}},
}
PASSED_ON = ("Host", "Authorization", "Accept")
_ASKED = re.compile(r"\b([ct])(\d+): (?:object\(oid: \"(\w+)\"\)|ref\()")


class Bridge:
    """emulate with a GraphQL beside it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.address = ""
        self._session = aiohttp.ClientSession()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Bridge:
        app = web.Application()
        app.router.add_post("/graphql", self._graphql)
        app.router.add_get("/{path:.*}", self._passed_on)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()
        if self._runner:
            await self._runner.cleanup()

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """What emulate answers to its owner."""
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with self._session.request(method, self.url + path, json=body, headers=headers) as answer:
            assert answer.status < 300, await answer.text()
            return await answer.json() if answer.status != 204 else None

    async def _passed_on(self, request: web.Request) -> web.Response:
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        async with self._session.get(self.url + request.raw_path, headers=headers) as answer:
            kept = {name: answer.headers[name] for name in ("Link", "Content-Type") if name in answer.headers}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)

    async def _graphql(self, request: web.Request) -> web.Response:
        asked = await request.json()
        variables, query = asked["variables"], asked["query"]
        path = f"/repos/{variables['owner']}/{variables['name']}"
        if "query History(" in query:
            rows = await self.call("GET", f"{path}/commits?sha={variables['head']}&per_page=100")
            history = {"pageInfo": {"hasNextPage": False, "endCursor": None}, "nodes": [_node(row) for row in rows]}
            return web.json_response({"data": {"repository": {"object": {"history": history}}}})
        parts: dict[str, Any] = {}
        for letter, at, sha in _ASKED.findall(query):
            if letter == "c":
                parts[f"c{at}"] = _node(await self.call("GET", f"{path}/commits/{sha}"))
            else:
                name = variables[f"t{at}"].removeprefix("refs/")
                (ref,) = await self.call("GET", f"{path}/git/matching-refs/{name}")
                row = await self.call("GET", f"{path}/commits/{ref['object']['sha']}")
                parts[f"t{at}"] = {"target": {"oid": row["sha"], "committedDate": row["commit"]["committer"]["date"]}}
        return web.json_response({"data": {"repository": parts}})


def _node(row: dict[str, Any]) -> dict[str, Any]:
    commit = row["commit"]
    return {
        "oid": row["sha"],
        "message": commit["message"],
        "authoredDate": commit["author"]["date"],
        "committedDate": commit["committer"]["date"],
        "parents": {"totalCount": len(row["parents"])},
    }


class Reading:
    """The job as a process has it, pointed at the bridge by its settings alone."""

    def __init__(self, bridge: Bridge, folder: Path) -> None:
        self.bridge = bridge
        self.now = datetime.now(UTC) + timedelta(seconds=5)
        vocabulary = a_vocabulary()
        projects = Projects((a_project("kernels", "Kernels", repositories=(NAME,)),))
        self.store = Store.open(f"sqlite:///{folder / 'store.db'}", closure=vocabulary.closure)
        address = f"http://{bridge.address}"
        settings = load_settings(
            {
                "GITHUB_TOKEN": TOKEN,
                "GITHUB_API_URL": address,
                "GITHUB_URL": address,
                "ALLOWED_HOSTS": bridge.address,
            }
        )
        self.book = SourceBook(settings, projects, vocabulary, self.store.tracked, watch=WatchList((), ()))
        deps = Deps(self.store, projects, vocabulary, Lexicon(vocabulary, projects), lambda: self.now)
        self.ingester = Ingester(deps, self.book.polled)

    async def poll(self) -> IngestReport:
        """A poll, a quarter of an hour later."""
        self.now += timedelta(minutes=15)
        return await self.ingester.once()

    @property
    def stored(self) -> dict[str, Update]:
        """What the store holds, by title."""
        window = Window(self.now - timedelta(days=40), self.now + timedelta(days=1), ZoneInfo("UTC"))
        found = self.store.updates.in_window(window, ["kernels"])
        by_title = {update.title: update for update in found}
        assert len(by_title) == len(found)
        return by_title

    async def write(self, path: str, message: str) -> None:
        """A commit on the default branch."""
        content = b64encode(message.encode()).decode()
        await self.bridge.call("PUT", f"/repos/{NAME}/contents/{path}", {"message": message, "content": content})

    async def close(self) -> None:
        """Ends it."""
        await self.book.close()
        self.store.close()


@pytest.fixture
async def reading(tmp_path: Path) -> AsyncIterator[Reading]:
    """The job over an emulated repository of one commit."""
    async with emulated("github", SEED, tmp_path) as url, Bridge(url) as bridge:
        made = Reading(bridge, tmp_path)
        yield made
        await made.close()


async def test_changes_are_read_once(reading: Reading) -> None:
    """History is history, what comes after it is news, and nothing comes twice."""
    first = await reading.poll()
    assert not first.failed, first
    assert [update.history for update in reading.stored.values()] == [True]
    for number in range(1, 4):
        await reading.write(f"{number}.txt", f"Add an FP8 path number {number} (#{number})\n\nWhy.")
    report = await reading.poll()
    assert (report.new, report.failed) == (3, ()), report
    added = reading.stored["Add an FP8 path number 2 (#2)"]
    assert (added.key, added.body, added.history) == (f"{NAME}#2", "Why.", False)
    again = await reading.poll()
    assert (again.new, again.changed, again.failed) == (0, 0, ())


async def test_a_release_and_what_it_holds(reading: Reading) -> None:
    """A release is read with its notes, and the change that it holds is in it."""
    await reading.write("1.txt", "Add a path (#1)")
    await reading.poll()
    (newest,) = await reading.bridge.call("GET", f"/repos/{NAME}/commits?per_page=1")
    ref = {"ref": "refs/tags/v1.0.0", "sha": newest["sha"]}
    await reading.bridge.call("POST", f"/repos/{NAME}/git/refs", ref)
    await reading.bridge.call("POST", f"/repos/{NAME}/releases", {"tag_name": "v1.0.0", "body": "Faster."})
    assert not (await reading.poll()).failed
    release = next(update for update in reading.stored.values() if update.links.tag == "v1.0.0")
    assert (release.body, release.state.stage) == ("Faster.", Stage.RELEASED)
    change = reading.stored["Add a path (#1)"]
    assert (change.state.stage, change.state.version) == (Stage.RELEASED, "1.0.0")


async def test_a_new_name(reading: Reading) -> None:
    """A renamed repository is found by its number, and goes on under its old key."""
    await reading.poll()
    await reading.bridge.call("PATCH", f"/repos/{NAME}", {"name": "kernels2"})
    content = b64encode(b"x").decode()
    await reading.bridge.call("PUT", "/repos/ada/kernels2/contents/a", {"message": "Later (#9)", "content": content})
    report = await reading.poll()
    assert not report.failed, report
    assert reading.stored["Later (#9)"].key == f"{NAME}#9"
    health = reading.store.health.get(f"github:{NAME}")
    assert health is not None
    assert health.status is HealthStatus.RENAMED


async def test_a_repository_that_is_gone(reading: Reading) -> None:
    """A deleted repository is a sentence in its health, and what was read stays."""
    await reading.poll()
    before = reading.stored
    await reading.bridge.call("DELETE", f"/repos/{NAME}")
    (failed,) = (await reading.poll()).failed
    assert "not there" in failed.error
    assert reading.stored == before
    health = reading.store.health.get(f"github:{NAME}")
    assert health is not None
    assert health.status is HealthStatus.GONE
