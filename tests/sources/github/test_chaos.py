"""Weeks of a repository with faults, kills, rewritten history and renamings: nothing missing, nothing doubled."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from bot.domain.errors import SourceError
from bot.sources.base import FoundVersion
from bot.sources.http.client import Http
from bot.sources.polling import Renamed, Withdrawn
from tests.sources.github.reading import NAME, Killed, Reader, of, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Commit, Fault, Repository, World

FAULTS = (Fault.SERVER_ERROR, Fault.DROPPED, Fault.TRUNCATED, Fault.HTML, Fault.NO_DATA, Fault.FORBIDDEN)
PATHS = ("/commits", "/releases", "/compare/", "/matching-refs", "/graphql", "")
STEPS = 120


class Life:
    """A repository that lives, and what a reader must have heard of it in the end: titles of changes, and tags."""

    def __init__(self, world: World, repo: Repository, seed: int) -> None:
        self.world = world
        self.repo = repo
        self.random = random.Random(seed)
        self.must: dict[str, str] = {}
        self.may: set[str] = set()
        self.tags: set[str] = set()
        self.gone: set[str] = set()
        self._count = 0
        self._acts = [
            (self._commit, 6),
            (self._squash, 6),
            (self._merge, 2),
            (self._burst, 1),
            (self._rewrite, 1),
            (self._release, 3),
            (self._edit, 1),
            (self._withdraw, 1),
            (self._tag, 1),
            (self._rename, 1),
        ]

    def step(self) -> None:
        """Something happens."""
        self.world.tick(self.random.randint(1, 300))
        acts, weights = zip(*self._acts, strict=True)
        self.random.choices(acts, weights)[0]()

    def _number(self) -> int:
        self._count += 1
        return self._count

    def _commit(self) -> None:
        title = f"Change {self._number()}"
        self.must[self.repo.commit(title).message] = title

    def _squash(self) -> None:
        number = self._number()
        made = self.repo.squash(number, f"Change {number}", f"Body {number}.")
        self.must[made.message] = made.message

    def _merge(self) -> None:
        number = self._number()
        title = f"Merged {number}"
        self.repo.merge(number, title, [f"Part {part} of {number}" for part in range(3)])
        self.must[f"Merge pull request #{number} from x/y\n\n{title}"] = f"{title} (#{number})"

    def _burst(self) -> None:
        for _ in range(self.random.randint(60, 230)):
            self._squash()

    def _rewrite(self) -> None:
        """The last few commits anew, the last one dropped at times; merges stay out of it."""
        line: list[Commit] = []
        at = self.repo.commits[self.repo.head]
        while len(line) < self.random.randint(2, 40) and len(at.parents) == 1:
            line.append(at)
            at = self.repo.commits[at.parents[0]]
        if len(line) < 2:
            return
        drop = self.random.randint(0, 1)
        for dropped in line[:drop]:
            self.may.add(self.must.pop(dropped.message, ""))
        self.repo.rewrite(at.sha, drop=drop)

    def _release(self) -> None:
        tag = f"v1.{self._number()}.0"
        self.repo.release(tag, draft=False)
        self.tags.add(tag)

    def _edit(self) -> None:
        if self.repo.releases:
            self.random.choice(self.repo.releases).body = f"Edited {self._number()}"

    def _withdraw(self) -> None:
        if len(self.repo.releases) > 3:
            release = self.repo.releases.pop(self.random.randrange(len(self.repo.releases)))
            self.tags.discard(release.tag)
            self.gone.add(release.tag)
            del self.repo.tags[release.tag]

    def _tag(self) -> None:
        tag = f"v2.{self._number()}.0"
        self.repo.tag(tag, annotated=bool(self._count % 2))
        self.tags.add(tag)

    def _rename(self) -> None:
        self.world.rename(self.repo, f"ada/kernels{self._number()}")


@pytest.mark.parametrize("seed", range(6))
async def test_a_life_with_faults(github: GitHubStandIn, http: Http, world: World, seed: int) -> None:
    """Each change and each release is heard of, each change once, whatever fails and whenever the process dies."""
    repo = world.repository(NAME, commits=0)
    life = Life(world, repo, seed)
    life._commit()
    reader = Reader(github, http)
    for _ in range(STEPS):
        for _ in range(life.random.randint(1, 3)):
            life.step()
        for _ in range(life.random.randint(0, 2)):
            world.fail(life.random.choice(FAULTS), life.random.choice(PATHS))
        kill = life.random.randint(0, 4) if life.random.random() < 0.3 else None
        with suppress(SourceError, Killed):
            await reader.poll(kill_after=kill)
        if life.random.random() < 0.5:
            world.faults.clear()
    world.faults.clear()
    life._commit()
    await reader.poll()
    await reader.poll()
    assert await reader.poll() == []
    changes = [raw for raw in raws(reader.items) if raw.links.tag is None]
    titles = [raw.title for raw in changes]
    assert set(life.must.values()) <= set(titles)
    assert set(titles) <= set(life.must.values()) | life.may
    # The commits of one merge may stand on two pages of a range; the store knows them by their key.
    keys = [raw.key for raw in changes if not raw.title.startswith("Merged")]
    assert sorted(keys) == sorted(set(keys))
    firsts = {(raw.key, raw.title, raw.published, raw.links.commits[0]) for raw in changes}
    assert len(firsts) == len({raw.key for raw in changes})
    tags = {item.version.tag for item in of(reader.items, FoundVersion)}
    assert life.tags <= tags <= life.tags | life.gone
    withdrawn = {item.tag for item in of(reader.items, Withdrawn)}
    assert withdrawn == tags - life.tags
    assert len(reader.found(Renamed)) <= len(world.names)
