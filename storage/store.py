"""The store: everything that the bot remembers, one noun per attribute.

All of it is synchronous: whoever calls from the event loop makes one hop to a thread for one call (asyncio.to_thread).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from copy import copy
from types import TracebackType
from typing import Self

from bot.domain.text import TOKENIZER
from storage.channels import Channels
from storage.command_lines import CommandLines
from storage.contents import Contents
from storage.database import Database
from storage.deliveries import Deliveries
from storage.digests import Digests
from storage.feedback import Feedback
from storage.health import Health
from storage.installations import Installations
from storage.leases import Leases
from storage.meta import Meta
from storage.migrate import migrate
from storage.people import People
from storage.personal import Personal
from storage.queued import Queued
from storage.renaming import Renaming
from storage.send_counts import SendCounts
from storage.send_turns import SendTurns
from storage.sources import Sources
from storage.stacks import Stacks
from storage.standing_queries import StandingQueries
from storage.subscriptions import Subscriptions
from storage.tokens import Closure
from storage.told import ToldItems
from storage.tracked import TrackedSources
from storage.updates import Updates
from storage.upkeep import Upkeep
from storage.versions import Versions
from storage.watches import Watches
from storage.wordings import StoredWordings

_TOKENIZER = "tokenizer"


class Store:
    """One open store. Safe to use from many threads."""

    def __init__(self, database: Database, closure: Closure) -> None:
        """For `open`; the database's tables are there."""
        self._database = database
        self.updates = Updates(database, closure)
        self.versions = Versions(database)
        self.subscriptions = Subscriptions(database)
        self.standing_queries = StandingQueries(database)
        self.deliveries = Deliveries(database)
        self.told = ToldItems(database)
        self.digests = Digests(database)
        self.channels = Channels(database)
        self.people = People(database)
        self.stacks = Stacks(database)
        self.personal = Personal(database)
        self.watches = Watches(database)
        self.sources = Sources(database)
        self.health = Health(database)
        self.tracked = TrackedSources(database)
        self.contents = Contents(database)
        self.meta = Meta(database)
        self.leases = Leases(database)
        self.upkeep = Upkeep(database)
        self.send_counts = SendCounts(database)
        self.send_turns = SendTurns(database)
        self.installations = Installations(database)
        self.renaming = Renaming(database)
        self.queued = Queued(database)
        self.command_lines = CommandLines(database)
        self.wordings = StoredWordings(database)
        self.feedback = Feedback(database)

    @classmethod
    def open(cls, url: str, closure: Closure = frozenset) -> Self:
        """The store that `url` (sqlite:///path) names, made or brought up to date where that is due.

        `closure` gives tags with their families (Vocabulary.closure): what updates are indexed under. Raises
        StoreTooNewError, StoreReadOnlyError or StoreError with a sentence.
        """
        database = Database(url)
        try:
            migrate(database)
            store = cls(database, closure)
            store._settle_tokenizer()
        except BaseException:
            database.close()
            raise
        return store

    def together(self) -> AbstractContextManager[None]:
        """A block in which all calls of this thread are one transaction, kept whole or not at all: updates with the
        cursor that says that they were read. Keep it short: nobody else can write meanwhile."""
        return self._database.together()

    def without(self, hidden: frozenset[str]) -> Store:
        """This store as somebody sees it from whom some projects are hidden (E11); the same one if none are."""
        if not hidden:
            return self
        seen = copy(self)
        seen.updates, seen.versions = self.updates.without(hidden), self.versions.without(hidden)
        return seen

    def _settle_tokenizer(self) -> None:
        """Indexes everything anew if another tokenizer did it last."""
        last = self.meta.get(_TOKENIZER)
        if last == str(TOKENIZER):
            return
        if last is not None:
            self.updates.rebuild_index()
        self.meta.set(_TOKENIZER, str(TOKENIZER))

    def close(self) -> None:
        """Gives the database back."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
