"""Inline content in Slack's forms: rich_text elements, and mrkdwn where nothing else carries a link (small lines)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bot.domain.document import ChannelName, Code, Inline, Link, Strike, Strong, Time, plain
from bot.renderers.address import safe_address

Json = dict[str, Any]

_READ_BY_MRKDWN = re.compile(r"[*_~`]|:[\w+'-]+:|^>|^\s*(?:[-•]|\d+\.)\s", re.MULTILINE)
_CHANNEL = re.compile(r"[CG][A-Z0-9]+")


def escaped(text: str) -> str:
    """Text for mrkdwn and for top-level text: exactly three replacements (A20)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def rich_text(children: Iterable[Inline]) -> list[Json]:
    """rich_text elements; their text is not parsed (A13). Empty text, which Slack refuses, is left out."""
    return _rich(children, {})


def context_elements(children: tuple[Inline, ...]) -> list[Json]:
    """Elements of a context block: one mrkdwn element where nothing in the text could be read as markup, else an
    element for each part, of which only links and times are mrkdwn."""
    if _READ_BY_MRKDWN.search(plain(children)):
        return [_context_element(child) for child in children if plain((child,))]
    return [_mrkdwn("".join(map(_mrkdwn_part, children)))]


def _rich(children: Iterable[Inline], style: Json) -> list[Json]:
    return [element for child in children for element in _rich_element(child, style)]


def _rich_element(child: Inline, style: Json) -> Iterator[Json]:
    match child:
        case Strike(children):
            yield from _rich(children, {**style, "strike": True})
        case Link(label, url) if label and (address := safe_address(url)):
            yield _styled({"type": "link", "url": address, "text": label}, style)
        case Link(label, _):
            if label:
                yield _styled({"type": "text", "text": label}, style)
        case Time(at, text) if text:
            shown = {"type": "date", "timestamp": int(at.timestamp()), "format": "{date_short_pretty} {time}"}
            yield _styled({**shown, "fallback": text}, style)
        case ChannelName("slack", identifier, _) if _CHANNEL.fullmatch(identifier):
            yield _styled({"type": "channel", "channel_id": identifier}, style)
        case Strong(text):
            if text:
                yield _styled({"type": "text", "text": text}, {**style, "bold": True})
        case Code(text):
            if text:
                yield _styled({"type": "text", "text": text}, {**style, "code": True})
        case _:
            if child.text:
                yield _styled({"type": "text", "text": child.text}, style)


def _styled(element: Json, style: Json) -> Json:
    return {**element, "style": style} if style else element


def _context_element(child: Inline) -> Json:
    if isinstance(child, Link | Time) and not _READ_BY_MRKDWN.search(plain((child,))):
        return _mrkdwn(_mrkdwn_part(child))
    return {"type": "plain_text", "text": plain((child,)), "emoji": False}


def _mrkdwn(text: str) -> Json:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _mrkdwn_part(child: Inline) -> str:
    match child:
        case Link(label, url) if (address := safe_address(url)) and "|" not in label:
            return f"<{address.replace('&', '&amp;')}|{escaped(label)}>"
        case ChannelName("slack", identifier, _) if _CHANNEL.fullmatch(identifier):
            return f"<#{identifier}>"
        case Strong(text):
            return f"*{escaped(text)}*" if text.strip() == text and text else escaped(text)
        case Strike(children):
            return f"~{''.join(map(_mrkdwn_part, children))}~"
        case Time(at, text) if not set("^|>") & set(text):
            return f"<!date^{int(at.timestamp())}^{{date_short_pretty}} {{time}}|{escaped(text)}>"
        case _:
            return escaped(plain((child,)))
