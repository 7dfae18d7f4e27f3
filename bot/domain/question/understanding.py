"""Segments become what is looked for: tags, words, phrases, a window, and the notes on what was guessed.

Cutting a question is scanning and segmenting; the Query itself is put together in bot/domain/reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from bot.domain.query import Sort, VersionRange
from bot.domain.question import faults
from bot.domain.question.ambiguity import AMBIGUOUS, Meaning
from bot.domain.question.correcting import nearest_names
from bot.domain.question.folding import Gap
from bot.domain.question.lexicon import Lexicon, Sense
from bot.domain.question.notes import Ambiguous, Note
from bot.domain.question.pointing import repository_of
from bot.domain.question.products import product_notes
from bot.domain.question.scanning import (
    FACET_OPERATORS,
    LIMIT_OPERATORS,
    SORT_OPERATORS,
    WORD_OPERATORS,
    Operator,
    Phrase,
    Pointer,
)
from bot.domain.question.segmenting import Filler, Named, Segment, Timed, Unknown, Versioned
from bot.domain.question.times import Span
from bot.domain.question.versions import VersionLookup, has_builds, is_stored, version_range
from bot.domain.tag import Facet, Tag
from bot.domain.text import words

MAX_LIMIT = 50
"""Lines of an answer that `limit:` may ask for."""
_SORTS = {
    **{sort.value: sort for sort in Sort},
    **dict.fromkeys(("newest", "latest", "date", "最新"), Sort.NEW),
    **dict.fromkeys(("top", "relevance", "relevant", "最佳"), Sort.BEST),
}

_DIGIT = re.compile(r"[0-9]")
_SECURITY = Tag(Facet.KIND, "security")

_Thing = TypeVar("_Thing")
Part: TypeAlias = Segment | Phrase | Operator | Pointer


@dataclass
class Understood:
    """What a question asks, while it is read: lists in the order of typing, each thing once.

    `hints` are the narrower words that named a topic ("mtp" for speculative decoding); they rank. `taken_away` are the
    exclusions as they were typed, `given` the words that were said to be words.
    """

    tags: list[Tag] = field(default_factory=list)
    excluded: list[Tag] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    excluded_words: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    versions: VersionRange | None = None
    sort: Sort = Sort.NEW
    limit: int | None = None
    explicit: bool = False
    asks: bool = False
    given: set[str] = field(default_factory=set)
    hints: dict[Tag, list[str]] = field(default_factory=dict)
    taken_away: list[str] = field(default_factory=list)
    ambiguous: tuple[Meaning, ...] = ()

    @property
    def projects(self) -> list[str]:
        return [tag.name for tag in self.tags if tag.facet is Facet.PROJECT]

    @property
    def hardware(self) -> list[Tag]:
        return [tag for tag in self.tags if tag.facet is Facet.HARDWARE]


class Understanding:
    """Reads the parts of one question, in order."""

    def __init__(self, parts: Sequence[Part], lexicon: Lexicon, versions: VersionLookup) -> None:
        self._parts = [split for part in parts for split in _apart(part, lexicon)]
        self._lexicon = lexicon
        self._versions = versions
        self._named = self._all_projects()
        self.found = Understood()

    def read(self) -> Understood:
        """Everything that the question asks; UserError where an operator's value or a version is none."""
        self.found.explicit = any(_names_project(part) for part in self._parts)
        self.found.asks = _asks(self._parts)
        for at, part in enumerate(self._parts):
            match part:
                case Named():
                    self._name(part)
                case Timed(span):
                    self.found.spans.append(span)
                case Versioned():
                    self._version(part, at)
                case Unknown():
                    self._unknown(part, at)
                case Phrase(text, negative):
                    if words(text):
                        folded = " ".join(text.casefold().split())
                        _once(self.found.excluded_words if negative else self.found.phrases, folded)
                case Operator():
                    self._operator(part)
                case Pointer():
                    self._pointer(part)
        return self.found

    def _name(self, name: Named) -> None:
        tags = self._tags(name)
        if name.negative:
            self.found.taken_away.append(name.typed)
            for tag in tags:
                _once(self.found.excluded, tag)
            return
        if self.found.explicit and tags[0].facet is Facet.PROJECT:
            _once(self.found.phrases, name.typed)
            return
        for tag in tags:
            _once(self.found.tags, tag)
            if self._is_narrower(name.typed, tag):
                _once(self.found.hints.setdefault(tag, []), name.typed)
        if name.key not in AMBIGUOUS:
            for note in product_notes(name, tags, self._lexicon):
                _once(self.found.notes, note)

    def _is_narrower(self, typed: str, tag: Tag) -> bool:
        """Whether the words say more than the tag does: Latin ones that are not in its own name. Only for topics, which
        are wide (but a backend's number says it all: fa4); for security, of which a CVE is one kind, as "bug" is not of
        fix; and for hardware that is named by a number where its tag has none (310P for Ascend)."""
        own = {*words(tag.name), *words(self._lexicon.vocabulary.label(tag))}
        if not typed.isascii() or own.issuperset(words(typed)):
            return False
        numbered = _DIGIT.search(tag.name) is not None
        if tag.facet is Facet.HARDWARE:
            return not numbered and _DIGIT.search(typed) is not None
        return (tag.facet is Facet.TOPIC and not numbered) or tag == _SECURITY

    def _tags(self, name: Named) -> list[Tag]:
        """The tags that a name stands for: all of one facet, the narrower left away where its family is there."""
        if name.key in AMBIGUOUS:
            return [self._first_of(name)]
        return _widest([sense.tag for sense in name.senses], self._lexicon)

    def _first_of(self, name: Named) -> Tag:
        known = {sense.tag for sense in name.senses}
        meanings = tuple(meaning for meaning in AMBIGUOUS[name.key] if meaning.tag in known)
        if len(meanings) > 1 and not name.negative:
            written = " ".join(token.text.upper() for token in name.tokens)
            _once(self.found.notes, Ambiguous(written, len(meanings), meanings[0].name, meanings[0].tag))
            self.found.ambiguous = meanings
        return meanings[0].tag

    def _unknown(self, part: Unknown, at: int) -> None:
        if part.negative:
            self.found.taken_away.append(part.word)
            _once(self.found.excluded_words, part.word)
        elif not self._stored_version(part, at):
            _once(self.found.words, part.word)

    def _version(self, part: Versioned, at: int) -> None:
        project = self._owner(at, part.since)
        if project is None or (part.is_build and not has_builds(self._lexicon.projects.by_key[project])):
            for word in (part.low, part.high):
                if word:
                    _once(self.found.words, word.casefold())
            return
        owner = self._lexicon.projects.by_key[project]
        self.found.versions = version_range(owner, part.low, part.high, part.since, self._versions)

    def _stored_version(self, part: Unknown, at: int) -> bool:
        """Whether an unknown word with a digit is the version of the project beside it (b12180, a whole tag)."""
        project = self._owner(at, False) if part.token.has_digit else None
        if project is None:
            return False
        owner = self._lexicon.projects.by_key[project]
        if not is_stored(owner, part.word, self._versions):
            return False
        self.found.versions = version_range(owner, part.word, None, False, self._versions)
        return True

    def _owner(self, at: int, since: bool) -> str | None:
        """The project that a version belongs to: the only one of the question, and, unless `since` says that it is a
        version, the name just before it (or just behind it, if the version opens the question)."""
        if len(self._named) != 1 or self.found.versions is not None:
            return None
        if since:
            return self._named[0]
        near = [part for part in self._parts[:at] if not isinstance(part, Filler) and not _is_kind(part)][-1:]
        if not near:
            near = [part for part in self._parts[at + 1 :] if not isinstance(part, Filler)][:1]
        return self._named[0] if near and self._projects_of(near[0]) else None

    def _all_projects(self) -> list[str]:
        explicit = [key for part in self._parts if _names_project(part) for key in self._projects_of(part)]
        bare = [key for part in self._parts for key in self._projects_of(part)]
        return list(dict.fromkeys(explicit or bare))

    def _projects_of(self, part: Part) -> list[str]:
        if isinstance(part, Named) and not part.negative and part.senses[0].tag.facet is Facet.PROJECT:
            return [sense.tag.name for sense in part.senses if sense.tag.facet is Facet.PROJECT]
        if isinstance(part, Operator) and _names_project(part):
            senses = [self._lexicon.resolve(value, (Facet.PROJECT,)) for value in part.values]
            return [sense.tag.name for found in senses for sense in found]
        if isinstance(part, Pointer) and (project := repository_of(part.text, self._lexicon)):
            return [project.key]
        return []

    def _operator(self, part: Operator) -> None:
        if part.name in FACET_OPERATORS:
            facet = FACET_OPERATORS[part.name]
            for value in part.values:
                senses = self._lexicon.resolve(value, (facet,))
                if not senses:
                    raise faults.unknown_name(facet, value, nearest_names(value.casefold(), self._lexicon, facet))
                for tag in _widest([sense.tag for sense in senses], self._lexicon):
                    _once(self.found.excluded if part.negative else self.found.tags, tag)
        elif part.name in WORD_OPERATORS:
            for value in map(str.casefold, part.values):
                if words(value):
                    _once(self.found.excluded_words if part.negative else self.found.words, value)
                    self.found.given.add(value)
        elif part.name in SORT_OPERATORS:
            written = "".join(part.values).casefold()
            if written not in _SORTS:
                raise faults.not_a_sort(written)
            self.found.sort = _SORTS[written]
        elif part.name in LIMIT_OPERATORS:
            written = "".join(part.values)
            if not (written.isascii() and written.isdigit() and len(written) < 4 and 1 <= int(written) <= MAX_LIMIT):
                raise faults.not_a_limit(written, MAX_LIMIT)
            self.found.limit = int(written)

    def _pointer(self, part: Pointer) -> None:
        """An address that is no reference: the front page of a project, else its words."""
        if project := repository_of(part.text, self._lexicon):
            _once(self.found.tags, Tag(Facet.PROJECT, project.key))
        elif words(part.text):
            _once(self.found.words, part.text.casefold())


