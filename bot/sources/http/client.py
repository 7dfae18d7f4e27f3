"""The only place that fetches from the internet: every source reads through it (DESIGN.md 2).

An address is taken apart and judged before each hop, the connection goes to a judged IP address, the whole fetch has a
deadline and a size. What a body means, and when to ask again, is not known here.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self
from urllib.parse import urljoin

from bot.sources.addresses import AddressRefusedError, Target, allowed_of, known_of, target_of
from bot.sources.http.fetching import DEADLINE, DECODED_LIMIT, REDIRECTS, FetchError, FetchFault, Response
from bot.sources.http.sentences import OUTSIDE_PROXY, REFUSAL, fetch_error
from bot.sources.limit_headers import CORE
from bot.sources.limits import HostLimits

if TYPE_CHECKING:
    import ssl

    from bot.sources.http.exchange import Answer, Exchange
    from bot.sources.http.transport import Connect, Resolve

REDIRECTING = frozenset({301, 302, 303, 307, 308})
PERMANENT = frozenset({301, 308})
SENT_AS_IT_WAS = frozenset({307, 308})
"""Redirects that a POST follows; the others would make a GET of it."""
KEPT_HEADERS = frozenset(
    {"accept", "accept-encoding", "accept-language", "if-modified-since", "if-none-match", "user-agent"}
)
"""Headers that go along to another host. All others, a token first of all, stay behind."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One request of a fetch. `permanent`: whether only permanent redirects led here."""

    method: str
    target: Target
    headers: Mapping[str, str]
    content: bytes | None = None
    permanent: bool = True
    moved_to: str | None = None


