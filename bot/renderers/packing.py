"""Filling messages with pieces under several limits at once, cut at piece borders only.

A piece never exceeds the limits by itself; the renderer that makes it sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

P = TypeVar("P")
Weight = tuple[int, ...]
"""How much of each limit a piece takes; all weights and the limits have one length."""


def pack(
    pieces: Iterable[P], weigh: Callable[[P], Weight], limits: Weight, opens: Callable[[P], bool]
) -> tuple[tuple[P, ...], ...]:
    """The pieces in order, in as few messages as a first fit makes. A piece that `opens` what follows (a heading) is
    not left at a message's end but goes with its successor, as long as that helps."""
    nothing = (0,) * len(limits)
    messages: list[tuple[P, ...]] = []
    current: list[tuple[P, Weight]] = []
    filled = nothing
    for piece in pieces:
        weight = weigh(piece)
        if current and not _within(_sum(filled, weight), limits):
            carried = _openers_at_end(current, opens)
            carried_weight = nothing
            for _, carried_piece in carried:
                carried_weight = _sum(carried_weight, carried_piece)
            if len(carried) == len(current) or not _within(_sum(carried_weight, weight), limits):
                carried, carried_weight = [], nothing
            messages.append(tuple(kept for kept, _ in current[: len(current) - len(carried)]))
            current, filled = carried, carried_weight
        current.append((piece, weight))
        filled = _sum(filled, weight)
    if current:
        messages.append(tuple(kept for kept, _ in current))
    return tuple(messages)


def _sum(one: Weight, other: Weight) -> Weight:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _within(weight: Weight, limits: Weight) -> bool:
    return all(a <= b for a, b in zip(weight, limits, strict=True))


def _openers_at_end(current: list[tuple[P, Weight]], opens: Callable[[P], bool]) -> list[tuple[P, Weight]]:
    at = len(current)
    while at and opens(current[at - 1][0]):
        at -= 1
    return current[at:]
