"""The questions that are asked of GitHub's GraphQL, and their answers.

One request tells of up to 50 commits all that REST would need three requests each for: message, date, the merged pull
request with its description, labels, size and changed paths. What an update is made of is bot/sources/github/changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Generic, TypeVar

import msgspec

from bot.domain.identity import is_hash
from bot.sources.github.payloads import Instant

AT_ONCE = 50
"""Commits, tags or pull requests a request; more make GitHub time out where descriptions are long."""
PATHS = 100
"""Changed paths that are read of a pull request: one page."""

_PULL = f"""
fragment pull on PullRequest {{
  number title body state merged mergedAt createdAt baseRefName additions deletions
  repository {{ nameWithOwner }}
  mergeCommit {{ oid }}
  labels(first: 20) {{ nodes {{ name }} }}
  files(first: {PATHS}) {{ nodes {{ path }} }}
}}"""

_COMMIT = f"""
fragment commit on Commit {{
  oid message authoredDate committedDate additions deletions
  parents(first: 1) {{ totalCount }}
  associatedPullRequests(first: 3) {{ nodes {{ ...pull }} }}
}}
{_PULL}"""

HISTORY = f"""
query History($owner: String!, $name: String!, $head: GitObjectID!, $since: GitTimestamp!, $until: GitTimestamp,
              $after: String) {{
  repository(owner: $owner, name: $name) {{
    databaseId
    object(oid: $head) {{
      ... on Commit {{
        history(first: {AT_ONCE}, since: $since, until: $until, after: $after) {{
          pageInfo {{ hasNextPage endCursor }}
          nodes {{ ...commit }}
        }}
      }}
    }}
  }}
}}
{_COMMIT}"""
"""The commits below one commit, newest first."""


class Labelled(msgspec.Struct, frozen=True, gc=False):
    """A label."""

    name: str


class Changed(msgspec.Struct, frozen=True, gc=False):
    """A changed file."""

    path: str


class Named(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A repository by its name."""

    name_with_owner: str


class Oid(msgspec.Struct, frozen=True, gc=False):
    """An object by its hash."""

    oid: str


class Labels(msgspec.Struct, frozen=True, gc=False):
    """Labels of a pull request."""

    nodes: tuple[Labelled | None, ...] | None = None


class Files(msgspec.Struct, frozen=True, gc=False):
    """Changed files of a pull request."""

    nodes: tuple[Changed | None, ...] | None = None


NOTHING = msgspec.Raw(b"null")
_FILES = msgspec.json.Decoder(Files | None)


