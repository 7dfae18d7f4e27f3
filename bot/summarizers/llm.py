"""Words by a language model, from any server that speaks the OpenAI chat completions (vLLM, SGLang and others).

The model gets titles and descriptions and nothing else: no tools, no secrets, nobody's questions (E09). Whatever comes
back is data: read with bounds, checked against its sources (bot/domain/grounding), else left out. A server that is
down, slow or wrong costs at most DEADLINE and never raises.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import httpx

from bot.domain.grounding.check import Grounding
from bot.domain.language import Language
from bot.domain.passage import Part, Passage
from bot.domain.update import Update
from bot.log import Logger
from bot.summarizers.base import Budget, Run, Worded
from bot.summarizers.prompt import PROMPT_VERSION, answer_format, messages, read_answer, tokens_allowed

CALL_SECONDS = 30.0
"""So long one call may take."""
DEADLINE = 120.0
"""So many seconds one run may take, however many calls."""
CONCURRENCY = 4
"""Calls that are under way at a time."""
ITEMS_A_CALL = 6
"""Items that one call asks for; a lead or a highlight has a call of its own."""
ANSWER_BYTES = 256 * 1024
"""A longer answer is not read to its end."""
FAILURES_BORNE = 3
"""After so many calls without an answer a run asks no more."""
LETTERS_A_TOKEN = 2
"""An estimate on the safe side, for servers that do not say what a call cost."""

BELIEVED = 4
"""Up to so many times its estimate a call may have cost, by the server's own account."""

_NO_SUCH_FORMAT = frozenset({400, 404, 415, 422, 501})
"""How servers say that they do not know `response_format`."""

log = Logger(__name__)


class _Asking(IntEnum):
    """How strictly JSON is asked for; a server that refuses one way is asked the next way from then on."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


class _NoAnswerError(Exception):
    """The server gave no answer that can be read; the text says why, without secrets."""


@dataclass
class _Ledger:
    """What a run has cost and may still cost."""

    budget: Budget
    calls: int = 0
    tokens: int = 0
    failures: int = 0

    def take(self, tokens: int) -> bool:
        """Sets a call's most tokens aside; whether they are there."""
        fits = self.calls < self.budget.calls and self.tokens + tokens <= self.budget.tokens
        if fits and self.failures < FAILURES_BORNE:
            self.calls += 1
            self.tokens += tokens
            return True
        return False

    def settle(self, taken: int, used: int) -> None:
        """Puts what a call has really cost in place of what was set aside."""
        self.tokens += used - taken


