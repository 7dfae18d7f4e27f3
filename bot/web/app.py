"""The web door's addresses: issues and their archive for everybody, checks and figures for whoever runs the bot.

Every answer is bounded in time, carries the same strict headers and tells no more of a fault than its number.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.domain.errors import BotError
from bot.domain.operation import faults
from bot.log import Logger, new_error_id
from bot.renderers.html import render
from bot.web.archive import archive_document
from bot.web.metrics import exposition
from bot.web.reads import Reads

ANSWER_SECONDS = 20.0
"""How long composing a page may take."""
CHECK_SECONDS = 5.0
PAGES_AT_ONCE = 4
"""Pages that are composed side by side; who comes later waits for their turn, as long as an answer may take."""
MAX_AGE = 300
"""Seconds for which a page may be kept by whoever asked."""
HEADERS = (
    (
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
)
_NAME = re.compile(r"[a-z][a-z-]{0,39}")
_NUMBER = re.compile(r"\d{4}-(?:\d{2}-\d{2}|W\d{2})")

Read = TypeVar("Read")

log = Logger("bot.web")


def web_app(reads: Reads, site: str, token: str | None = None) -> ASGIApp:
    """The application over what it is handed, found at `site` (no slash at its end). With a `token` the figures are
    told to its bearer alone."""
    pages = Pages(reads, site, token)
    routes = [
        Route("/", pages.archive, methods=["GET"]),
        Route("/issues/{edition}/{number}", pages.issue, methods=["GET"]),
        Route("/healthz", pages.alive, methods=["GET"]),
        Route("/readyz", pages.ready, methods=["GET"]),
        Route("/metrics", pages.metrics, methods=["GET"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _refused, Exception: _failed})
    return Guard(app)  # around all, so that a page that fails has the headers too


class Pages:
    """What stands at each address."""

    def __init__(self, reads: Reads, site: str, token: str | None) -> None:
        self._reads = reads
        self._site = site
        self._token = token
        self._turn = asyncio.Semaphore(PAGES_AT_ONCE)

    async def archive(self, _: Request) -> Response:
        """The issues that went out, newest first."""
        links = await self._read(self._reads.archive)
        return _page(render(archive_document(links, self._site)))

    async def issue(self, request: Request) -> Response:
        """One issue as everybody may see it."""
        edition, number = request.path_params["edition"], request.path_params["number"]
        if not _NAME.fullmatch(edition) or not _NUMBER.fullmatch(number):
            raise HTTPException(404)
        page = await self._read(partial(self._reads.issue, edition, number))
        if page is None:
            raise HTTPException(404)
        return _page(page)

    async def alive(self, _: Request) -> Response:
        """The process answers."""
        return PlainTextResponse("ok\n")

    async def ready(self, _: Request) -> Response:
        """Whether this process can do its work: 200, or 503 with why not."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                operation = await asyncio.to_thread(self._reads.operation)
        except (BotError, TimeoutError):
            log.warning("not ready", reason="the store cannot be reached")
            return JSONResponse({"ready": False, "faults": ["the store cannot be reached"]}, status_code=503)
        found = faults(operation)
        return JSONResponse({"ready": not found, "faults": list(found)}, status_code=503 if found else 200)

    async def metrics(self, request: Request) -> Response:
        """The figures for Prometheus."""
        if self._token is not None and not _is_bearer(request, self._token):
            raise HTTPException(401, headers={"www-authenticate": "Bearer"})
        async with asyncio.timeout(CHECK_SECONDS):
            operation = await asyncio.to_thread(self._reads.operation)
        text = exposition(operation)
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")

    async def _read(self, read: Callable[[], Read]) -> Read:
        async with asyncio.timeout(ANSWER_SECONDS), self._turn:
            return await asyncio.to_thread(read)


class Guard:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers with the headers; what is no request is passed on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.encode(), value.encode()) for name, value in HEADERS]
                message["headers"] = [*message.get("headers", []), *ours]
            await send(message)

        await self._app(scope, receive, guarded)


def _is_bearer(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def _page(html: str) -> Response:
    return HTMLResponse(html, headers={"cache-control": f"public, max-age={MAX_AGE}"})


SENTENCES = {
    401: "This needs the operator's token.",
    404: "There is no such page. The issues that went out are listed at /.",
    405: "This address is only read.",
}


async def _refused(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return PlainTextResponse(SENTENCES.get(status, "This cannot be answered.") + "\n", status, headers)


async def _failed(request: Request, error: Exception) -> Response:
    fault = new_error_id()
    log.error("page failed", fault=fault, path=request.url.path, exc_info=error)
    return PlainTextResponse(f"Something failed on our side: {fault}.\n", 500)
