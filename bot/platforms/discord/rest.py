"""One request to Discord, once.

discord.py repeats a request up to five times (B-06). That is right for reading and wrong for posting, where the outbox
decides what is tried again; so posts and the bodies of answers, which are made by our renderer, go out here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.domain.delivery import Later, Outcome, Unknown
from bot.platforms.discord.outcomes import PAUSE, outcome_of

TIMEOUT = 30.0
"""Seconds until a request counts as unanswered."""
OK = 200
USER_AGENT = "DiscordBot (whatsnew, 0.1.0)"


@dataclass(frozen=True, slots=True)
class Taken:
    """Discord did it; `body` is its answer."""

    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Discord refused it, or nobody knows: what that means, and Discord's own code (0 if it gave none)."""

    outcome: Outcome
    status: int = 0
    code: int = 0


class Rest:
    """Requests with the bot's token. Made inside a running event loop."""

    def __init__(self, api_url: str, token: str) -> None:
        self._api_url = api_url.rstrip("/")
        self._session = aiohttp.ClientSession(
            headers={"Authorization": f"Bot {token}", "User-Agent": USER_AGENT},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def listed(self, path: str) -> tuple[Mapping[str, Any], ...]:
        """The objects of a list that is read one time; nothing where Discord does not give it."""
        try:
            async with self._session.get(self._api_url + path) as response:
                answer = _json(await response.text()) if response.status == OK else None
        except (aiohttp.ClientError, TimeoutError, OSError):
            return ()
        return tuple(one for one in answer if isinstance(one, dict)) if isinstance(answer, list) else ()

    async def request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Taken | NotTaken:
        """Sends a request, with a JSON body if one is given, one time."""
        try:
            async with self._session.request(method, self._api_url + path, json=body) as response:
                text = await response.text()
                status, headers = response.status, response.headers
        except aiohttp.ClientConnectorError as error:
            return NotTaken(Later(PAUSE, f"Discord cannot be reached ({type(error).__name__})."))
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return NotTaken(Unknown(f"Discord did not answer ({type(error).__name__})."))
        answer = _parsed(text)
        if status < 300:
            return Taken(answer)
        code = answer.get("code")
        code = code if isinstance(code, int) else 0
        return NotTaken(outcome_of(status, code, _seconds(answer, headers)), status, code)

    async def close(self) -> None:
        """Gives the connections back."""
        await self._session.close()


def _parsed(text: str) -> Mapping[str, Any]:
    value = _json(text)
    return value if isinstance(value, dict) else {}


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _seconds(answer: Mapping[str, Any], headers: Mapping[str, str]) -> float | None:
    """How long to wait: the body says it more exactly than the header."""
    for value in (answer.get("retry_after"), headers.get("Retry-After")):
        try:
            return float(value) if value is not None else None
        except (TypeError, ValueError):
            continue
    return None
