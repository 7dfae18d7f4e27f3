"""The text that a sentence is checked against, read once: words, names, numbers, tags and concepts of cited updates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from bot.domain.grounding.concepts import concepts_in, joined_text
from bot.domain.grounding.hostile import without_instructions
from bot.domain.grounding.numbers import Numbers
from bot.domain.spelling import name_key
from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.tagging.finder import Finder
from bot.domain.tagging.tokens import words_of
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

BODY_READ = 16_000
"""Characters of a description that count as a source; what a model is shown is less."""
LONGEST_NAME = 5
"""Words that a name may be written in ("RTX PRO 6000 Blackwell")."""

CHECKED_FACETS = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})

_RUN = re.compile(r"[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
_STOP_WORDS = (
    "a an and are as at be been but by can could did do does each for from get gets had has have if in into is it "
    "its itself may might more most much of on once one only onto or other out over own per same so some such "
    "than that the their them then there these they this those through to too under until up use used uses using "
    "via was were what when where which while who will with within would now also after before instead just still "
    "both all any every it's between during because about another behind"
)
_STOP = frozenset(_STOP_WORDS.split())
_ENDING_LIST = (
    "izations ization isation ations ation ingly ments ment ings ing edly ies ied ers ors er or ed es ly al s e y"
)
_ENDINGS = tuple(_ENDING_LIST.split())
_SHORTEST_STEM = 3
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Source:
    """What the cited updates say, without paragraphs that speak to a model."""

    def __init__(
        self, updates: Sequence[Update], vocabulary: Vocabulary, finder: Finder, names: Sequence[str] = ()
    ) -> None:
        self.title = without_instructions(joined_text([text for one in updates for text in (one.title, one.summary)]))
        bodies = [without_instructions(one.body[:BODY_READ]) for one in updates]
        counts = {len(updates), len({one.project for one in updates})} - {0, 1}
        told = [text for one in updates for text in (one.links.tag or "", *one.links.fixes, f"#{one.links.pull or ''}")]
        self.text = joined_text((self.title, *bodies))
        self._all = joined_text(
            (self.text, *map(str, sorted(counts)), *told, *names, *(one.repository for one in updates))
        )
        self.links = frozenset(one.url for one in updates if one.url)
        self.folded = unicodedata.normalize("NFKC", self._all).casefold().replace("`", "")
        self.runs = runs_of(self._all)
        self.grams = _grams(self.runs) | _grams([part for run in self.runs for part in _parts(run)])
        self.stems = stems_of(self._all) | {stem(part) for run in self.runs for part in _parts(run)}
        self.title_stems = stems_of(self.title)
        self.numbers = Numbers(self._all)
        self.concepts = concepts_in(self.text)
        self.title_concepts = concepts_in(self.title)
        said = tags_in(self._all, finder)
        carried = frozenset(found.tag for one in updates for found in one.tags)
        self.tags = vocabulary.closure(said | carried)
        self.about = frozenset(tag for one in updates for tag in one.about())
        self.titled = frozenset(found.tag for one in updates for found in one.tags if _is_titled(found))
        self.written_tags = said | carried

    def holds_literally(self, token: str) -> bool:
        """Whether a token stands in the text as a whole, in any case."""
        folded = token.casefold()
        if folded not in self.folded:
            return False
        return bool(re.search(rf"(?<![a-z0-9_]){re.escape(folded)}(?![a-z0-9_])", self.folded))

    def holds_flag(self, flag: str) -> bool:
        """Whether a command line's flag stands in the text, whole."""
        return bool(re.search(rf"(?<![\w-]){re.escape(flag.casefold())}(?![\w-])", self.folded))


def _is_titled(found: FoundTag) -> bool:
    return found.place is Place.TITLE and found.role is Role.ABOUT


def tags_in(text: str, finder: Finder) -> frozenset[Tag]:
    """The tags that the words of a text name, hardware, formats, models and topics."""
    words = words_of(unicodedata.normalize("NFKC", text))
    present = frozenset(words.folded)
    joined = " ".join(words.folded)

    def holds(word: str) -> bool:
        return word in present or (" " in word and word in joined)

    return frozenset(match.tag for match in finder.find(words, holds))


def runs_of(text: str) -> list[str]:
    """Runs of letters and digits with inner points, in their own case; a point at the end of a sentence is none."""
    return _RUN.findall(unicodedata.normalize("NFKC", text))


def content_words(text: str) -> list[str]:
    """The words that say something: no stop words, no single letters, no bare numbers."""
    found = []
    for run in runs_of(text):
        folded = run.casefold()
        if len(folded) > 1 and folded not in _STOP and not folded.replace(".", "").isdigit():
            found.append(folded)
    return found


def stems_of(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(map(stem, content_words(text)))


def stem(word: str) -> str:
    """A word without its ending, doubled consonants single; enough to tell hangs from hang."""
    folded = word.casefold()
    if any(sign.isdigit() for sign in folded) or not folded.isascii():
        return folded
    for ending in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= _SHORTEST_STEM:
            folded = folded[: -len(ending)]
            break
    if len(folded) > _SHORTEST_STEM and folded[-1] == folded[-2]:
        folded = folded[:-1]
    return folded


def _parts(run: str) -> list[str]:
    """The parts of a dotted or humped name: torch.compile, FusedMoE; a version stays whole."""
    pieces = run.split(".") if not any(piece[:1].isdigit() for piece in run.split(".")) else [run]
    return [part for piece in pieces for part in _HUMP.split(piece) if part]


def _grams(runs: Sequence[str]) -> frozenset[str]:
    """Runs of up to LONGEST_NAME neighbours as keys: "deepseek", "deepseekv4"."""
    keys = [name_key(run) for run in runs]
    return frozenset(
        "".join(keys[at : at + size]) for size in range(1, LONGEST_NAME + 1) for at in range(len(keys) - size + 1)
    )
