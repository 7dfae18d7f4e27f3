"""Template text: what a repository's pull request form puts into bodies, and what is left without it.

Real bodies are full of words that nobody wrote about the change: verl's form says `[BREAKING]` in 62 % of all bodies
(field/real-updates.md). This room learns the lines that recur in a repository, in bounded memory. What a section of a
body is good for is bot/domain/tagging/body.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SHARE = 0.05
"""A line that stands in more than this share of a repository's bodies is its template."""
LEAST_SEEN = 4
"""So often at least a line must have been seen, whatever the share."""
LINES_KEPT = 4_000
"""How many different lines of one repository are counted; then those seen least are forgotten."""
REPOSITORIES_KEPT = 500
"""How many repositories are learnt at a time; further ones have the empty template."""
LINE_LENGTH_KEPT = 300
"""Longer lines are not counted: they are prose or tables."""
BODY_READ = 20_000
"""So many characters of a body are counted."""


@dataclass(frozen=True, slots=True)
class Template:
    """The lines, folded by `folded`, that are no part of a change in one repository."""

    lines: frozenset[str] = frozenset()

    def holds(self, line: str) -> bool:
        """Whether the line, as it stands in a body, is template text."""
        return folded(line) in self.lines

    def strip(self, body: str) -> str:
        """The body without the template's lines; line breaks stay."""
        if not self.lines:
            return body
        return "\n".join(line for line in body.split("\n") if folded(line) not in self.lines)


EMPTY = Template()


def folded(line: str) -> str:
    """The line as it is counted: white space, case and the tick of a checklist do not matter."""
    return " ".join(line.split()).replace("[x]", "[ ]").replace("[X]", "[ ]").casefold()


class TemplateLearner:
    """Counts the lines of each repository's bodies; memory is bounded by the limits of this module."""

    def __init__(self) -> None:
        self._bodies: dict[str, int] = {}
        self._lines: dict[str, dict[str, int]] = {}
        self._made: dict[str, Template] = {}

    def observe(self, repository: str, body: str) -> None:
        """Count the lines of one body; each line counts once a body. Empty bodies say nothing and do not count."""
        key = repository.casefold()
        if not body or (key not in self._bodies and len(self._bodies) >= REPOSITORIES_KEPT):
            return
        self._made.pop(key, None)
        self._bodies[key] = self._bodies.get(key, 0) + 1
        counts = self._lines.setdefault(key, {})
        for line in {folded(line) for line in body[:BODY_READ].split("\n") if len(line) <= LINE_LENGTH_KEPT}:
            if line:
                counts[line] = counts.get(line, 0) + 1
        if len(counts) > LINES_KEPT:
            self._lines[key] = _without_rare(counts)

    def template(self, repository: str) -> Template:
        """What has been learnt of a repository so far."""
        key = repository.casefold()
        if key not in self._bodies:
            return EMPTY
        if key not in self._made:
            least = max(LEAST_SEEN, SHARE * self._bodies[key])
            self._made[key] = Template(frozenset(line for line, seen in self._lines[key].items() if seen >= least))
        return self._made[key]


def _without_rare(counts: Mapping[str, int]) -> dict[str, int]:
    """The more frequent half; ties are broken by the order in which lines came."""
    kept = sorted(counts, key=counts.__getitem__, reverse=True)[: LINES_KEPT // 2]
    return {line: counts[line] for line in kept}
