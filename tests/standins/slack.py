"""A Slack over real sockets: Web API, Socket Mode, response_url, and signed HTTP requests towards the bot.

The bot is pointed at it by SLACK_API_URL. Tests act as people through `people()` in slack_people.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from aiohttp import WSMsgType, web

from tests.standins.slack_world import (
    APP_TOKEN,
    BOT_TOKEN,
    BOT_USER,
    SIGNING_SECRET,
    TEAM,
    Call,
    Fault,
    Json,
    Message,
    World,
)
from tests.validators import slack as validator
from tests.validators.finding import shown

RESPONSES_TO_ONE_ACTION = 5
"""Uses of a response_url (A51)."""

REFUSALS = {
    Fault.REVOKED: "token_revoked",
    Fault.MISSING_SCOPE: "missing_scope",
    Fault.INVALID_BLOCKS: "invalid_blocks",
    Fault.ARCHIVED: "is_archived",
    Fault.PARENT_GONE: "cannot_reply_to_message",
}
DONE_BUT = {Fault.LOST_REPLY, Fault.ERROR_AFTER_ACCEPT, Fault.HANG_AFTER_ACCEPT, Fault.FATAL_AFTER_ACCEPT}

Method = Callable[[Json], Json]


class SlackStandIn:
    """Started with `async with`; `url` is its Web API, with a slash at the end.

    Every payload that arrives is judged by tests/validators; what Slack would refuse fails the test when the stand-in
    is left.
    """

    def __init__(self, world: World | None = None, *, judges: bool = True) -> None:
        self.world = world or World()
        self.url = ""
        self.sockets: list[web.WebSocketResponse] = []
        self.refuse_sockets = False
        self.silent = False
        self._judges = judges
        self.refusable: list[tuple[str, str]] = []
        self.acknowledged: dict[str, asyncio.Future[Json]] = {}
        self._uses: dict[str, int] = {}
        self._response_places: dict[str, tuple[str, str]] = {}
        self._runner: web.AppRunner | None = None
        self._changed = asyncio.Event()
        self._methods: dict[str, Method] = {
            "api.test": lambda _: {},
            "auth.test": self._auth_test,
            "chat.postMessage": self._post,
            "chat.postEphemeral": self._post_ephemeral,
            "chat.update": self._update,
            "conversations.open": self._open_dm,
            "conversations.info": self._channel_info,
            "users.info": self._user_info,
            "views.open": self._open_view,
            "views.update": self._open_view,
            "views.publish": self._publish_home,
        }

    async def __aenter__(self) -> SlackStandIn:
        app = web.Application(client_max_size=2**22)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/socket", self._socket)
        app.router.add_post("/response/{id}", self._response_url)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}/api/"
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self.sockets:
            await socket.close()
        if self._runner:
            await self._runner.cleanup()
        assert not self.refusable, shown(self.refusable)

    async def until(self, condition: Callable[[], bool], seconds: float = 10) -> None:
        """Waits until something that happened here makes the condition true."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        arguments, token = await _arguments(request)
        self._take(Call(method, arguments, token))
        fault = self.world.faults[method].popleft() if self.world.faults[method] else None
        answer = await self._answered(method, arguments, token, fault, request)
        self._changed.set()
        return answer

    def _take(self, call: Call) -> None:
        self.world.calls.append(call)
        if self._judges:
            self.refusable += [(call.method, fault) for fault in validator.faults(call.method, call.arguments)]

    async def _answered(
        self, method: str, arguments: Json, token: str, fault: Fault | None, request: web.Request
    ) -> web.StreamResponse:
        if fault is Fault.RATE_LIMITED:
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "1"})
        if fault is Fault.ERROR:
            return web.Response(status=500, text="internal error")
        if self.world.tokens_are_revoked or fault is Fault.REVOKED:
            return web.json_response({"ok": False, "error": "token_revoked"})
        if fault in REFUSALS:
            return web.json_response({"ok": False, "error": REFUSALS[fault], "needed": "chat:write", "provided": ""})
        if token != (APP_TOKEN if method == "apps.connections.open" else BOT_TOKEN):
            return web.json_response({"ok": False, "error": "invalid_auth"})
        if method == "apps.connections.open":
            return web.json_response({"ok": True, "url": self.url.replace("http", "ws", 1).replace("/api/", "/socket")})
        if method not in self._methods:
            return web.json_response({"ok": False, "error": "unknown_method", "req_method": method})
        answer = {"ok": True, **self._methods[method](arguments)}
        if fault in DONE_BUT and answer["ok"]:
            return await _spoilt(fault, request)
        return web.json_response(answer)

    def _auth_test(self, _: Json) -> Json:
        url = self.url.replace("/api/", "/")
        who = {"team": "Stand-in", "user": "whatsnew", "team_id": TEAM, "user_id": BOT_USER, "bot_id": "B0001"}
        return {"url": url, **who, "is_enterprise_install": False}

    def _post(self, arguments: Json) -> Json:
        channel = str(arguments.get("channel", ""))
        if error := self._posting_error(channel, arguments):
            return {"ok": False, "error": error}
        if person := self.world.people.get(channel):
            channel = f"D{person.id[1:]}"
        message = _message(channel, self.world.next_ts(), arguments)
        self.world.messages.append(message)
        return {"channel": channel, "ts": message.ts, "message": {"text": message.text, "ts": message.ts}}

    def _posting_error(self, channel: str, arguments: Json) -> str | None:
        if not arguments.get("text") and not arguments.get("blocks"):
            return "no_text"
        if person := self.world.people.get("U" + channel[1:] if channel.startswith("D") else channel):
            return "messages_tab_disabled" if person.dm_closed else None
        known = self.world.channels.get(channel)
        if known is None:
            return "channel_not_found"
        if known.archived:
            return "is_archived"
        return None if known.bot_is_member else "not_in_channel"

    def _post_ephemeral(self, arguments: Json) -> Json:
        message = _message(arguments["channel"], self.world.next_ts(), arguments)
        self.world.messages.append(replace(message, only_for=arguments["user"]))
        return {"message_ts": message.ts}

    def _update(self, arguments: Json) -> Json:
        for at, message in enumerate(self.world.messages):
            if message.channel == arguments["channel"] and message.ts == arguments["ts"]:
                self.world.messages[at] = _message(message.channel, message.ts, arguments)
                return {"channel": message.channel, "ts": message.ts, "text": arguments.get("text", "")}
        return {"ok": False, "error": "message_not_found"}

    def _open_dm(self, arguments: Json) -> Json:
        person = self.world.people.get(str(arguments.get("users", "")))
        if person is None:
            return {"ok": False, "error": "user_not_found"}
        return (
            {"channel": {"id": f"D{person.id[1:]}"}} if not person.deleted else {"ok": False, "error": "user_disabled"}
        )

    def _channel_info(self, arguments: Json) -> Json:
        channel = self.world.channels.get(str(arguments.get("channel", "")))
        if channel is None:
            return {"ok": False, "error": "channel_not_found"}
        flags = {"is_archived": channel.archived, "is_member": channel.bot_is_member, "is_private": False}
        return {"channel": {"id": channel.id, "name": channel.name, **flags}}

    def _user_info(self, arguments: Json) -> Json:
        person = self.world.people.get(str(arguments.get("user", "")))
        if person is None:
            return {"ok": False, "error": "user_not_found"}
        facts = {"tz": person.tz, "locale": person.locale, "is_admin": person.admin, "deleted": person.deleted}
        return {"user": {"id": person.id, "name": person.name, **facts}}

    def _open_view(self, arguments: Json) -> Json:
        self.world.views.append(arguments["view"])
        return {"view": {**arguments["view"], "id": f"V{len(self.world.views)}"}}

    def _publish_home(self, arguments: Json) -> Json:
        self.world.homes[str(arguments["user_id"])] = arguments["view"]
        return {"view": arguments["view"]}

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if self.refuse_sockets:
            return web.Response(status=408)
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets)})
        self._changed.set()
        async for message in socket:
            if self.silent:
                continue
            if message.type is WSMsgType.PING:
                await socket.pong(message.data)
            elif message.type is WSMsgType.TEXT:
                self._acknowledge(json.loads(message.data))
        self.sockets.remove(socket)
        return socket

    def _acknowledge(self, answer: Json) -> None:
        waiting = self.acknowledged.get(answer.get("envelope_id", ""))
        if waiting and not waiting.done():
            waiting.set_result(answer)
        self._changed.set()

    async def deliver(self, kind: str, payload: Json) -> asyncio.Future[Json]:
        """Sends an envelope over Socket Mode; the future holds the bot's acknowledgement."""
        envelope = f"env-{len(self.acknowledged) + 1}"
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.acknowledged[envelope] = waiting
        accepts = kind in ("slash_commands", "interactive")
        await self.sockets[-1].send_json(
            {"type": kind, "envelope_id": envelope, "accepts_response_payload": accepts, "payload": payload}
        )
        return waiting

    def response_url(self, channel: str, user: str) -> str:
        """An address for answers to one action: five uses (A51)."""
        identifier = str(len(self._response_places) + 1)
        self._response_places[identifier] = (channel, user)
        return self.url.replace("/api/", f"/response/{identifier}")

    async def _response_url(self, request: web.Request) -> web.StreamResponse:
        identifier = request.match_info["id"]
        self._uses[identifier] = self._uses.get(identifier, 0) + 1
        if self._uses[identifier] > RESPONSES_TO_ONE_ACTION:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        channel, user = self._response_places[identifier]
        body = await request.json()
        self._take(Call("response_url", body, ""))
        message = _message(channel, self.world.next_ts(), body)
        only_for = None if body.get("response_type") == "in_channel" else user
        self.world.messages.append(replace(message, only_for=only_for))
        self._changed.set()
        return web.Response(text="ok")


