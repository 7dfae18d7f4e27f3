"""Questions for one thing: an address, `vllm#47910`, `vllm 47910`, a project and a commit's hash, an arXiv number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.identity import Reference, ReferenceKind, reference_of
from bot.domain.project import Project
from bot.domain.question.fillers import listed
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.segmenting import Filler, Named, Segment, Unknown, Versioned
from bot.domain.question.versions import VersionLookup, is_stored
from bot.domain.tag import Facet

_BEHIND_HASH = re.compile(r"([^#\s]+)\s?#\s?([0-9]{1,9})")
_NUMBER = re.compile(r"[1-9][0-9]{2,8}")
_ANY_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_HASH = re.compile(r"(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{7,64}")
_REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/([^/]+/[^/?#]+?)(?:\.git)?/?", re.IGNORECASE)
_WORDS = listed("pr prs pull request issue commit mr number no")
"""Words that may stand beside the number."""


def of_pointer(text: str, lexicon: Lexicon) -> Reference | None:
    """What an address or a word with a number behind a hash points at; None if nothing that is known."""
    if found := _BEHIND_HASH.fullmatch(text):
        if direct := reference_of(f"{found[1]}#{found[2]}"):
            return direct
        project = project_named(found[1], lexicon)
        return _pull(project, found[2]) if project else None
    if repository_of(text, lexicon):
        return None
    return reference_of(text)


def repository_of(text: str, lexicon: Lexicon) -> Project | None:
    """The project whose front page an address is."""
    found = _REPOSITORY.fullmatch(text)
    return lexicon.projects.of_repository(found[1]) if found else None


def project_named(text: str, lexicon: Lexicon) -> Project | None:
    """The project that a whole word names."""
    senses = lexicon.resolve(text, (Facet.PROJECT,))
    return lexicon.projects.by_key.get(senses[0].tag.name) if senses else None


def of_segments(segments: Sequence[Segment], lexicon: Lexicon, lookup: VersionLookup) -> Reference | None:
    """A project and a number of three and more digits, or a hash, or an arXiv number, and nothing else beside."""
    words = [one for one in segments if not isinstance(one, Filler)]
    hinted = any(isinstance(one, Unknown) and one.word in _WORDS for one in words)
    words = [one for one in words if not (isinstance(one, Unknown) and one.word in _WORDS)]
    match words:
        case [Versioned(low=number)]:
            return _paper(number)
        case [Named() as kind, Versioned(low=number)] if all(sense.tag.facet is Facet.KIND for sense in kind.senses):
            return _paper(number)
        case [Named() as name, Unknown() as number] | [Unknown() as number, Named() as name]:
            if name.negative or number.negative or name.senses[0].tag.facet is not Facet.PROJECT:
                return None
            project = lexicon.projects.by_key[name.senses[0].tag.name]
            if is_stored(project, number.word, lookup):
                return None
            if (_ANY_NUMBER if hinted else _NUMBER).fullmatch(number.word):
                return _pull(project, number.word)
            if _HASH.fullmatch(number.word):
                return reference_of(f"{project.repositories[0]}@{number.word}")
    return None


def _paper(number: str) -> Reference | None:
    found = reference_of(number)
    return found if found and found.kind is ReferenceKind.PAPER else None


def _pull(project: Project, number: str) -> Reference | None:
    return reference_of(f"{project.repositories[0]}#{int(number)}")


def spelled(reference: Reference, lexicon: Lexicon) -> str:
    """The reference as people type it: `vllm#47910`, else its address."""
    project = lexicon.projects.of_repository(reference.repository) if reference.repository else None
    if reference.kind is ReferenceKind.PULL:
        return f"{project.key if project else reference.repository}#{reference.number}"
    if reference.kind is ReferenceKind.COMMIT:
        return f"{reference.repository}@{reference.commit}"
    return reference.url
