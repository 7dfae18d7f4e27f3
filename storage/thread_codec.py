"""A Thread as JSON text and back: [name, first message, marks]."""

from __future__ import annotations

import json

from bot.domain.delivery import Thread


def encode_thread(thread: Thread | None) -> str | None:
    """The thread as text, None for none."""
    return json.dumps([thread.name, thread.first, list(thread.marks)]) if thread else None


def decode_thread(text: str | None) -> Thread | None:
    """The thread of a text; ValueError for anything else."""
    if text is None:
        return None
    name, first, marks = json.loads(text)
    return Thread(name, first, tuple(marks))
