"""Documents as Discord messages: literal, inside every limit in code points and bytes, complete."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings

from bot.domain.document import (
    Actions,
    Block,
    Button,
    ChannelName,
    Divider,
    Document,
    Heading,
    Image,
    Inline,
    Link,
    LinkButton,
    List,
    Option,
    Paragraph,
    Select,
    Small,
    Strike,
    Strong,
    Table,
    Text,
    Time,
    plain,
)
from bot.renderers import components_v2_limits as limits
from bot.renderers.command_value import is_token, token_of
from bot.renderers.components_v2 import DiscordMessage, render
from bot.renderers.components_v2_text import escaped, markdown
from tests.readers import discord
from tests.renderers.documents import FOREIGN, HOSTILE, documents, inlines


def one(*blocks: Block) -> DiscordMessage:
    """The only message of a document."""
    (message,) = render(Document(blocks))
    return message


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def seen(message: DiscordMessage) -> str:
    return discord.seen(message.components)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("kind", ["paragraph", "heading", "list", "small", "strong", "link"])
def test_foreign_text_is_shown_as_it_is(text: str, kind: str) -> None:
    """Whatever a title holds, the reader sees it byte for byte and nothing of it is live."""
    children: tuple[Inline, ...] = (Text(text),)
    blocks: dict[str, Block] = {
        "paragraph": Paragraph(children),
        "heading": Heading(1, children),
        "list": List((children,)),
        "small": Small(children),
        "strong": Paragraph((Strong(text),)),
        "link": Paragraph((Link(text, "https://github.com/a/b"),)),
    }
    assert seen(one(blocks[kind])) == text


@given(FOREIGN)
@settings(max_examples=200, deadline=None)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    """Escaping loses and adds nothing that a reader sees, and leaves nothing live."""
    assert discord.line_seen(escaped(text).strip()) == text.strip()


@given(inlines())
@settings(max_examples=100, deadline=None)
def test_a_line_of_parts_is_shown_as_it_is(children: tuple[Inline, ...]) -> None:
    """Marks and links of our own change nothing of the text around them."""
    (line,) = seen(one(List((children,)))).split("\n")
    assert line == plain(children).strip()


@given(documents())
@settings(max_examples=60, deadline=None)
def test_every_message_is_inside_every_limit(document: Document) -> None:
    """However a document is made, each of its messages can be sent."""
    for message in render(document):
        assert discord.component_count(message.components) <= limits.COMPONENTS
        assert sum(map(len, discord.texts(message.components))) <= limits.TEXT
        assert discord.text_bytes(message.components) <= limits.TEXT_BYTES
        assert len(message.content) <= limits.CONTENT
        ids = list(custom_ids(message.components))
        assert len(set(ids)) == len(ids)
        assert all(1 <= len(custom_id) <= limits.CUSTOM_ID for custom_id in ids)


def custom_ids(components: object) -> list[str]:
    """All custom ids of a payload."""
    if isinstance(components, dict):
        own = [components["custom_id"]] if "custom_id" in components else []
        return own + [found for inner in components.values() for found in custom_ids(inner)]
    if isinstance(components, list | tuple):
        return [found for inner in components for found in custom_ids(inner)]
    return []


@pytest.mark.parametrize(
    ("count", "messages"),
    [
        pytest.param(limits.COMPONENTS - 2, [38], id="one under"),
        pytest.param(limits.COMPONENTS - 1, [39], id="at the limit"),
        pytest.param(limits.COMPONENTS, [39, 1], id="one over"),
    ],
)
def test_components_of_a_message(count: int, messages: list[int]) -> None:
    """A message holds 40 components with its container; the next one begins another message (B-04)."""
    rendered = render(Document((Divider(),) * count))
    assert [discord.component_count(message.components) - 1 for message in rendered] == messages


@pytest.mark.parametrize(
    ("length", "messages"),
    [
        pytest.param(limits.TEXT - 2000 - 3, 1, id="one under"),
        pytest.param(limits.TEXT - 2000 - 2, 1, id="at the limit"),
        pytest.param(limits.TEXT - 2000 - 1, 2, id="one over"),
    ],
)
def test_text_of_a_message(length: int, messages: int) -> None:
    """Texts and line ends of a message have at most 4,000 code points together (B-04)."""
    assert len(render(Document((paragraph("a" * 2000), paragraph("b" * length))))) == messages


@pytest.mark.parametrize(
    ("rest", "messages"),
    [
        pytest.param("", 1, id="one under"),
        pytest.param("x", 1, id="at the limit"),
        pytest.param("xx", 2, id="one over"),
    ],
)
def test_bytes_of_a_message(rest: str, messages: int) -> None:
    """Texts have at most 10,170 bytes, 12 for each display counted: Chinese fills a message sooner (B-05, B107)."""
    line_end = 1
    chinese = (limits.TEXT_BYTES - 2 * (limits.DISPLAY_BYTES + line_end) - 3 * 2000) // 3
    rendered = render(Document((paragraph("中" * 2000), paragraph("中" * chinese + rest))))
    assert len(rendered) == messages
    assert "".join(seen(message) for message in rendered).replace("\n", "") == "中" * (2000 + chinese) + rest


@pytest.mark.parametrize(("count", "rows"), [(5, [5]), (6, [5, 1])])
def test_buttons_of_a_row(count: int, rows: list[int]) -> None:
    """A row holds five buttons (B110)."""
    message = one(Actions(tuple(Button(f"b{at}", f"c{at}") for at in range(count))))
    assert [len(row["components"]) for row in message.components[0]["components"]] == rows


@pytest.mark.parametrize(("count", "menus"), [(limits.SELECT_OPTIONS, 1), (limits.SELECT_OPTIONS + 1, 2)])
def test_options_of_a_menu(count: int, menus: int) -> None:
    """A menu holds 25 options; more become a second menu (B110)."""
    message = one(Actions((Select("choose", tuple(Option(f"o{at}", f"c{at}") for at in range(count))),)))
    assert len(message.components[0]["components"]) == menus


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(limits.CUSTOM_ID - 1, True, id="one under"),
        pytest.param(limits.CUSTOM_ID, True, id="at the limit"),
        pytest.param(limits.CUSTOM_ID + 1, False, id="one over"),
    ],
)
def test_a_long_command_line_is_remembered(length: int, kept: bool) -> None:
    """A custom id holds 100 characters; a longer command line stands under its token (B-07)."""
    command = "c" * length
    message = one(Actions((Button("go", command),)))
    (custom_id,) = custom_ids(message.components)
    if kept:
        assert (custom_id, message.remembered) == (command, ())
    else:
        assert is_token(custom_id)
        assert [(entry.token, entry.command) for entry in message.remembered] == [(token_of(command), command)]


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 79 + "…")])
def test_a_button_label_is_shortened(length: int, shown: str) -> None:
    """A label has 80 characters (B-07)."""
    message = one(Actions((Button("x" * length, "c"),)))
    assert message.components[0]["components"][0]["components"][0]["label"] == shown


@pytest.mark.parametrize(("length", "kept"), [(limits.BUTTON_URL, True), (limits.BUTTON_URL + 1, False)])
def test_a_button_with_too_long_an_address_is_left_out(length: int, kept: bool) -> None:
    """A link button's address has 512 characters (B-07)."""
    address = "https://github.com/".ljust(length, "a")
    assert bool(render(Document((Actions((LinkButton("open", address),)),)))) is kept


