"""A GitHub over real sockets: REST, GraphQL and Atom, ETags by token, pages by Link, limits and refusals.

The bot is pointed at it by GITHUB_API_URL (`api`) and GITHUB_URL (`web`), with ALLOWED_HOSTS (`host`). What it holds
and what goes wrong next is `world` (github_world.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from tests.standins import github_payloads as payloads
from tests.standins.github_world import PUSH_TOKEN, Call, Commit, Fault, Repository, World

Json = dict[str, Any]

_ALIAS = re.compile(
    r"\b([ctp])(\d+): (?:object\(oid: \"(\w+)\"\)|ref\(qualifiedName: \$t\d+\)|pullRequest\(number: (\d+)\))"
)
FEED_COMMITS = 20
FEED_RELEASES = 10
SLOW_BYTES = 100


class GitHubStandIn:
    """Started with `async with`."""

    def __init__(self, world: World | None = None) -> None:
        self.world = world or World()
        self.web = self.api = self.host = ""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> GitHubStandIn:
        app = web.Application(client_max_size=2**22)
        app.router.add_post("/api/graphql", self._graphql)
        app.router.add_get("/api/{path:.*}", self._rest)
        app.router.add_get("/{path:.*}", self._page)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.host = f"127.0.0.1:{self._runner.addresses[0][1]}"
        self.web = f"http://{self.host}"
        self.api = f"{self.web}/api"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        return await self._answered(request, "/" + unquote(request.raw_path.partition("/api/")[2].partition("?")[0]))

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return await self._answered(request, "/" + request.match_info["path"])

    async def _answered(self, request: web.Request, path: str, body: str = "") -> web.StreamResponse:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        fault = self.world.fault_for(path)
        response: web.StreamResponse
        if fault in (Fault.DROPPED, Fault.TRUNCATED, Fault.SLOW):
            self._log(request, path, token, 0, body)
            return await _cut(request, fault)
        if fault:
            response = _faulty(fault, self.world.now)
        elif token and token not in self.world.tokens:
            response = _error(401, "Bad credentials")
        elif path == "/graphql":
            response = self._asked(json.loads(body), token)
        else:
            response = self._found(request, path, token)
        response.headers["Date"] = format_datetime(self.world.now, usegmt=True)
        self._log(request, path, token, response.status, body)
        return response

    def _log(self, request: web.Request, path: str, token: str, status: int, body: str) -> None:
        conditional = "If-None-Match" in request.headers
        shown = f"{path}?{request.query_string}" if request.query_string else path
        accept = request.headers.get("Accept", "")
        self.world.calls.append(Call(request.method, shown, status, token, conditional, accept, body))

    # ---- REST and pages

    def _found(self, request: web.Request, path: str, token: str) -> web.Response:
        is_api = request.path.startswith("/api/")
        parts = [part for part in path.split("/") if part]
        repo, rest, moved = self._repository(parts, is_api)
        if repo is None or (repo.private and not token):
            return _error(404, "Not Found") if is_api else web.Response(status=404, text="Not Found")
        if repo.status != 200:
            return _error(repo.status, "Repository access blocked" if repo.status != 404 else "Not Found")
        if moved:
            query = f"?{request.query_string}" if request.query_string else ""
            base = f"{self.api}/repositories/{repo.id}" if is_api else f"{self.web}/{repo.name}"
            return web.Response(status=301, headers={"Location": "/".join((base, *rest)) + query})
        return self._resource(request, repo, rest, token) if is_api else self._feed(request, repo, rest)

    def _repository(self, parts: list[str], is_api: bool) -> tuple[Repository | None, list[str], bool]:
        if is_api and parts[:1] == ["repositories"]:
            return self.world.repositories.get(int(parts[1])), parts[2:], False
        start = 1 if is_api else 0
        name = "/".join(parts[start : start + 2])
        repo = self.world.repositories.get(self.world.names.get(name.casefold(), 0))
        return repo, parts[start + 2 :], repo is not None and repo.name.casefold() != name.casefold()

    def _resource(self, request: web.Request, repo: Repository, rest: list[str], token: str) -> web.Response:
        url = self.api
        match rest:
            case []:
                return self._json(request, token, payloads.repository(repo, url))
            case ["commits"]:
                if not repo.head:
                    return _error(409, "Git Repository is empty.")
                newest = list(reversed(repo.ordered(repo.reach(repo.head))))
                return self._paged(request, token, newest, lambda one: payloads.commit(one, repo, url))
            case ["releases"]:
                pushes = token == PUSH_TOKEN
                shown = [one for one in repo.releases if pushes or not one.draft]
                shown.sort(key=lambda one: one.created, reverse=True)
                return self._paged(request, token, shown, lambda one: payloads.release(one, repo, url))
            case ["releases", "tags", *tag]:
                found = [one for one in repo.releases if one.tag == "/".join(tag) and not one.draft]
                return self._one(request, token, found, repo)
            case ["releases", number]:
                found = [one for one in repo.releases if str(one.id) == number and not one.draft]
                return self._one(request, token, found, repo)
            case ["git", "matching-refs", "tags"]:
                refs = [payloads.reference(name, tag, repo, url) for name, tag in sorted(repo.tags.items())]
                return self._json(request, token, refs)
            case ["compare", *names]:
                return self._comparison(request, token, repo, "/".join(names))
        return _error(404, "Not Found")

    def _one(self, request: web.Request, token: str, found: Sequence[Any], repo: Repository) -> web.Response:
        if not found:
            return _error(404, "Not Found")
        return self._json(request, token, payloads.release(found[0], repo, self.api))

    def _comparison(self, request: web.Request, token: str, repo: Repository, names: str) -> web.Response:
        left, _, right = names.partition("...")
        base, head = repo.resolve(left), repo.resolve(right)
        if base is None or head is None or not repo.reach(base) & repo.reach(head):
            return _error(404, "Not Found")
        commits = repo.ordered(repo.reach(head) - repo.reach(base))
        size, page = _paging(request, 250)
        shown = commits[(page - 1) * size : page * size]
        links = self._links(request, page, page * size < len(commits))
        return self._json(request, token, payloads.comparison(repo, base, head, shown, self.api), links)

    def _paged(self, request: web.Request, token: str, rows: Sequence[Any], worded: Any) -> web.Response:
        size, page = _paging(request, 30)
        shown = [worded(row) for row in rows[(page - 1) * size : page * size]]
        return self._json(request, token, shown, self._links(request, page, page * size < len(rows)))

    def _links(self, request: web.Request, page: int, more: bool) -> dict[str, str]:
        if not more:
            return {}
        url = f"{self.web}{request.rel_url.update_query(page=str(page + 1))}"
        last = f"{self.web}{request.rel_url.update_query(page='99')}"
        return {"Link": f'<{last}>; rel="last", <{url}>; rel="next"'}

    def _json(
        self, request: web.Request, token: str, payload: Any, headers: dict[str, str] | None = None
    ) -> web.Response:
        if self.world.mangle:
            payload = self.world.mangle(request.path.removeprefix("/api"), payload)
        return _conditional(request, json.dumps(payload).encode(), "application/json; charset=utf-8", token, headers)

    # ---- Atom

    def _feed(self, request: web.Request, repo: Repository, rest: list[str]) -> web.Response:
        match rest:
            case ["releases.atom"]:
                entries = self._release_entries(repo)
            case ["tags.atom"]:
                entries = self._tag_entries(repo)
            case ["commits.atom"]:
                entries = self._commit_entries(repo)
            case ["commits", name] if name in (f"{repo.branch}.atom", "HEAD.atom"):
                entries = self._commit_entries(repo)
            case _:
                return web.Response(status=404, text="Not Found")
        body = payloads.feed(f"{repo.name}/{rest[-1]}", entries).encode()
        return _conditional(request, body, "application/atom+xml; charset=utf-8", "", None)

    def _release_entries(self, repo: Repository) -> list[str]:
        """Releases and plain tags, as GitHub lists them there (C09)."""
        released = {one.tag: one for one in repo.releases if not one.draft}
        dated = [(one.published, tag, one.name, f"<p>{one.body}</p>") for tag, one in released.items() if one.published]
        for tag, ref in repo.tags.items():
            if tag not in released:
                dated.append((ref.date or repo.commits[ref.commit].committed, tag, tag, ""))
        dated.sort(key=lambda one: one[0], reverse=True)
        return [self._entry(repo, tag, name, at, content) for at, tag, name, content in dated[:FEED_RELEASES]]

    def _tag_entries(self, repo: Repository) -> list[str]:
        dated = [(ref.date or repo.commits[ref.commit].committed, tag) for tag, ref in repo.tags.items()]
        return [self._entry(repo, tag, tag, at, "") for at, tag in sorted(dated, reverse=True)[:FEED_RELEASES]]

    def _entry(self, repo: Repository, tag: str, title: str, at: Any, content: str) -> str:
        identity = f"tag:github.com,2008:Repository/{repo.id}/{tag}"
        return payloads.entry(identity, f"{self.web}/{repo.name}/releases/tag/{tag}", title, at, content)

    def _commit_entries(self, repo: Repository) -> list[str]:
        newest = list(reversed(repo.ordered(repo.reach(repo.head)))) if repo.head else []
        return [
            payloads.entry(
                f"tag:github.com,2008:Grit::Commit/{one.sha}",
                f"{self.web}/{repo.name}/commit/{one.sha}",
                one.message.split("\n", 1)[0][:72],
                one.committed,
                f"<pre style='white-space:pre-wrap;width:81ex'>{_escaped(one.message)}</pre>",
            )
            for one in newest[:FEED_COMMITS]
        ]

    # ---- GraphQL

    async def _graphql(self, request: web.Request) -> web.StreamResponse:
        return await self._answered(request, "/graphql", await request.text())

    def _asked(self, asked: Json, token: str) -> web.Response:
        if not token:
            return _error(401, "This endpoint requires you to be authenticated.")
        query, variables = asked["query"], asked["variables"]
        if any(sha in query for sha in self.world.heavy):
            return web.Response(status=502, text="We couldn't respond to your request in time.")
        number = self.world.names.get(f"{variables['owner']}/{variables['name']}".casefold(), 0)
        repo = self.world.repositories.get(number)
        if repo is None:
            error = {"type": "NOT_FOUND", "path": ["repository"], "message": "Could not resolve to a Repository"}
            return web.json_response({"data": {"repository": None}, "errors": [error]})
        if query.startswith("\nquery History("):
            found = self._history(repo, variables)
        else:
            found = {}
            for letter, at, sha, pull in _ALIAS.findall(query):
                found[f"{letter}{at}"] = self._alias(repo, letter, sha, pull, variables.get(f"t{at}", ""))
        if self.world.mangle:
            found = self.world.mangle("/graphql", found)
        return web.json_response({"data": {"repository": found}})

    def _alias(self, repo: Repository, letter: str, sha: str, pull: str, ref: str) -> Json | None:
        if letter == "c":
            return payloads.commit_node(repo.commits[sha], repo) if sha in repo.commits else None
        if letter == "p":
            return payloads.pull_node(repo.pulls[int(pull)], repo) if int(pull) in repo.pulls else None
        tag = repo.tags.get(ref.removeprefix("refs/tags/"))
        return payloads.tag_node(tag, repo) if tag else None

    def _history(self, repo: Repository, variables: Json) -> Json:
        head = variables["head"]
        if head not in repo.commits:
            return {"databaseId": repo.id, "object": None}
        wanted = [one for one in reversed(repo.ordered(repo.reach(head))) if _inside(one, variables)]
        start = int(variables["after"].split(" ")[1]) + 1 if variables.get("after") else 0
        shown = wanted[start : start + 50]
        info = {"hasNextPage": start + 50 < len(wanted), "endCursor": f"{head} {start + len(shown) - 1}"}
        nodes = [payloads.commit_node(one, repo) for one in shown]
        return {"databaseId": repo.id, "object": {"history": {"pageInfo": info, "nodes": nodes}}}


def _inside(commit: Commit, variables: Json) -> bool:
    at = commit.committed.isoformat()
    return at >= variables["since"] and (variables.get("until") is None or at <= variables["until"])


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _paging(request: web.Request, usual: int) -> tuple[int, int]:
    return min(int(request.query.get("per_page", usual)), 100), int(request.query.get("page", 1))


def _conditional(
    request: web.Request, body: bytes, kind: str, token: str, headers: dict[str, str] | None
) -> web.Response:
    etag = f'W/"{hashlib.sha256(body + token.encode()).hexdigest()[:40]}"'
    if request.headers.get("If-None-Match") == etag:
        return web.Response(status=304, headers={"ETag": etag})
    sent = {"ETag": etag, "Content-Type": kind, "X-RateLimit-Remaining": "4999", **(headers or {})}
    return web.Response(body=body, headers=sent)


def _error(status: int, message: str) -> web.Response:
    return web.json_response({"message": message, "status": str(status)}, status=status)


def _faulty(fault: Fault, now: datetime) -> web.Response:
    reset = str(int(now.timestamp()) + 1800)
    match fault:
        case Fault.PRIMARY_LIMIT:
            headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset, "X-RateLimit-Resource": "core"}
            body = {"message": "API rate limit exceeded for user ID 1."}
            return web.json_response(body, status=403, headers=headers)
        case Fault.SECONDARY_LIMIT:
            body = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}
            return web.json_response(body, status=403, headers={"X-RateLimit-Remaining": "4000"})
        case Fault.SECONDARY_WITH_HEADER:
            body = {"message": "You have exceeded a secondary rate limit."}
            return web.json_response(body, status=403, headers={"Retry-After": "120"})
        case Fault.TOO_MANY:
            return web.json_response({"message": "Too many"}, status=429, headers={"Retry-After": "90"})
        case Fault.SERVER_ERROR:
            return web.Response(status=502, text="<html>Unicorn!</html>", content_type="text/html")
        case Fault.HTML:
            return web.Response(text="<html>Log in to the hotel's network</html>", content_type="text/html")
        case Fault.LIMIT_IN_GRAPHQL:
            error = {"type": "RATE_LIMITED", "message": "API rate limit exceeded"}
            return web.json_response({"errors": [error]}, headers={"X-RateLimit-Reset": reset})
        case Fault.NO_DATA:
            return web.json_response({"data": None, "errors": [{"message": "Something went wrong"}]})
        case Fault.UNAUTHORIZED:
            return _error(401, "Bad credentials")
        case _:
            return _error(403, "Resource not accessible by personal access token")


async def _cut(request: web.Request, fault: Fault) -> web.StreamResponse:
    """The answers of a connection that breaks, sooner or later."""
    assert request.transport is not None
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "1000"})
    if fault is Fault.TRUNCATED:
        await response.prepare(request)
        await response.write(b'[{"id": 1, "tag_na')
    if fault is Fault.SLOW:
        await response.prepare(request)
        with suppress(ConnectionResetError):
            for _ in range(SLOW_BYTES):
                await response.write(b" ")
                await asyncio.sleep(0.5)
    request.transport.abort()
    return response
