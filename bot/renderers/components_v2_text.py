"""Inline content in Discord's Markdown.

A backslash makes any ASCII punctuation literal, so foreign text gets one wherever something else could begin (B-09),
and nowhere else, since each counts towards the limits; the reader sees the text byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bot.domain.document import ChannelName, Code, Inline, Link, Strike, Strong, Time, plain
from bot.renderers.address import safe_address
from bot.renderers.components_v2_limits import TEXT

_LIVE = re.compile(r"[\\*_~`|<@\[\]]|:(?!\s)")
_CHANNEL = re.compile(r"\d+", re.ASCII)
_LINE_MARK = re.compile(r"^(\s*)(#{1,3}\s|[-+>]|\d+[.)]\s)", re.MULTILINE)
Json = dict[str, Any]


def escaped(text: str) -> str:
    """The text as Markdown that shows it literally: a backslash before what Markdown, mentions, timestamps, shortcodes
    or bare addresses begin with, and before a mark that would make the line a heading, list or quote."""
    marked = _LIVE.sub(lambda match: "\\" + match[0], text)
    return _LINE_MARK.sub(_literal_mark, marked)


def _literal_mark(match: re.Match[str]) -> str:
    mark = match[2]
    return match[1] + (mark[:-2] + "\\" + mark[-2:] if mark[0].isdigit() else "\\" + mark)


def markdown(children: Iterable[Inline]) -> str:
    """Inline content as Discord's Markdown on one line."""
    return "".join(map(_written, children))


def _written(child: Inline) -> str:
    match child:
        case Strong(text):
            return _wrapped("**", escaped(text))
        case Strike(children):
            return _wrapped("~~", markdown(children))
        case Code(text):
            return f"`{text}`" if text.strip() and "`" not in text else escaped(text)
        case Link(label, url) if label and (address := _linkable(url)):
            return f"[{escaped(label)}]({address})"
        case ChannelName("discord", identifier, _) if _CHANNEL.fullmatch(identifier):
            return f"<#{identifier}>"
        case Time(at, _):
            return f"<t:{int(at.timestamp())}:f>"
        case _:
            return escaped(plain((child,)))


def _wrapped(mark: str, inner: str) -> str:
    """Marks around the text without its outer spaces, next to which a mark is not read."""
    core = inner.strip()
    if not core:
        return inner
    start = inner.index(core)
    return f"{inner[:start]}{mark}{core}{mark}{inner[start + len(core) :]}"


def _linkable(url: str) -> str | None:
    """A link's address with the brackets encoded that would end it (A26); one that fills a message is no link."""
    address = safe_address(url)
    if address is None:
        return None
    encoded = address.replace("(", "%28").replace(")", "%29")
    return encoded if len(encoded) <= TEXT // 4 else None
