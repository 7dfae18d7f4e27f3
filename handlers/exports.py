"""Answers and issues as JSON for programs (`ask --json`, `digest --format json`).

The shapes stand in DESIGN.md 6 and are read by scripts; what readers see is made in bot/wording.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from bot.domain.answer import Answer, Story
from bot.domain.command import Command
from bot.domain.digest import Digest
from bot.domain.errors import UserError
from bot.domain.query import Query, tag_names
from bot.domain.reading import Reading
from bot.domain.sentence import sentence
from bot.domain.update import Update
from bot.domain.window import Window
from handlers.asking import read_now
from handlers.audience import seen_from
from handlers.commands.details import found_or_refused
from handlers.commands.whatsnew import answered
from handlers.deps import Deps
from handlers.router import QUESTION, route

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
        update = found_or_refused(reading.reference, deps)
        return _written(
            {"items": [_item(update)], "total": 1, "understood": _understood(reading, reading.query.window)}
        )
    answer = answered(reading, command, deps)
    updates = [update for story in _in_order(answer) for update in story.updates][: reading.query.limit]
    return _written(
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
        "published": _instant(update.published),
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
        "since": _instant(window.start) if window and window.start else None,
        "until": _instant(window.end) if window else None,
        "sort": query.sort.value,
    }


def digest_json(digest: Digest, deps: Deps) -> str:
    """An issue with its items, numbered references, coverage and what was left out. This edition is the plain one: it
    has no verdict, lead, highlights or cards, and says so by their being empty."""
    numbers: dict[str, int] = {}

    def refs(story: Story) -> Json:
        return [numbers.setdefault(update.url, len(numbers) + 1) for update in story.updates]

    def item(story: Story) -> Json:
        lead = story.lead
        return {
            "label": story.label.value,
            "text": sentence(lead, deps.vocabulary, story.detail),
            "figure": lead.figures[0].quote if lead.figures else None,
            "keys": [update.key for update in story.updates],
            "refs": refs(story),
            "tags": tag_names(found.tag for found in lead.tags),
            "state": lead.state.stage.value,
            "card": None,
        }

    sections: Json = [
        {
            "key": section.key,
            "title": deps.projects.name(section.key),
            "items": [item(story) for story in section.stories],
        }
        for section in digest.sections
    ]
    return _written(
        {
            "edition": digest.edition,
            "number": digest.number,
            "window": _window(digest.window),
            "verdict": "",
            "lead": "",
            "highlights": [],
            "sections": sections,
            "coverage": [
                {
                    "project": row.project,
                    "status": row.status.value,
                    "since": _instant(row.since) if row.since else None,
                }
                for row in digest.coverage
            ],
            "left_out": [{"reason": row.reason, "count": row.count} for row in digest.left_out],
            "references": [{"n": number, "url": url} for url, number in numbers.items()],
        }
    )


def _window(window: Window) -> Json:
    return {
        "start": _instant(window.start) if window.start else None,
        "end": _instant(window.end),
        "zone": window.zone.key,
    }


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
