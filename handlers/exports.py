"""Answers as JSON for programs (`ask --json`).

The shapes stand in DESIGN.md 6 and are read by scripts; what readers see is made in bot/wording.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from bot.domain.answer import Answer, Story
from bot.domain.command import Command
from bot.domain.errors import UserError
from bot.domain.query import Query, tag_names
from bot.domain.reading import Reading
from bot.domain.update import Update
from bot.domain.window import Window
from handlers.asking import read_now
from handlers.audience import seen_from
from handlers.command_table import QUESTION
from handlers.commands.details import found_or_refused
from handlers.commands.whatsnew import answered
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.router import route

Json: TypeAlias = str | int | float | bool | Sequence["Json"] | Mapping[str, "Json"] | None


def answer_json(command: Command, deps: Deps) -> str:
    """The updates of an answer, a story's leading one before its others, best first for sort:best. At most as many as
    the question's limit, where it has one. UserError for a command that is no question."""
    deps = seen_from(command.place, deps)
    entry, text = route(command.text, deps)
    if entry is not QUESTION:
        raise UserError("Only a question has an answer in JSON.")
    reading = read_now(text, command, deps)
    if reading.reference:
        (update,) = Hindsight(command.at, deps).of([found_or_refused(reading.reference, deps)])
        return written({"items": [_item(update)], "total": 1, "understood": _understood(reading, reading.query.window)})
    answer = answered(reading, command, deps)
    updates = [update for story in _in_order(answer) for update in story.updates][: reading.query.limit]
    return written(
        {
            "items": [_item(update) for update in updates],
            "total": answer.stories,
            "understood": _understood(reading, answer.window),
        }
    )


def _in_order(answer: Answer) -> Iterable[Story]:
    return answer.ranked or (story for section in answer.sections for story in section.stories)


def _item(update: Update) -> Json:
    return {
        "repo": update.repository,
        "sha": update.links.commits[0] if update.links.commits else None,
        "key": update.key,
        "url": update.url,
        "title": update.title,
        "project": update.project,
        "kind": update.kind.value,
        "published": instant(update.published),
        "state": update.state.stage.value,
        "version": update.state.version,
        "tags": [
            {"tag": str(found.tag), "place": found.place.value, "role": found.role.value} for found in update.tags
        ],
    }


def _understood(reading: Reading, window: Window | None) -> Json:
    query: Query = reading.query
    return {
        "text": reading.text,
        "tags": tag_names(query.tags),
        "excluded": [*tag_names(query.excluded), *query.excluded_words],
        "words": query.words,
        "phrases": query.phrases,
        "since": instant(window.start) if window and window.start else None,
        "until": instant(window.end) if window else None,
        "sort": query.sort.value,
    }


def instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
