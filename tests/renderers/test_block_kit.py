"""Documents as Slack messages: literal, inside every limit, complete in text and blocks."""

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
    List,
    Option,
    Paragraph,
    Select,
    Small,
    Strong,
    Table,
    Text,
    Time,
)
from bot.renderers import block_kit_limits as limits
from bot.renderers.block_kit import SlackMessage, render
from bot.renderers.block_kit_inline import context_elements, rich_text
from bot.renderers.command_value import is_token, token_of
from tests.readers import slack
from tests.renderers.documents import HOSTILE, documents


def one(*blocks: Block) -> SlackMessage:
    """The only message of a document."""
    (message,) = render(Document(blocks))
    return message


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("kind", ["paragraph", "heading", "list", "small", "small with a link"])
def test_foreign_text_is_shown_as_it_is(text: str, kind: str) -> None:
    """Whatever a title holds, the reader sees it byte for byte and nothing of it pings, links or formats."""
    children: tuple[Inline, ...] = (Text(text),)
    blocks: dict[str, Block] = {
        "paragraph": Paragraph(children),
        "heading": Heading(1, children),
        "list": List((children,)),
        "small": Small(children),
        "small with a link": Small((*children, Link("#1", "https://github.com/a/b/pull/1"))),
    }
    message = one(blocks[kind])
    expected = text + ("#1" if kind == "small with a link" else "")
    assert slack.seen(message.blocks) == expected
    parsed = [message.text, *mrkdwn_strings(list(message.blocks))]
    assert not any(mark in string for string in parsed for mark in ("<!", "<@", "<#"))


@given(documents())
@settings(max_examples=60, deadline=None)
def test_nothing_from_outside_reads_as_slack_syntax(document: Document) -> None:
    """No string that Slack parses (mrkdwn, top-level text) holds `<!`, `<@` or `<#` from foreign text (A22)."""
    for message in render(document):
        parsed = [message.text, *mrkdwn_strings(list(message.blocks))]
        assert not any(mark in string for string in parsed for mark in ("<!", "<@", "<#"))


@given(documents())
@settings(max_examples=60, deadline=None)
def test_every_message_is_inside_every_limit(document: Document) -> None:
    """However a document is made, each of its messages can be sent."""
    for message in render(document):
        assert 1 <= len(message.blocks) <= limits.BLOCKS
        assert len(message.text) <= limits.TEXT
        assert sum(map(len, slack.strings(list(message.blocks)))) <= limits.MESSAGE_CHARACTERS + 50 * 4
        ids = [block["block_id"] for block in message.blocks]
        assert len(set(ids)) == len(ids)


def mrkdwn_strings(value: object) -> list[str]:
    """The texts of all mrkdwn objects of a payload."""
    if isinstance(value, dict):
        own = [value["text"]] if value.get("type") == "mrkdwn" else []
        return own + [text for inner in value.values() for text in mrkdwn_strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in mrkdwn_strings(inner)]
    return []


@pytest.mark.parametrize(
    ("count", "messages"),
    [
        pytest.param(limits.BLOCKS - 1, 1, id="one under"),
        pytest.param(limits.BLOCKS, 1, id="at the limit"),
        pytest.param(limits.BLOCKS + 1, 2, id="one over"),
    ],
)
def test_blocks_of_a_message(count: int, messages: int) -> None:
    """A message holds 50 blocks; the next one begins another message (A01)."""
    rendered = render(Document((Divider(),) * count))
    assert [len(message.blocks) for message in rendered] == ([count] if messages == 1 else [limits.BLOCKS, 1])


@pytest.mark.parametrize(
    ("length", "messages"),
    [
        pytest.param(limits.TEXT - 1 - 3001, 1, id="one under"),
        pytest.param(limits.TEXT - 3001 - 1, 1, id="at the limit"),
        pytest.param(limits.TEXT - 3001, 2, id="one over"),
    ],
)
def test_top_level_text(length: int, messages: int) -> None:
    """Text and line ends of a message add up to at most 4,000 characters, so that it can be updated later (A10)."""
    assert len(render(Document((paragraph("a" * 3000), paragraph("b" * length))))) == messages


@pytest.mark.parametrize(
    ("length", "pieces"),
    [
        pytest.param(limits.BLOCK_TEXT - 1, 1, id="one under"),
        pytest.param(limits.BLOCK_TEXT, 1, id="at the limit"),
        pytest.param(limits.BLOCK_TEXT + 1, 2, id="one over"),
    ],
)
def test_text_of_a_block(length: int, pieces: int) -> None:
    """A single text over 3,000 characters is split and complete (B088)."""
    sections = [section for message in render(Document((paragraph("x" * length),))) for section in sections_of(message)]
    assert len(sections) == pieces
    assert "".join(sections) == "x" * length


def sections_of(message: SlackMessage) -> list[str]:
    return slack.seen(message.blocks).split("\n")


