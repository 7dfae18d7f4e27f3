"""What the GitHub stand-in holds: repositories with their commits, tags, releases and pull requests, and what is to go
wrong next. Tests edit it freely while the stand-in serves it."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

TOKEN = "ghp_standinstandinstandinstandinstandin1"
OTHER_TOKEN = "ghp_standinstandinstandinstandinstandin2"
PUSH_TOKEN = "ghp_standinstandinstandinstandinstandin3"
MOST_REACHED = 8
"""So many commits' ancestors are remembered; walking to them is what a stand-in of weeks spends its time on."""
BEGIN = datetime(2026, 11, 1, 8, tzinfo=UTC)


class Fault(Enum):
    """What happens to the next matching request instead of what should."""

    PRIMARY_LIMIT = "403, nothing left, reset in 30 minutes"
    SECONDARY_LIMIT = "403, something left, no header that says how long"
    SECONDARY_WITH_HEADER = "403 with Retry-After: 120"
    TOO_MANY = "429 with Retry-After: 90"
    SERVER_ERROR = "502 with a page"
    DROPPED = "the connection is cut before the answer"
    TRUNCATED = "200, and the connection is cut in the middle of the body"
    SLOW = "200, and the body comes with a byte every half second"
    HTML = "200 with a page of HTML"
    LIMIT_IN_GRAPHQL = "200 with an error of type RATE_LIMITED"
    NO_DATA = "200 with errors and no data"
    UNAUTHORIZED = "401"
    FORBIDDEN = "403 that is no limit"


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it was answered."""

    method: str
    path: str
    status: int
    token: str
    conditional: bool
    accept: str = ""
    body: str = ""


@dataclass(slots=True)
class Pull:
    """A pull request."""

    number: int
    title: str
    body: str = ""
    labels: tuple[str, ...] = ()
    paths: tuple[str, ...] = ("src/kernel.cu",)
    additions: int = 12
    deletions: int = 3
    state: str = "OPEN"
    base: str = "main"
    merge_commit: str | None = None
    at: datetime = BEGIN
    repository: str | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; `order` counts up over the whole world."""

    sha: str
    message: str
    authored: datetime
    committed: datetime
    parents: tuple[str, ...]
    pull: int | None
    order: int


@dataclass(slots=True)
class TagRef:
    """A tag; an annotated one has a date and an object of its own."""

    commit: str
    date: datetime | None = None
    object: str = ""


@dataclass(slots=True)
class Release:
    """A release. `created` is the date of its commit."""

    id: int
    tag: str
    name: str
    body: str
    created: datetime
    published: datetime | None
    draft: bool = False
    prerelease: bool = False


