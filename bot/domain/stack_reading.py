"""What somebody typed or pasted of their stack, read: requirements, a frozen environment, an image's name, plain names.

How a text falls into words is bot/domain/stack_text.py, what form a pin has bot/domain/stack_pin.py, and what a stack
means for a change bot/domain/stack.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from bot.domain.project import Package, Project, Projects, Scheme
from bot.domain.question.lexicon import Lexicon
from bot.domain.stack import Pin, Stack
from bot.domain.stack_pin import Said, WrittenPin, read_pin
from bot.domain.stack_text import EDITABLE, MINUS, OPTIONS, OTHER_VERSION, PACKAGE, words_of
from bot.domain.tag import Facet, Tag
from bot.domain.version import read_tag, series_of, written

MOST_LINES = 1_000
"""Requirements of a text that are read; what follows is told as not read."""
LONGEST_WORD = 200
"""A longer word is no requirement."""
LONGEST_NAME = 4
"""Words that make one name: "rtx pro 6000 blackwell"."""

_RUN = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+(?:(?:\.?(?:post|dev)|a|b|rc)\d+)*)(?:[-+_.][\w.+-]*)?", re.ASCII)
_LONG_VERSION = re.compile(r"v?\d++\.\d++\.\d[\w.+!-]*+", re.ASCII)
_MONTH = re.compile(r"2\d\.(?:0[1-9]|1[0-2])(?:[.-].*)?", re.ASCII)
"""The tag of a container that NVIDIA numbers by year and month."""
_BULLETS = frozenset(("", *"+-*&•–"))


class Why(Enum):
    """Why a pin is not what its text seems to say."""

    NO_VERSION = auto()
    RANGE = auto()
    REFERENCE = auto()
    CONTAINER = auto()
    NUMBERED_APART = auto()
    TWICE = auto()
    ABSENT = auto()


@dataclass(frozen=True, slots=True)
class Remark:
    """How a pin was read where that does not go without saying: of which project, and the text that is no version of
    it ("" where there is none). For TWICE the text is the version that was not taken, for NUMBERED_APART the package,
    for ABSENT the name that was not there to be dropped, where that is no project."""

    why: Why
    project: str
    text: str


@dataclass(frozen=True, slots=True)
class StackReading:
    """A stack, and how its text was understood.

    `words` are the names of cards, formats and models as they were typed, `unread` what is no requirement and names
    nothing, `unwatched` counts requirements for what is not watched here, `remarks` tell how pins were read; `of_image`
    says that a version comes from an image's name, `cut` that the text went on after so many `lines`.
    """

    stack: Stack = field(default_factory=Stack)
    words: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    unwatched: int = 0
    remarks: tuple[Remark, ...] = ()
    of_image: bool = False
    lines: int = 0
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
    words, cut = words_of(text)
    reader = _Reader(lexicon, words)
    reader.read()
    tags = frozenset(reader.tags.values())
    pins = tuple(Pin(project, version) for project, version in sorted(reader.pins.items()))
    return StackReading(
        Stack(pins, tags),
        tuple(reader.tags),
        tuple(dict.fromkeys(reader.unread)),
        reader.unwatched,
        tuple(dict.fromkeys(reader.remarks)),
        reader.of_image,
        reader.lines,
        cut or reader.cut,
    )


def merged(before: Stack, after: Stack) -> Stack:
    """A stack with the pins of another in place of its own of the same projects, and the tags of both."""
    kept = [pin for pin in before.pins if pin.project not in after.projects]
    return Stack(tuple(sorted((*kept, *after.pins))), before.tags | after.tags)


class _Reader:
    """Goes through the words once."""

    def __init__(self, lexicon: Lexicon, words: Sequence[str]) -> None:
        self._lexicon, self._words = lexicon, words
        self._projects: Projects = lexicon.projects
        self.pins: dict[str, str] = {}
        self.tags: dict[str, Tag] = {}
        self.unread: list[str] = []
        self.remarks: list[Remark] = []
        self.unwatched = self.lines = 0
        self.of_image = self.cut = False

    def read(self) -> None:
        at, last = 0, ""
        while at < len(self._words):
            word = self._word(at)
            if word in OPTIONS - EDITABLE:
                at += 2
                continue
            if word in _BULLETS | EDITABLE or word.startswith("--"):
                at += 1
                continue
            if last and (version := self._version(self._projects.by_key[last], word)):
                self._keep(last, version)
                at, last = at + 1, ""
                continue
            if word[0] in MINUS:
                self.unread.append(word[:LONGEST_WORD])
                at, last = at + 1, ""
                continue
            if self.lines == MOST_LINES:
                self.cut = True
                return
            self.lines += 1
            if self._row(at):
                at, last = at + 2, ""
                continue
            taken = self._name(at)
            last = self._words_project(at, taken) if taken else self._pin(word)
            at += taken or 1

    def _word(self, at: int) -> str:
        return self._words[at].strip(";\\'\"()").removeprefix("+") if at < len(self._words) else ""

    def _row(self, at: int) -> bool:
        """Takes a word and the next where they are a package and its version; whether they are. A card or a format has
        no version (gguf 0.17.1 is the package); a model may have a short one."""
        name, version = self._word(at), self._word(at + 1)
        if not PACKAGE.fullmatch(name) or not OTHER_VERSION.fullmatch(version):
            return False
        if self._projects.packaged(name) is None:
            named = self._lexicon.resolve(name, _RUN) and not _LONG_VERSION.fullmatch(version)
            if named or self._lexicon.resolve(f"{name} {version}", _RUN):
                return False
        self._pin(f"{name}=={version}")
        return True

    def _words_project(self, at: int, taken: int) -> str:
        """The project that the taken words name, whose version may be the next word; "" if they name none."""
        name = " ".join(self._word(place) for place in range(at, at + taken))
        senses = self._lexicon.resolve(name, {Facet.PROJECT})
        return senses[0].tag.name if senses else ""

    def _name(self, at: int) -> int:
        """Takes the longest name that begins at a word; how many words that is."""
        for length in range(min(LONGEST_NAME, len(self._words) - at), 0, -1):
            run = [self._word(place) for place in range(at, at + length)]
            name = " ".join(run)
            if (
                len(name) > LONGEST_WORD
                or any(sign in name for sign in "=<>~!@/[")
                or not _BULLETS.isdisjoint(run)
                or any(part[0] in MINUS for part in run)
            ):
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
        pin = read_pin(word) if len(word) <= LONGEST_WORD else None
        package = self._package(pin) if pin else None
        if pin is None or (package is None and pin.said not in (Said.VERSION, Said.RANGE)):
            self.unread.append(word[:LONGEST_WORD])
            return ""
        if package is None:
            self.unwatched += 1
            return ""
        key = package.project.key
        version = "" if package.numbered_apart else self._stated(package.project, pin)
        if why := _why_none(package, pin, version):
            self.remarks.append(Remark(why, key, pin.names[0] if package.numbered_apart else pin.text))
        self._keep(key, version)
        self.of_image = self.of_image or (pin.said is Said.TAG and bool(version))
        return key if pin.said is Said.NOTHING and not package.numbered_apart else ""

    def _keep(self, project: str, version: str) -> None:
        """Of two versions of one project the later one is kept, and the other told; no version takes none away."""
        before = self.pins.get(project, "")
        if before and version and before != version:
            self.remarks.append(Remark(Why.TWICE, project, before))
        self.pins[project] = version or before

    def _stated(self, project: Project, pin: WrittenPin) -> str:
        if pin.said in (Said.RANGE, Said.NOTHING) or (pin.said is Said.TAG and _is_month(project, pin.text)):
            return ""
        return self._version(project, pin.text)

    def _version(self, project: Project, text: str) -> str:
        """The version that a text is, in the project's own numbering where it is no plain one (b6000)."""
        if plain := _version(text):
            return plain
        read = read_tag(project, text)
        return written(read.series, read.version, text) if read else ""

    def _package(self, pin: WrittenPin) -> Package | None:
        """The watched project that the first of a pin's names is of."""
        for name in pin.names:
            if project := self._projects.of_repository(name):
                return Package(project)
            if package := self._projects.packaged(name):
                return package
        return None


def _why_none(package: Package, pin: WrittenPin, version: str) -> Why | None:
    """Why a pin has no version although something stands in its place; None where nothing is to be told."""
    if version or pin.said is Said.NOTHING or (pin.said is Said.TAG and not pin.text):
        return None
    if package.numbered_apart:
        return Why.NUMBERED_APART
    if pin.said is Said.TAG and _is_month(package.project, pin.text):
        return Why.CONTAINER
    return {Said.RANGE: Why.RANGE, Said.REFERENCE: Why.REFERENCE}.get(pin.said, Why.NO_VERSION)


def _is_month(project: Project, tag: str) -> bool:
    """Whether an image's tag numbers the container; a project that counts by the calendar itself may mean its own."""
    calendar = any(series.scheme is Scheme.CALENDAR for series in series_of(project))
    return not calendar and _MONTH.fullmatch(tag) is not None


def _version(text: str) -> str:
    """The version that a text is, without a build's name or local part: v0.5.2-cu126 is 0.5.2; "" for none."""
    found = _VERSION.fullmatch(text)
    return found[1] if found else ""
