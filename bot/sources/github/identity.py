"""Which repository it is that a name answers for: the number decides, not the name (C06, B041, B042)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.errors import SourceError
from bot.sources.github.answers import path_of, repository_of
from bot.sources.github.api import API_URL, NOT_FOUND, Api, Page, private
from bot.sources.github.cursor import Cursor
from bot.sources.github.payloads import RepositoryRow
from bot.sources.http.fetching import Fetching
from bot.sources.polling import Condition, Renamed, Unavailable

REPOSITORY = "repository"
"""Whose ETag a repository's own answer is."""


async def repository_named(
    name: str, http: Fetching, *, token: str | None, audience: bool = False, api_url: str = API_URL
) -> RepositoryRow:
    """The repository that a name leads to now, renamings followed. Unavailable, PrivateRepository without an audience,
    or what a fetch raises."""
    row = repository_of(await Api(http, token, api_url).get(path_of(name), name), name)
    if row.private and not audience:
        raise private(name)
    return row


async def checked(api: Api, cursor: Cursor, *, audience: bool) -> tuple[Cursor, tuple[Renamed, ...]]:
    """The cursor under the repository's present name, and whether that is a new one.

    Raises PrivateRepository for one that became private, and Unavailable where it is gone, also if another repository
    has its name now.
    """
    page = await api.get(path_of(cursor.name), cursor.name, etag=cursor.etags.get(REPOSITORY, ""), nothing=(NOT_FOUND,))
    row = None if page.body is None else repository_of(page, cursor.name)
    if page.status == NOT_FOUND or (row is not None and row.id != cursor.id):
        page = await _by_number(api, cursor)
        row = repository_of(page, cursor.name)
        if row.full_name.casefold() == cursor.name.casefold():
            raise SourceError(f"GitHub gives two repositories for {cursor.name}.")
    if row is None:
        return _open(cursor, audience), ()
    renamed = row.full_name.casefold() != cursor.name.casefold()
    # An ETag belongs to an address; those of the old name are of no use.
    etags = {} if renamed else {**cursor.etags, REPOSITORY: page.etag}
    after = replace(cursor, name=row.full_name, branch=row.default_branch, private=row.private, etags=etags)
    return _open(after, audience), (Renamed(cursor.name, row.full_name),) if renamed else ()


def _open(cursor: Cursor, audience: bool) -> Cursor:
    if cursor.private and not audience:
        raise private(cursor.name)
    return cursor


async def _by_number(api: Api, cursor: Cursor) -> Page:
    """The repository by its number; the name is not there, or a stranger's."""
    try:
        page = await api.get(f"/repositories/{cursor.id:d}", cursor.name)
    except Unavailable as fault:
        if fault.condition is not Condition.MISSING:
            raise
        raise Unavailable(
            Condition.MISSING,
            f"{cursor.name} is not there any more, or not for us; another repository of that name is not followed.",
        ) from fault
    if repository_of(page, cursor.name).id != cursor.id:
        raise Unavailable(Condition.MISSING, f"{cursor.name} is another repository now, which is not followed.")
    return page
