"""The tagger: reads one update with the vocabulary, its project and its repository's template."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from bot.domain.project import Projects
from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.tagging.body import paragraphs
from bot.domain.tagging.finder import Finder
from bot.domain.tagging.heading import heading_of
from bot.domain.tagging.judge import OPENING, Where, body_role, is_list, path_role
from bot.domain.tagging.kinds import kind_of
from bot.domain.tagging.measuring import figures_of
from bot.domain.tagging.noise import is_noise
from bot.domain.tagging.reading import Reading
from bot.domain.tagging.role import is_log, role_in_title
from bot.domain.tagging.settle import Draft, settle
from bot.domain.tagging.tagged import Tagged
from bot.domain.tagging.tokens import Words, has_humps, names_cut, words_of
from bot.domain.tagging.topic_words import UNSURE_IN_NAMES
from bot.domain.template import Template
from bot.domain.update import RawUpdate
from bot.domain.vocabulary import Vocabulary

PATHS_READ = 200
"""So many paths of an update are read."""
LABELS_READ = 50
"""So many labels of an update are read."""

_MACRO = re.compile(r"[A-Z]{3,}_$")


class Tagger:
    """Made once; `tag` is pure and may be called from any thread."""

    def __init__(self, vocabulary: Vocabulary, projects: Projects) -> None:
        self._vocabulary = vocabulary
        self._projects = projects
        self._finder = Finder(vocabulary)
        self._prefixes = _prefixes(vocabulary)

    def tag(self, raw: RawUpdate, template: Template) -> Tagged:
        """What the update is about; what its source states itself stands before what is read out of its words."""
        heading = heading_of(raw.title)
        parts = paragraphs(raw.body, template)
        kind = raw.kind or kind_of(heading, " ".join(part.text for part in parts[:OPENING]), raw.repository)
        reading = Reading(raw, heading, parts, kind, self._projects.of_repository(raw.repository))
        noise = is_noise(kind, heading) if raw.noise is None else raw.noise
        draft = Draft(self._vocabulary, kind, noise, heading, reading.key)
        self._read_title(reading, draft)
        self._read_labels_and_paths(reading, draft)
        self._read_body(reading, draft)
        for tag in reading.project.defaults if reading.project else ():
            draft.add(tag, Place.REPOSITORY)
        figures = raw.figures or figures_of(reading, partial(self._device, reading))
        return Tagged(kind, settle(draft, raw.extra_tags), figures, noise)

    def _read_title(self, reading: Reading, draft: Draft) -> None:
        text, words = reading.heading.title, reading.title
        for match in self._finder.find(words, reading.holds):
            start, end = words.span(match.first, match.last)
            role = role_in_title(text, start, end)
            if match.tag.facet is Facet.FORMAT and text[end : end + 1] == "_" and _MACRO.search(text[:start]):
                role = Role.MENTION
            draft.add(match.tag, Place.TITLE, role, text[start:end])
        if cut := names_cut(text, words):
            self._read_humps(words_of(cut), reading, draft)
        for mark in reading.heading.marks:
            tag, forbids = self._prefixes.get(mark, (None, ()))
            if tag and not any(map(reading.holds, forbids)):
                draft.add(tag, Place.TITLE)

    def _read_humps(self, words: Words, reading: Reading, draft: Draft) -> None:
        """Topics that names in camel case are made of (NixlKVManager), and their models where none is named by itself
        (Qwen3NextForCausalLM)."""
        models = [tag for tag in draft.found if tag.facet is Facet.MODEL and draft.is_about(tag)]
        apart = any(not has_humps(draft.words[tag]) for tag in models)
        for match in self._finder.find(words, reading.holds):
            unsure = match.last - match.first == 1 and words.folded[match.first] in UNSURE_IN_NAMES
            if match.tag.facet is Facet.TOPIC and not unsure:
                draft.add(match.tag, Place.TITLE)
            elif match.tag.facet is Facet.MODEL and not apart and not any(match.tag.name in tag.name for tag in models):
                for tag in models:
                    if match.tag.name.startswith(tag.name):
                        draft.drop(tag)
                draft.add(match.tag, Place.TITLE)

    def _read_labels_and_paths(self, reading: Reading, draft: Draft) -> None:
        for label in reading.raw.labels[:LABELS_READ]:
            for match in self._finder.find(words_of(label), reading.holds):
                draft.add(match.tag, Place.LABEL)
        for path in reading.raw.paths[:PATHS_READ]:
            for match in self._finder.find(words_of(path), reading.holds):
                if match.tag.facet is not Facet.TOPIC:
                    draft.add(match.tag, Place.PATH, path_role(path))

    def _read_body(self, reading: Reading, draft: Draft) -> None:
        titled = draft.titled
        for number, (part, words) in enumerate(zip(reading.parts, reading.bodies, strict=True)):
            matches = self._finder.find(words, reading.holds)
            if not matches or is_log(part):
                continue
            where = Where(reading.kind, number, part, is_list(matches), titled)
            for match in matches:
                if (match.tag.facet is Facet.TOPIC and not where.opens) or draft.is_about(match.tag):
                    continue
                start, end = words.span(match.first, match.last)
                draft.add(match.tag, Place.BODY, body_role(where, match, start, end), part.text[start:end])

    def _device(self, reading: Reading, places: Sequence[int], heading: str) -> str | None:
        """The label of the only hardware number that these paragraphs and the heading name; -1 is the title."""
        texts = [reading.title if place < 0 else reading.bodies[place] for place in places]
        if heading:
            texts.append(words_of(heading))
        found = (match.tag for words in texts for match in self._finder.find(words, reading.holds))
        numbers = {tag for tag in found if tag.facet is Facet.HARDWARE and tag.name[-1].isdigit()}
        return self._vocabulary.label(numbers.pop()) if len(numbers) == 1 else None


def _prefixes(vocabulary: Vocabulary) -> dict[str, tuple[Tag, tuple[str, ...]]]:
    """The tags of an update's prefixes, each with the words that forbid it: words that count only there, and versions
    that go without a family's name."""
    found: dict[str, tuple[Tag, tuple[str, ...]]] = {}
    for entry in vocabulary.entries.values():
        found.update((alias.text.casefold(), (entry.tag, alias.forbids)) for alias in entry.aliases if alias.prefix)
        if entry.versions and entry.versions.marks:
            names = {version: entry.versions.name.format(version) for version in entry.versions.known}
            forbids = entry.versions.forbids
            found.update((version, (Tag(entry.tag.facet, name), forbids)) for version, name in names.items())
    return found