def test_two_buttons_with_one_command_are_one() -> None:
    """Custom ids are unique in a message, else Discord refuses it."""
    message = one(Actions((Button("a", "same"), Button("b", "same"))))
    assert custom_ids(message.components) == ["same"]


def test_nothing_can_ping() -> None:
    """Every payload forbids all mentions, and says that it is Components V2 (B-08, B115)."""
    payload = one(paragraph("@everyone")).payload(silent=True)
    assert payload["allowed_mentions"] == {"parse": []}
    assert payload["flags"] == (1 << 15) | (1 << 12)
    assert "content" not in payload
    assert "embeds" not in payload


def test_the_look_of_an_answer() -> None:
    """Headings, small lines, lists, links and buttons as Discord writes them (WORDING.md 2)."""
    message = one(
        Heading(1, (Text("FlashInfer, SM120"),)),
        Small((Text("22 Jun to 22 Jul"),)),
        Heading(2, (Text("Look out"),)),
        List(((Strong("Fix"), Text(" NVFP4 · 11 Jul "), Link("#3838", "https://github.com/a/b/pull/3838")),)),
    )
    assert list(discord.texts(message.components)) == [
        "## FlashInfer, SM120\n-# 22 Jun to 22 Jul\n### Look out\n"
        "- **Fix** NVFP4 · 11 Jul [#3838](https://github.com/a/b/pull/3838)"
    ]
    assert message.content == "FlashInfer, SM120\n22 Jun to 22 Jul\nLook out\nFix NVFP4 · 11 Jul #3838"


