"""The one door through which words of our own go to a reader, in the language that is spoken (gettext).

A message is an English sentence with named places. Foreign text never is a message: it is put into a place, where it
stands as it is. The Chinese ones stand in locales/, are read when the first Chinese word is said, and need no building;
`python -m tests.wording.messages` lists there what the code says (tests/wording/test_catalogue.py holds the two
together). How parts of a line are joined is bot/wording/joining.py.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path

from bot.domain.document import Inline, Text
from bot.domain.errors import BotError
from bot.domain.language import Language

LOCALES = Path(__file__).parent / "locales"
CHINESE_FILE = LOCALES / "zh_CN" / "LC_MESSAGES" / "whatsnew.po"

_MARK = "\x00"
"""Stands around the name of inline content while its message is filled; text from outside is rid of it first."""

_spoken: ContextVar[Language] = ContextVar("spoken", default=Language.ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Everything that is said inside, in threads and tasks begun there too, is said in this language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(language: Language) -> None:
    """From now on this language is spoken wherever no other is asked for; for the start of the program."""
    _spoken.set(language)


def spoken() -> Language:
    """The language that is spoken here."""
    return _spoken.get()


def message(text: str) -> str:
    """Marks an English message that stands in a table and is said later; it stays as it is."""
    return text


def counted(one: str, many: str) -> tuple[str, str]:
    """Marks the two English messages of a count that stand in a table; they stay as they are."""
    return one, many


def say(message: str, **places: object) -> str:
    """The message in the language that is spoken, with its places filled."""
    if message and spoken() is Language.CHINESE:
        message = _chinese().gettext(message)
    return message.format(**places) if places else message


def say_count(one: str, many: str, count: int, **places: object) -> str:
    """`one` or `many` by the count, which stands at {count} with its thousands parted."""
    template = one if count == 1 else many
    if spoken() is Language.CHINESE:
        template = _chinese().ngettext(one, many, count)
    return template.format(count=number(count), **places)


def say_inline(message: str, **places: Inline | str) -> tuple[Inline, ...]:
    """The message with links and other inline content in its places, in the order of the language that is spoken."""
    inline = {name: place for name, place in places.items() if not isinstance(place, str)}
    marks = {name: f"{_MARK}{name}{_MARK}" for name in inline}
    texts = {name: place.replace(_MARK, "") for name, place in places.items() if isinstance(place, str)}
    parts = say(message, **texts, **marks).split(_MARK)
    return tuple(inline[part] if at % 2 else Text(part) for at, part in enumerate(parts) if part)


def sentence_of(error: BotError) -> str:
    """The sentence of an error in the language that is spoken."""
    return say(error.message, **error.places)


def number(count: int) -> str:
    """A count as it is written: 1,122."""
    return f"{count:,}"


def listed(words: list[str], last: str = "and") -> str:
    """Words as a sentence lists them: "a, b and c", "a, b or c"; in Chinese "a、b、c", "a、b 或 c"."""
    if len(words) < 2:
        return "".join(words)
    conjunction = say(" or ") if last == "or" else say(" and ")
    return f"{say(', ').join(words[:-1])}{conjunction}{words[-1]}"


@cache
def _chinese() -> gettext.NullTranslations:
    """The Chinese messages. Babel is loaded here and not with the program: English needs neither."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with CHINESE_FILE.open("rb") as file:
        catalogue = read_po(file, locale="zh_CN")
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
