"""Issues as JSON for programs: `digest --format json`, and the payloads that a chat platform would be sent.

The shape stands in DESIGN.md 6 and is read by scripts; what readers see is made in bot/wording.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.document import Document, plain
from bot.domain.highlight import Highlight
from bot.domain.query import tag_names
from bot.domain.window import Window
from bot.renderers import block_kit, components_v2
from bot.wording.facts import Facts
from bot.wording.figures import figure_text
from bot.wording.issue.cards import card_lines
from bot.wording.issue.highlights import body, headline
from bot.wording.issue.lead import lead
from bot.wording.issue.verdict import verdict
from bot.wording.item import story_text
from handlers.deps import Deps
from handlers.exports import Json, instant, written
from handlers.issues import issue_facts


def digest_json(digest: Digest, deps: Deps) -> str:
    """An issue with its verdict or lead, highlights, items, numbered references, coverage and what was left out.
    References are numbered from the highlights on, one number for one address."""
    return _Export(digest, issue_facts(digest, deps)).text()


def issue_payloads(platform: str, messages: Iterable[Document]) -> str:
    """The messages of an issue as the API of "slack" or "discord" takes them, the channel's first, then the replies."""
    payloads: list[Json] = []
    for message in messages:
        if platform == "slack":
            payloads += [made.payload() for made in block_kit.render(message)]
        else:
            payloads += [made.payload(silent=True) for made in components_v2.render(message)]
    return written(payloads)


class _Export:
    """One issue and the numbers of the addresses that it cites."""

    def __init__(self, digest: Digest, facts: Facts) -> None:
        self._digest = digest
        self._facts = facts
        self._numbers: dict[str, int] = {}

    def text(self) -> str:
        digest = self._digest
        top: Json = [self._highlight(one, at) for at, one in enumerate(digest.highlights, start=1)]
        sections: Json = [
            {
                "key": section.key,
                "title": self._facts.projects.name(section.key),
                "items": [self._item(story) for story in section.stories],
            }
            for section in digest.sections
        ]
        return written(
            {
                "edition": digest.edition,
                "number": digest.number,
                "window": _window(digest.window),
                "verdict": verdict(digest, self._facts) if digest.top else "",
                "lead": lead(digest, self._facts) if digest.stories else "",
                "highlights": top,
                "sections": sections,
                "coverage": [
                    {
                        "project": row.project,
                        "status": row.status.value,
                        "since": instant(row.since) if row.since else None,
                    }
                    for row in digest.coverage
                ],
                "left_out": [{"reason": row.reason, "count": row.count} for row in digest.left_out],
                "references": [{"n": number, "url": url} for url, number in self._numbers.items()],
            }
        )

    def _highlight(self, highlight: Highlight, position: int) -> Json:
        return {
            "title": headline(highlight, self._facts),
            "text": body(position, highlight, self._facts),
            "keys": [update.key for story in highlight.stories for update in story.updates],
            "refs": [number for story in highlight.stories for number in self._refs(story)],
        }

    def _item(self, story: Story) -> Json:
        update, facts = story.lead, self._facts
        text = facts.sentences.get(update.key) or story_text(story, facts.vocabulary)
        has_card = update.key in {card.lead.key for card in self._digest.cards}
        return {
            "label": story.label.value,
            "text": text,
            "figure": figure_text(update.figures, text) or None,
            "keys": [one.key for one in story.updates],
            "refs": self._refs(story),
            "tags": tag_names(found.tag for found in update.tags),
            "state": update.state.stage.value,
            "why": [[reason.signal, round(reason.weight, 3)] for reason in self._digest.reasons.get(update.key, ())],
            "card": {name: plain(content) for name, content in card_lines(story, facts)} if has_card else None,
        }

    def _refs(self, story: Story) -> list[int]:
        return [self._numbers.setdefault(update.url, len(self._numbers) + 1) for update in story.updates]


def _window(window: Window) -> Json:
    return {
        "start": instant(window.start.astimezone(window.zone)) if window.start else None,
        "end": instant(window.end.astimezone(window.zone)),
        "zone": window.zone.key,
    }
