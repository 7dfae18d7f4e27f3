"""What is drawn: an answer, a digest, a form and an error of the real product over the sample, at one fixed instant."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from bot.app import deps_of, load_field
from bot.cli.sample import SAMPLE
from bot.domain.command import Actor, Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.form import Form
from bot.domain.reply import Shared
from handlers.deps import Deps
from handlers.jobs.importing import import_files
from handlers.router import answer
from storage.store import Store

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 22, 9, tzinfo=ZONE)

QUESTION = "whatsnew flashinfer sm120"
DIGEST = "whatsnew daily"
MISTAKE = "whatsnew -rocm"
SUBSCRIPTION = "subscribe flashinfer sm120"
EDIT = "edit 1"


@dataclass(frozen=True, slots=True)
class Scene:
    """What somebody typed, and what they see."""

    name: str
    typed: str
    shown: Document | Form


def scenes() -> tuple[Scene, ...]:
    """The four scenes, in the order of docs/."""
    with _sample() as deps:
        _replied(SUBSCRIPTION, deps)
        typed = {"answer": QUESTION, "digest": DIGEST, "form": EDIT, "error": MISTAKE}
        return tuple(Scene(name, text, _replied(text, deps)) for name, text in typed.items())


@contextmanager
def _sample() -> Iterator[Deps]:
    """A store that holds the sample and nothing else, which is gone afterwards."""
    field = load_field()
    with TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'store.sqlite3'}", closure=field.vocabulary.closure)
        import_files([SAMPLE], store, field.vocabulary, field.projects, NOW)
        try:
            yield deps_of(store, field, NOW)
        finally:
            store.close()


def _replied(typed: str, deps: Deps) -> Document | Form:
    place = Recipient("slack", "T0001", RecipientKind.CHANNEL, "C0001")
    command = Command(typed, Actor("slack", "T0001", "U0001"), place, NOW, "en-US", ZONE)
    reply = asyncio.run(answer(command, deps))
    return reply.document if isinstance(reply, Shared) else reply
