"""From commits and pull requests, as GitHub tells of them, to updates. Pure; asking for them is not done here.

A pull request is one update, however many of its commits stand on the branch: those of one page are put together here,
those of two pages by the store. It is dated by its merge, not by when it was written (C10).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec

from bot.domain.identity import commit_key, commit_url, is_hash, present_name, pull_key, pull_number, pull_url
from bot.domain.project import Projects
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.text import clean
from bot.domain.update import Links, Precision, RawUpdate
from bot.sources.base import FoundUpdate
from bot.sources.content import body_of, paths_of, title_of
from bot.sources.github.cursor import mark
from bot.sources.github.graphql import BareCommitNode, CommitNode, PullNode
from bot.sources.github.payloads import CommitRow
from bot.sources.json_row import EARLIEST, FUTURE_ALLOWED
from bot.sources.polling import RangeCommit

_MERGE = re.compile(r"Merge pull request #([1-9]\d{0,8}) from \S")
_PICKED = re.compile(r"cherry picked from commit ([0-9a-f]{40,64})\b", re.IGNORECASE)
_MOST_COMMITS = 200
"""So many commits of one pull request are kept."""


@dataclass(frozen=True, slots=True)
class Home:
    """A repository as updates name it: `name` as GitHub writes it now, `project` the catalogue's key, `key_name` the
    name that keys are made of, which a renaming does not change."""

    name: str
    project: str
    key_name: str
    branch: str

    @classmethod
    def of(cls, configured: str, name: str, project: str, branch: str, projects: Projects) -> Home:
        """The home of what is read of a repository that the catalogue calls `configured`."""
        return cls(name, project, present_name(configured, projects), branch)


class CommitFact(msgspec.Struct, frozen=True, gc=False):
    """A commit, and the pull request that brought it if that is known. A struct, like what it is made of: making one is
    a third of the time that a commit of a long history takes."""

    sha: str
    message: str
    authored: datetime
    committed: datetime
    merge: bool = False
    additions: int | None = None
    deletions: int | None = None
    pull: PullNode | None = None

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.split("\n", 1)[0]

    @property
    def number(self) -> int | None:
        """The pull request's number: as the title ends, as GitHub words a merge, or as it tells."""
        subject = self.subject
        if number := titled_number(subject):
            return number
        merged = _MERGE.match(subject)
        return int(merged[1]) if merged else (self.pull.number if self.pull else None)

    @property
    def mark(self) -> str:
        """What stays of a commit when its branch is rewritten: its words and when it was written."""
        return mark(f"{self.subject}\n{int(self.authored.timestamp())}")

    def in_range(self) -> RangeCommit:
        """The commit as a tag's range has it."""
        picked = tuple(sha.lower() for sha in _PICKED.findall(self.message))
        return RangeCommit(self.sha, self.number, picked)


def titled_number(subject: str) -> int | None:
    """The pull request's number that ends a commit's first line."""
    # Cleaning a line of nothing but plain characters changes no number, and most lines are.
    plain = subject.isascii() and subject.isprintable()
    return pull_number(subject if plain else clean(subject))


def fact_of_row(row: CommitRow) -> CommitFact:
    """What REST tells of a commit."""
    commit = row.commit
    return CommitFact(row.sha, commit.message, commit.author.date, commit.committer.date, len(row.parents) > 1)


def fact_of_node(node: CommitNode, home: Home) -> CommitFact:
    """What GraphQL tells of a commit; of several pull requests the one that was merged into the branch with it."""
    connection, parents = node.associated_pull_requests, node.parents
    return CommitFact(
        node.oid,
        node.message,
        node.authored_date,
        node.committed_date,
        parents is not None and parents.total_count > 1,
        node.additions,
        node.deletions,
        _pull_of(node, connection.nodes, home) if connection and connection.nodes else None,
    )


def _pull_of(node: CommitNode, pulls: Sequence[PullNode | None], home: Home) -> PullNode | None:
    own = [pull for pull in pulls if pull and _is_of(pull, home)]
    if number := titled_number(node.message.split("\n", 1)[0]):
        for pull in own:
            if pull.number == number:
                return pull
        return None
    merged = [pull for pull in own if pull.merged and pull.base_ref_name == home.branch]
    with_it = [pull for pull in merged if pull.merge_commit and pull.merge_commit.oid.lower() == node.oid]
    return next(iter((*with_it, *merged)), None)


def _is_of(pull: PullNode, home: Home) -> bool:
    name = pull.repository.name_with_owner
    return name == home.name or name.casefold() == home.name.casefold()


