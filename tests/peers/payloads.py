"""Every kind of payload that our renderers make for Slack, from a fixed list of documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.domain.document import (
    Actions,
    Block,
    Button,
    Code,
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
)
from bot.domain.form import Form
from bot.renderers.block_kit import SlackMessage, render
from bot.renderers.block_kit_form import view
from tests.platforms.echo import FORM, LONG
from tests.preview.scenes import scenes
from tests.renderers.documents import HOSTILE

AT = datetime(2026, 7, 22, 1, tzinfo=UTC)


def documents() -> Iterator[tuple[str, Document]]:
    """Named documents: each block and inline kind, hostile text in each of them, long ones, and the product's own."""
    every: tuple[Inline, ...] = (
        Text("text "),
        Strong("strong"),
        Code("code"),
        Strike((Text("struck "), Link("out", "https://github.com/a/b/pull/1"))),
        Link("#1", "https://github.com/a/b/pull/1?x=1&y=<2>"),
        Time(AT, "Wed 22 Jul 01:00"),
    )
    yield "every kind", Document(tuple(_blocks(every)))
    for at, text in enumerate(HOSTILE):
        inline: tuple[Inline, ...] = (Text(text), Strong(text), Code(text), Link(text, "https://e.org/(a)|b"))
        yield f"hostile {at}", Document(tuple(_blocks(inline)))
    yield "long", Document((List(tuple((Text("x" * 900),) for _ in range(30)), ordered=True), *[Divider()] * 60))
    for scene in scenes():
        if isinstance(scene.shown, Document):
            yield scene.name, scene.shown


def messages() -> Iterator[tuple[str, SlackMessage]]:
    """The messages of all documents."""
    for name, document in documents():
        for at, message in enumerate(render(document)):
            yield f"{name}, message {at}", message


def views() -> Iterator[tuple[str, dict[str, Any]]]:
    """The modals."""
    empty = Form("Nothing filled in", tuple(replace(field) for field in FORM.fields[1:]), "x")
    for form in (FORM, empty):
        yield form.title, view(form, '{"submit": "edit 12"}')


def _blocks(inline: tuple[Inline, ...]) -> Iterator[Block]:
    label = inline[0].text if isinstance(inline[0], Text) else "label"
    yield from (Heading(level, inline) for level in (1, 2, 3))
    yield Paragraph(inline)
    yield List((inline, (Text("second"),)))
    yield List((inline, (Text("second"),)), ordered=True)
    yield Table(((Text("a"),), (Text("b"),)), ((inline, (Text("c"),)),))
    yield Divider()
    yield Small(inline)
    yield Small((Text("quiet "), Link("#2", "https://github.com/a/b/pull/2"), Time(AT, "Wed 22 Jul")))
    yield Image("https://e.org/chart.png", label)
    menu = Select(label, (Option(label, "whatsnew x"), Option("long", LONG)))
    yield Actions((Button(label, "more 8"), Button("long", LONG), LinkButton(label, "https://e.org/"), menu))