class Http:
    """Fetches over http and https. Use it with `async with`, in one event loop; nothing opens before the first fetch.

    `user_agent` says who we are and where to complain. `allowed_hosts` are host:port pairs of the operator that may be
    private or on another port. With a `proxy` (its address may hold user and password) the names are looked up by the
    proxy and addresses cannot be judged: then only `known_hosts` are fetched, through it, and `allowed_hosts`, which
    are reached without it. `resolve`, `connect` and `tls` replace the system's name service, TCP and trust.
    """

    def __init__(
        self,
        *,
        user_agent: str,
        allowed_hosts: Collection[str] = (),
        proxy: str | None = None,
        known_hosts: Collection[str] = (),
        limits: HostLimits | None = None,
        resolve: Resolve | None = None,
        connect: Connect | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.limits = limits or HostLimits()
        self._allowed = allowed_of(allowed_hosts)
        self._known = known_of(known_hosts)
        self._user_agent = user_agent
        self._proxy = proxy
        self._resolve = resolve
        self._connect = connect
        self._tls = tls
        self._exchange: Exchange | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes what is open."""
        if self._exchange:
            await self._exchange.close()
            self._exchange = None

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        accept: Sequence[str] = (),
        most: int = DECODED_LIMIT,
        deadline: float = DEADLINE,
        redirects: int = REDIRECTS,
        resource: str = CORE,
    ) -> Response:
        """What stands at an address (see Fetching). FetchError or RateLimited where there is no response."""
        asked = self._asked("GET", url, headers or {}, accept, None)
        return await self._fetch(asked, accept, most, deadline, redirects, resource)

    async def post(
        self,
        url: str,
        json_body: object,
        *,
        headers: Mapping[str, str] | None = None,
        accept: Sequence[str] = ("application/json",),
        most: int = DECODED_LIMIT,
        deadline: float = DEADLINE,
        resource: str = CORE,
    ) -> Response:
        """What a host answers to JSON (see Fetching). A redirect that would make a GET of it is given back as it is."""
        content = json.dumps(json_body, ensure_ascii=False).encode("utf-8", "replace")
        asked = self._asked("POST", url, {"content-type": "application/json", **(headers or {})}, accept, content)
        return await self._fetch(asked, accept, most, deadline, REDIRECTS, resource)

    def _asked(
        self, method: str, url: str, headers: Mapping[str, str], accept: Sequence[str], content: bytes | None
    ) -> _Asked:
        target = self._judged(url)
        sent = {"accept": ", ".join(accept) or "*/*", "user-agent": self._user_agent, "accept-encoding": "gzip"}
        if target.user is not None:
            sent["authorization"] = "Basic " + b64encode(":".join(target.user).encode()).decode()
        sent |= {name.lower(): value for name, value in headers.items()}
        return _Asked(method, target, sent, content)

    def _judged(self, url: str) -> Target:
        """An address that may be fetched. FetchError says the same sentence for every one that may not."""
        try:
            target = target_of(url, self._allowed)
        except AddressRefusedError:
            raise FetchError(FetchFault.REFUSED, REFUSAL) from None
        if self._proxy is not None and target.named not in self._allowed and target.host not in self._known:
            raise FetchError(FetchFault.REFUSED, OUTSIDE_PROXY)
        return target

    async def _fetch(
        self, asked: _Asked, accept: Sequence[str], most: int, deadline: float, redirects: int, resource: str
    ) -> Response:
        clock = asyncio.get_running_loop().time
        first, left = asked.target.host, deadline
        for hop in range(redirects + 1):
            host = asked.target.host
            # A host's rhythm is waited for outside the deadline, which is about how long the host itself may take.
            async with self.limits.turn(host, resource):
                began = clock()
                answer = await self._answered(asked, accept, most, left, deadline)
                left -= clock() - began
                limited = self.limits.heard(host, answer.status, answer.headers, answer.body, resource)
            onward = _onward(asked, answer)
            if onward is None:
                moved = asked.moved_to
                return Response(answer.status, asked.target.url, answer.headers, answer.body, moved, limited)
            if hop < redirects:
                asked = self._redirected(asked, answer, onward)
        raise FetchError(FetchFault.REDIRECTS, f"{first} sends us on more than {redirects} times.")

    async def _answered(self, asked: _Asked, accept: Sequence[str], most: int, left: float, deadline: float) -> Answer:
        from bot.sources.http.exchange import Exchange  # httpx takes 0.1 s to import

        if self._exchange is None:
            self._exchange = Exchange(self._allowed, self._proxy, self._resolve, self._connect, self._tls)
        target = asked.target
        try:
            async with asyncio.timeout(left):
                return await self._exchange.answer(
                    asked.method, target, asked.headers, asked.content, accept=accept, most=most
                )
        except Exception as fault:
            told = fetch_error(fault, target.host, deadline, most)
            if told is None:
                raise
            # The chain of causes holds addresses and headers; it is cut, so that no traceback shows them (B132).
            raise told from None

    def _redirected(self, asked: _Asked, answer: Answer, url: str) -> _Asked:
        """The next request, judged like the first. User and password in its address are not used: they are the host's
        word, not ours."""
        target = self._judged(url)
        headers = asked.headers
        if not _same_place(asked.target, target):
            if asked.content is not None:
                raise FetchError(FetchFault.REDIRECTS, f"{asked.target.host} sends us on to another host.")
            headers = {name: value for name, value in headers.items() if name in KEPT_HEADERS}
        permanent = asked.permanent and answer.status in PERMANENT
        moved_to = target.url if permanent else asked.moved_to
        return _Asked(asked.method, target, headers, asked.content, permanent, moved_to)


def _onward(asked: _Asked, answer: Answer) -> str | None:
    """Where a response sends us, None if it is the one that was asked for."""
    followed = REDIRECTING if asked.content is None else SENT_AS_IT_WAS
    location = answer.headers.get("location", "").strip()
    if answer.status not in followed or not location:
        return None
    try:
        return urljoin(asked.target.url, location.replace(" ", "%20"))
    except ValueError:
        return location


def _same_place(one: Target, other: Target) -> bool:
    """Whether what was meant for one may be told to the other: the same host and port, or its encrypted side."""
    upgraded = (one.scheme, one.port, other.scheme, other.port) == ("http", 80, "https", 443)
    return one.host == other.host and (upgraded or (one.scheme, one.port) == (other.scheme, other.port))
