"""What somebody typed or pasted of their stack, read: requirements, a frozen environment, an image's name, plain names.

What a stack means for a change is bot/domain/stack.py. A text that came through a command line or a form has no line
breaks any more, so that a comment lasts until the next pin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from packaging.requirements import InvalidRequirement, Requirement

from bot.domain.project import Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.stack import Pin, Stack
from bot.domain.tag import Facet, Tag
from bot.domain.version import read_tag, written

MOST_WORDS = 4_000
"""Words of a text that are read: a frozen environment of 1,000 lines has up to four on a line."""
MOST_LINES = 1_000
"""Requirements of a text that are read; what follows is told as not read."""
LONGEST_WORD = 200
"""A longer word is no requirement."""
LONGEST_NAME = 4
"""Words that make one name: "rtx pro 6000 blackwell"."""

_RUN = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)
_SIGNS = r"===|==|~=|!=|<=|>=|<|>"
_SPACED = re.compile(rf"\s*({_SIGNS})\s*|\s+(@)\s+")
_SINGLE = re.compile(r"(?<![=~!<>])=(?![=])")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+(?:(?:\.?(?:post|dev)|a|b|rc)\d+)*)(?:[-+_.][\w.+-]*)?", re.ASCII)
_IMAGE = re.compile(
    r"(?P<path>(?:[\w.-]+(?::\d+)?/)*[\w.-]+/[\w.-]+)(?::(?P<tag>[\w][\w.-]*))?(?:@sha256:[0-9a-f]{64})?", re.ASCII
)
_EXACT = re.compile(r"(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[\w.-]*\])?===?(?P<version>[\w.+!-]+)", re.ASCII)
_MARKER = re.compile(r"(?:and|or)$|[('\"]*(?:python_|sys_platform|platform_|os_name|implementation_|extra\b)")
"""What follows a requirement's semicolon: on which machines it holds."""
_WITH_VALUE = frozenset({"-r", "-c", "-i", "-f", "-e", "--index-url", "--extra-index-url", "--find-links"})
"""Options of a requirements file whose value is a word of its own."""


@dataclass(frozen=True, slots=True)
class StackReading:
    """A stack, and how its text was understood.

    `words` are the names of cards, formats and models as they were typed, `unread` what is no requirement and names
    nothing, `unwatched` counts requirements for what is not watched here; `of_image` says that a version comes from an
    image's name, `cut` that the text went on.
    """

    stack: Stack = field(default_factory=Stack)
    words: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    unwatched: int = 0
    of_image: bool = False
    cut: bool = False

    @property
    def text(self) -> str:
        """The stack as it is kept and typed again: reading this gives the same stack."""
        return " ".join((*map(written_pin, self.stack.pins), *self.words))


def written_pin(pin: Pin) -> str:
    """A pin as a requirement: `vllm==0.24.0`, `vllm`."""
    return f"{pin.project}=={pin.version}" if pin.version else pin.project


def read_stack(text: str, lexicon: Lexicon) -> StackReading:
    """The stack that a text names; of two pins of one project the later one. Nothing in a text is an error."""
    words, cut = _words(text)
    reader = _Reader(lexicon, words)
    reader.read()
    tags = frozenset(reader.tags.values())
    pins = tuple(Pin(project, version) for project, version in sorted(reader.pins.items()))
    return StackReading(
        Stack(pins, tags),
        tuple(reader.tags),
        tuple(dict.fromkeys(reader.unread)),
        reader.unwatched,
        reader.of_image,
        cut or reader.cut,
    )


def merged(before: Stack, after: Stack) -> Stack:
    """A stack with the pins of another in place of its own of the same projects, and the tags of both."""
    kept = [pin for pin in before.pins if pin.project not in after.projects]
    return Stack(tuple(sorted((*kept, *after.pins))), before.tags | after.tags)


def _words(text: str) -> tuple[list[str], bool]:
    """The words of a text without comments, operators joined to their name; and whether it went on after them."""
    words: list[str] = []
    for row in text.splitlines():
        joined = _SPACED.sub(lambda found: found[1] or found[2], row)
        words += _without_comment(joined.replace(",", " ").split())
        if len(words) > MOST_WORDS:
            return words[:MOST_WORDS], True
    return words, False


def _without_comment(words: Iterable[str]) -> Iterator[str]:
    """The words before a comment and, where line breaks were lost, from the next pin on."""
    comment = False
    for word in words:
        if word.startswith("#"):
            comment = True
        elif _MARKER.match(word):
            continue
        elif not comment or "==" in word:
            comment = False
            yield word


