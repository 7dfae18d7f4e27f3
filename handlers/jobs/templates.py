"""The template lines of repositories, learnt from what is taken in and kept for later runs.

What a template line is, and how many updates make one, is bot/domain/template.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.merging import STATED_KINDS
from bot.domain.template import Template, TemplateLearner
from bot.domain.update import Precision, RawUpdate
from storage.store import Store


class Templates:
    """The template lines of each repository: those of earlier runs, and what this one learns from new updates."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._learner = TemplateLearner()
        self._stored: dict[str, frozenset[str]] = {}

    def learnt(self, raws: Iterable[RawUpdate]) -> dict[str, Template]:
        """Learns from the bodies of a batch, then gives the templates of its repositories."""
        names: dict[str, None] = {}
        for raw in raws:
            # A digest's further sentences are nobody's template, and posts and papers have no repository.
            if raw.kind not in STATED_KINDS and raw.precision is not Precision.RANGE:
                self._learner.observe(raw.repository, raw.body)
                names[raw.repository] = None
        return {name: self._template(name) for name in names}

    def keep(self) -> None:
        """Saves what was learnt for later runs."""
        for name in self._stored:
            self._store.sources.save_template(name, self._template(name).lines)

    def _template(self, name: str) -> Template:
        key = name.casefold()
        if key not in self._stored:
            self._stored[key] = self._store.sources.template(key)
        return Template(self._stored[key] | self._learner.template(key).lines)