def read_node(raw: msgspec.Raw) -> CommitNode | None:
    """A commit, without its pull requests if those are not as they should be; None if the commit is not."""
    try:
        return msgspec.json.decode(raw, type=CommitNode)
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    try:
        bare = msgspec.json.decode(raw, type=BareCommitNode)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return CommitNode(**msgspec.structs.asdict(bare))


def updates_of(facts: Iterable[CommitFact], home: Home, now: datetime) -> tuple[FoundUpdate, ...]:
    """An update for each pull request and for each commit that came without one, in the order in which they come."""
    by_key: dict[str, list[CommitFact]] = {}
    for fact in facts:
        number = fact.number
        key = pull_key(home.key_name, number) if number else commit_key(home.key_name, fact.sha, "")
        by_key.setdefault(key, []).append(fact)
    return tuple(FoundUpdate(0, _update(key, group, home, now)) for key, group in by_key.items())


def _update(key: str, facts: Sequence[CommitFact], home: Home, now: datetime) -> RawUpdate:
    lead = _lead(facts)
    pull, number = lead.pull, lead.number
    title = _title(lead, pull, number)
    body, body_state = body_of((pull.body if pull else "") or lead.message.partition("\n")[2])
    merged = _merge_of(pull, home)
    # The merge may stand on another page than the commits that it brought: date and first hash are its own even so.
    at = pull.merged_at if pull and pull.merged_at and merged not in ("", lead.sha) else lead.committed
    published, precision = dated(at, now)
    hashes = dict.fromkeys((merged or lead.sha, lead.sha, *(fact.sha for fact in facts)))
    raw = RawUpdate(
        key=key,
        url=pull_url(home.name, number) if number else commit_url(home.name, lead.sha),
        project=home.project,
        repository=home.key_name,
        title=title_of(title),
        body=body,
        body_state=body_state,
        published=published,
        precision=precision,
        links=Links(pull=number, commits=tuple(hashes)[:_MOST_COMMITS]),
        additions=lead.additions,
        deletions=lead.deletions,
    )
    return with_pull(raw, pull) if pull else raw


def _lead(facts: Sequence[CommitFact]) -> CommitFact:
    """The merge of a pull request: the commit that GitHub says it was merged with, else a merge, else the newest."""
    for fact in facts:
        if fact.pull and fact.pull.merge_commit and fact.pull.merge_commit.oid.lower() == fact.sha:
            return fact
    return max(facts, key=lambda fact: (fact.merge, fact.committed))


def _merge_of(pull: PullNode | None, home: Home) -> str:
    """The commit with which a pull request came into the branch; "" if that is not told."""
    if pull is None or pull.merge_commit is None or pull.base_ref_name != home.branch:
        return ""
    sha = pull.merge_commit.oid.lower()
    return sha if is_hash(sha) else ""


def _title(lead: CommitFact, pull: PullNode | None, number: int | None) -> str:
    """The commit's first line; the pull request's title where that says no more than that something was merged."""
    if pull and pull_number(clean(lead.subject)) is None and clean(pull.title):
        return f"{clean(pull.title)} (#{number})"
    return lead.subject


def with_pull(raw: RawUpdate, pull: PullNode) -> RawUpdate:
    """The update with what its pull request tells: labels, changed paths and size."""
    labels = pull.labels.nodes or () if pull.labels else ()
    return replace(
        raw,
        labels=tuple(clean(label.name) for label in labels if label),
        paths=paths_of(pull.paths),
        additions=raw.additions if pull.additions is None else pull.additions,
        deletions=raw.deletions if pull.deletions is None else pull.deletions,
    )


def dated(instant: datetime, now: datetime) -> tuple[datetime, Precision]:
    """A date to the second, or now where the date is none that can be: clocks of committers go wrong."""
    moment = instant.astimezone(UTC).replace(microsecond=0)
    if EARLIEST <= moment <= now + FUTURE_ALLOWED:
        return moment, Precision.SECOND
    return now.astimezone(UTC).replace(microsecond=0), Precision.DAY


def watched(pull: PullNode, home: Home, now: datetime) -> FoundUpdate:
    """A pull request that somebody watches: open or closed; a merged one is told as a commit of its branch."""
    body, body_state = body_of(pull.body)
    published, precision = dated(pull.created_at, now)
    raw = RawUpdate(
        key=pull_key(home.key_name, pull.number),
        url=pull_url(home.name, pull.number),
        project=home.project,
        repository=home.key_name,
        title=title_of(pull.title),
        body=body,
        body_state=body_state,
        published=published,
        precision=precision,
        links=Links(pull=pull.number),
        state={"OPEN": State(Stage.OPEN), "CLOSED": State(Stage.CLOSED)}.get(pull.state, UNKNOWN),
    )
    return FoundUpdate(0, with_pull(raw, pull))
