"""What is said of a name of hardware: its number, and what it must not be taken for."""

from __future__ import annotations

import re

from bot.domain.question.ambiguity import LOOK_ALIKE
from bot.domain.question.folding import key_of
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.notes import Note, NotMeant, ProductIs
from bot.domain.question.segmenting import Named
from bot.domain.tag import Facet, Tag

_NUMBER = re.compile(r"[0-9]{2,}")
_BARE_CARD = re.compile(r"[0-9]{4}(?:ti|super|xt)?")


def product_notes(name: Named, tags: list[Tag], lexicon: Lexicon) -> list[Note]:
    """ "RTX 5090 is SM120.", where a product was typed and a number is looked for."""
    notes: list[Note] = [
        ProductIs(_written(name, tag, lexicon), tag)
        for tag in tags
        if tag.facet is Facet.HARDWARE and _is_product(name.key, tag)
    ]
    if name.key in LOOK_ALIKE and notes:
        meaning = LOOK_ALIKE[name.key]
        notes.append(NotMeant(meaning.name, meaning.tag))
    return notes


def _is_product(key: str, tag: Tag) -> bool:
    """Whether the key is no spelling of the tag's own number, or has a number where the tag has none (910B)."""
    number = _NUMBER.search(tag.name)
    if number:
        return number[0] not in key
    return _NUMBER.search(key) is not None and key_of(tag.name) not in key


def _written(name: Named, tag: Tag, lexicon: Lexicon) -> str:
    """The product as its maker writes it: as in the tag's note where it stands there, a bare card with its series."""
    entry = lexicon.vocabulary.entries.get(tag)
    note = entry.note if entry else ""
    for part in re.split(r"[,:;]\s*", note):
        if key_of(part) == name.key:
            return part
    text = " ".join(token.text for token in name.tokens)
    if _BARE_CARD.fullmatch(name.key) and "RTX" in note:
        text = f"RTX {text}"
    if text != text.lower():
        return text
    return " ".join(_capital(word) for word in text.split())


def _capital(word: str) -> str:
    return word.upper() if word != "ti" and (len(word) < 4 or _NUMBER.search(word)) else word.capitalize()
