"""A delivery as a row of the outbox, and back."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from bot.domain.delivery import Delivery, DeliveryState
from storage.document_codec import decode_documents, encode_documents
from storage.recipients import columns_of, recipient_of
from storage.thread_codec import decode_thread, encode_thread


def values_of(delivery: Delivery) -> dict[str, Any]:
    """The columns of a new row."""
    return {
        "key": delivery.key,
        **columns_of(delivery.recipient),
        "parts": encode_documents(delivery.parts),
        "due": delivery.due,
        "state": delivery.state.value,
        "attempts": delivery.attempts,
        "sent_ids": json.dumps(delivery.sent_ids),
        "first_due": delivery.due,
        "posting": None,
        "posting_since": None,
        "lease_until": delivery.lease_until,
        "token": delivery.token,
        "reason": delivery.reason,
        "thread": encode_thread(delivery.thread),
        "edits": delivery.edits,
    }


def delivery_of(row: Row[Any]) -> Delivery:
    """The delivery that a row holds."""
    return Delivery(
        key=row.key,
        recipient=recipient_of(row),
        parts=decode_documents(row.parts),
        due=row.due,
        state=DeliveryState(row.state),
        attempts=row.attempts,
        sent_ids=tuple(json.loads(row.sent_ids)),
        lease_until=row.lease_until,
        token=row.token,
        reason=row.reason,
        thread=decode_thread(row.thread),
        edits=row.edits,
        posting_since=row.posting_since,
    )
