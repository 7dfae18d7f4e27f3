"""B028: a post without an address is shown as text, everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from bot.domain.document import Document, Paragraph, Text
from bot.domain.update import Links
from bot.renderers import block_kit, components_v2, markdown, terminal
from bot.wording.links import link_of
from tests.factories import an_update


def in_slack(document: Document) -> str:
    """Every block of the messages."""
    return "".join(json.dumps(message.blocks) for message in block_kit.render(document))


def in_discord(document: Document) -> str:
    """Every component of the messages."""
    return "".join(json.dumps(message.components) for message in components_v2.render(document))


@pytest.mark.parametrize("render", [in_slack, in_discord, markdown.render, terminal.render])
def test_b028_a_post_without_an_address_is_text(render: Callable[[Document], str]) -> None:
    """Its label is the project, and nothing points nowhere."""
    update = an_update("A post", project="vllm", key="post:b.example.com#abc", url="", links=Links())
    drawn = render(Document((Paragraph((Text("A post "), link_of(update))),)))
    assert "vllm" in drawn
    assert "](" not in drawn
    assert '"url"' not in drawn