def test_all_characters_of_a_message_are_counted() -> None:
    """Long addresses count towards the undocumented total, under which every message stays (A07, B089)."""
    link = Link("#1", "https://github.com/" + "a" * 1500)
    rendered = render(Document((List(((link,),) * 30),)))
    assert len(rendered) > 1
    assert sum(len(sections_of(message)) for message in rendered) == 30
    for message in rendered:
        assert sum(map(len, slack.strings(list(message.blocks)))) <= limits.MESSAGE_CHARACTERS


def test_text_is_cut_before_it_is_escaped() -> None:
    """No entity is cut in two at a border (A28, B121)."""
    for message in render(Document((paragraph("a" * 2998 + "&&&&"), Small((Text("b" * 2998 + "&&&&"),))))):
        assert message.text.count("&") == message.text.count("&amp;")
    text = "".join(message.text.replace("\n", "") for message in render(Document((paragraph("a" * 2998 + "&&&&"),))))
    assert text == "a" * 2998 + "&amp;" * 4


def test_text_is_cut_at_graphemes() -> None:
    """A family emoji at the border stays whole (B122)."""
    family = "👩‍👩‍👧‍👦"
    parts = sections_of(one(paragraph("x" * 2999 + family)))
    assert parts == ["x" * 2999, family]


def test_the_text_carries_all_that_the_blocks_show() -> None:
    """Who hears the message read aloud hears all of it (A12)."""
    message = one(
        Heading(1, (Strong("FlashInfer, SM120"), Text(" · 22 Jun to 22 Jul"))),
        Small((Text("16 stories, 8 shown."),)),
        List(((Strong("Fix"), Text(" wrong results "), Link("#3838", "https://github.com/a/b/pull/3838")),)),
        Actions((Button("8 more", "more 8 flashinfer sm120"),)),
    )
    assert message.text == "FlashInfer, SM120 · 22 Jun to 22 Jul\n16 stories, 8 shown.\n• Fix wrong results #3838"


def test_nothing_unfurls_and_nothing_is_parsed() -> None:
    """Every payload says so itself (A23, A29, B091)."""
    payload = one(paragraph("see https://example.org @here")).payload()
    assert payload["unfurl_links"] is False
    assert payload["unfurl_media"] is False
    assert payload["parse"] == "none"
    assert payload["mrkdwn"] is False
    assert "link_names" not in payload


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "/pull/1", "", "https://", "https://user:pass@example.org/", "https://e.org/" + "a" * 2000],
)
def test_an_address_that_may_not_be_linked_is_shown_as_its_label(url: str) -> None:
    """A link goes to an http(s) page of its host or nowhere (B028)."""
    message = one(Paragraph((Link("#1", url),)))
    assert slack.seen(message.blocks) == "#1"
    assert "link" not in str(message.blocks)


def test_an_address_cannot_break_out_of_its_link() -> None:
    """Bars, brackets and spaces in an address are encoded (A26)."""
    message = one(Small((Link("a", "https://example.org/x|y z>w"),)))
    assert message.blocks[0]["elements"] == [
        {"type": "mrkdwn", "text": "<https://example.org/x%7Cy%20z%3Ew|a>", "verbatim": True}
    ]


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(limits.BUTTON_VALUE - 1, True, id="one under"),
        pytest.param(limits.BUTTON_VALUE, True, id="at the limit"),
        pytest.param(limits.BUTTON_VALUE + 1, False, id="one over"),
    ],
)
def test_a_long_command_line_is_remembered(length: int, kept: bool) -> None:
    """A button's value holds 2,000 characters; a longer command line stands under its token (A03)."""
    command = "c" * length
    message = one(Actions((Button("go", command),)))
    value = message.blocks[0]["elements"][0]["value"]
    if kept:
        assert (value, message.remembered) == (command, ())
    else:
        assert is_token(value)
        assert [(entry.token, entry.command) for entry in message.remembered] == [(token_of(command), command)]


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(limits.OPTION_VALUE, True, id="at the limit"),
        pytest.param(limits.OPTION_VALUE + 1, False, id="one over"),
    ],
)
def test_a_long_option_is_remembered(length: int, kept: bool) -> None:
    """An option's value holds 150 characters (A03)."""
    message = one(Actions((Select("choose", (Option("a", "c" * length),)),)))
    assert (message.remembered == ()) is kept


@pytest.mark.parametrize(
    ("count", "blocks"),
    [
        pytest.param(limits.ACTIONS_ELEMENTS, [25], id="at the limit"),
        pytest.param(limits.ACTIONS_ELEMENTS + 1, [25, 1], id="one over"),
    ],
)
def test_elements_of_an_actions_block(count: int, blocks: list[int]) -> None:
    """An actions block holds 25 elements, whose ids differ (A02)."""
    message = one(Actions(tuple(Button(f"b{at}", f"c{at}") for at in range(count))))
    assert [len(block["elements"]) for block in message.blocks] == blocks


@pytest.mark.parametrize(("count", "menus"), [(limits.OPTIONS, 1), (limits.OPTIONS + 1, 2)])
def test_options_of_a_menu(count: int, menus: int) -> None:
    """A menu holds 100 options; more become a second menu (A03)."""
    message = one(Actions((Select("choose", tuple(Option(f"o{at}", f"c{at}") for at in range(count))),)))
    assert len(message.blocks[0]["elements"]) == menus