class Repository:
    """One repository: everything that a test does to it is a method here."""

    def __init__(self, world: World, number: int, name: str, branch: str) -> None:
        self.world = world
        self.id = number
        self.name = name
        self.branch = branch
        self.private = False
        self.status = 200
        self.commits: dict[str, Commit] = {}
        self.head = ""
        self.tags: dict[str, TagRef] = {}
        self.releases: list[Release] = []
        self.pulls: dict[int, Pull] = {}
        self._reached: dict[str, set[str]] = {}

    def commit(
        self,
        title: str,
        body: str = "",
        *,
        at: datetime | None = None,
        authored: datetime | None = None,
        parents: tuple[str, ...] | None = None,
        pull: int | None = None,
        on_branch: bool = True,
    ) -> Commit:
        """A commit on the default branch, or one beside it."""
        when = at or self.world.tick()
        above = parents if parents is not None else ((self.head,) if self.head else ())
        order = self.world.next_number()
        sha = hashlib.sha1(f"{self.id} {order} {title}".encode()).hexdigest()  # noqa: S324 - a name, no secret
        message = f"{title}\n\n{body}" if body else title
        made = Commit(sha, message, authored or when, when, above, pull, order)
        self.commits[sha] = made
        if on_branch:
            self.head = sha
        return made

    def squash(self, number: int, title: str, body: str = "", **changes: Any) -> Commit:
        """A pull request merged as one commit, whose title ends in its number."""
        made = self.commit(f"{title} (#{number})", at=changes.pop("at", None), pull=number)
        self.pulls[number] = Pull(
            number, title, body, state="MERGED", merge_commit=made.sha, base=self.branch, at=made.committed, **changes
        )
        return made

    def merge(self, number: int, title: str, titles: Iterable[str]) -> Commit:
        """A pull request of several commits merged by a merge commit."""
        base, tip = self.head, self.head
        for line in titles:
            tip = self.commit(line, parents=(tip,), pull=number, on_branch=False).sha
        made = self.commit(f"Merge pull request #{number} from x/y", title, parents=(base, tip), pull=number)
        self.pulls[number] = Pull(
            number, title, "What it does.", state="MERGED", merge_commit=made.sha, base=self.branch, at=made.committed
        )
        return made

    def rewrite(self, keep: str, *, drop: int = 0) -> list[Commit]:
        """The branch anew from `keep` on: the same commits under new names, without the last `drop`; gives them."""
        old = self.ordered(self.reach(self.head) - self.reach(keep))
        self.head = keep
        kept = old[: len(old) - drop] if drop else old
        return [
            self.commit(*one.message.partition("\n\n")[::2], at=self.world.tick(), authored=one.authored, pull=one.pull)
            for one in kept
        ]

    def forget(self, sha: str) -> None:
        """The commit is collected as garbage."""
        self._reached.clear()
        del self.commits[sha]

    def tag(self, name: str, commit: str | None = None, *, annotated: bool = False) -> TagRef:
        """Sets or moves a tag."""
        at = self.world.tick() if annotated else None
        thing = hashlib.sha1(f"{name} {self.world.next_number()}".encode()).hexdigest() if annotated else ""  # noqa: S324
        self.tags[name] = TagRef(commit or self.head, at, thing)
        return self.tags[name]

    def release(self, tag: str, body: str = "Notes.", *, draft: bool = False, **changes: Any) -> Release:
        """A release, with its tag unless it is a draft or has one."""
        if tag not in self.tags and not draft:
            self.tag(tag)
        when = self.world.tick()
        made = Release(self.world.next_number(), tag, tag, body, when, None if draft else when, draft=draft)
        for field_name, value in changes.items():
            setattr(made, field_name, value)
        self.releases.append(made)
        return made

    def publish(self, release: Release, at: datetime | None = None) -> None:
        """A draft becomes public; its tag is made if it is not there."""
        if release.tag not in self.tags:
            self.tag(release.tag)
        release.draft, release.published = False, at or self.world.tick()

    def reach(self, sha: str) -> set[str]:
        """A commit and all its ancestors."""
        if sha not in self._reached:
            if len(self._reached) >= MOST_REACHED:
                self._reached.clear()
            self._reached[sha] = self._reach(sha)
        return self._reached[sha]

    def _reach(self, sha: str) -> set[str]:
        seen: set[str] = set()
        open_ones = [sha]
        while open_ones:
            at = open_ones.pop()
            if at in seen or at not in self.commits:
                continue
            seen.add(at)
            open_ones += self.commits[at].parents
        return seen

    def ordered(self, shas: Iterable[str]) -> list[Commit]:
        """Commits, oldest first."""
        return sorted((self.commits[sha] for sha in shas), key=lambda one: one.order)

    def resolve(self, name: str) -> str | None:
        """The commit that a hash, a tag or the branch names."""
        if name in self.tags:
            return self.tags[name].commit
        if name in (self.branch, "HEAD"):
            return self.head or None
        return name if name in self.commits else None


class World:
    """All repositories by number, names that lead to them (old ones too), and faults to come."""

    def __init__(self) -> None:
        self.repositories: dict[int, Repository] = {}
        self.names: dict[str, int] = {}
        self.calls: list[Call] = []
        self.faults: deque[tuple[str, Fault]] = deque()
        self.mangle: Callable[[str, Any], Any] | None = None
        self.tokens = {TOKEN, OTHER_TOKEN, PUSH_TOKEN}
        self.now = BEGIN
        self._number = 1000
        self.heavy: frozenset[str] = frozenset()
        """Commits with which GraphQL cannot cope: a request that names one of them is answered 502."""

    def next_number(self) -> int:
        """A number, higher than all before."""
        self._number += 1
        return self._number

    def tick(self, minutes: int = 1) -> datetime:
        """A minute later."""
        self.now += timedelta(minutes=minutes)
        return self.now

    def repository(self, name: str, *, branch: str = "main", commits: int = 1) -> Repository:
        """A new repository with a few commits; takes a name over if another had it."""
        made = Repository(self, self.next_number(), name, branch)
        self.repositories[made.id] = made
        self.names[name.casefold()] = made.id
        for number in range(commits):
            made.commit(f"Commit {number} of {name}")
        return made

    def rename(self, repository: Repository, name: str) -> None:
        """Another name; the old one leads to it until somebody takes it."""
        repository.name = name
        self.names[name.casefold()] = repository.id

    def delete(self, repository: Repository) -> None:
        """Gone, with all its names."""
        del self.repositories[repository.id]
        self.names = {name: number for name, number in self.names.items() if number != repository.id}

    def fail(self, fault: Fault, path: str = "", times: int = 1) -> None:
        """The next requests whose path holds `path` go wrong."""
        self.faults.extend([(path, fault)] * times)

    def fault_for(self, path: str) -> Fault | None:
        """The first fault that is waiting for such a request."""
        for at, (part, fault) in enumerate(self.faults):
            if part in path:
                del self.faults[at]
                return fault
        return None

    def asked(self, part: str = "") -> list[Call]:
        """The calls whose path holds a text."""
        return [call for call in self.calls if part in call.path]


@dataclass(slots=True)
class Counted:
    """Calls since a moment."""

    world: World
    start: int = field(default=0)

    def __post_init__(self) -> None:
        self.start = len(self.world.calls)

    @property
    def calls(self) -> list[Call]:
        """What was asked since."""
        return self.world.calls[self.start :]
