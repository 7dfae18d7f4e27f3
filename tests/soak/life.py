"""A repository that lives for weeks, and what is true of it in the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.standins.github_world import Commit, Release, Repository, World

LONGEST_REWRITE = 12


@dataclass(slots=True)
class Acts:
    """What happened how often: a soak in which nothing went wrong proves nothing."""

    rewrites: int = 0
    renames: int = 0
    takeovers: int = 0
    withdrawals: int = 0
    drafts: int = 0


@dataclass(slots=True)
class Life:
    """One repository. `must` are the titles of changes that a reader must have heard of, by what the commit says; `may`
    those that were taken away before anybody had to see them; `rewritten` those that stand under another hash now.

    `feeds` keeps to what a feed of 20 entries can tell: no merges of many commits, no bursts. History is rewritten and
    a name taken over only where the reader stands at the head (`settled`), so that each is one event to it.
    """

    world: World
    repo: Repository
    random: random.Random
    feeds: bool
    acts: Acts
    must: dict[str, str] = field(default_factory=dict)
    may: set[str] = field(default_factory=set)
    rewritten: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    drafts: list[Release] = field(default_factory=list)
    rewrites: int = 0
    settled: bool = False
    _count: int = 0

    def begin(self) -> None:
        """What was there before anybody read it."""
        for _ in range(self.random.randint(2, 12 if self.feeds else 90)):
            self._squash()
        for _ in range(self.random.randint(0, 2)):
            self._release()
            self._squash()

    def step(self) -> None:
        """Something happens, or nothing."""
        weighted = [
            (self._nothing, 6),
            (self._commit, 6),
            (self._squash, 8),
            (self._release, 2),
            (self._tag, 1),
            (self._draft, 1),
            (self._edit, 1),
            (self._withdraw, 0.3),
            (self._rename, 0.25),
            (self._rewrite, 0.6),
        ]
        if not self.feeds:
            weighted += [(self._merge, 2), (self._burst, 0.2)]
        actions, weights = zip(*weighted, strict=True)
        self.random.choices(actions, weights)[0]()

    def finish(self) -> None:
        """One more change, and the drafts come out."""
        for draft in self.drafts:
            self._publish(draft)
        self.drafts.clear()
        self._squash()

    def stored_title(self, commit: Commit) -> str:
        """The title of the update that a commit is."""
        return self.must.get(commit.message, "")

    def in_order(self) -> Sequence[str]:
        """The tags, lowest version first."""
        return sorted(self.tags, key=lambda tag: int(tag.split(".")[1]))

    def _number(self) -> int:
        self._count += 1
        return self._count

    def _nothing(self) -> None:
        pass

    def _commit(self) -> None:
        title = f"Change {self._number()} of {self.repo.id}"
        self.must[self.repo.commit(title).message] = title

    def _squash(self) -> None:
        number = self._number()
        made = self.repo.squash(number, f"Change {number} of {self.repo.id}", f"Body {number}.")
        self.must[made.message] = made.message

    def _merge(self) -> None:
        number = self._number()
        title = f"Merged {number} of {self.repo.id}"
        self.repo.merge(number, title, [f"Part {part} of {number}" for part in range(3)])
        self.must[f"Merge pull request #{number} from x/y\n\n{title}"] = f"{title} (#{number})"

    def _burst(self) -> None:
        for _ in range(self.random.randint(60, 130)):
            self._squash()

    def _rewrite(self) -> None:
        """The last few commits anew, the last one dropped at times; merges and tagged commits stay out of it."""
        if not self.settled:
            return
        line: list[Commit] = []
        at = self.repo.commits[self.repo.head]
        while len(line) < self.random.randint(2, LONGEST_REWRITE) and len(at.parents) == 1:
            line.append(at)
            at = self.repo.commits[at.parents[0]]
        if len(line) < 2:
            return
        self.settled = False
        drop = self.random.randint(0, 1)
        for dropped in line[:drop]:
            self.may.add(self.must.pop(dropped.message, ""))
        self.rewritten |= {self.must[one.message] for one in line if one.message in self.must}
        self.repo.rewrite(at.sha, drop=drop)
        self.rewrites += 1
        self.acts.rewrites += 1

    def _release(self) -> None:
        tag = f"v1.{self._number()}.0"
        self.repo.release(tag)
        self.tags.add(tag)

    def _draft(self) -> None:
        """A release that is written today and published later, with the date of today (B035)."""
        if self.drafts:
            self._publish(self.drafts.pop())
            return
        self.drafts.append(self.repo.release(f"v1.{self._number()}.0", draft=True))
        self.acts.drafts += 1

    def _publish(self, draft: Release) -> None:
        # Named anew, so that the order of the versions is that of the tags.
        draft.tag = draft.name = f"v1.{self._number()}.0"
        self.repo.publish(draft)
        self.tags.add(draft.tag)

    def _edit(self) -> None:
        if public := [one for one in self.repo.releases if not one.draft]:
            self.random.choice(public).body = f"Edited {self._number()}"

    def _withdraw(self) -> None:
        """One of the newest releases: an old one is not shown in a feed, nor is it followed for ever."""
        public = [one for one in self.repo.releases if not one.draft]
        if len(public) <= 3 or self.feeds:
            return
        release = self.random.choice(public[-3:])
        self.repo.releases.remove(release)
        self.tags.discard(release.tag)
        self.gone.add(release.tag)
        del self.repo.tags[release.tag]
        self.acts.withdrawals += 1

    def _tag(self) -> None:
        tag = f"v1.{self._number()}.0"
        self.repo.tag(tag, annotated=bool(self._count % 2))
        self.tags.add(tag)

    def _rename(self) -> None:
        """A new name, and at times a stranger under the old one. A feed tells of a stranger by its releases alone."""
        if self.feeds and not self.settled:
            return
        old = self.repo.name
        self.world.rename(self.repo, f"{old.split('-')[0]}-{self._number()}")
        self.acts.renames += 1
        if not self.feeds and self.random.random() < 0.5:
            stranger = self.world.repository(old, commits=0)
            stranger.squash(1, "Strange change")
            stranger.release("v9.9.9")
            self.acts.takeovers += 1