@pytest.mark.parametrize(("length", "shown"), [(75, "x" * 75), (76, "x" * 74 + "…")])
def test_a_button_label_is_shortened(length: int, shown: str) -> None:
    """A label has 75 characters (A03)."""
    message = one(Actions((Button("x" * length, "c"),)))
    assert message.blocks[0]["elements"][0]["text"]["text"] == shown


def test_an_empty_label_is_never_sent() -> None:
    """Slack refuses an empty text (B090)."""
    message = one(Actions((Button(" ", "c"),)))
    assert slack.seen(message.blocks) == "[ (no title) ]"


def test_empty_content_is_left_out() -> None:
    """Blocks without a visible character make no block, and a document of them no message (B090)."""
    assert render(Document((paragraph(""), List(((),)), Small((Text(" "),)), Heading(1, ())))) == ()


def test_a_heading_goes_with_what_it_heads() -> None:
    """No message ends in a heading whose list stands in the next one."""
    rendered = render(
        Document((paragraph("a" * 2990), paragraph("b" * 1003), Heading(2, (Text("New"),)), paragraph("c")))
    )
    assert [sections_of(message)[0][:3] for message in rendered] == ["aaa", "New"]


def test_small_text_with_many_parts_keeps_them_all() -> None:
    """A context block holds ten elements; more go into further ones (A02)."""
    parts = [
        part for at in range(8) for part in (Text(f"*{at}* "), Link(f"#{at}", f"https://github.com/a/b/pull/{at}"))
    ]
    message = one(Small(tuple(parts)))
    assert [len(block["elements"]) for block in message.blocks] == [10, 6]
    assert slack.seen(message.blocks).replace("\n", "") == "".join(f"*{at}* #{at}" for at in range(8))


def test_a_time_is_shown_in_each_readers_zone() -> None:
    """Times of our own are date elements with a written fallback (A25)."""
    at = datetime(2026, 7, 9, 8, tzinfo=UTC)
    message = one(Paragraph((Time(at, "Thu 9 Jul 08:00"),)))
    element = message.blocks[0]["elements"][0]["elements"][0]
    assert (element["type"], element["timestamp"], element["fallback"]) == ("date", 1783584000, "Thu 9 Jul 08:00")


def test_a_table_is_a_list_of_rows() -> None:
    """Tables are optional decoration in Slack, so rows become lines that name their columns (A08)."""
    table = Table(((Text("rule"),), (Text("example"),)), (((Text("exclude"),), (Text("-rocm"),)),))
    assert slack.seen(one(table).blocks) == "exclude · example: -rocm"


def test_a_picture_without_a_safe_address_is_its_text() -> None:
    """A rejected picture would reject its whole message (A05)."""
    assert one(Image("https://example.org/a.png", "chart")).blocks[0]["type"] == "image"
    assert slack.seen(one(Image("file:///etc/passwd", "chart")).blocks) == "chart"


def test_an_ordered_list_goes_on_counting_in_the_next_group() -> None:
    """Groups of one long numbered list keep their numbers."""
    rendered = render(Document((List(tuple((Text("x" * 300),) for _ in range(20)), ordered=True),)))
    lists = [element for message in rendered for block in message.blocks for element in block["elements"]]
    assert [element.get("offset", 0) for element in lists][:3] == [0, 3, 6]


def test_a_button_without_a_command_is_left_out() -> None:
    """What sends nothing is not shown."""
    assert render(Document((Actions((Button("nothing", ""),)),))) == ()


def test_two_paragraphs_are_two_lines() -> None:
    """Paragraphs stand in blocks of their own; a list joins the heading that it belongs to."""
    items = List(((Text("c"),),))
    message = one(Heading(2, (Text("a"),)), items, paragraph("b"), paragraph("d"))
    assert [len(block["elements"]) for block in message.blocks] == [2, 1, 1]


@pytest.mark.parametrize(
    ("channel", "element"),
    [
        pytest.param(
            ChannelName("slack", "C024BE91L", "channel C024BE91L"),
            {"type": "channel", "channel_id": "C024BE91L"},
            id="of Slack",
        ),
        pytest.param(
            ChannelName("discord", "8001", "channel 8001"), {"type": "text", "text": "channel 8001"}, id="of Discord"
        ),
        pytest.param(
            ChannelName("slack", "C1> <!here", "channel ?"), {"type": "text", "text": "channel ?"}, id="no id at all"
        ),
    ],
)
def test_a_channel_is_shown_by_its_name(channel: ChannelName, element: dict[str, str]) -> None:
    """Slack shows the name of its own channel; another platform's stands as text, and nothing but an id is let in."""
    assert rich_text((channel,)) == [element]
    (small,) = context_elements((channel,))
    assert small["text"] == (f"<#{channel.id}>" if "channel_id" in element else channel.text)
