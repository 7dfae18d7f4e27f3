"""Slack's own Python models (slack_sdk.models) as a judge: a block is read back, validated and written again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from tests.validators.finding import Json

logging.getLogger("slack_sdk.models").setLevel(logging.ERROR)


def block_faults(blocks: Sequence[Json]) -> Iterator[str]:
    """What the models refuse, do not know, or lose when a block goes through them."""
    for at, block in enumerate(blocks):
        try:
            parsed = Block.parse(dict(block))
            written = parsed.to_dict() if parsed else {}
        except (SlackObjectFormationError, TypeError, AttributeError, KeyError) as error:
            yield f"block {at} ({block.get('type')}): slack_sdk says {error}"
        else:
            yield from (f"block {at} ({block.get('type')}): {lost}" for lost in _lost(block, written, ""))


def view_faults(view: Json) -> Iterator[str]:
    """What the models refuse in a modal or a home tab; its blocks are judged by block_faults."""
    try:
        View(**view).validate_json()
    except (SlackObjectFormationError, TypeError) as error:
        yield f"view: slack_sdk says {error}"


def _lost(sent: Any, written: Any, at: str) -> Iterator[str]:
    """What of a payload is not there any more after the models read it: they skip what they do not know."""
    if isinstance(sent, dict):
        other = written if isinstance(written, dict) else {}
        for key, value in sent.items():
            yield from _lost(value, other.get(key), f"{at}.{key}" if at else key)
    elif isinstance(sent, list):
        others = written if isinstance(written, list) else []
        if len(others) != len(sent):
            yield f"slack_sdk reads {len(others)} of {len(sent)} {at}"
        for number, (value, other) in enumerate(zip(sent, others, strict=False)):
            yield from _lost(value, other, f"{at}[{number}]")
    elif sent != written:
        yield f"slack_sdk reads {at} as {written!r} instead of {sent!r}"
