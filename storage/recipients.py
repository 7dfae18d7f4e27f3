"""A recipient as four columns; every one of them is part of who it is (B092)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_

from bot.domain.delivery import Recipient, RecipientKind


def columns_of(recipient: Recipient) -> dict[str, str]:
    """The values of a recipient's columns."""
    return {
        "platform": recipient.platform,
        "workspace": recipient.workspace,
        "recipient_kind": recipient.kind.value,
        "recipient": recipient.id,
    }


def is_for(table: Table, recipient: Recipient) -> ColumnElement[bool]:
    """The condition that a row is this recipient's."""
    return and_(*(table.c[name] == value for name, value in columns_of(recipient).items()))


def recipient_of(row: Row[Any]) -> Recipient:
    """The recipient of a row."""
    return Recipient(row.platform, row.workspace, RecipientKind(row.recipient_kind), row.recipient)
