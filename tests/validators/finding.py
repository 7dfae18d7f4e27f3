"""Small things that the validators share: walking through a payload, and saying where in it something stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]


def objects(value: object) -> Iterator[Json]:
    """Every object of a payload, outer ones first."""
    if isinstance(value, Mapping):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from objects(inner)


def too_many(what: str, count: int, limit: int) -> list[str]:
    """A sentence where there are more than the limit."""
    return [f"{what}: {count}, at most {limit}"] if count > limit else []


def doubled(what: str, values: Iterable[str]) -> list[str]:
    """A sentence for each value that stands more than once."""
    return [f"{what} {value!r} stands {count} times" for value, count in Counter(values).items() if count > 1]


def shown(faults: Sequence[tuple[str, str]]) -> str:
    """What was sent and what is wrong with it, a line each, for a failing test."""
    return "payloads that the platform would refuse:\n" + "\n".join(f"- {sent}: {fault}" for sent, fault in faults)
