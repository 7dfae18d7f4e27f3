"""A body as paragraphs, each with the section it stands in; what a form put there is left out.

Hard line breaks are undone, so that a sentence is whole. What the words of a paragraph say is not known here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.template import Template, folded

BODY_READ = 16_000
"""So many characters of a body are read for tags and figures; what follows are logs."""
_LOWEST = 7
"""The level of a bold or colon-ended heading: what a bot writes below its own heading is still the bot's."""
HEADING_LENGTH = 80
"""A bold or colon-ended line of at most this length is a heading."""


class SectionKind(StrEnum):
    """What a section of a body tells."""

    PROSE = "prose"
    TEST = "test"
    RESULTS = "results"
    FORM = "form"
    BOT = "bot"
    LIMITS = "limits"


class Shape(StrEnum):
    """How a paragraph stands on the page."""

    TEXT = "text"
    CODE = "code"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    section: SectionKind
    shape: Shape
    heading: str = ""


_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CHECKBOX = re.compile(r"^[-*+]?\s*\[[ xX\-]\]")
_BULLET = re.compile(r"^(?:[-*+•]|\d{1,2}[.)、])\s")
_BOLD = re.compile(r"^(?:\*\*|__)[^*_]+(?:\*\*|__):?$")
_TRAILER = re.compile(
    r"^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|reported-by|assisted-by|authors?:|cc|see merge request|"
    r"# message auto-generated|!\d+ merge |[-*] vllm (?:version|main)\b|https?://\S+$|pull request resolved|"
    r"differential revision|reviewers?:|ghstack-source-id|stack-info)",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"</?(?:table|tr|td|th|thead|tbody|details|summary|strong|b|br|img|sub|sup|p|div|a|em|h\d|ul|li)\b[^<>]{0,300}>"
)
_ADDRESS = re.compile(r"!?\[([^\]\n]*)\]\(\s*<?https?://[^)\s]*\)?|https?://\S+")
_SECTIONS = (
    (SectionKind.BOT, re.compile(r"coderabbit|copilot|summary by|auto-generated|walkthrough|gemini|greptile|cursor")),
    (
        SectionKind.FORM,
        re.compile(
            r"checklist|pre-?commit|reviewer notes|related issue|related link|before submitting|contributing|"
            r"type of change|"
            r"api and usage|user-facing change|checks\b|review process|merge process"
        ),
    ),
    (
        SectionKind.RESULTS,
        re.compile(
            r"benchmark|performance|perf\b|speed|latency|throughput|profil|results?\b|numbers|性能|before|after|"
            r"measure"
        ),
    ),
    (
        SectionKind.TEST,
        re.compile(r"test|verif|validat|accuracy|how to run|usage|example|environment|evidence|lm.?eval|测试"),
    ),
    (
        SectionKind.LIMITS,
        re.compile(
            r"known issue|limitation|out of scope|follow.?ups?|not covered|non.?goal|future|caveat|todo|compatib|risk"
        ),
    ),
)


def section_of(heading: str) -> SectionKind:
    """What the section under a heading tells."""
    words = heading.casefold()
    for kind, pattern in _SECTIONS:
        if pattern.search(words):
            return kind
    return SectionKind.PROSE


def paragraphs(body: str, template: Template) -> list[Paragraph]:
    """The paragraphs of a body without comments, checklists, trailers, addresses and the repository's template."""
    if not body:
        return []
    text = body[:BODY_READ]
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    if "</" in text or "<img" in text or "<br" in text:
        text = _MARKUP.sub(" ", text)
    if "://" in text:
        text = _ADDRESS.sub(r"\1", text)
    reader = _Reader()
    known = template.lines
    for line in text.split("\n"):
        stripped = line.strip()
        if not stripped:
            reader.end()
        elif stripped.startswith(("```", "~~~")):
            reader.fence()
        else:
            reader.take(stripped, bool(known) and folded(line) in known)
    reader.end()
    return reader.found


class _Reader:
    """Gathers lines into paragraphs."""

    def __init__(self) -> None:
        self.found: list[Paragraph] = []
        self._lines: list[str] = []
        self._section = SectionKind.PROSE
        self._level = _LOWEST
        self._heading = ""
        self._code = False

    def fence(self) -> None:
        self.end()
        self._code = not self._code

    def take(self, line: str, template: bool) -> None:
        if _TRAILER.match(line):
            self.end()
            return
        if self._code:
            if not template:
                self._lines.append(line)
            return
        if self._opens_section(line):
            return
        if template or _CHECKBOX.match(line) or self._section is SectionKind.FORM:
            self.end()
            return
        if line[0] == "|" or line.count("|") > 1 or "\t" in line:
            self.end()
            self._add(line, Shape.ROW)
            return
        if _BULLET.match(line):
            self.end()
        self._lines.append(line)

    def _opens_section(self, line: str) -> bool:
        if line[0] == "#" and line.lstrip("#")[:1] in (" ", ""):
            heading = line.lstrip("# ")
        elif _BOLD.match(line) and len(line) <= HEADING_LENGTH:
            heading = line.strip("*_: ")
        elif line[-1] in ":：" and len(line) <= HEADING_LENGTH // 2 and line[0] not in "-*+" and not self._lines:
            heading = line[:-1]
        else:
            return False
        self.end()
        level = len(line) - len(line.lstrip("#")) or _LOWEST
        if self._section is not SectionKind.BOT or level <= self._level:
            self._section, self._level = section_of(heading), level
        self._heading = heading
        return True

    def end(self) -> None:
        if self._lines:
            shape = Shape.CODE if self._code else Shape.TEXT
            self._add(("\n" if self._code else " ").join(self._lines), shape)
            self._lines = []

    def _add(self, text: str, shape: Shape) -> None:
        self.found.append(Paragraph(text, self._section, shape, self._heading))