@dataclass
class ChatModel:
    """A model behind an OpenAI-compatible server. `base_url` ends before /chat/completions (".../v1")."""

    base_url: str
    model: str
    grounding: Grounding
    api_key: str = field(default="", repr=False)
    call_seconds: float = CALL_SECONDS
    deadline: float = DEADLINE
    _asking: _Asking = _Asking.SCHEMA

    @property
    def name(self) -> str:
        """Prompt version and model."""
        return f"{PROMPT_VERSION}/{self.model}"

    async def word(self, passages: Sequence[Passage], language: Language, budget: Budget) -> Run:
        """What the model says for the passages, each sentence checked; what it gave no answer for is left out."""
        ledger, worded = _Ledger(budget), dict[str, Worded]()
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        batches = list(_batches(passages))
        gate = asyncio.Semaphore(CONCURRENCY)
        try:
            async with asyncio.timeout(self.deadline), httpx.AsyncClient(headers=headers, trust_env=False) as client:
                asked = (self._answered(client, gate, batch, language, ledger, worded) for batch in batches)
                await asyncio.gather(*asked)
        except TimeoutError:
            log.warning("the model took too long", model=self.model, seconds=self.deadline)
        refused = Counter(one.rejection for one in worded.values() if one.rejection)
        log.info(
            "sentences by a model",
            asked=len(passages),
            kept=sum(one.rejection is None for one in worded.values()),
            refused={reason.value: count for reason, count in refused.items()},
            calls=ledger.calls,
            tokens=ledger.tokens,
        )
        return Run(worded, ledger.calls, ledger.tokens)

    async def _answered(
        self,
        client: httpx.AsyncClient,
        gate: asyncio.Semaphore,
        batch: Sequence[Passage],
        language: Language,
        ledger: _Ledger,
        worded: dict[str, Worded],
    ) -> None:
        """Asks for one batch and keeps what is said, checked."""
        async with gate:
            prompt = messages(batch, language)
            most = tokens_allowed(batch) + sum(len(one["content"]) for one in prompt) // LETTERS_A_TOKEN
            if not ledger.take(most):
                return
            try:
                content, used = await self._ask(client, prompt, tokens_allowed(batch))
            except _NoAnswerError as error:
                ledger.failures += 1
                log.warning("the model gave no answer", model=self.model, why=str(error))
                return
        ledger.settle(most, min(used, most * BELIEVED) if used else most)
        texts = await asyncio.to_thread(self._checked, read_answer(content, batch), batch, language)
        worded.update(texts)

    def _checked(self, texts: dict[str, str], batch: Sequence[Passage], language: Language) -> dict[str, Worded]:
        """The texts with the check's verdict; the other updates of the call are the neighbours."""
        found: dict[str, Worded] = {}
        for one in batch:
            if one.key in texts:
                others: list[Update] = [update for other in batch if other is not one for update in other.updates]
                refused = self.grounding.check(texts[one.key], one.updates, others, language, one.part)
                found[one.key] = Worded("" if refused else texts[one.key], refused)
        return found

    async def _ask(self, client: httpx.AsyncClient, prompt: list[dict[str, str]], most: int) -> tuple[str, int]:
        """The content of the answer, and what the server says that it cost (0: it does not say)."""
        while True:
            asking = self._asking
            status, body = await self._post(client, self._request(prompt, most, asking))
            if status in _NO_SUCH_FORMAT and asking is not _Asking.PLAIN:
                self._asking = max(self._asking, _Asking(asking + 1))
                continue
            if status != httpx.codes.OK:
                raise _NoAnswerError(f"status {status}")
            return _content(body)

    def _request(self, prompt: list[dict[str, str]], most: int, asking: _Asking) -> dict[str, object]:
        request: dict[str, object] = {"model": self.model, "messages": prompt, "temperature": 0, "max_tokens": most}
        if asking is _Asking.SCHEMA:
            request["response_format"] = answer_format()
        elif asking is _Asking.OBJECT:
            request["response_format"] = {"type": "json_object"}
        return request

    async def _post(self, client: httpx.AsyncClient, request: dict[str, object]) -> tuple[int, bytes]:
        """Status and body, the body with a bound; _NoAnswerError where there is no whole answer in time."""
        address = f"{self.base_url.rstrip('/')}/chat/completions"
        body = bytearray()
        try:
            async with (
                asyncio.timeout(self.call_seconds),
                client.stream("POST", address, json=request, timeout=self.call_seconds) as response,
            ):
                async for part in response.aiter_bytes():
                    body += part
                    if len(body) > ANSWER_BYTES:
                        raise _NoAnswerError(f"more than {ANSWER_BYTES} bytes")
        except TimeoutError:
            raise _NoAnswerError(f"nothing within {self.call_seconds:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _NoAnswerError(type(error).__name__) from None
        return response.status_code, bytes(body)


def _batches(passages: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    """Leads and highlights one by one first, as they matter most, then the items by ITEMS_A_CALL."""
    items = [one for one in passages if one.part is Part.ITEM]
    yield from ([one] for one in passages if one.part is not Part.ITEM)
    yield from (items[at : at + ITEMS_A_CALL] for at in range(0, len(items), ITEMS_A_CALL))


def _content(body: bytes) -> tuple[str, int]:
    """What the first choice says, and the tokens that were used."""
    try:
        answer = json.loads(body)
        content = answer["choices"][0]["message"]["content"]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise _NoAnswerError("no chat completion") from None
    if not isinstance(content, str):
        raise _NoAnswerError("no text")
    usage = answer.get("usage")
    used = usage.get("total_tokens") if isinstance(usage, dict) else None
    return content, used if isinstance(used, int) and used > 0 else 0
