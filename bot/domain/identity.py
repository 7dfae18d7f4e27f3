"""Identity: under which key an update is known, whoever tells of it.

A pull request and its merge commit are one update, so a title that ends in "(#123)" decides before the hash does; owner
and repository are folded, for hosts do not tell their case apart. This room also reads an address back into what it
points at. Where names of projects stand for repositories ("vllm#47910") is bot/domain/reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import quote, unquote, urlsplit

from bot.domain.project import Projects

_PULL_AT_END = re.compile(r"\(#([1-9]\d{0,8})\)\s*$")
_OWNER = r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}"
_NAME = r"(?!\.{1,2}(?:$|[/#@:]))[A-Za-z0-9._-]{1,100}"
_REPOSITORY = re.compile(rf"{_OWNER}/{_NAME}")
_SHORT_PULL = re.compile(rf"({_OWNER}/{_NAME})#([1-9]\d{{0,8}})")
_SHORT_COMMIT = re.compile(rf"({_OWNER}/{_NAME})@([0-9A-Fa-f]{{7,64}})")
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_HASH_PREFIX = re.compile(r"[0-9A-Fa-f]{7,64}")
_PAPER = re.compile(r"(?:arxiv\s*:?\s*)?(\d{4}\.\d{4,5})(?:v\d{1,3})?(?:\.pdf)?", re.IGNORECASE)

GITHUB = "https://github.com"
COMMIT_DIGITS = 12
"""A commit's address is cut to so many digits (WORDING.md 0.6: 47 characters against 84)."""


class ReferenceKind(StrEnum):
    """What an address points at."""

    PULL = "pull"
    COMMIT = "commit"
    RELEASE = "release"
    PAPER = "paper"
    POST = "post"


@dataclass(frozen=True, slots=True)
class Reference:
    """What an address or a written reference points at, and the address that readers are given for it.

    `repository` is owner/name as it was written ("" for papers and posts), `number` a pull request's or an issue's
    (they count together), `commit` a whole or cut hash in lower case, `tag` a release's, `paper` an arXiv number
    without its revision.
    """

    kind: ReferenceKind
    url: str
    repository: str = ""
    number: int | None = None
    commit: str = ""
    tag: str = ""
    paper: str = ""

    @property
    def key(self) -> str:
        """The key of the update that it points at. A commit's is right only if the update is known under no pull
        request, so ask the store by commit first."""
        match self.kind:
            case ReferenceKind.PULL:
                return pull_key(self.repository, self.number or 0)
            case ReferenceKind.COMMIT:
                return f"{self.repository.casefold()}@{self.commit}"
            case ReferenceKind.RELEASE:
                return release_key(self.repository, self.tag)
            case ReferenceKind.PAPER:
                return paper_key(self.paper)
            case ReferenceKind.POST:
                return post_key(self.url)


def present_name(repository: str, projects: Projects) -> str:
    """The name under which a repository is known now, so that an address under an old name meets the same update; one
    that is not in the catalogue keeps its own. A moved repository keeps its numbers, tags and hashes."""
    project = projects.of_repository(repository)
    return project.repositories[0] if project else repository


def at_present(reference: Reference, projects: Projects) -> Reference:
    """The reference under its repository's present name; ask the store for the key of this one."""
    if not reference.repository:
        return reference
    return replace(reference, repository=present_name(reference.repository, projects))


def pull_number(title: str) -> int | None:
    """The number in the "(#123)" at the end of a title; None for none and for (#0), which some repositories write."""
    found = _PULL_AT_END.search(title)
    return int(found[1]) if found else None


def commit_key(repository: str, sha: str, title: str) -> str:
    """The key of a commit on a default branch: its pull request's where the title ends in one, else its hash's."""
    number = pull_number(title)
    return pull_key(repository, number) if number else f"{repository.casefold()}@{sha.lower()}"


def pull_key(repository: str, number: int) -> str:
    """`owner/repo#123`, folded."""
    return f"{repository.casefold()}#{number}"


def release_key(repository: str, tag: str) -> str:
    """`owner/repo:v0.6.15`; tags are told apart by case, repositories are not."""
    return f"{repository.casefold()}:{tag}"