def test_an_address_cannot_break_out_of_its_link() -> None:
    """Brackets and spaces in an address are encoded (A26)."""
    (text,) = discord.texts(one(Paragraph((Link("a](b", "https://example.org/x(y) z"),))).components)
    assert text == "[a\\](b](https://example.org/x%28y%29%20z)"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "/pull/1", "", "https://user:pass@example.org/"])
def test_an_address_that_may_not_be_linked_is_shown_as_its_label(url: str) -> None:
    """A link goes to an http(s) page of its host or nowhere (B028)."""
    assert list(discord.texts(one(Paragraph((Link("label", url),))).components)) == ["label"]


def test_text_is_cut_at_graphemes() -> None:
    """A family emoji at the border stays whole (B122, B109)."""
    family = "👩‍👩‍👧‍👦"
    assert seen(one(paragraph("x" * 1999 + family))).split("\n") == ["x" * 1999, family]


def test_a_long_line_of_links_is_split_between_them() -> None:
    """Addresses count, so a line of many links becomes several lines, complete and in order."""
    links = tuple(Link(f"l{at}", "https://github.com/" + "a" * 400) for at in range(12))
    rendered = render(Document((Small(links),)))
    assert "".join(seen(message) for message in rendered).replace("\n", "") == "".join(link.label for link in links)


def test_empty_content_is_left_out() -> None:
    """Blocks without a visible character make no component, and a document of them no message."""
    assert render(Document((paragraph(""), List(((),)), Small((Text(" "),)), Heading(1, ())))) == ()


def test_a_heading_goes_with_what_it_heads() -> None:
    """No message ends in a heading whose list stands in the next one."""
    rendered = render(
        Document((paragraph("a" * 2000), paragraph("b" * 1987), Heading(2, (Text("New"),)), paragraph("ccc")))
    )
    assert [seen(message)[:3] for message in rendered] == ["aaa", "New"]


def test_struck_text_and_times() -> None:
    """Corrections are struck out, times are shown in each reader's zone (B-21)."""
    at = datetime(2026, 7, 9, 8, tzinfo=UTC)
    (text,) = discord.texts(one(Paragraph((Strike((Text("a_b "),)), Time(at, "Thu")))).components)
    assert text == "~~a\\_b~~ <t:1783584000:f>"


def test_a_table_is_a_list_of_rows() -> None:
    """Discord has no tables, so rows become lines that name their columns."""
    table = Table(((Text("rule"),), (Text("example"),)), (((Text("exclude"),), (Text("-rocm"),)),))
    assert seen(one(table)) == "exclude · example: -rocm"


def test_a_picture_without_a_safe_address_is_its_text() -> None:
    """Only an http(s) picture is a picture."""
    assert one(Image("https://example.org/a.png", "chart")).components[0]["components"][0]["type"] == 12
    assert seen(one(Image("file:///etc/passwd", "chart"))) == "chart"


def test_a_button_without_a_command_is_left_out() -> None:
    """What sends nothing is not shown."""
    assert render(Document((Actions((Button("nothing", ""),)),))) == ()


@pytest.mark.parametrize(
    ("channel", "text"),
    [
        pytest.param(ChannelName("discord", "8001", "channel 8001"), "<#8001>", id="of Discord"),
        pytest.param(ChannelName("slack", "C1", "channel C1"), "channel C1", id="of Slack"),
        pytest.param(ChannelName("discord", "8001> @everyone", "channel ?"), "channel ?", id="no id at all"),
    ],
)
def test_a_channel_is_shown_by_its_name(channel: ChannelName, text: str) -> None:
    """Discord shows the name of its own channel; another platform's stands as text, and nothing but an id is let in."""
    assert markdown((channel,)) == text
