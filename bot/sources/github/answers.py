"""What GitHub's answers tell, as typed facts, and the small readings that every question shares.

How the answers are asked for is bot/sources/github/asking.py; the shapes of JSON are payloads.py and graphql.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.errors import SourceError
from bot.domain.identity import is_hash, is_repository
from bot.sources.base import Refusal
from bot.sources.github.api import Page
from bot.sources.github.changes import CommitFact
from bot.sources.github.payloads import HeadRow, ReleaseRow, RepositoryRow, read


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
