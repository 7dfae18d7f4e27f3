"""Every other limit of the two platforms, at it, one over and one under: what is shown, and how long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.domain.document import Actions, Button, Document, Image, Link, List, Option, Paragraph, Select, Small, Text
from bot.domain.form import Choice, ChoiceField, Form, TextField, ToggleField
from bot.platforms.base import Completion
from bot.platforms.discord.tree import choices
from bot.renderers import block_kit, block_kit_form, components_v2, components_v2_form
from bot.renderers import block_kit_limits as slack
from bot.renderers import components_v2_limits as discord

Shown = Callable[[int], str]
"""What is shown of a text of so many characters."""


def in_slack(*elements: Button | Select) -> dict[str, object]:
    """The first element of the only actions block."""
    element: dict[str, object] = block_kit.render(Document((Actions(elements),)))[0].blocks[0]["elements"][0]
    return element


def in_discord(*elements: Button | Select) -> dict[str, object]:
    """The first component of the only row."""
    (message,) = components_v2.render(Document((Actions(elements),)))
    component: dict[str, object] = message.components[0]["components"][0]["components"][0]
    return component


def slack_input(label: str, hint: str = "h") -> dict[str, object]:
    """The only input of a modal."""
    form = Form("t", (TextField("key", label, hint=hint),), "edit {key}")
    block: dict[str, object] = block_kit_form.view(form, "{}")["blocks"][0]
    return block


def discord_input(label: str) -> dict[str, object]:
    """The only labelled input of a modal."""
    form = Form("t", (TextField("key", label),), "edit {key}")
    labelled: dict[str, object] = components_v2_form.modal(form, "id")["components"][0]
    return labelled


def text_of(value: object) -> str:
    """The text of a text object."""
    assert isinstance(value, dict)
    return str(value["text"])


def select(placeholder: str = "p", label: str = "l") -> Select:
    return Select(placeholder, (Option(label, "c"),))


def first_option(element: dict[str, object]) -> dict[str, object]:
    options = element["options"]
    assert isinstance(options, list)
    option: dict[str, object] = options[0]
    return option


TEXTS: dict[str, tuple[int, Shown]] = {
    "A03 Slack button": (slack.BUTTON_TEXT, lambda n: text_of(in_slack(Button("x" * n, "c"))["text"])),
    "A03 Slack option": (slack.OPTION_TEXT, lambda n: text_of(first_option(in_slack(select(label="x" * n)))["text"])),
    "A03 Slack placeholder": (slack.PLACEHOLDER, lambda n: text_of(in_slack(select("x" * n))["placeholder"])),
    "A04 Slack input label": (slack.INPUT_LABEL, lambda n: text_of(slack_input("x" * n)["label"])),
    "A04 Slack submit button": (
        slack.MODAL_BUTTON,
        lambda n: text_of(block_kit_form.view(Form("t", (), "edit", "x" * n), "{}")["submit"]),
    ),
    "A05 Slack picture": (
        slack.ALT_TEXT,
        lambda n: str(
            block_kit.render(Document((Image("https://example.org/a.png", "x" * n),)))[0].blocks[0]["alt_text"]
        ),
    ),
    "B-07 Discord button": (discord.BUTTON_LABEL, lambda n: str(in_discord(Button("x" * n, "c"))["label"])),
    "B-07 Discord option": (
        discord.OPTION_TEXT,
        lambda n: str(first_option(in_discord(select(label="x" * n)))["label"]),
    ),
    "B-07 Discord placeholder": (discord.PLACEHOLDER, lambda n: str(in_discord(select("x" * n))["placeholder"])),
    "Discord input label": (discord.INPUT_LABEL, lambda n: str(discord_input("x" * n)["label"])),
    "Discord picture": (
        discord.ALT_TEXT,
        lambda n: str(
            components_v2.render(Document((Image("https://example.org/a.png", "x" * n),)))[0].components[0][
                "components"
            ][0]["items"][0]["description"]
        ),
    ),
    "B-01 Discord fallback": (
        discord.CONTENT,
        lambda n: components_v2.render(Document((Paragraph((Text("x" * n),)),)))[0].content.replace("\n", ""),
    ),
}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_texts_under_and_at_the_limit_are_whole(name: str) -> None:
    """A text that fits is shown as it is."""
    limit, shown = TEXTS[name]
    assert shown(limit - 1) == "x" * (limit - 1)
    assert len(shown(limit)) == limit


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_texts_over_the_limit_are_shortened(name: str) -> None:
    """A text that does not fit is cut to the limit."""
    limit, shown = TEXTS[name]
    assert len(shown(limit + 1)) == limit


@pytest.mark.parametrize(
    ("count", "blocks"),
    [
        pytest.param(slack.CONTEXT_ELEMENTS - 1, [9], id="one under"),
        pytest.param(slack.CONTEXT_ELEMENTS, [10], id="at the limit"),
        pytest.param(slack.CONTEXT_ELEMENTS + 1, [10, 1], id="one over"),
    ],
)
def test_elements_of_a_context_block(count: int, blocks: list[int]) -> None:
    """A context block has ten elements (A02)."""
    parts = tuple(Text(f"*{at}*") if at % 2 else Link(f"l{at}", "https://example.org/") for at in range(count))
    (message,) = block_kit.render(Document((Small(parts),)))
    assert [len(block["elements"]) for block in message.blocks] == blocks


@pytest.mark.parametrize("count", [slack.LIST_ITEMS - 1, slack.LIST_ITEMS, slack.LIST_ITEMS + 1])
def test_a_list_is_one_block_however_it_is_grouped(count: int) -> None:
    """Groups of a list that meet in one message are one block, and no item is lost."""
    (message,) = block_kit.render(Document((List(tuple((Text(f"i{at}"),) for at in range(count))),)))
    (block,) = message.blocks
    assert sum(len(element["elements"]) for element in block["elements"]) == count


@pytest.mark.parametrize(
    ("length", "taken"), [(slack.PRIVATE_METADATA - 1, True), (slack.PRIVATE_METADATA, True), (3001, False)]
)
def test_what_a_modal_remembers(length: int, taken: bool) -> None:
    """A modal carries 3,000 characters of its own (A04); more is our own fault and is not sent."""
    form = Form("t", (ToggleField("key", "l", on=False),), "edit {key}")
    if taken:
        assert len(block_kit_form.view(form, "x" * length)["private_metadata"]) == length
    else:
        with pytest.raises(ValueError, match="too large"):
            block_kit_form.view(form, "x" * length)


@pytest.mark.parametrize(("count", "taken"), [(99, True), (slack.MODAL_BLOCKS, True), (101, False)])
def test_inputs_of_a_modal_in_slack(count: int, taken: bool) -> None:
    """A modal has 100 blocks (A01)."""
    form = Form("t", tuple(ToggleField(f"k{at}", "l", on=False) for at in range(count)), "edit")
    if taken:
        assert len(block_kit_form.view(form, "{}")["blocks"]) == count
    else:
        with pytest.raises(ValueError, match="too large"):
            block_kit_form.view(form, "{}")


@pytest.mark.parametrize(("count", "taken"), [(4, True), (discord.MODAL_ROWS, True), (6, False)])
def test_inputs_of_a_modal_in_discord(count: int, taken: bool) -> None:
    """A modal has five inputs."""
    form = Form("t", tuple(ChoiceField(f"k{at}", "l", (Choice("a", "a"),), "a") for at in range(count)), "edit")
    if taken:
        assert len(components_v2_form.modal(form, "id")["components"]) == count
    else:
        with pytest.raises(ValueError, match="too large"):
            components_v2_form.modal(form, "id")


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(discord.OPTION_VALUE - 1, True, id="one under"),
        pytest.param(discord.OPTION_VALUE, True, id="at the limit"),
        pytest.param(discord.OPTION_VALUE + 1, False, id="one over"),
    ],
)
def test_a_long_option_is_remembered_in_discord(length: int, kept: bool) -> None:
    """An option's value holds 100 characters (B-07)."""
    menu = Select("p", (Option("a", "c" * length),))
    (message,) = components_v2.render(Document((Actions((menu,)),)))
    assert (message.remembered == ()) is kept


@pytest.mark.parametrize(("count", "offered"), [(24, 24), (discord.COMPLETIONS, 25), (26, 25)])
def test_completions(count: int, offered: int) -> None:
    """At most 25 completions are offered (B-13)."""
    assert len(choices("x", lambda prefix: tuple(Completion(f"{prefix}{at}") for at in range(count)))) == offered


@pytest.mark.parametrize(("length", "offered"), [(99, 1), (discord.COMPLETION_VALUE, 1), (101, 0)])
def test_a_completion_that_could_not_be_sent_back(length: int, offered: int) -> None:
    """A completion whose line is over 100 characters is not offered, since it could not be chosen (B-13)."""
    assert len(choices("x", lambda _: (Completion("y" * length),))) == offered


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        pytest.param(86, 99, id="one under"),
        pytest.param(87, discord.COMPLETION_NAME, id="at the limit"),
        pytest.param(88, discord.COMPLETION_NAME, id="one over"),
    ],
)
def test_the_name_of_a_completion(note: int, shown: int) -> None:
    """What a completion is called has 100 characters, its note included (B-13)."""
    (choice,) = choices("x", lambda _: (Completion("y" * 8, "n" * note),))
    assert len(choice.name) == shown
