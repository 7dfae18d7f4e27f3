"""A Discord over real sockets: REST /api/v10 and the gateway with zlib-stream, HELLO, IDENTIFY, heartbeats and RESUME.

The library is pointed at it by DISCORD_API_URL and DISCORD_GATEWAY_URL. Tests act as people through discord_people.py.
"""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from tests.readers.discord import component_count, text_bytes, texts
from tests.standins.discord_world import (
    APPLICATION,
    BOT_USER,
    EPHEMERAL,
    FORUM,
    GUILD,
    JSON,
    REFUSALS,
    THREAD,
    TOKEN,
    Channel,
    Fault,
    Json,
    Message,
    Request,
    Response,
    Session,
    World,
)
from tests.validators import discord as validator
from tests.validators.finding import shown

HELLO, IDENTIFY, RESUME, HEARTBEAT, HEARTBEAT_ACK, DISPATCH, INVALID_SESSION = 10, 2, 6, 1, 11, 0, 9
HEARTBEAT_SECONDS = 41.25
DONE_BUT = {Fault.LOST_REPLY, Fault.ERROR_AFTER_ACCEPT}
CV2 = 1 << 15

_NUMBER = re.compile(r"(?<=/)(?:\d+|t-[\w-]+)(?=/|$)")

Handler = Callable[[web.Request, Json], Awaitable[web.StreamResponse]]