class _Reader:
    """Goes through the words once."""

    def __init__(self, lexicon: Lexicon, words: Sequence[str]) -> None:
        self._lexicon, self._words = lexicon, words
        self._projects: Projects = lexicon.projects
        self.pins: dict[str, str] = {}
        self.tags: dict[str, Tag] = {}
        self.unread: list[str] = []
        self.unwatched = self.lines = 0
        self.of_image = self.cut = False

    def read(self) -> None:
        at, last = 0, ""
        while at < len(self._words):
            word = self._words[at].strip(";\\'\"")
            if word in _WITH_VALUE:
                at += 2
                continue
            if not word or word.startswith("-"):
                at += 1
                continue
            if self.lines == MOST_LINES:
                self.cut = True
                return
            self.lines += 1
            if last and not self.pins[last] and (version := self._version(last, word)):
                self.pins[last], last = version, ""
                at += 1
                continue
            taken = self._name(at)
            last = self._pin(word) if not taken else ""
            last = self._words_project(at, taken) or last
            at += taken or 1

    def _words_project(self, at: int, taken: int) -> str:
        """The project that the taken words pinned without a version, which may be the next word."""
        name = " ".join(self._words[at : at + taken])
        senses = self._lexicon.resolve(name, {Facet.PROJECT}) if taken else ()
        return senses[0].tag.name if senses and senses[0].tag.name in self.pins else ""

    def _name(self, at: int) -> int:
        """Takes the longest name that begins at a word; how many words that is."""
        for length in range(min(LONGEST_NAME, len(self._words) - at), 0, -1):
            run = self._words[at : at + length]
            name = " ".join(run)
            if len(name) > LONGEST_WORD or any(sign in name for sign in "=<>~!@/["):
                continue
            senses = self._lexicon.resolve(name, {Facet.PROJECT, *_RUN})
            if not senses:
                continue
            if senses[0].tag.facet is Facet.PROJECT:
                self.pins.setdefault(senses[0].tag.name, "")
            else:
                self.tags.setdefault(name.casefold(), senses[0].tag)
            return length
        return 0

    def _pin(self, word: str) -> str:
        """Takes a requirement or an image; the project's key where its version is still to come."""
        if len(word) > LONGEST_WORD:
            self.unread.append(word[:LONGEST_WORD])
            return ""
        plain = _SINGLE.sub("==", word).partition(";")[0]
        if exact := _EXACT.fullmatch(plain):
            return self._watched(exact["name"], exact["version"])
        if image := _IMAGE.fullmatch(word):
            return self._image(word, image)
        name, at, version = word.partition("@")
        if at and _NAME.fullmatch(name) and _version(version):
            return self._watched(name, version)
        try:
            requirement = Requirement(plain)
        except InvalidRequirement:
            self.unread.append(word)
            return ""
        if not requirement.specifier and not requirement.url and self._project(requirement.name) is None:
            self.unread.append(word)
            return ""
        return self._watched(requirement.name)

    def _watched(self, name: str, version: str = "") -> str:
        project = self._project(name)
        if project is None:
            self.unwatched += 1
            return ""
        self.pins[project] = self._version(project, version)
        return "" if self.pins[project] else project

    def _version(self, project: str, text: str) -> str:
        """The version that a text is, in the project's own numbering where it is no plain one (b6000)."""
        if plain := _version(text):
            return plain
        read = read_tag(self._projects.by_key.get(project), text)
        return written(read.series, read.version, text) if read else ""

    def _image(self, word: str, image: re.Match[str]) -> str:
        """An image is of the project that its last name, or its owner's, is called after: vllm/vllm-openai."""
        *_, owner, name = image["path"].split("/")
        names = (name, name.partition("-")[0], owner)
        project = next((found for one in names if (found := self._project(one)) is not None), None)
        if project is None:
            self.unread.append(word)
            return ""
        self.pins[project] = self._version(project, image["tag"] or "")
        self.of_image = self.of_image or bool(self.pins[project])
        return ""

    def _project(self, name: str) -> str | None:
        """The key of the project that a package is of."""
        found = self._projects.named(name)
        return found.key if found else None


def _version(text: str) -> str:
    """The version that a text is, without a build's name or local part: v0.5.2-cu126 is 0.5.2; "" for none."""
    found = _VERSION.fullmatch(text)
    return found[1] if found else ""