class PullNode(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A pull request. `merged_at` is None unless it is merged. Its changed files are half of an answer and are read
    where they are needed (`paths`), which is once for what is new and never for what is known."""

    number: int
    title: str
    state: str
    merged: bool
    base_ref_name: str
    created_at: Instant
    repository: Named
    body: str = ""
    merged_at: Instant | None = None
    merge_commit: Oid | None = None
    additions: int | None = None
    deletions: int | None = None
    labels: Labels | None = None
    files: msgspec.Raw = NOTHING

    @property
    def paths(self) -> tuple[str, ...]:
        """The changed files, as many as were asked for; none where GitHub gives none or says them wrongly."""
        try:
            files = _FILES.decode(self.files)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return ()
        return tuple([file.path for file in files.nodes or () if file]) if files else ()


class Pulls(msgspec.Struct, frozen=True, gc=False):
    """Pull requests of a commit, those of other repositories among them."""

    nodes: tuple[PullNode | None, ...] | None = None


class Parents(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """How many parents a commit has."""

    total_count: int = 1


class BareCommitNode(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A commit alone."""

    oid: str
    message: str
    authored_date: Instant
    committed_date: Instant
    additions: int | None = None
    deletions: int | None = None
    parents: Parents | None = None


class CommitNode(BareCommitNode, frozen=True, gc=False, rename="camel"):
    """A commit with its pull requests."""

    associated_pull_requests: Pulls | None = None


N = TypeVar("N")
"""A part as it is wished for, or msgspec.Raw where one of them is not as it should be and each is read for itself."""


class PageInfo(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """Where a connection goes on."""

    has_next_page: bool
    end_cursor: str | None = None


class History(msgspec.Struct, Generic[N], frozen=True, gc=False, rename="camel"):
    """A page of history."""

    page_info: PageInfo
    nodes: tuple[N, ...]


class Headed(msgspec.Struct, Generic[N], frozen=True, gc=False):
    """The commit that history was asked of."""

    history: History[N] | None = None


class HistoryRepository(msgspec.Struct, Generic[N], frozen=True, gc=False, rename="camel"):
    """The repository that was asked, by its number."""

    database_id: int | None = None
    object: Headed[N] | None = None


class HistoryData(msgspec.Struct, Generic[N], frozen=True, gc=False):
    """The data of an answer to HISTORY."""

    repository: HistoryRepository[N] | None = None


class HistoryAnswer(msgspec.Struct, Generic[N], frozen=True, gc=False):
    """The answer to HISTORY."""

    data: HistoryData[N] | None = None


class AliasData(msgspec.Struct, Generic[N], frozen=True, gc=False):
    """The data of an answer to a question made of aliases."""

    repository: Mapping[str, N] | None = None


class AliasAnswer(msgspec.Struct, Generic[N], frozen=True, gc=False):
    """The answer to `commits_query`, `tags_query` or `pulls_query`; a part that GitHub could not give is null."""

    data: AliasData[N] | None = None


class TagTarget(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What a tag names: a commit with its date, or a tag object with its own date and what that names."""

    oid: str
    committed_date: Instant | None = None
    tagger: Tagger | None = None
    target: TagTarget | None = None


class Tagger(msgspec.Struct, frozen=True, gc=False):
    """When an annotated tag was made."""

    date: Instant | None = None


class TagNode(msgspec.Struct, frozen=True, gc=False):
    """A tag."""

    target: TagTarget | None = None

    def peeled(self) -> tuple[str, datetime | None, bool]:
        """The commit's hash ("" if it names none), the tag's date or else its commit's, and whether it is its own."""
        at, own = self.target, None
        while at is not None and at.committed_date is None:
            own = own or (at.tagger.date if at.tagger else None)
            at = at.target
        if at is None or not is_hash(at.oid):
            return "", own, own is not None
        return at.oid, own or at.committed_date, own is not None


def commits_query(hashes: Sequence[str]) -> str:
    """Asks for commits by their whole hashes, as c0, c1, ...; ValueError for what is no hash."""
    if not all(map(is_hash, hashes)):
        raise ValueError("a whole commit hash is needed")
    parts = "".join(f'\n    c{at}: object(oid: "{sha}") {{ ...commit }}' for at, sha in enumerate(hashes))
    return f"query Commits({_REPOSITORY}) {{\n  {_OF_REPOSITORY} {{{parts}\n  }}\n}}\n{_COMMIT}"


def tags_query(count: int) -> str:
    """Asks for tags by their full names, which are the variables t0, t1, ...: a tag may hold any sign."""
    names = "".join(f", $t{at}: String!" for at in range(count))
    parts = "".join(f"\n    t{at}: ref(qualifiedName: $t{at}) {{ ...tag }}" for at in range(count))
    return f"query Tags({_REPOSITORY}{names}) {{\n  {_OF_REPOSITORY} {{{parts}\n  }}\n}}\n{_TAG}"


def pulls_query(numbers: Sequence[int]) -> str:
    """Asks for pull requests by their numbers, as p0, p1, ..."""
    parts = "".join(f"\n    p{at}: pullRequest(number: {number:d}) {{ ...pull }}" for at, number in enumerate(numbers))
    return f"query Pulls({_REPOSITORY}) {{\n  {_OF_REPOSITORY} {{{parts}\n  }}\n}}\n{_PULL}"


_REPOSITORY = "$owner: String!, $name: String!"
_OF_REPOSITORY = "repository(owner: $owner, name: $name)"
_TAG = """
fragment tag on Ref {
  target {
    oid
    ... on Commit { committedDate }
    ... on Tag { tagger { date } target { oid ... on Commit { committedDate }
      ... on Tag { tagger { date } target { oid ... on Commit { committedDate } } } } }
  }
}"""
