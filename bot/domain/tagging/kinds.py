"""The kind of an update: the first that applies, top down, by what was changed rather than by the prefix (LABELS.md).

Word lists stand in bot/domain/tagging/kind_words.py; here is the order in which they are asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.tagging import kind_words as say
from bot.domain.tagging.heading import Heading
from bot.domain.tagging.tokens import words_of
from bot.domain.update import Kind

OPENING_READ = 300
"""So many characters of the body say whether an addition is in truth a repair."""


@dataclass(frozen=True, slots=True)
class _Title:
    """The title as the rules read it: folded text behind the prefixes, its first word, the whole of it folded, its
    words, its prefixes."""

    text: str
    first: str
    whole: str
    words: frozenset[str]
    marks: frozenset[str]

    def has(self, words: frozenset[str]) -> bool:
        return not self.words.isdisjoint(words)

    def marked(self, words: frozenset[str]) -> bool:
        return not self.marks.isdisjoint(words)


def kind_of(heading: Heading, body: str, repository: str) -> Kind:
    """The kind by title and, where the title leaves it open, by the beginning of the body (without template text)."""
    words = words_of(heading.folded).folded
    marks = heading.marks | {mark.rpartition(" ")[2] for mark in heading.marks if " " in mark} & say.LAST_WORDS
    title = _Title(heading.folded, words[0] if words else "", heading.title.casefold(), frozenset(words), marks)
    return (
        _undone_or_urgent(title)
        or _released(title, repository)
        or _breaking_or_deprecated(title, heading)
        or _by_artefact(title, body)
        or _by_prefix(title)
        or _by_words(title, body)
    )


def _undone_or_urgent(title: _Title) -> Kind | None:
    if _undoes(title):
        return Kind.REVERT
    if title.marked(say.DOCS_OR_CI):
        return None
    security = title.marked(say.SECURITY) or (title.has(say.SECURITY_HINTS) and say.SECURITY_FIX.search(title.text))
    return Kind.SECURITY if security else None


def _undoes(title: _Title) -> bool:
    """Whether a change is taken back: not where it is brought back, by name or by the revert of a revert."""
    if title.marked(say.REVERT) and not say.REVERTS.match(title.text):
        return not say.RELANDS.match(title.text)
    if not say.REVERTS.match(title.text):
        return False
    nested = say.NESTED.match(title.text)
    return nested is None or len(say.ONE_REVERT.findall(nested[0])) % 2 == 1


def _released(title: _Title, repository: str) -> Kind | None:
    if title.marked(say.NO_RELEASE) or title.first in say.REMOVES:
        return None
    if title.marked(say.RELEASE):
        return _by_release_prefix(title)
    if not (title.has(say.RELEASE_HINTS) or title.first[1:2].isdigit() or title.first[:1].isdigit()):
        return None
    if not say.RELEASES.search(title.text):
        return None
    other = say.OTHER_PACKAGE.search(title.text)
    return Kind.RELEASE if not other or _is_own(other[0], repository) else None


def _by_release_prefix(title: _Title) -> Kind | None:
    """A release names its version; what else is said behind [Release] is about how releases are made."""
    named = say.VERSION.search(title.text) and title.first not in say.ADDS | say.REPAIRS
    if (named or say.RELEASES.search(title.text)) and not title.has(say.PUBLISHES):
        return None if title.has(say.DOCS_WORDS) else Kind.RELEASE
    return Kind.CI if title.has(say.PUBLISHES) else None


def _is_own(package: str, repository: str) -> bool:
    """Whether a package is the repository's own by its name: sgl-kernel of sgl-project/sglang, megatron-fsdp of
    Megatron-LM."""
    owner, _, name = repository.casefold().partition("/")
    stems = [name.partition("-")[0]] + ([owner.removesuffix("-project")] if owner.endswith("-project") else [])
    named = package.replace("_", "-")
    return name in named or any(f" {stem}-" in named for stem in stems)


def _breaking_or_deprecated(title: _Title, heading: Heading) -> Kind | None:
    inner = title.marked(say.INNER)
    if heading.breaking or ("breaking" in title.words and say.BREAKS.search(title.text)):
        return Kind.BREAKING
    if not inner and title.first in say.REMOVES and _removes_outward(title):
        return Kind.BREAKING
    if inner or title.marked(say.FIX) or title.first in say.REPAIRS:
        return None
    deprecates = title.marked(say.DEPRECATION) or say.DEPRECATES.search(title.text)
    return Kind.DEPRECATION if deprecates else None


def _removes_outward(title: _Title) -> bool:
    """Whether what a title removes or renames is something that users call, set or rely on."""
    if title.marked(say.REPAIRS_OR_SPEEDS):
        return False
    if say.DROPS_SUPPORT.match(title.text) and not title.has(say.CHECKS):
        return True
    what = say.PLACE.split(title.text, 1)[0]
    if say.MODELS.match(what) and not title.has(say.CHECKS | say.NO_MODEL):
        return True
    if title.has(say.INWARD) or say.PRIVATE.search(what):
        return False
    return title.marked(say.DEPRECATION) or bool(say.OUTWARD.search(what))


def _by_artefact(title: _Title, body: str) -> Kind | None:
    """CI, tests, docs and dependencies by what was changed."""
    if title.marked(say.DEPENDENCY) or say.BUMPS_ACTION.match(title.text):
        return Kind.DEPENDENCY
    if title.marked(say.TEST) and title.whole.startswith(("test", "[test")):
        return Kind.TEST
    for marks, kind in ((say.TEST_CI, Kind.TEST), (say.CI, Kind.CI), (say.TEST, Kind.TEST)):
        if title.marked(marks):
            return kind
    if title.marked(say.DOCS) and (not title.marked(say.NO_DOCS) or say.DOCS_FIRST.match(title.whole)):
        return Kind.DOCS
    typed = title.marked(say.GAINS)
    if not typed:
        if _is_ci(title):
            return Kind.CI
        if "runner" in title.text and say.CI_RUNNER.search(title.text):
            return Kind.CI
        if _is_test(title):
            return Kind.TEST
        if "typo" in title.words or "typos" in title.words:
            return Kind.DOCS
    if typed or title.marked(say.FIX | say.REFACTOR):
        return None
    if title.has(say.DOCS_WORDS) or say.DOCS_PHRASES.search(title.text) or _only_example(title):
        return Kind.DOCS
    if title.has(say.BUMP_HINTS) and say.BUMPS.search(title.text):
        return Kind.DEPENDENCY
    if title.first == "skip" and "test" in body[:600].casefold():
        return Kind.TEST
    return Kind.CI if say.BUILDS_FASTER.search(title.text) else None


def _is_ci(title: _Title) -> bool:
    words = title.words & say.CI_WORDS
    if title.marked(say.FIX | say.REFACTOR):
        words -= say.PROCESSES
    return bool(words) or any(phrase in title.text for phrase in say.CI_PHRASES)


def _is_test(title: _Title) -> bool:
    """Whether tests were changed; what was added with its tests is no test."""
    if title.has(say.TEST_WORDS) and not say.NOT_A_TEST.search(title.text):
        rest = title.text
        if title.first in say.ADDS:
            rest = "" if say.FIXES_TOO.search(rest) else say.WITH_TESTS.sub("", rest)
        elif title.first in say.REPAIRS or title.marked(say.FIX):
            rest = say.FIX_WITH_TESTS.sub("", rest)
        return rest == title.text or not say.TEST_WORDS.isdisjoint(words_of(rest).folded)
    return "test" in title.text and bool(say.TEST_NAME.search(title.text))


def _by_prefix(title: _Title) -> Kind | None:
    """What a typed prefix says, unless the title corrects it at its very beginning."""
    if title.marked(say.PERFORMANCE):
        return Kind.PERFORMANCE
    if title.marked(say.FIX):
        return Kind.FIX
    if title.marked(say.FEATURE):
        return Kind.PERFORMANCE if title.first in say.SPEEDS else Kind.FEATURE
    return Kind.REFACTOR if title.marked(say.REFACTOR) else None


def _by_words(title: _Title, body: str) -> Kind:
    """Performance, fix, feature or refactor by the words of the title, then by the beginning of the body."""
    improves = title.first in say.IMPROVES
    symptoms = say.STRONG_SYMPTOMS if improves else say.SYMPTOMS
    repairs = title.first in say.REPAIRS or title.has(symptoms)
    faster = title.has(say.FAST_WORDS) or (title.has(say.FAST_HINTS) and bool(say.FASTER.search(title.text)))
    adds = title.first in say.ADDS
    if faster and adds:
        faster = bool(say.ADDS_SPEED.search(title.text))
    if faster and (title.first not in ("fix", "fixes", "fixed") or "performance issue" in title.text):
        return Kind.PERFORMANCE
    if adds and not say.ADDS_GUARD.match(title.text):
        mends = say.OPENS_WITH_FIX.match(body) or (title.has(say.TEST_WORDS) and say.FIXES_TOO.search(title.text))
        return Kind.FIX if mends else Kind.FEATURE
    if repairs or say.ADDS_GUARD.match(title.text) or say.REPAIR_PHRASES.search(title.text):
        return Kind.FIX
    if title.first in say.TIDIES or title.has(say.TIDY_WORDS) or say.MERGES.match(title.text):
        return Kind.REFACTOR
    if say.BODY_FIX.search(body[:OPENING_READ].casefold()):
        return Kind.FIX
    return Kind.REFACTOR if title.marked(say.CHORE) and not improves else Kind.FEATURE


def _only_example(title: _Title) -> bool:
    if not title.has(say.EXAMPLES) and not title.marked(say.EXAMPLES):
        return False
    if title.has(say.FAST_WORDS) or title.first == "remove" or "regression" in title.words:
        return False
    if title.marked(say.EXAMPLES):
        return not title.text.startswith("add examples")
    return bool(say.EXAMPLE_CHANGE.search(title.text)) and "support" not in title.words
