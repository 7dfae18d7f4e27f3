"""Reads Components V2 as Discord shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

_TOKEN = re.compile(
    r"\\(?P<literal>[^0-9A-Za-z\s])"
    r"|(?P<code>`[^`]+`)"
    r"|\[(?P<label>(?:\\.|[^\]\\])*)\]\((?P<address>https?://[^\s()]+)\)"
    r"|(?P<mark>\*\*|~~)"
    r"|(?P<live><(?:@|#|t:|/|id:|a?:)|@everyone|@here|https?://|:\w+:|[*_~`|])"
)
_LINE_MARK = re.compile(r"^(?:#{1,3} |-# |- |\d+\. )")
_READ_AS_MARK = re.compile(r"^\s*(?:#{1,3} |-# |[-*+] |>|\d+[.)] )")


class LiveMarkupError(AssertionError):
    """Markup that Discord would act on stands where foreign text was expected."""


def texts(components: Sequence[Json]) -> Iterator[str]:
    """The content of every text display, in order."""
    for component in components:
        if component["type"] == 10:
            yield component["content"]
        yield from texts(component.get("components", ()))


def seen(components: Sequence[Json]) -> str:
    """The characters that a reader sees, without the marks of lines that we set ourselves."""
    return "\n".join(line_seen(line) for text in texts(components) for line in text.split("\n"))


def line_seen(line: str) -> str:
    """One line without its mark. Raises LiveMarkupError where what is left is still markup."""
    inner = _LINE_MARK.sub("", line, count=1)
    if _READ_AS_MARK.match(inner):
        raise LiveMarkupError(f"reads as a list, heading or quote: {line!r}")
    return _inline(inner)


def _inline(text: str) -> str:
    out: list[str] = []
    at = 0
    for match in _TOKEN.finditer(text):
        out.append(text[at : match.start()])
        at = match.end()
        if match["live"]:
            raise LiveMarkupError(f"{match[0]!r} is live in {text!r}")
        if match["literal"]:
            out.append(match["literal"])
        elif match["code"]:
            out.append(match["code"][1:-1])
        elif match["label"] is not None:
            out.append(_inline(match["label"]))
    out.append(text[at:])
    return "".join(out)


def component_count(components: Sequence[Json]) -> int:
    """All components, nested ones included."""
    return sum(1 + component_count(component.get("components", ())) for component in components)


def text_bytes(components: Sequence[Json]) -> int:
    """What counts towards the undocumented limit: UTF-8 bytes and 12 for each display (B-05)."""
    return sum(len(text.encode()) + 12 for text in texts(components))