def paper_key(paper: str) -> str:
    """`arxiv:2611.09825`: all revisions of a paper are one update."""
    return f"arxiv:{paper}"


def post_key(url: str) -> str:
    """`post:` and the address without scheme, fragment and closing slash, the host folded."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"post:{parts.netloc.casefold()}{parts.path.rstrip('/')}{query}"


def is_repository(text: str) -> bool:
    """Whether the text is an owner/name that a host would take."""
    return _REPOSITORY.fullmatch(text) is not None


def is_hash(text: str) -> bool:
    """Whether the text is a whole commit hash in lower case."""
    return _HASH.fullmatch(text) is not None


def pull_url(repository: str, number: int) -> str:
    """The address of a pull request."""
    return f"{GITHUB}/{repository}/pull/{number}"


def commit_url(repository: str, sha: str) -> str:
    """The address of a commit, cut to COMMIT_DIGITS."""
    return f"{GITHUB}/{repository}/commit/{sha[:COMMIT_DIGITS]}"


def release_url(repository: str, tag: str) -> str:
    """The address of a tag's release page; a tag may hold slashes and signs."""
    return f"{GITHUB}/{repository}/releases/tag/{quote(tag, safe='/+')}"


def paper_url(paper: str) -> str:
    """The address of a paper's abstract."""
    return f"https://arxiv.org/abs/{paper}"


def reference_of(address_or_text: str) -> Reference | None:
    """What an http(s) address, `owner/repo#n`, `owner/repo@hash` or an arXiv number points at; None for anything else.

    A pull request's sub-pages (/files, /commits) are the pull request, an issue's address counts like one. An address
    that is none of those kinds is a post; one with user, password, control characters or a bare host name is nothing.
    """
    text = address_or_text.strip()
    if short := _SHORT_PULL.fullmatch(text):
        return Reference(ReferenceKind.PULL, pull_url(short[1], int(short[2])), short[1], number=int(short[2]))
    if short := _SHORT_COMMIT.fullmatch(text):
        return _commit(short[1], short[2])
    if paper := _PAPER.fullmatch(text):
        return Reference(ReferenceKind.PAPER, paper_url(paper[1]), paper=paper[1])
    return _of_address(text)


def _of_address(text: str) -> Reference | None:
    if not text.isprintable() or " " in text or not text.casefold().startswith(("http://", "https://")):
        return None
    try:
        parts = urlsplit(text)
        host, has_port = parts.hostname or "", parts.port is not None
    except ValueError:
        return None
    if "@" in parts.netloc or "." not in host.strip("."):
        return None
    if not has_port and host.removeprefix("www.") == "github.com":
        found = _on_github([unquote(part) for part in parts.path.split("/") if part])
        if found:
            return found
    if not has_port and host.removeprefix("www.").removeprefix("export.") == "arxiv.org":
        paper = _PAPER.fullmatch(parts.path.rpartition("/")[2])
        if paper:
            return Reference(ReferenceKind.PAPER, paper_url(paper[1]), paper=paper[1])
    return Reference(ReferenceKind.POST, text)


def _on_github(path: list[str]) -> Reference | None:
    repository = "/".join(path[:2]).removesuffix(".git")
    if len(path) < 4 or not is_repository(repository):
        return None
    match path[2:]:
        case ["pull" | "pulls" | "issues" as page, number, *_]:
            return _pull(repository, number, "issues" if page == "issues" else "pull")
        case ["commit" | "commits", sha, *_] if _HASH_PREFIX.fullmatch(sha):
            return _commit(repository, sha)
        case ["releases", "tag", *tag] if tag and "/".join(tag).isprintable():
            name = "/".join(tag)
            return Reference(ReferenceKind.RELEASE, release_url(repository, name), repository, tag=name)
    return None


def _pull(repository: str, number: str, page: str) -> Reference | None:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", number):
        return None
    return Reference(ReferenceKind.PULL, f"{GITHUB}/{repository}/{page}/{number}", repository, number=int(number))


def _commit(repository: str, sha: str) -> Reference:
    return Reference(ReferenceKind.COMMIT, commit_url(repository, sha.lower()), repository, commit=sha.lower())
