"""From raw update and tags to the update that is stored."""

from __future__ import annotations

from dataclasses import fields

from bot.domain.tagging import Tagged, build
from bot.domain.update import Kind, RawUpdate, Update
from tests.factories import NOW, a_raw_update, found


def test_everything_is_carried_over() -> None:
    """Kind, tags, figures and noise come from the tagger, all else from the source."""
    raw = a_raw_update(paths=("a.py",), summary="A sentence.", sample=True)
    tags = found(["hardware:sm120"])
    update = build(raw, Tagged(Kind.FIX, tags, (), noise=True), NOW)
    assert (update.kind, update.tags, update.noise, update.first_seen) == (Kind.FIX, tags, True, NOW)
    shared = {field.name for field in fields(RawUpdate)} & {field.name for field in fields(Update)}
    for name in shared - {"kind", "figures", "noise"}:
        assert getattr(update, name) == getattr(raw, name)
