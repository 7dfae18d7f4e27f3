"""The names that a question may hold, by their folded letters and digits: projects, tags, and their words.

Built once from the vocabulary and the projects. A name is found whatever parts it ("kv cache", "kv-cache", "KVCache"),
but only where its own spelling lets it be parted: "in t4" is not "int4".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.domain.project import Projects
from bot.domain.question.ambiguity import AMBIGUOUS
from bot.domain.question.fillers import FILLERS
from bot.domain.question.folding import Gap, Token, key_of, parts_of
from bot.domain.question.model_versions import ModelVersions
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind
from bot.domain.vocabulary import Alias, Vocabulary

MOST_TOKENS = 10
"""A name is looked for in so many tokens at the most (Chinese characters count one by one)."""
_WHOLE_PART = 3
"""Letters that a part of a name needs to be typed apart where the name itself has no gap: "flash infer"."""
_SUFFIXED_SM = re.compile(r"(sm[0-9]{2,3})[af]")
_IN_QUESTIONS = frozenset({"both", "question"})
_FACETS = {facet: at for at, facet in enumerate(Facet)}
_NO_KEYS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sense:
    """What a name stands for: a tag (projects among them), the spelling it was given, and its conditions.

    `joints` are the places in the key where the name may be parted.
    """

    tag: Tag
    spelling: str
    joints: frozenset[int] = frozenset()
    needs: frozenset[str] = frozenset()
    forbids: frozenset[str] = frozenset()
    exact_case: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the name stands for its tag wherever it is written."""
        return not self.needs and not self.forbids and not self.exact_case


@dataclass(frozen=True, slots=True)
class Context:
    """What else stands in the question, for names that need or forbid company: the keys of its words and tags."""

    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hit:
    """A name that begins at a token: how many tokens it takes and what it may stand for."""

    length: int
    senses: tuple[Sense, ...]


@dataclass
class _Draft:
    """Senses by key while the lexicon is built."""

    senses: dict[str, dict[Tag, Sense]] = field(default_factory=dict)

    def add(self, tag: Tag, alias: Alias, own: bool = False) -> None:
        """Adds a name. One that is given with and without conditions has none, unless the plain one is only the tag's
        `own` name, beside which the vocabulary sets conditions (Step, Ring). Gaps of all its spellings count."""
        parts = parts_of(alias.text)
        key = "".join(parts)
        if not key:
            return
        joints: set[int] = set()
        place = 0
        for part in parts:
            joints.add(place)
            place += len(part)
        sense = Sense(tag, alias.text, frozenset(joints), _keys(alias.needs), _keys(alias.forbids), alias.exact_case)
        known = self.senses.setdefault(key, {})
        before = known.get(tag)
        if before is None:
            known[tag] = sense
        else:
            kept = sense if sense.is_plain and not own else before
            known[tag] = replace(kept, joints=before.joints | sense.joints)

    def count_on_in_chinese(self, vocabulary: Vocabulary) -> None:
        """Names that go on with a number after a tag's own name do so after its Chinese words, too: 昇腾950, 昇腾910B.

        The keys that begin with the stem and a digit lie between "stem0" and "stem:"."""
        known = sorted(key for key in self.senses if key.isascii())
        for entry in vocabulary.entries.values():
            chinese = [one.text for one in entry.aliases if not one.text.isascii() and one.where in _IN_QUESTIONS]
            if not chinese:
                continue
            stem = key_of(entry.tag.name)
            for key in known[bisect_left(known, f"{stem}0") : bisect_left(known, f"{stem}:")]:
                for tag in tuple(self.senses[key]):
                    for text in chinese:
                        self.add(tag, Alias(text + key[len(stem) :]))


