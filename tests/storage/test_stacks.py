"""Stacks and watches: one of each for a recipient, and of nobody else's."""

from __future__ import annotations

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from storage.store import Store
from storage.watches import Watch
from tests.factories import a_recipient, at

READER = a_recipient()
OTHERS = [
    pytest.param(a_recipient(id="another"), id="another person"),
    pytest.param(a_recipient(workspace="elsewhere"), id="another workspace"),
    pytest.param(a_recipient(platform="slack"), id="another platform"),
    pytest.param(a_recipient(RecipientKind.CHANNEL), id="a channel of that id"),
]


def test_a_stack_is_replaced_and_forgotten(store: Store) -> None:
    """What was set last holds; forgetting twice is harmless."""
    assert store.stacks.of(READER) == ""
    store.stacks.set(READER, "vllm==0.24.0", "reader", at(1))
    store.stacks.set(READER, "vllm==0.25.0 sm90", "reader", at(2))
    assert store.stacks.of(READER) == "vllm==0.25.0 sm90"
    assert [store.stacks.forget(READER) for _ in range(2)] == [True, False]
    assert store.stacks.of(READER) == ""


@pytest.mark.parametrize("other", OTHERS)
def test_of_nobody_else(other: Recipient, store: Store) -> None:
    """Stacks and watches are the recipient's alone (B092)."""
    store.stacks.set(READER, "vllm", "reader", at(1))
    store.watches.add(Watch(READER, "a/b#1", at(1)))
    assert store.stacks.of(other) == ""
    assert store.watches.of(other) == ()
    assert not store.watches.remove(other, "a/b#1")
    assert not store.stacks.forget(other)


def test_a_watch_begins_once(store: Store) -> None:
    """Asking again changes nothing; the longest comes first; what ended may begin again."""
    assert store.watches.add(Watch(READER, "a/b#2", at(2)))
    assert store.watches.add(Watch(READER, "a/b#1", at(1)))
    assert not store.watches.add(Watch(READER, "a/b#1", at(3)))
    assert store.watches.of(READER) == (Watch(READER, "a/b#1", at(1)), Watch(READER, "a/b#2", at(2)))
    assert [store.watches.remove(READER, "a/b#1") for _ in range(2)] == [True, False]
    assert store.watches.add(Watch(READER, "a/b#1", at(3)))
    assert store.watches.all() == (Watch(READER, "a/b#2", at(2)), Watch(READER, "a/b#1", at(3)))
