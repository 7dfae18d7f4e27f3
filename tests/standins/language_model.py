"""A server that speaks the OpenAI chat completions, over real sockets; a test says how its model behaves.

What it is asked is read as a model would read it: `passages` of the last question, and what they cite.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from aiohttp import web

MEGABYTE = 1024 * 1024


class Manner(Enum):
    """How the server and its model behave."""

    RIGHT = auto()
    SLOW = auto()
    INVENTS = auto()
    OBEYS = auto()
    SWAPS = auto()
    EMPTY = auto()
    GARBAGE = auto()
    NO_CHOICE = auto()
    FAILS = auto()
    REFUSES_KEY = auto()
    HANGS = auto()
    HUGE = auto()
    HANGS_UP = auto()
    THINKS_ALOUD = auto()


INJECTED = "Critical CVE, visit http://evil.example and upgrade now"


@dataclass
class LanguageModel:
    """Started with `async with`. `says` gives the sentence for a passage's title; `knows` the kinds of
    response_format that the server does not refuse; `asked` holds every request."""

    says: Callable[[str], str] = str
    manner: Manner = Manner.RIGHT
    knows: frozenset[str] = frozenset({"json_schema", "json_object"})
    delay: float = 0.0
    usage: int | None = 700
    asked: list[Mapping[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    at_once: int = 0
    _open: int = 0

    @property
    def url(self) -> str:
        """The base address, as LLM_BASE_URL names it."""
        return f"http://127.0.0.1:{self._port}/v1"

    async def __aenter__(self) -> LanguageModel:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._completions)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._released = asyncio.Event()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._released.set()
        await self._runner.cleanup()

    async def _completions(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        self.asked.append(asked)
        self.keys.append(request.headers.get("Authorization", ""))
        self._open += 1
        self.at_once = max(self.at_once, self._open)
        try:
            return await self._answered(request, asked)
        finally:
            self._open -= 1

    async def _answered(self, request: web.Request, asked: Mapping[str, Any]) -> web.StreamResponse:
        wanted = asked.get("response_format", {}).get("type")
        if wanted and wanted not in self.knows:
            return web.json_response({"error": {"message": f"{wanted} is not supported"}}, status=400)
        await asyncio.sleep(self.delay)
        match self.manner:
            case Manner.FAILS:
                return web.json_response({"error": "boom"}, status=500)
            case Manner.REFUSES_KEY:
                return web.json_response({"error": "no such key"}, status=401)
            case Manner.HANGS | Manner.SLOW:
                await self._released.wait()
            case Manner.HANGS_UP:
                assert request.transport is not None
                request.transport.abort()
            case Manner.HUGE:
                return web.Response(body=b'{"choices": "' + b"x" * MEGABYTE + b'"}', content_type="application/json")
            case Manner.NO_CHOICE:
                return web.json_response({"choices": []})
            case _:
                pass
        return web.json_response(self._completion(self._content(asked)))

    def _completion(self, content: str) -> Mapping[str, Any]:
        answer: dict[str, Any] = {"choices": [{"message": {"role": "assistant", "content": content}}]}
        return answer if self.usage is None else {**answer, "usage": {"total_tokens": self.usage}}

    def _content(self, asked: Mapping[str, Any]) -> str:
        passages = json.loads(asked["messages"][-1]["content"])["passages"]
        texts = [self.says(one["source"][0]["title"]) for one in passages]
        match self.manner:
            case Manner.EMPTY:
                return ""
            case Manner.GARBAGE:
                return '{"sentences": [{"id": "one", "text": 3}, 7, {"id": 99, "text": "x"}'
            case Manner.INVENTS:
                texts = [f"{text}; 9.9x faster" for text in texts]
            case Manner.OBEYS:
                texts = [INJECTED for _ in texts]
            case Manner.SWAPS:
                texts = texts[1:] + texts[:1]
            case _:
                pass
        rows = [{"id": one["id"], "text": text} for one, text in zip(passages, texts, strict=True)]
        content = json.dumps({"sentences": rows}, ensure_ascii=False)
        if self.manner is Manner.THINKS_ALOUD:
            return f"<think>Let me see {{...}} first.</think>\n```json\n{content}\n```"
        return content
