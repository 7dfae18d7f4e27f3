"""What the code says to readers, read out of its source, and the Chinese catalogue that answers it.

`python -m tests.wording.messages` adds to the catalogue what the code says and it does not have (with an empty
translation) and drops what nobody says any more; tests/wording/test_catalogue.py fails until the gaps are filled.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.sources.polling import Lack
from bot.wording.catalogue import CHINESE_FILE
from config.vocabulary import load_vocabulary

_WORDS = re.compile(r"; [A-Z]+\d* before|[.] | on ")
ROOT = Path(__file__).parents[2]
COMMAND_LINE = ROOT / "bot" / "cli"
ROOMS = ("bot", "handlers", "config", "storage")
SPOKEN = {"say": 1, "say_inline": 1, "message": 1, "UserError": 1, "Rule": 3, "Entry": 3}
"""What says or marks a message: the names of functions and types, and which of their arguments is one."""
COUNTED = frozenset({"say_count", "counted"})
"""What says or marks the two messages of a count."""

Message = str | tuple[str, str]
"""One sentence, or the one and the many of a count."""


def messages_in(source: str) -> Iterator[Message]:
    """What one file says, in its order."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [text for argument in node.args[:2] for text in _literals(argument)]
            if name in COUNTED and len(texts) == 2:
                yield (texts[0], texts[1])
            elif name in SPOKEN and len(node.args) >= SPOKEN[name]:
                yield from _literals(node.args[SPOKEN[name] - 1])


def unmarked(source: str) -> Iterator[int]:
    """The lines of a file that say a text which no extraction can see: put together, or an f-string."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"say", "UserError"}:
            yield from (text.lineno for text in node.args[:1] if isinstance(text, ast.JoinedStr | ast.BinOp))


def _literals(node: ast.expr) -> list[str]:
    """The strings that an argument may be: a literal, or one of two by a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_literals(node.body), *_literals(node.orelse)]
    return []


def sources() -> Iterator[tuple[str, str]]:
    """The files that may say something: name and text. The command line speaks English to who runs the bot."""
    for room in ROOMS:
        for path in sorted(path for path in (ROOT / room).rglob("*.py") if COMMAND_LINE not in path.parents):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def spoken_messages() -> Catalog:
    """Everything that the code says, without translations."""
    catalogue = Catalog(locale="zh_CN", project="whatsnew", charset="utf-8", fuzzy=False)
    for name, text in sources():
        for found in messages_in(text):
            catalogue.add(found, locations=[(name, 0)])
    for text in (*(lack.value for lack in Lack), *_notes()):
        catalogue.add(text)
    return catalogue


def _notes() -> Iterator[str]:
    """The notes of the vocabulary that are words and not only names of products."""
    entries = load_vocabulary().entries.values()
    return (entry.note.rstrip(".") for entry in entries if _WORDS.search(entry.note))


def chinese_messages() -> Catalog:
    """The catalogue as it is committed."""
    with CHINESE_FILE.open("rb") as file:
        return read_po(file, locale="zh_CN")


def refresh() -> None:
    """Writes the catalogue anew: what the code says, with the translations that it had."""
    catalogue = chinese_messages() if CHINESE_FILE.exists() else Catalog(locale="zh_CN")
    catalogue.update(spoken_messages(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    with CHINESE_FILE.open("wb") as file:
        write_po(file, catalogue, width=120, omit_header=False, sort_output=True, include_lineno=False)


if __name__ == "__main__":
    refresh()