def _apart(part: Part, lexicon: Lexicon) -> Iterable[Part]:
    """A project's name that was typed in two words which name a project and a card as well: "vllm ascend"."""
    if not isinstance(part, Named) or part.negative or part.senses[0].tag.facet is not Facet.PROJECT:
        return [part]
    for at, token in enumerate(part.tokens):
        if at and token.gap is Gap.SPACE:
            left, right = (
                lexicon.senses("".join(one.key for one in half)) for half in (part.tokens[:at], part.tokens[at:])
            )
            if _is_of(left, Facet.PROJECT) and _is_of(right, Facet.HARDWARE):
                return [Named(left, part.tokens[:at]), Named(right, part.tokens[at:])]
    return [part]


def _is_of(senses: Sequence[Sense], facet: Facet) -> bool:
    return bool(senses) and senses[0].tag.facet is facet


def _names_project(part: Part) -> bool:
    return isinstance(part, Operator) and FACET_OPERATORS.get(part.name) is Facet.PROJECT and not part.negative


def _is_kind(part: Part) -> bool:
    return isinstance(part, Named) and part.senses[0].tag.facet is Facet.KIND


def _asks(parts: Sequence[Part]) -> bool:
    """Whether the question asks if something works: an English auxiliary opens it, or Chinese says so anywhere."""
    fillers = [part for part in parts if isinstance(part, Filler) and part.asks]
    return any(part.anywhere for part in fillers) or bool(parts and isinstance(parts[0], Filler) and parts[0].asks)


def _widest(tags: Sequence[Tag], lexicon: Lexicon) -> list[Tag]:
    """The tags of the first one's facet, without those whose family is among them."""
    same = [tag for tag in dict.fromkeys(tags) if tag.facet is tags[0].facet]
    return [tag for tag in same if not lexicon.vocabulary.families(tag).intersection(same)]


def _once(found: list[_Thing], one: _Thing) -> None:
    if one not in found:
        found.append(one)