async def _arguments(request: web.Request) -> tuple[Json, str]:
    """Arguments of a call from JSON or a form, and its token."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if request.content_type == "application/json":
        return dict(await request.json()), token
    values: dict[str, Any] = {key: value for key, value in (await request.post()).items() if isinstance(value, str)}
    values |= dict(request.query)
    for key in ("blocks", "view", "metadata"):
        if isinstance(values.get(key), str):
            values[key] = json.loads(values[key])
    return values, token or str(values.get("token", ""))


async def _spoilt(fault: Fault | None, request: web.Request) -> web.StreamResponse:
    """The answers of a server that did what it was asked and cannot say so."""
    if fault is Fault.LOST_REPLY:
        assert request.transport is not None
        request.transport.abort()
        raise web.HTTPServiceUnavailable
    if fault is Fault.HANG_AFTER_ACCEPT:
        await asyncio.Event().wait()
    if fault is Fault.ERROR_AFTER_ACCEPT:
        return web.Response(status=500, text="internal error")
    return web.json_response({"ok": False, "error": "fatal_error"})


def _message(channel: str, ts: str, arguments: Json) -> Message:
    blocks = tuple(arguments.get("blocks") or ())
    return Message(channel, ts, str(arguments.get("text", "")), blocks, arguments.get("thread_ts"), payload=arguments)


def signed_headers(body: bytes, *, at: float | None = None, secret: str = SIGNING_SECRET) -> dict[str, str]:
    """The headers with which Slack signs a request to the bot's HTTP door (A56)."""
    timestamp = str(int(at if at is not None else time.time()))
    base = b"v0:" + timestamp.encode() + b":" + body
    signature = "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature}
