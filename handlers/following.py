"""What somebody could read already in a channel that they follow, so that their own message says so.

That a person follows a channel is known of whoever set up its digest; nobody's memberships are asked for or kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.command import HOME
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import addresses
from handlers.deps import Deps

LATELY = timedelta(days=8)
"""Issues of which a reader is reminded: the week's, and a day for its hour."""


class Channels:
    """The channels that people follow, and what stood there lately: addresses with the key of the edition. Reads the
    store once for each channel; call it in a thread."""

    def __init__(self, now: datetime, deps: Deps) -> None:
        self._now, self._deps = now, deps
        self._postings = [one for one in deps.store.channels.all() if one.recipient.kind is not RecipientKind.USER]
        self._shown: dict[Recipient, Mapping[str, str]] = {}

    def shown_to(self, reader: Recipient) -> Mapping[str, str]:
        """What the channels of a reader showed."""
        if reader.kind is not RecipientKind.USER:
            return {}
        found: dict[str, str] = {}
        for posting in self._postings:
            place = posting.recipient
            is_there = place.platform == reader.platform and reader.workspace in (place.workspace, HOME)
            if posting.owner == reader.id and is_there:
                found.update(self._in(place))
        return found

    def _in(self, channel: Recipient) -> Mapping[str, str]:
        if channel not in self._shown:
            issues = self._deps.store.deliveries.sent_since(channel, "edition/", self._now - LATELY)
            self._shown[channel] = {
                address: issue.key.split("/")[1]
                for issue in issues
                for part in issue.parts
                for address in addresses(part)
            }
        return self._shown[channel]
