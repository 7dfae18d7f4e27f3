"""What a handler is given; made once in bot/app.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.project import Projects
from bot.domain.vocabulary import Vocabulary
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Deps:
    """The store, what the bot knows of the field, and the clock (timezone-aware)."""

    store: Store
    projects: Projects
    vocabulary: Vocabulary
    now: Callable[[], datetime]
