"""GitHub's API as sources ask it: one address, one answer, conditional where an ETag is at hand.

Here a status becomes a page, or an error of the tree. How often the host may be asked is the matter of
bot/sources/limits, what stands in a page that of payloads and graphql.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urljoin, urlsplit

import msgspec

from bot.domain.errors import SourceError
from bot.domain.redaction import redact
from bot.domain.text import clean
from bot.sources.github.payloads import ErrorRow
from bot.sources.http.fetching import Fetching, Response
from bot.sources.limit_headers import server_time
from bot.sources.polling import Condition, PrivateRepository, RateLimited, Unavailable

API_URL = "https://api.github.com"
API_VERSION = "2022-11-28"
JSON = "application/vnd.github+json"
JSON_TYPES = ("application/json",)
"""What an answer must be: an HTML page of a proxy is a fault, not "nothing" (B051)."""
GRAPHQL = "graphql"
"""The name of GraphQL's own budget."""
LIMIT_WAIT = timedelta(seconds=60)
"""How long is waited at least where GitHub says that it was too much, and not until when (C02)."""
QUOTED = 160
"""So many characters of GitHub's own words are quoted."""

NOT_MODIFIED, NOT_FOUND, CONFLICT = 304, 404, 409

_LINK = re.compile(r'<([^<>]{1,2000})>((?:\s*;\s*[a-z]{1,20}="?[^",;<>]{0,200}"?)*)', re.IGNORECASE)
_NEXT = re.compile(r';\s*rel="?next"?\s*(?:;|$)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """An answer. `body` is None where nothing has changed since the ETag, or where there is nothing (`status` 404 or
    409, if the caller allowed them); `next` is the address of the next page, `at` what GitHub's clock said."""

    status: int
    body: bytes | None
    etag: str = ""
    next: str | None = None
    moved: bool = False
    at: datetime | None = None

    @property
    def unchanged(self) -> bool:
        """Whether it is what the ETag was of."""
        return self.status == NOT_MODIFIED


def next_link(header: str) -> str | None:
    """The address with rel="next" of a Link header (C05); None if there is none."""
    for found in _LINK.finditer(header):
        if _NEXT.search(found[2]):
            return found[1]
    return None


class Api:
    """One token's view of GitHub, or one address's where there is no token."""

    def __init__(self, http: Fetching, token: str | None, url: str = API_URL) -> None:
        self._http = http
        self._url = url.rstrip("/")
        self._headers = {"accept": JSON, "x-github-api-version": API_VERSION}
        if token:
            self._headers["authorization"] = f"Bearer {token}"
        self.fingerprint = sha256(token.encode()).hexdigest()[:12] if token else ""

    async def get(self, path: str, what: str, *, etag: str = "", nothing: tuple[int, ...] = ()) -> Page:
        """The answer for a path, or for the address of a next page. `what` names it for people; a status in `nothing`
        is an answer too. FetchError, RateLimited, Unavailable or SourceError if there is none."""
        headers = {**self._headers, "if-none-match": etag} if etag else self._headers
        response = await self._http.get(self._address(path, what), headers=headers, accept=JSON_TYPES)
        moved, at = response.moved_to is not None, server_time(response.headers)
        if response.status == NOT_MODIFIED and etag:
            return Page(NOT_MODIFIED, None, etag, moved=moved, at=at)
        if 200 <= response.status < 300:
            following = next_link(response.headers.get("link", ""))
            return Page(response.status, response.body, response.headers.get("etag", ""), following, moved, at)
        if response.status in nothing:
            return Page(response.status, None, moved=moved, at=at)
        raise refusal(response, what)

    async def ask(self, query: str, variables: dict[str, object], what: str, now: datetime) -> bytes:
        """What GraphQL answers. An answer that is an error as a whole is raised; parts may be null in any other."""
        body = {"query": query, "variables": variables}
        response = await self._http.post(
            graphql_url(self._url), body, headers=self._headers, accept=JSON_TYPES, resource=GRAPHQL
        )
        if response.status != 200:
            raise refusal(response, what)
        if limited := _limited(response, now):
            raise RateLimited(f"GitHub asks to wait before {what} is read on.", limited)
        return response.body

    def _address(self, path: str, what: str) -> str:
        """An absolute address on the API's own host; the token goes nowhere else."""
        if not path.startswith(("http://", "https://")):
            return self._url + path
        ours, theirs = urlsplit(self._url), urlsplit(urljoin(self._url, path))
        if (ours.scheme, ours.netloc) != (theirs.scheme, theirs.netloc):
            raise SourceError(f"GitHub's answer for {what} goes on at another host, which is not followed.")
        return theirs.geturl()


def graphql_url(url: str) -> str:
    """Where GraphQL is asked: beside /api/v3 on a server of one's own, below the API's address elsewhere."""
    return url.removesuffix("/v3") + "/graphql"


def refusal(response: Response, what: str) -> SourceError:
    """The error that an answer without content is."""
    said = _said(response)
    if response.limited_until is not None:
        return RateLimited(f"GitHub asks to wait before {what} is read on.", response.limited_until)
    match response.status:
        case 401:
            return Unavailable(Condition.UNAUTHORIZED, "GitHub does not take the token: wrong, expired or revoked.")
        case 403:
            return Unavailable(Condition.BLOCKED, f"GitHub refuses {what} (403){said}.")
        case 404 | 410:
            return Unavailable(Condition.MISSING, f"{what} is not there, or not for us ({response.status}).")
        case 451:
            return Unavailable(Condition.BLOCKED, f"{what} is blocked for legal reasons (451){said}.")
        case _:
            return SourceError(f"GitHub answers {response.status} for {what}{said}.")


def private(name: str) -> PrivateRepository:
    """The error that a private repository without an audience is."""
    return PrivateRepository(f"{name} is private, and projects.toml names nobody who may read it.")


def _said(response: Response) -> str:
    try:
        message = msgspec.json.decode(response.body, type=ErrorRow).message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    words = redact(clean(message))[:QUOTED].rstrip(". ")
    return f": {words}" if words else ""


class _GraphError(msgspec.Struct, frozen=True):
    type: str = ""


class _GraphErrors(msgspec.Struct, frozen=True):
    errors: tuple[_GraphError, ...] = ()


def _limited(response: Response, now: datetime) -> datetime | None:
    """Until when GraphQL wants to be left alone, which it says with status 200."""
    if response.limited_until is not None:
        return response.limited_until
    if b'"RATE_LIMIT' not in response.body[:4096]:
        return None
    try:
        errors = msgspec.json.decode(response.body, type=_GraphErrors).errors
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not any(error.type in ("RATE_LIMITED", "RATE_LIMIT") for error in errors):
        return None
    reset = response.headers.get("x-ratelimit-reset", "")
    wait = now + LIMIT_WAIT
    if not re.fullmatch(r"[0-9]{1,11}", reset):
        return wait
    return max(wait, datetime.fromtimestamp(min(int(reset), 2**33), tz=now.tzinfo))
