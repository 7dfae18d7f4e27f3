"""What GitHub's answers tell, as typed facts, and the small readings that every question shares.

How the answers are asked for is bot/sources/github/asking.py; the shapes of JSON are payloads.py and graphql.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from bot.domain.errors import SourceError
from bot.domain.identity import is_hash, is_repository
from bot.sources.base import Refusal
from bot.sources.github.api import Page
from bot.sources.github.changes import CommitFact, Home, fact_of_node, fact_of_row, read_node
from bot.sources.github.graphql import CommitNode, History, HistoryAnswer, PageInfo
from bot.sources.github.payloads import HeadRow, ReleaseRow, RepositoryRow, read, read_comparison, read_or_none

T = TypeVar("T")

_NO_COMMIT = Refusal(0, "a commit has no hash")


@dataclass(frozen=True, slots=True)
class Compared:
    """A page of a comparison. `base_is_gone`: GitHub does not know the base any more, or no way from it."""

    status: str = ""
    ahead: int = 0
    behind: int = 0
    merge_base: str = ""
    commits: tuple[CommitFact, ...] = ()
    refused: tuple[Refusal, ...] = ()
    next: str | None = None
    base_is_gone: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of a branch's history, newest first; `after` is where the next one begins, None at the end."""

    commits: tuple[CommitFact, ...]
    refused: tuple[Refusal, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class ReleaseList:
    """Releases as listed; `whole` if the list was read to its end."""

    rows: tuple[ReleaseRow, ...]
    refused: tuple[Refusal, ...]
    whole: bool


def path_of(name: str) -> str:
    """The path of a repository by its name."""
    if not is_repository(name):
        raise SourceError("A repository is written owner/name.")
    return f"/repos/{name}"


def repository_of(page: Page, what: str) -> RepositoryRow:
    """The repository in an answer."""
    row = read(page.body or b"", RepositoryRow, what)
    if not is_repository(row.full_name):
        raise SourceError(f"GitHub's answer for {what} names no repository.")
    return row


def head_of(page: Page, what: str) -> str:
    """The newest commit's hash in an answer; "" for an empty repository."""
    if page.body is None:
        return ""
    rows = read(page.body, tuple[HeadRow, ...], what)
    if rows and not is_hash(rows[0].sha):
        raise SourceError(f"GitHub's answer for {what} names no commit.")
    return rows[0].sha if rows else ""


def compared_in(page: Page, what: str) -> Compared:
    """A page of a comparison; a commit that is not as it should be is refused, and the others hold."""
    if page.body is None:
        return Compared(base_is_gone=True)
    found, rows, refused = read_comparison(page.body, f"new commits of {what}")
    facts = tuple([fact_of_row(row) for row in rows if is_hash(row.sha)])
    refused += (_NO_COMMIT,) * (len(rows) - len(facts))
    base = found.merge_base_commit.sha
    return Compared(found.status, found.ahead_by, found.behind_by, base, facts, refused, page.next)


def history_in(body: bytes, home: Home, repository_id: int, what: str) -> HistoryPage:
    """A page of history; SourceError where it is none, or that of a repository with another number."""
    nodes, refused, info = _nodes_in(body, home, repository_id, what)
    facts = tuple([fact_of_node(node, home) for node in nodes if is_hash(node.oid)])
    refused += (_NO_COMMIT,) * (len(nodes) - len(facts))
    return HistoryPage(facts, refused, info.end_cursor if info.has_next_page else None)


def _nodes_in(
    body: bytes, home: Home, repository_id: int, what: str
) -> tuple[Sequence[CommitNode], tuple[Refusal, ...], PageInfo]:
    strict = read_or_none(body, HistoryAnswer[CommitNode])
    if strict is not None:
        history = _history_of(strict, home, repository_id, what)
        return history.nodes, (), history.page_info
    loose = _history_of(read(body, HistoryAnswer[msgspec.Raw], what), home, repository_id, what)
    nodes = [read_node(raw) for raw in loose.nodes]
    refused = [Refusal(at, "a commit is not as it should be") for at, node in enumerate(nodes, 1) if node is None]
    return [node for node in nodes if node], tuple(refused), loose.page_info


def _history_of(answer: HistoryAnswer[T], home: Home, repository_id: int, what: str) -> History[T]:
    repository = answer.data.repository if answer.data else None
    history = repository.object.history if repository and repository.object else None
    if repository is None or history is None:
        raise SourceError(f"GitHub gives no answer for {what}.")
    if repository.database_id is not None and repository.database_id != repository_id:
        raise SourceError(f"{home.name} became another repository while it was read.")
    return history
