"""The feeds and arXiv categories that the bot watches, read from sources.toml; a fault names file, table and key.

Repositories are config/catalog.py; what people track from chat is in the store.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.domain.feed import Feed, WatchList
from bot.domain.identity import ReferenceKind, reference_of
from bot.domain.project import Projects
from config.toml_reader import TomlTable, read_toml

SOURCES = Path(__file__).with_name("sources.toml")
NO_ADDRESS = "none"

_KEY = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
_CATEGORY = re.compile(r"[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z]{2}(?:-[a-z]+)?)?")


def load_feeds(path: Path = SOURCES, projects: Projects | None = None) -> WatchList:
    """All feeds and categories of a file, in its order; with projects, the project of a feed must be one of them."""
    top = read_toml(path)
    feeds: list[Feed] = []
    for table in top.tables("feed"):
        feed = _feed(table, projects)
        for other in feeds:
            if feed.key == other.key:
                table.fail("key", "stands in two tables")
            if feed.url and feed.url == other.url:
                table.fail("url", f"is that of {other.key} too")
        feeds.append(feed)
    arxiv = top.table("arxiv")
    categories = arxiv.texts("categories")
    for category in categories:
        if not _CATEGORY.fullmatch(category):
            arxiv.fail("categories", f'has "{category}", which is no arXiv category such as cs.LG')
    if len(set(categories)) < len(categories):
        arxiv.fail("categories", "names one twice")
    arxiv.close()
    top.close()
    return WatchList(tuple(feeds), categories)


def _feed(table: TomlTable, projects: Projects | None) -> Feed:
    project = table.text("project", "") or None
    if project and projects is not None and project not in projects.by_key:
        table.fail("project", f'"{project}" is not the key of a project')
    feed = Feed(
        key=table.text("key"),
        name=table.text("name"),
        url=_address(table),
        project=project,
        everything=table.flag("everything"),
        digest=table.flag("digest"),
    )
    if not _KEY.fullmatch(feed.key):
        table.fail("key", "must be lower-case letters, digits, full stops and hyphens")
    table.close()
    return feed


def _address(table: TomlTable) -> str | None:
    url = table.text("url")
    if url == NO_ADDRESS:
        return None
    reference = reference_of(url)
    if reference is None or reference.kind is not ReferenceKind.POST:
        table.fail("url", f'must be the http(s) address of a feed, or "{NO_ADDRESS}"')
    return url