class Lexicon:
    """All names of one vocabulary and its projects."""

    def __init__(self, vocabulary: Vocabulary, projects: Projects) -> None:
        self.vocabulary = vocabulary
        self.projects = projects
        draft = _Draft()
        for project in projects.all:
            tag = Tag(Facet.PROJECT, project.key)
            for name in (project.key, project.name, *project.aliases, *project.repositories):
                draft.add(tag, Alias(name))
        for entry in vocabulary.entries.values():
            words = [alias for alias in entry.aliases if alias.where in _IN_QUESTIONS and not alias.prefix]
            for alias in words:
                draft.add(entry.tag, alias)
            for name in (entry.tag.name, entry.label):
                draft.add(entry.tag, Alias(name), own=True)
            if entry.tag.facet is Facet.HARDWARE and "RTX" in entry.note:
                for alias in words:
                    if alias.text[:4].isdigit():
                        draft.add(entry.tag, Alias(f"rtx {alias.text}"))
        for key, meanings in AMBIGUOUS.items():
            draft.senses[key] = {
                meaning.tag: Sense(meaning.tag, meaning.name)
                for meaning in meanings
                if meaning.tag in vocabulary.entries
            }
        draft.count_on_in_chinese(vocabulary)
        for kind in Kind:
            draft.add(Tag(Facet.KIND, kind.value), Alias(kind.value), own=True)
        self._senses: Mapping[str, tuple[Sense, ...]] = {
            key: tuple(sorted(found.values(), key=lambda sense: _FACETS[sense.tag.facet]))
            for key, found in draft.senses.items()
        }
        self._versions = ModelVersions(vocabulary.entries.values())
        company = {key for found in self._senses.values() for sense in found for key in (*sense.needs, *sense.forbids)}
        self._beginnings = sorted({*self._senses, *company, *self._versions.stems})

    def senses(self, key: str) -> tuple[Sense, ...]:
        """What the key may stand for, projects first; a plural s and an SM number's a or f are looked through."""
        if found := self._senses.get(key):
            return found
        if key[-1:].isalnum() and (model := self._versions.read(key)):
            return (Sense(model.tag, self.vocabulary.label(model.tag), model.joints),)
        if suffixed := _SUFFIXED_SM.fullmatch(key):
            return self._senses.get(suffixed[1], ())
        if key.endswith("s") and len(key) > 4 and key.isascii():
            return self._senses.get(key[:-1], ())
        return ()

    def longest_at(self, found: Sequence[Token], start: int, context: Context) -> Hit | None:
        """The longest name that begins at a token, with the senses that the context leaves; None if there is none."""
        key = ""
        places: list[int] = []
        best: Hit | None = None
        for length, token in enumerate(found[start : start + MOST_TOKENS], start=1):
            if length > 1 and (token.gap is Gap.BORDER or token.negative != found[start].negative):
                break
            places.append(len(key))
            key += token.key
            run = found[start : start + length]
            senses = tuple(
                sense for sense in self.senses(key) if _parts_well(run, places, sense) and _holds(sense, run, context)
            )
            if senses:
                best = Hit(length, senses)
            if not key.startswith(self._versions.stems) and not self.goes_on(key):
                break
        return best

    def goes_on(self, key: str) -> bool:
        """Whether a name, or a word that a name wants or shuns beside it, begins with the key."""
        at = bisect_left(self._beginnings, key)
        return at < len(self._beginnings) and self._beginnings[at].startswith(key)

    def resolve(self, text: str, facets: Iterable[Facet]) -> tuple[Sense, ...]:
        """What a whole text names in some facets, conditions and case set aside: the value of `hardware:`."""
        wanted = frozenset(facets)
        key = key_of(text)
        return tuple(sense for sense in self.senses(key) if sense.tag.facet in wanted)

    def spelling(self, tag: Tag) -> str:
        """The shortest text that reads as this tag alone: its name, or `facet:name` where the name is no plain one."""
        senses = self.senses(key_of(tag.name))
        first = [sense for sense in senses if sense.tag.facet is senses[0].tag.facet]
        if [sense.tag for sense in first] == [tag] and first[0].is_plain and tag.name not in FILLERS:
            return tag.name
        return str(tag)

    def spellings(self, key: str, facet: Facet | None = None) -> tuple[str, ...]:
        """How the names with this key are written, folded; those of one facet if it is given."""
        senses = self._senses.get(key, ())
        return tuple(sense.spelling.casefold() for sense in senses if facet in (None, sense.tag.facet))

    def together(self, project: str, card: Tag) -> str | None:
        """The key of the project that a project's name and a card's name make ("vllm" and "ascend"); None if none."""
        found = self.project_at(key_of(f"{project} {card.name}"))
        return found if found != project else None

    def project_at(self, key: str) -> str | None:
        """The key of the project that the letters name; None if they name none."""
        return next((sense.tag.name for sense in self.senses(key) if sense.tag.facet is Facet.PROJECT), None)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """All keys, for finding the nearest one."""
        return tuple(self._senses)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The single words of which names are made, and whole names: what a typo may have meant."""
        found = set(self._senses)
        for senses in self._senses.values():
            for sense in senses:
                found.update(parts_of(sense.spelling))
        return frozenset(found)


def _keys(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(map(key_of, texts)) if texts else _NO_KEYS


def _parts_well(run: Sequence[Token], places: Sequence[int], sense: Sense) -> bool:
    """Whether the name may be parted where it was typed with a gap."""
    for before, token, place in zip(run, run[1:], places[1:], strict=False):
        if token.gap is Gap.NONE or place in sense.joints:
            continue
        if before.key[-1].isdigit() != token.key[0].isdigit():
            continue
        if token.key[0].isdigit() or min(len(before.key), len(token.key)) < _WHOLE_PART:
            return False
    return True


def _holds(sense: Sense, run: Sequence[Token], context: Context) -> bool:
    """Whether the name's conditions hold in this question."""
    if sense.is_plain:
        return True
    if sense.exact_case and _letters(sense.spelling) != "".join(_letters(token.text) for token in run):
        return False
    if sense.forbids & context.keys:
        return False
    return not sense.needs or bool(sense.needs & context.keys)


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum() or sign == ".")
