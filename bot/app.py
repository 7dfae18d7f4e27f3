"""The composition root: settings become a store, projects, a clock and handlers that know each other.

The command line (bot/__main__.py, bot/cli) asks this room for what a command needs, and for no more: opening the store,
reading the catalogue and starting a platform are separate, so that a question from the shell starts fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from typing import TYPE_CHECKING

from bot.domain.language import Language
from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.vocabulary import Vocabulary
from bot.platforms.memory import CommandName
from bot.platforms.registry import ChatPlatform, Handed, discord, message_parts, slack
from bot.wording.catalogue import speaking
from config.catalog import load_projects
from config.settings import Settings
from config.vocabulary import load_vocabulary
from handlers.command_table import COMMANDS
from handlers.deps import Deps
from handlers.memory import StoredMemory
from handlers.places import StoredPlaces
from handlers.router import shows
from storage.store import Store

if TYPE_CHECKING:
    from bot.domain.edition import Editions
    from bot.summarizers.base import Summarizer

SAMPLE_END = "sample until"
"""The key under which the store remembers that it holds the sample only, and when that ends."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the bot knows of the field before it has read a single update."""

    vocabulary: Vocabulary
    projects: Projects


def load_field() -> Field:
    """The vocabulary and the projects of config/; ConfigError names file, table and key."""
    vocabulary = load_vocabulary()
    return Field(vocabulary, load_projects(vocabulary=vocabulary))


@contextmanager
def opened(settings: Settings, now: datetime | None) -> Iterator[Deps]:
    """Everything that a handler is given, over the store of `settings`, which is closed in the end. The clock is the
    wall's, or stands at `now`, or at the sample's end in a store that holds nothing else."""
    field = load_field()
    store = Store.open(settings.database_url, closure=field.vocabulary.closure)
    try:
        with speaking(Language(settings.language)):
            yield deps_of(store, field, now, settings)
    finally:
        store.close()


def deps_of(store: Store, field: Field, now: datetime | None, settings: Settings | None = None) -> Deps:
    """The handlers' dependencies over an open store; without settings no model is asked."""
    sample_end = store.meta.get(SAMPLE_END)
    stands = now or (datetime.fromisoformat(sample_end) if sample_end else None)
    return Deps(
        store=store,
        projects=field.projects,
        vocabulary=field.vocabulary,
        lexicon=Lexicon(field.vocabulary, field.projects),
        now=standing(stands) if stands else wall_clock,
        split=message_parts,
        find_editions=cache(partial(editions_of, field)),
        sample=sample_end is not None,
        summarizer=language_model(settings, field) if settings and settings.llm else None,
        tokens_a_day=settings.llm_budget if settings else 0,
        platforms=settings.platforms if settings else (),
    )


def editions_of(field: Field) -> Editions:
    """The editions of config/; ConfigError names file, table and key."""
    from config.editions import EDITIONS, load_editions  # who only asks a question needs no edition

    return load_editions(EDITIONS, field.projects, field.vocabulary)


def language_model(settings: Settings, field: Field) -> Summarizer:
    """The model that `settings` name, with the check that its sentences must pass. Nothing is asked of it yet."""
    from bot.domain.grounding.check import Grounding
    from bot.summarizers.llm import ChatModel  # httpx is imported only where a model is set

    key = settings.llm_api_key.reveal() if settings.llm_api_key else ""
    return ChatModel(settings.llm_base_url, settings.llm_model, Grounding(field.vocabulary, field.projects), key)


def command_names() -> tuple[CommandName, ...]:
    """The commands that have a place in a platform's menus."""
    return tuple(CommandName(entry.name, entry.summary, bool(entry.parses)) for entry in COMMANDS if entry.in_menus)


def chat_platforms(settings: Settings, deps: Deps) -> tuple[ChatPlatform, ...]:
    """The chat platforms whose tokens are set; to be called inside a running event loop."""
    memory = StoredMemory(deps)
    handed = Handed(memory, StoredPlaces(deps), deps.now, settings.zone, command_names(), partial(shows, deps=deps))
    made: list[ChatPlatform] = []
    if settings.slack_bot_token and settings.slack_app_token:
        tokens = settings.slack_bot_token.reveal(), settings.slack_app_token.reveal()
        made.append(slack(*tokens, settings.slack_api_url, handed))
    if settings.discord_token:
        token = settings.discord_token.reveal()
        urls = settings.discord_api_url, settings.discord_gateway_url
        made.append(discord(token, *urls, settings.discord_manager_role, handed))
    return tuple(made)


def wall_clock() -> datetime:
    """The present instant in UTC."""
    return datetime.now(UTC)


def standing(at: datetime) -> Callable[[], datetime]:
    """A clock that stands still."""
    return lambda: at
