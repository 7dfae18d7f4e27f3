"""Tagging anew what is stored, beside imports that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.domain.tag import Tag
from bot.domain.update import Update
from handlers.deps import Deps
from handlers.jobs.retagging import RetagReport, retag
from storage.updates import Saved, Updates
from tests.factories import an_update


def test_what_an_import_changes_meanwhile_is_kept(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update that is edited between being read and being tagged anew keeps the edit, and is tagged by it."""
    update = an_update("Add a GEMM", number=7)
    deps.store.updates.save([update])
    write = Updates.save

    def save(self: Updates, batch: Sequence[Update], made_of: Sequence[int] | None = None) -> Saved:
        monkeypatch.setattr(Updates, "save", write)
        write(self, [replace(update, title="Add a GEMM for SM120")])
        return write(self, batch, made_of)

    monkeypatch.setattr(Updates, "save", save)
    assert retag(deps) == RetagReport(read=1, changed=1)
    held = deps.store.updates.get(update.key)
    assert held is not None
    assert held.title == "Add a GEMM for SM120"
    assert Tag.parse("hardware:sm120") in held.about()
