"""Links as people say them to each other: #3838, v0.6.15, arXiv 2611.09825 (WORDING.md 0, rule 6)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from bot.domain.document import Link
from bot.domain.grapheme import shortened
from bot.domain.identity import COMMIT_DIGITS
from bot.domain.text import clean
from bot.domain.update import Update

LABEL_LIMIT = 40
"""Characters of a link's label."""

_COMMIT_END = re.compile(r"/commit/([0-9a-fA-F]{7,64})$")
_PULL_END = re.compile(r"/(?:pull|issues)/(\d+)$")
_PAPER = re.compile(r"(?:abs|pdf)/(\d{4}\.\d{4,5})")
_ISSUE = re.compile(r"(?:([\w.-]+/[\w.-]+))?#(\d+)$")


def link_of(update: Update) -> Link:
    """The update's own page: a pull request's address rather than a commit's, and a commit's cut to 12 digits."""
    return Link(link_label(update), _address(update))


def link_label(update: Update) -> str:
    """What the link to an update is called."""
    if update.links.pull:
        return f"#{update.links.pull}"
    if update.links.tag:
        return shortened(clean(update.links.tag), LABEL_LIMIT)
    if paper := _PAPER.search(update.url):
        return f"arXiv {paper[1]}"
    if update.links.commits:
        return update.links.commits[0][:COMMIT_DIGITS]
    if number := _PULL_END.search(update.url):
        return f"#{number[1]}"
    host = (urlsplit(update.url).hostname or "").removeprefix("www.")
    return shortened(host or clean(update.project), LABEL_LIMIT)


def issue_link(reference: str, update: Update) -> Link | None:
    """A link to an issue that the update fixes, "#3578" or "owner/repo#3578"; None where its address is not known."""
    found = _ISSUE.search(reference)
    at = re.search(r"^(https?://[^/]+/)([^/]+/[^/]+)/", update.url)
    if found is None or at is None:
        return None
    repository = found[1] or at[2]
    own = repository.casefold() == at[2].casefold()
    label = f"#{found[2]}" if own else f"{repository}#{found[2]}"
    return Link(label, f"{at[1]}{at[2] if own else repository}/issues/{found[2]}")


def _address(update: Update) -> str:
    commit = _COMMIT_END.search(update.url)
    if commit is None:
        return update.url
    if update.links.pull:
        return f"{update.url[: commit.start()]}/pull/{update.links.pull}"
    return f"{update.url[: commit.start()]}/commit/{commit[1][:COMMIT_DIGITS]}"
