"""One update while it is read: its title and body in words."""

from __future__ import annotations

from bot.domain.project import Project
from bot.domain.tagging.body import Paragraph
from bot.domain.tagging.heading import Heading
from bot.domain.tagging.tokens import Words, words_of
from bot.domain.update import Kind, RawUpdate


class Reading:
    """Everything that the tagger asks of an update more than once."""

    __slots__ = ("_all", "bodies", "heading", "kind", "parts", "project", "raw", "title")

    def __init__(
        self, raw: RawUpdate, heading: Heading, parts: list[Paragraph], kind: Kind, project: Project | None
    ) -> None:
        self.raw = raw
        self.heading = heading
        self.parts = parts
        self.kind = kind
        self.project = project
        self.title = words_of(heading.title)
        self.bodies: list[Words] = [words_of(part.text) for part in parts]
        self._all: set[str] | None = None

    @property
    def key(self) -> str:
        """The project's key; the repository's name where the catalogue does not know it."""
        return self.project.key if self.project else self.raw.repository.rpartition("/")[2].casefold()

    def holds(self, word: str) -> bool:
        """Whether the update has the word; what is more than a word ("base image", "ci/build") is looked for as it
        stands in the title, with a colon ("cp:") at its beginning; "@key" is its project."""
        if word[-1] == ":":
            return self.heading.title.casefold().startswith(word)
        if " " in word or "/" in word:
            return word in self.heading.title.casefold()
        if self._all is None:
            self._all = {"@" + self.key, *words_of(self.raw.repository).folded, *self.title.folded}
            for words in self.bodies:
                self._all.update(words.folded)
        return word in self._all
