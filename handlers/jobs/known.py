"""What is stored of the updates that are being taken in: found by key, and by the commit that a pull request or a
digest names. What is made of both is handlers/jobs/intake.py."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.identity import commit_key
from bot.domain.update import RawUpdate, Update
from bot.sources.base import FoundUpdate
from storage.store import Store

WHOLE_HASH = 40


class Known:
    """What is stored of a batch's updates, by key and by commit."""

    def __init__(self, store: Store, batch: Iterable[FoundUpdate]) -> None:
        raws = [found.raw for found in batch]
        # A commit may be known by its pull request, and a pull request by nothing but its commit.
        by_hash = {raw.links.commits[0]: raw for raw in raws if raw.links.commits and raw.links.pull is None}
        keys = dict.fromkeys(key for raw in raws for key in (raw.key, *_commit_keys(raw)))
        keys |= dict.fromkeys(store.updates.by_commits(by_hash).values()) if by_hash else {}
        self._by_key: dict[str, Update] = {}
        for update in store.updates.of_keys(keys):
            self._put(update)
        for raw in raws:
            if raw.key not in self._by_key and (cut := raw.key.rpartition("@")[2]) != raw.key and len(cut) < WHOLE_HASH:
                for update in store.updates.by_commit(cut):
                    if update.repository.casefold() == raw.repository.casefold():
                        self._by_key.setdefault(raw.key, update)
                        self._put(update)

    def of(self, raw: RawUpdate) -> Update | None:
        """The stored update that this one is; None if it is new."""
        keys = (raw.key, *_commit_keys(raw))
        return next((self._by_key[key] for key in keys if key in self._by_key), None)

    def _put(self, update: Update) -> None:
        self._by_key[update.key] = update
        for sha in update.links.commits:
            self._by_key.setdefault(_hash_key(update.repository, sha), update)


def _commit_keys(raw: RawUpdate) -> tuple[str, ...]:
    return tuple(_hash_key(raw.repository, sha) for sha in raw.links.commits)


def _hash_key(repository: str, sha: str) -> str:
    return commit_key(repository, sha, "")
