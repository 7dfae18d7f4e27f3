"""Stacks: what a person or a channel runs, as text. What the text means is for bot/domain/stack_reading.py to say, so
that a name that is learnt later counts in stacks that are kept already."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select

from bot.domain.delivery import Recipient
from storage.database import Database
from storage.recipients import columns_of, is_for
from storage.schema import stacks
from storage.upsert import upsert


class Stacks:
    """The text of a stack by recipient."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, recipient: Recipient) -> str:
        """The recipient's stack, "" for none."""
        with self._database.reading() as connection:
            return connection.scalar(select(stacks.c.text).where(is_for(stacks, recipient))) or ""

    def set(self, recipient: Recipient, text: str, owner: str, at: datetime) -> None:
        """Sets the stack in place of what was set before; `owner` is the user who did."""
        values = {**columns_of(recipient), "text": text, "owner": owner, "changed": at}
        with self._database.writing() as connection:
            upsert(connection, stacks, [values])

    def forget(self, recipient: Recipient) -> bool:
        """Ends it; whether there was one."""
        with self._database.writing() as connection:
            return connection.execute(delete(stacks).where(is_for(stacks, recipient))).rowcount > 0
