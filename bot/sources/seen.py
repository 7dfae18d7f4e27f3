"""What a source has seen: hashes of identities, in the order in which they were last listed, bounded.

They are kept far longer than a feed lists its entries, so that one which slides out and in again is not new (B016).
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable
from hashlib import blake2b

SEEN_LIMIT = 30_000
"""So many hashes are kept; a feed of 50 entries, two for each, needs that many after years of daily posts."""
HASH_LENGTH = 11

_BYTES = 8


def hash_of(*parts: str) -> str:
    """HASH_LENGTH characters that stand for an identity."""
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest()
    return urlsafe_b64encode(digest).decode("ascii").rstrip("=")


class Seen:
    """Hashes in the order of last listing; a value."""

    def __init__(self, hashes: Iterable[str] = ()) -> None:
        self._hashes = dict.fromkeys(hashes)

    @classmethod
    def read(cls, text: str) -> Seen:
        """What `written` gave."""
        return cls(text[at : at + HASH_LENGTH] for at in range(0, len(text) - HASH_LENGTH + 1, HASH_LENGTH))

    @property
    def written(self) -> str:
        """The hashes side by side."""
        return "".join(self._hashes)

    def __contains__(self, one: object) -> bool:
        return one in self._hashes

    def __len__(self) -> int:
        return len(self._hashes)

    def listing(self, now_listed: Collection[str]) -> Seen:
        """These and what is listed now, the latter last; the longest unlisted go beyond SEEN_LIMIT. The same as before
        where nothing of it is new, so that a cursor that says nothing new is not written."""
        if all(one in self._hashes for one in now_listed):
            return self
        ours = dict.fromkeys(now_listed)
        kept = [one for one in self._hashes if one not in ours]
        return Seen([*kept, *ours][-SEEN_LIMIT:])
