"""The library slackblocks as a judge: its classes check lengths and counts when they are made.

It reads no rich text, actions or inputs back itself, so a payload is put together here from its classes. What it has no
class for stands in for what is nearest: a date of rich text is its fallback text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import slackblocks as sb
from slackblocks.errors import InvalidUsageError
from slackblocks.rich_text.elements import RichText, RichTextChannel, RichTextLink
from slackblocks.rich_text.objects import ListType, RichTextList, RichTextSection

from tests.validators.finding import Json

STYLES = ("bold", "italic", "strike", "code")


def message_faults(payload: Json) -> Iterator[str]:
    """What slackblocks refuses in a message."""
    yield from _refused(lambda: sb.Message("C0", str(payload.get("text", "")), _blocks(payload.get("blocks", ()))))


def view_faults(view: Json) -> Iterator[str]:
    """What slackblocks refuses in a modal or a home tab."""
    if view["type"] == "home":
        yield from _refused(lambda: sb.HomeTabView(_blocks(view["blocks"])))
        return
    yield from _refused(
        lambda: sb.ModalView(
            title=view["title"]["text"],
            blocks=_blocks(view["blocks"]),
            close=view["close"]["text"] if "close" in view else None,
            submit=view["submit"]["text"] if "submit" in view else None,
            private_metadata=view.get("private_metadata"),
            callback_id=view.get("callback_id"),
        )
    )


def _refused(make: Callable[[], object]) -> Iterator[str]:
    try:
        make()
    except InvalidUsageError as error:
        yield f"slackblocks says {error}"
    except (KeyError, TypeError) as error:
        yield f"slackblocks has no class for it: {error!r}"


def _blocks(blocks: Sequence[Json]) -> list[sb.Block]:
    return [_block(block) for block in blocks]


def _block(block: Json) -> sb.Block:
    block_id = block.get("block_id")
    match block["type"]:
        case "rich_text":
            return sb.RichTextBlock([_rich(element) for element in block["elements"]], block_id)
        case "actions":
            return sb.ActionsBlock([_element(element) for element in block["elements"]], block_id)
        case "input":
            return sb.InputBlock(
                label=_text(block["label"]),
                element=_element(block["element"]),
                hint=_text(block["hint"]) if "hint" in block else None,
                optional=bool(block.get("optional")),
                block_id=block_id,
            )
        case _:
            return sb.Block.from_dict(dict(block))


def _rich(element: Json) -> Any:
    if element["type"] == "rich_text_section":
        return _section(element)
    if element["type"] == "rich_text_list":
        style = ListType(element["style"])
        sections = [_section(inner) for inner in element["elements"]]
        return RichTextList(style, sections, element.get("indent"), element.get("offset"), element.get("border"))
    raise KeyError(element["type"])


def _section(section: Json) -> RichTextSection:
    return RichTextSection([_rich_part(part) for part in section["elements"]])


def _rich_part(part: Json) -> Any:
    style = {name: part["style"].get(name) for name in STYLES} if "style" in part else {}
    match part["type"]:
        case "text":
            return RichText(part["text"], **style)
        case "link":
            return RichTextLink(part["url"], part.get("text"), **style)
        case "channel":
            return RichTextChannel(part["channel_id"], **style)
        case "date":
            return RichText(part["fallback"], **style)
    raise KeyError(part["type"])


def _text(text: Json) -> sb.Text:
    if text["type"] == "mrkdwn":
        return sb.Markdown(text["text"], verbatim=text.get("verbatim", False))
    return sb.PlainText(text["text"], emoji=text.get("emoji", False))


def _element(element: Mapping[str, Any]) -> sb.Element:
    action_id = element.get("action_id")
    match element["type"]:
        case "button":
            url, value = element.get("url"), element.get("value")
            return sb.Button(_text(element["text"]), action_id, url, value, style=element.get("style"))
        case "static_select":
            return sb.StaticSelectMenu(
                action_id=action_id,
                options=[_option(option) for option in element["options"]],
                initial_option=_option(element["initial_option"]) if "initial_option" in element else None,
                placeholder=_text(element["placeholder"]) if "placeholder" in element else None,
            )
        case "checkboxes":
            options = [_option(option) for option in element["options"]]
            chosen = [_option(option) for option in element.get("initial_options", ())]
            return sb.CheckboxGroup(action_id, options, chosen or None)
        case "plain_text_input":
            return sb.PlainTextInput(
                action_id,
                initial_value=element.get("initial_value"),
                multiline=bool(element.get("multiline")),
                min_length=element.get("min_length"),
                max_length=element.get("max_length"),
                placeholder=_text(element["placeholder"]) if "placeholder" in element else None,
            )
    raise KeyError(element["type"])


def _option(option: Json) -> sb.Option:
    return sb.Option(_text(option["text"]), option["value"])
