"""Long documents as parts of one message each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from bot.domain.document import (
    Actions,
    Block,
    Document,
    Heading,
    List,
    Option,
    Paragraph,
    Select,
    Table,
    Text,
)
from bot.renderers import block_kit, components_v2
from bot.renderers.splitting import split
from tests.readers import discord, slack
from tests.renderers.documents import documents


def slack_messages(document: Document) -> int:
    """How many Slack messages a document takes."""
    return len(block_kit.render(document))


def discord_messages(document: Document) -> int:
    """How many Discord messages a document takes."""
    return len(components_v2.render(document))


def seen_in_slack(part: Document) -> str:
    """What the first Slack message of a part shows."""
    return slack.seen(block_kit.render(part)[0].blocks)


def seen_in_discord(part: Document) -> str:
    """What the first Discord message of a part shows."""
    return discord.seen(components_v2.render(part)[0].components)


PLATFORMS: dict[str, tuple[Callable[[Document], int], Callable[[Document], str]]] = {
    "slack": (slack_messages, seen_in_slack),
    "discord": (discord_messages, seen_in_discord),
}


@pytest.mark.parametrize("platform", sorted(PLATFORMS))
@given(document=documents())
@settings(max_examples=30, deadline=None)
def test_every_part_is_at_most_one_message(platform: str, document: Document) -> None:
    """Whatever a document holds, each of its parts can be sent and recorded by itself (B003)."""
    renders_to: Callable[[Document], int] = PLATFORMS[platform][0]
    assert all(renders_to(part) <= 1 for part in split(document, renders_to))


@pytest.mark.parametrize("platform", sorted(PLATFORMS))
def test_nothing_is_lost_and_nothing_is_doubled(platform: str) -> None:
    """Seventy items over several parts are the same seventy items in the same order (B108)."""
    renders_to, seen = PLATFORMS[platform]
    items = tuple((Text(f"item {at} " + "x" * 150),) for at in range(70))
    document = Document((Heading(1, (Text("Weekly"),)), List(items), Paragraph((Text("end"),))))
    parts = split(document, renders_to)
    lines = [line for part in parts for line in seen(part).split("\n")]
    assert len(parts) > 1
    assert lines == ["Weekly", *(f"item {at} " + "x" * 150 for at in range(70)), "end"]


@pytest.mark.parametrize("platform", sorted(PLATFORMS))
def test_a_short_document_is_its_own_part(platform: str) -> None:
    """What fits is not touched."""
    document = Document((Paragraph((Text("hello"),)),))
    assert split(document, PLATFORMS[platform][0]) == (document,)


@pytest.mark.parametrize("platform", sorted(PLATFORMS))
def test_a_single_huge_text_is_cut(platform: str) -> None:
    """A text of 30,000 characters arrives whole over several parts (B126)."""
    renders_to, seen = PLATFORMS[platform]
    text = "".join(f"word{at:04} " for at in range(3333)).strip()
    parts = split(Document((Paragraph((Text(text),)),)), renders_to)
    assert len(parts) > 1
    assert "".join("".join(seen(part) for part in parts).split()) == "".join(text.split())


def test_no_part_ends_in_a_heading() -> None:
    """A heading goes with what it heads."""
    renders_to, seen = PLATFORMS["slack"]
    blocks = [
        block
        for at in range(12)
        for block in (Heading(2, (Text(f"section {at}"),)), Paragraph((Text(f"{at} " + "y" * 900),)))
    ]
    for part in split(Document(tuple(blocks)), renders_to):
        assert seen(part).split("\n")[-1].endswith("y")


@pytest.mark.parametrize("platform", sorted(PLATFORMS))
def test_a_long_table_and_a_long_menu_are_cut(platform: str) -> None:
    """Rows and options that fill more than one message are spread over several, none left out."""
    renders_to, seen = PLATFORMS[platform]
    rows = tuple(((Text(f"rule {at} " + "z" * 100),), (Text("example"),)) for at in range(60))
    parts = split(Document((Table(((Text("rule"),), (Text("example"),)), rows),)), renders_to)
    assert all(renders_to(part) == 1 for part in parts)
    assert sum(seen(part).count("example: example") for part in parts) == 60
    menu = Select("one of many", tuple(Option(f"option {at}", f"whatsnew {at}") for at in range(3000)))
    parts = split(Document((Actions((menu,)),)), renders_to)
    assert all(renders_to(part) == 1 for part in parts)
    chosen = [option for part in parts for block in part.blocks for option in options_of(block)]
    assert chosen == list(menu.options)


def options_of(block: Block) -> tuple[Option, ...]:
    """The options of a block's menus."""
    if not isinstance(block, Actions):
        return ()
    return tuple(option for menu in block.elements if isinstance(menu, Select) for option in menu.options)
