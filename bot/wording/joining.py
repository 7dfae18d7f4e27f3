"""How the parts of a line are set side by side: by blanks and " · ", and in Chinese without a blank beside the wide
signs (）。，：), which bring their own room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.document import Inline, Text, plain
from bot.domain.language import Language
from bot.wording.catalogue import say, spoken

_CLOSING = frozenset("，。：；！？、）】」》")
_ENDS = (".", "!", "?", "…", "。", "！", "？")
_OPENING = frozenset("（【「《，。：；！？、）")


def gap(before: str, after: str = "") -> str:
    """What stands between two texts: a blank, "" beside a wide sign or where one of them is empty."""
    if not before or before[-1] in _CLOSING or before[-1].isspace():
        return ""
    return "" if after[:1] in _OPENING and after else " "


def beside(*texts: str) -> str:
    """The texts that are not empty, side by side."""
    out = ""
    for text in texts:
        if text:
            out += gap(out, text) + text
    return out


def dotted(parts: Iterable[str]) -> str:
    """The parts that are not empty, with " · " between them."""
    out = ""
    for part in parts:
        if part:
            out += f"{gap(out)}· {part}" if out else part
    return out


def ended(text: str) -> str:
    """The text as a sentence: with a full stop, unless it ends in a sign that closes it."""
    return text if text.endswith(_ENDS) else say("{text}.", text=text)


def commas(parts: Iterable[str]) -> str:
    """The parts as a plain enumeration: "a, b", in Chinese "a、b"."""
    return say(", ").join(part for part in parts if part)


def headed(parts: Iterable[str]) -> str:
    """The parts of a heading: "FlashInfer, SM120", in Chinese "FlashInfer · SM120"."""
    return (" · " if spoken() is Language.CHINESE else ", ").join(part for part in parts if part)


def in_brackets(text: str) -> str:
    """A remark behind something, with its room: " (unreleased)", in Chinese "（未发布）"; "" for none."""
    return say(" ({remark})", remark=text) if text else ""


def dotted_inline(groups: Sequence[tuple[Inline, ...]]) -> tuple[Inline, ...]:
    """Groups of inline children that are not empty, with " · " between them."""
    out: list[Inline] = []
    for group in groups:
        if group and out:
            out.append(Text(f"{gap(plain(out))}· "))
        out.extend(group)
    return tuple(out)
