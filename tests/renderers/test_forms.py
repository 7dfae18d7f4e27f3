"""Forms as Slack and Discord modals: inside every limit, and read back."""

from __future__ import annotations

import pytest

from bot.domain.form import Choice, ChoiceField, Field, Form, TextField, ToggleField, filled
from bot.renderers import block_kit_form, block_kit_limits, components_v2_form, components_v2_limits
from bot.renderers.block_kit_form import view
from bot.renderers.components_v2_form import modal
from tests.platforms.echo import FORM
from tests.validators import discord as discord_validator
from tests.validators import slack as slack_validator


def with_field(field: Field) -> Form:
    """A form of one field."""
    return Form("Edit", (field,), "edit {key}")


def test_the_form_in_slack_is_valid() -> None:
    """Every part of a form is one that Slack takes, as its SDK and our own checks judge."""
    assert slack_validator.faults("views.open", {"trigger_id": "1", "view": view(FORM, "{}")}) == []


def test_the_form_in_discord_is_valid() -> None:
    """Every part of a form is one that Discord takes, as its description and our own checks judge."""
    body = {"type": 9, "data": modal(FORM, "form x")}
    assert discord_validator.faults("POST", "/interactions/1/t-1/callback", body) == []


@pytest.mark.parametrize(("length", "shown"), [(23, "x" * 23), (24, "x" * 24), (25, "x" * 23 + "…")])
def test_a_title_in_slack(length: int, shown: str) -> None:
    """A modal's title has 24 characters (A04)."""
    assert view(Form("x" * length, FORM.fields, "edit"), "{}")["title"]["text"] == shown


@pytest.mark.parametrize(("length", "shown"), [(44, "x" * 44), (45, "x" * 45), (46, "x" * 44 + "…")])
def test_a_title_in_discord(length: int, shown: str) -> None:
    """A modal's title has 45 characters."""
    assert modal(Form("x" * length, FORM.fields, "edit"), "id")["title"] == shown


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(block_kit_limits.INPUT_VALUE - 1, block_kit_limits.INPUT_VALUE - 1, id="one under"),
        pytest.param(block_kit_limits.INPUT_VALUE, block_kit_limits.INPUT_VALUE, id="at the limit"),
        pytest.param(block_kit_limits.INPUT_VALUE + 1, block_kit_limits.INPUT_VALUE, id="one over"),
    ],
)
def test_what_stands_in_an_input_in_slack(length: int, kept: int) -> None:
    """An input holds 3,000 characters, and says so."""
    field = TextField("question", "About", "x" * length, longest=9999)
    element = view(with_field(field), "{}")["blocks"][0]["element"]
    assert (len(element["initial_value"]), element["max_length"]) == (kept, block_kit_limits.INPUT_VALUE)


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        pytest.param(components_v2_limits.INPUT_VALUE - 1, components_v2_limits.INPUT_VALUE - 1, id="one under"),
        pytest.param(components_v2_limits.INPUT_VALUE, components_v2_limits.INPUT_VALUE, id="at the limit"),
        pytest.param(components_v2_limits.INPUT_VALUE + 1, components_v2_limits.INPUT_VALUE, id="one over"),
    ],
)
def test_what_stands_in_an_input_in_discord(length: int, kept: int) -> None:
    """An input holds 4,000 characters, and says so."""
    field = TextField("question", "About", "x" * length, longest=9999)
    component = modal(with_field(field), "id")["components"][0]["component"]
    assert (len(component["value"]), component["max_length"]) == (kept, components_v2_limits.INPUT_VALUE)


@pytest.mark.parametrize(("count", "shown"), [(24, 24), (25, 25), (26, 25)])
def test_choices_in_discord(count: int, shown: int) -> None:
    """A menu in a modal has at most 25 choices (B-07)."""
    field = ChoiceField("hour", "Hour", tuple(Choice(f"{at}", f"{at}") for at in range(count)), "0")
    assert len(modal(with_field(field), "id")["components"][0]["component"]["options"]) == shown


@pytest.mark.parametrize(
    ("state", "values"),
    [
        pytest.param(
            {
                "question": {"value": {"type": "plain_text_input", "value": "verl breaking"}},
                "cadence": {"value": {"type": "static_select", "selected_option": {"value": "weekly"}}},
                "paused": {"value": {"type": "checkboxes", "selected_options": [{"value": "yes"}]}},
            },
            {"question": "verl breaking", "cadence": "weekly", "paused": "yes"},
            id="filled in",
        ),
        pytest.param(
            {
                "question": {"value": {"type": "plain_text_input", "value": None}},
                "cadence": {"value": {"type": "static_select", "selected_option": None}},
                "paused": {"value": {"type": "checkboxes", "selected_options": []}},
            },
            {"question": "", "cadence": "", "paused": "no"},
            id="left empty",
        ),
    ],
)
def test_slack_is_read_back(state: dict[str, dict[str, object]], values: dict[str, str]) -> None:
    """What was entered comes back by field."""
    assert block_kit_form.entered(state) == values


def test_discord_is_read_back() -> None:
    """What was entered comes back by field, from labels and from bare components."""
    sent = [
        {"type": 18, "component": {"type": 4, "custom_id": "question", "value": "verl"}},
        {"type": 18, "component": {"type": 3, "custom_id": "cadence", "values": ["weekly"]}},
        {"type": 3, "custom_id": "paused", "values": []},
    ]
    assert components_v2_form.entered(sent) == {"question": "verl", "cadence": "weekly", "paused": ""}


@pytest.mark.parametrize(
    ("values", "line"),
    [
        pytest.param({"a": "1", "b": "x y"}, "edit 1 x y", id="filled in"),
        pytest.param({"a": "{b}", "b": "2"}, "edit {b} 2", id="a value is no placeholder"),
        pytest.param({"b": "2\n3\x00"}, "edit 2 3", id="one clean line"),
    ],
)
def test_a_command_line_of_a_form(values: dict[str, str], line: str) -> None:
    """Values are put in once, on one line without control characters."""
    assert filled("edit {a} {b}", values) == line


def test_a_toggle_shows_what_stands() -> None:
    """A toggle that is on is on in the form."""
    form = with_field(ToggleField("paused", "Paused", on=True))
    assert view(form, "{}")["blocks"][0]["element"]["initial_options"][0]["value"] == "yes"
    assert modal(form, "id")["components"][0]["component"]["options"][0]["default"] is True