class DiscordStandIn:
    """Started with `async with`; `api_url` and `gateway_url` are what the bot is pointed at.

    Every payload that arrives is judged by tests/validators; what Discord would refuse fails the test when the stand-in
    is left.
    """

    def __init__(
        self, world: World | None = None, *, heartbeat_seconds: float = HEARTBEAT_SECONDS, judges: bool = True
    ) -> None:
        self.world = world or World()
        self.api_url = self.gateway_url = ""
        self.sockets: list[_Socket] = []
        self.sessions: dict[str, Session] = {}
        self.silent = self.refuses_components = False
        self._judges = judges
        self.refusable: list[tuple[str, str]] = []
        self.identified = self.resumed = self.heartbeats = 0
        self.close_code: int | None = None
        self._heartbeat_seconds = heartbeat_seconds
        self._runner: web.AppRunner | None = None
        self._changed = asyncio.Event()

    async def __aenter__(self) -> DiscordStandIn:
        app = web.Application(client_max_size=2**22)
        app.router.add_get("/gateway/", self._gateway)
        for method, path, handler in self._routes():
            app.router.add_route(method, "/api/v10" + path, self._rest(handler))
        app.router.add_route("*", "/{rest:.*}", self._rest(_unknown))
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.api_url, self.gateway_url = f"http://127.0.0.1:{port}/api/v10", f"ws://127.0.0.1:{port}/gateway/"
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in list(self.sockets):
            await socket.close(1000)
        if self._runner:
            await self._runner.cleanup()
        assert not self.refusable, shown(self.refusable)

    async def until(self, condition: Callable[[], bool], seconds: float = 10) -> None:
        """Waits until something that happened here makes the condition true."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    def _routes(self) -> list[tuple[str, str, Handler]]:
        return [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("POST", "/users/@me/channels", self._open_dm),
            ("GET", "/channels/{channel}", self._channel),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", "/channels/{channel}/messages", self._messages),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._open_thread),
            ("POST", "/channels/{channel}/threads", self._open_post),
            ("POST", "/interactions/{interaction}/{token}/callback", self._respond),
            ("PATCH", "/webhooks/{application}/{token}/messages/@original", self._edit_original),
            ("DELETE", "/webhooks/{application}/{token}/messages/@original", self._delete_original),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
        ]

    def _rest(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answered(request: web.Request) -> web.StreamResponse:
            body = await request.json() if request.can_read_body else {}
            path = request.path.removeprefix("/api/v10")
            route = _NUMBER.sub("*", path)
            self.world.requests.append(Request(request.method, route, path, body if isinstance(body, dict) else {}))
            sent = f"{request.method} {route}"
            if self._judges:
                self.refusable += [(sent, fault) for fault in validator.faults(request.method, path, body)]
            waiting = self.world.faults[f"{request.method} {route}"]
            answer = await self._faulty(waiting.popleft() if waiting else None, handler, request, body)
            self._changed.set()
            return answer

        return answered

    async def _faulty(
        self, fault: Fault | None, handler: Handler, request: web.Request, body: Any
    ) -> web.StreamResponse:
        authorised = request.headers.get("Authorization") == f"Bot {TOKEN}"
        if not authorised and not request.path.startswith(("/api/v10/interactions/", "/api/v10/webhooks/")):
            return refusal(401, 0, "401: Unauthorized")
        if fault is Fault.RATE_LIMITED:
            limits = {"Retry-After": "1", "Via": "1.1 standin", "X-RateLimit-Scope": "user"}
            return answer({"message": "You are being rate limited.", "retry_after": 1.0, "global": False}, 429, limits)
        if fault is Fault.ERROR:
            return answer({"message": "500: Internal Server Error", "code": 0}, 500)
        if fault in REFUSALS:
            return refusal(*REFUSALS[fault])
        done = await handler(request, body)
        if fault in DONE_BUT and done.status < 400:
            if fault is Fault.ERROR_AFTER_ACCEPT:
                return answer({"message": "502: Bad Gateway", "code": 0}, 502)
            assert request.transport is not None
            request.transport.abort()
        return done

    async def _me(self, _: web.Request, __: Json) -> web.StreamResponse:
        return answer({"id": str(BOT_USER), "username": "whatsnew", "discriminator": "0", "avatar": None, "bot": True})

    async def _application(self, _: web.Request, __: Json) -> web.StreamResponse:
        owner = {"id": "501", "username": "ada", "discriminator": "0", "avatar": None}
        texts_of = {"name": "whatsnew", "description": "", "summary": "", "verify_key": "00"}
        flags = {"bot_public": True, "bot_require_code_grant": False, "flags": 0}
        return answer({"id": str(APPLICATION), **texts_of, **flags, "icon": None, "owner": owner, "team": None})

    async def _put_commands(self, _: web.Request, body: Any) -> web.StreamResponse:
        ids = {"application_id": str(APPLICATION), "version": "1"}
        self.world.commands = [{**command, **ids, "id": str(self.world.next_id())} for command in body]
        return answer(self.world.commands)

    async def _open_dm(self, _: web.Request, body: Json) -> web.StreamResponse:
        user = int(body["recipient_id"])
        if user not in self.world.people:
            return refusal(400, 50033, "Invalid Recipient(s)")
        person = {"id": str(user), "username": self.world.people[user].name, "discriminator": "0", "avatar": None}
        return answer({"id": str(user + 100_000), "type": 1, "last_message_id": None, "recipients": [person]})

    async def _post(self, request: web.Request, body: Json) -> web.StreamResponse:
        channel = int(request.match_info["channel"])
        if refused := self._refused(channel, body):
            return refused
        nonce = str(body.get("nonce", ""))
        if body.get("enforce_nonce") and nonce in self.world.nonces:
            return answer(self.world.message_body(self.world.nonces[nonce]))
        message = Message(self.world.next_id(), channel, body)
        self.world.messages.append(message)
        if nonce:
            self.world.nonces[nonce] = message
        return answer(self.world.message_body(message))

    async def _messages(self, request: web.Request, _: Json) -> web.StreamResponse:
        channel, after = int(request.match_info["channel"]), int(request.query["after"])
        there = [one for one in self.world.messages if one.channel == channel and one.id > after]
        last_first = sorted(there[: int(request.query["limit"])], key=lambda one: -one.id)
        return answer([self.world.message_body(one) for one in last_first])

    async def _channel(self, request: web.Request, _: Json) -> web.StreamResponse:
        known = self.world.channels.get(int(request.match_info["channel"]))
        if known is None:
            return refusal(404, 10003, "Unknown Channel")
        if not known.permissions:
            return refusal(403, 50001, "Missing Access")
        tags = [{"id": str(number), "name": name} for name, number in known.tags.items()]
        body = {"id": str(known.id), "type": known.kind, "name": known.name, "guild_id": str(GUILD)}
        return answer({**body, "available_tags": tags} if known.kind == FORUM else body)

    async def _open_thread(self, request: web.Request, body: Json) -> web.StreamResponse:
        number = int(request.match_info["message"])
        if number in self.world.channels:
            return refusal(400, 160004, "A thread has already been created for this message")
        if not any(message.id == number for message in self.world.messages):
            return refusal(404, 10008, "Unknown Message")
        return self._opened(number, int(request.match_info["channel"]), body)

    async def _open_post(self, request: web.Request, body: Json) -> web.StreamResponse:
        number = self.world.next_id()
        if fault := payload_fault(body["message"]):
            return fault
        self.world.messages.append(Message(number, number, body["message"]))
        return self._opened(number, int(request.match_info["channel"]), body)

    def _opened(self, number: int, parent: int, body: Json) -> web.StreamResponse:
        tags = tuple(int(tag) for tag in body.get("applied_tags", ()))
        self.world.channels[number] = Channel(number, body["name"], THREAD, applied=tags, parent=parent)
        return answer({"id": str(number), "type": THREAD, "name": body["name"], "parent_id": str(parent)}, 201)

    def _refused(self, channel: int, body: Json) -> web.StreamResponse | None:
        person = self.world.people.get(channel - 100_000)
        if person:
            return refusal(403, 50007, "Cannot send messages to this user") if person.dm_closed else payload_fault(body)
        known = self.world.channels.get(channel)
        if known is None:
            return refusal(404, 10003, "Unknown Channel")
        if not known.permissions:
            return refusal(403, 50001, "Missing Access")
        if known.kind == FORUM:
            return refusal(400, 40058, "Cannot send a message in a forum channel")
        if self.refuses_components and body.get("components"):
            return refusal(400, 50035, "Invalid Form Body")
        return payload_fault(body)

    async def _edit(self, request: web.Request, body: Json) -> web.StreamResponse:
        for message in self.world.messages:
            if message.id == int(request.match_info["message"]):
                message.body = {**message.body, **body}
                return payload_fault(message.body) or answer(self.world.message_body(message))
        return refusal(404, 10008, "Unknown Message")

    async def _respond(self, request: web.Request, body: Json) -> web.StreamResponse:
        response = self.world.responses.get(request.match_info["token"])
        if response is None:
            return refusal(404, 10062, "Unknown interaction")
        if response.first is not None:
            return refusal(400, 40060, "Interaction has already been acknowledged.")
        if body["type"] in (4, 7) and (fault := payload_fault(body.get("data", {}))):
            return fault
        response.first = body
        if body["type"] == 4:
            self._show(response, body["data"])
        if request.query.get("with_response"):
            about = {"id": request.match_info["interaction"], "type": 2}
            return answer({"interaction": about, "resource": {"type": body["type"]}})
        return web.Response(status=204)

    async def _edit_original(self, request: web.Request, body: Json) -> web.StreamResponse:
        response = self.world.responses.get(request.match_info["token"])
        if response is None or response.first is None:
            return refusal(404, 10015, "Unknown Webhook")
        if fault := payload_fault(body):
            return fault
        if response.message is None:
            return answer(self.world.message_body(self._show(response, body)))
        response.message.body = {**response.message.body, **body}
        return answer(self.world.message_body(response.message))

    async def _delete_original(self, request: web.Request, _: Json) -> web.StreamResponse:
        response = self.world.responses.get(request.match_info["token"])
        if response is None or response.first is None:
            return refusal(404, 10015, "Unknown Webhook")
        if response.message is not None:
            self.world.messages.remove(response.message)
            response.message = None
        return web.Response(status=204)

    async def _follow_up(self, request: web.Request, body: Json) -> web.StreamResponse:
        response = self.world.responses.get(request.match_info["token"])
        if response is None or response.first is None:
            return refusal(404, 10015, "Unknown Webhook")
        if fault := payload_fault(body):
            return fault
        only_for = response.user if body.get("flags", 0) & EPHEMERAL else None
        message = Message(self.world.next_id(), response.channel, body, only_for)
        self.world.messages.append(message)
        return answer(self.world.message_body(message))

    def _show(self, response: Response, body: Json) -> Message:
        flags = int((response.first or {}).get("data", {}).get("flags", 0))
        only_for = response.user if flags & EPHEMERAL else None
        response.message = Message(self.world.next_id(), response.channel, body, only_for)
        self.world.messages.append(response.message)
        return response.message

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        assert request.query.get("compress") == "zlib-stream"
        raw = web.WebSocketResponse()
        await raw.prepare(request)
        socket = _Socket(raw)
        self.sockets.append(socket)
        await socket.send({"op": HELLO, "d": {"heartbeat_interval": int(self._heartbeat_seconds * 1000)}})
        async for message in raw:
            if message.type is WSMsgType.TEXT and not self.silent:
                await self._received(socket, json.loads(message.data))
        if socket in self.sockets:
            self.sockets.remove(socket)
        self._changed.set()
        return raw

    async def _received(self, socket: _Socket, message: Json) -> None:
        match message["op"]:
            case 1:
                self.heartbeats += 1
                await socket.send({"op": HEARTBEAT_ACK})
            case 2:
                await self._identify(socket, message["d"])
            case 6:
                await self._resume(socket, message["d"])
        self._changed.set()

    async def _identify(self, socket: _Socket, data: Json) -> None:
        if data["token"] != TOKEN or self.close_code:
            await socket.close(self.close_code or 4004)
            return
        self.identified += 1
        session = Session(f"session-{self.identified}")
        self.sessions[session.id] = socket.session = session
        user = {"id": str(BOT_USER), "username": "whatsnew", "discriminator": "0", "avatar": None, "bot": True}
        await self._dispatch(
            socket,
            "READY",
            {
                "v": 10,
                "user": user,
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.gateway_url,
                "application": {"id": str(APPLICATION), "flags": 0},
                "guilds": [{"id": str(GUILD), "unavailable": True}],
            },
        )
        await self._dispatch(socket, "GUILD_CREATE", self.world.guild())

    async def _resume(self, socket: _Socket, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            await socket.send({"op": INVALID_SESSION, "d": False})
            return
        self.resumed += 1
        socket.session = session
        for event in session.missed:
            await socket.send(event)
        session.missed.clear()
        await self._dispatch(socket, "RESUMED", {})

    async def _dispatch(self, socket: _Socket, event: str, data: Json) -> None:
        assert socket.session is not None
        socket.session.sequence += 1
        await socket.send({"op": DISPATCH, "t": event, "s": socket.session.sequence, "d": data})

    async def dispatch(self, event: str, data: Json) -> None:
        """Sends an event to the bot; while it is away, the event waits for its session to be resumed."""
        if self.sockets and self.sockets[-1].session:
            await self._dispatch(self.sockets[-1], event, data)
            return
        session = next(reversed(self.sessions.values()))
        session.sequence += 1
        session.missed.append({"op": DISPATCH, "t": event, "s": session.sequence, "d": data})

    async def drop(self, code: int = 1006) -> None:
        """Cuts the gateway connection."""
        for socket in list(self.sockets):
            self.sockets.remove(socket)
            await socket.close(code)


class _Socket:
    """One gateway connection with its zlib stream."""

    def __init__(self, raw: web.WebSocketResponse) -> None:
        self._raw = raw
        self._stream = zlib.compressobj()
        self.session: Session | None = None

    async def send(self, message: Json) -> None:
        data = self._stream.compress(json.dumps(message).encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)
        await self._raw.send_bytes(data)

    async def close(self, code: int) -> None:
        if code == 1006:
            transport = self._raw._req.transport if self._raw._req else None
            if transport:
                transport.abort()
            return
        await self._raw.close(code=code)


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer with the exact content type that discord.py asks for."""
    response = web.Response(status=status, body=json.dumps(body).encode(), headers=headers)
    response.headers["Content-Type"] = JSON
    return response


def refusal(status: int, code: int, message: str) -> web.Response:
    """An error answer."""
    return answer({"message": message, "code": code}, status)


def payload_fault(body: Json) -> web.StreamResponse | None:
    """What Discord answers to a message that breaks a limit (B-01, B-04, B-05); None if it takes it."""
    if len(body.get("content") or "") > 2000:
        return refusal(400, 50035, "Invalid Form Body")
    components = body.get("components", [])
    if not body.get("flags", 0) & CV2:
        return None if body.get("content") else refusal(400, 50006, "Cannot send an empty message")
    if body.get("content") or body.get("embeds"):
        return refusal(400, 50035, "Invalid Form Body")
    if not components or component_count(components) > 40 or sum(map(len, texts(components))) > 4000:
        return refusal(400, 50035, "Invalid Form Body")
    if text_bytes(components) > 10_170:
        return answer({"message": "500: Internal Server Error", "code": 0}, 500)
    return None


async def _unknown(request: web.Request, _: Json) -> web.StreamResponse:
    return refusal(404, 0, f"404: no such route in the stand-in: {request.method} {request.path}")
