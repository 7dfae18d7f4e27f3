"""Splitting a line of inline content that is longer than a platform takes in one piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.domain.document import Code, Inline, Strong, Text, plain
from bot.domain.grapheme import head

Size = Callable[[Inline], int]
"""How many characters a child takes in the platform's own markup."""


def split_inline(children: Iterable[Inline], limit: int, size: Size) -> Iterator[tuple[Inline, ...]]:
    """Parts of at most `limit` each. Text is cut at a space where one is near, never inside a grapheme or an escape
    (A28, B121); any other child moves to the next part whole, and is shown as its text if it fits into none."""
    part: list[Inline] = []
    room = limit
    for child in children:
        rest: Inline | None = child
        while rest is not None:
            taken = size(rest)
            if taken <= room:
                part.append(rest)
                room -= taken
                break
            first, rest = _cut(rest, room, limit, size)
            if first is not None:
                part.append(first)
            if part:
                yield tuple(part)
            part, room = [], limit
    if part:
        yield tuple(part)


def _cut(child: Inline, room: int, limit: int, size: Size) -> tuple[Inline | None, Inline]:
    """What fits into the room and what is left; nothing fits where the child is better begun anew."""
    if not isinstance(child, Text | Strong | Code):
        return None, child if size(child) <= limit else Text(plain((child,)))
    kept = _fitting(child, room, size)
    space = kept.rfind(" ")
    if space > len(kept) // 2:
        kept = kept[: space + 1]
    if not kept and room < limit:
        return None, child
    kept = kept or child.text[:1]
    return replace(child, text=kept), replace(child, text=child.text[len(kept) :])


def _fitting(child: Text | Strong | Code, room: int, size: Size) -> str:
    """The longest beginning that fits, found by halving."""
    low, high = 0, min(len(child.text), max(room, 0))
    while low < high:
        middle = (low + high + 1) // 2
        if size(replace(child, text=child.text[:middle])) <= room:
            low = middle
        else:
            high = middle - 1
    return head(child.text, low) if low else ""
