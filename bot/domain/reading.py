"""Reading a question: what somebody typed becomes a Query, with what was guessed said beside it.

One parser for every platform. This room puts the rooms of bot/domain/question together; it looks nothing up and writes
no sentences for answers (bot/wording/notes.py does). The rules that people are told are bot/domain/question/rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.identity import Reference
from bot.domain.query import Query, Sort
from bot.domain.question import pointing
from bot.domain.question.correcting import nearest_names
from bot.domain.question.drafting import Draft, Drafter
from bot.domain.question.faults import too_long
from bot.domain.question.folding import MAX_QUESTION_LENGTH, plain
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.notes import Note
from bot.domain.question.remarks import remarks
from bot.domain.question.spelling import Manner, Spoken, hinted, spell
from bot.domain.question.versions import VersionLookup
from bot.domain.tag import Facet
from bot.domain.version import TaggedVersion

MAX_UNKNOWN = 8
"""Unknown words for which the nearest names are sought; a question with more of them is prose."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Another way to read the question: a button's label and the question that it asks."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word that names nothing, with the nearest names in canonical spelling; it ranks in an answer, and `subscribe`
    refuses it where a name is near ("sm12o" is not a tag)."""

    word: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was understood.

    `text` is the canonical spelling, which a button or a subscription can carry: it reads back to the same query.
    `standing` is the spelling of what its answer shows as a standing question: without time, order, number and
    versions, names only as tags, typed words required. `choices` are the ways to read an ambiguous name, the one that
    was taken first. `reference` is set when a single pull request, issue, commit, release, paper or post was asked for.
    `is_empty` when nothing is looked for, not even a window.
    """

    query: Query
    text: str
    standing: str = ""
    notes: tuple[Note, ...] = ()
    choices: tuple[Choice, ...] = ()
    reference: Reference | None = None
    unknown: tuple[UnknownWord, ...] = ()
    is_empty: bool = False


def no_versions(_project: str) -> Sequence[TaggedVersion]:
    """The lookup of a place where no tags are stored."""
    return ()


def read(text: str, lexicon: Lexicon, now: datetime, zone: ZoneInfo, versions: VersionLookup = no_versions) -> Reading:
    """A question as somebody typed it, without a command word.

    `now` is the moment of asking, `zone` decides where days begin. UserError with a way out for a question that is too
    long, has only exclusions, or gives an operator what it does not take.
    """
    drafter = Drafter(lexicon, now, zone, versions)
    draft = drafter.draft(plain(text))
    if draft.reference:
        return Reading(draft.query, pointing.spelled(draft.reference, lexicon), reference=draft.reference)
    text_of_query = _spelling(draft.query, draft, drafter, lexicon)
    return Reading(
        query=draft.query,
        text=text_of_query,
        standing=_standing(text_of_query, draft, drafter, lexicon),
        notes=remarks(draft, text, lexicon),
        choices=_choices(draft, drafter, lexicon),
        unknown=_unknown([word for word in draft.spoken.words if word not in draft.understood.given], lexicon),
        is_empty=draft.query == Query(sort=draft.query.sort, limit=draft.query.limit),
    )


def _spelling(query: Query, draft: Draft, drafter: Drafter, lexicon: Lexicon) -> str:
    """The plainest spelling that reads back to the same query; UserError where it is too long for a question."""
    text = _plainest(query, draft.spoken, drafter, lexicon)
    if len(text) > MAX_QUESTION_LENGTH:
        raise too_long(len(text), MAX_QUESTION_LENGTH)
    return text


def _plainest(query: Query, spoken: Spoken, drafter: Drafter, lexicon: Lexicon) -> str:
    for manner in Manner:
        text = spell(query, spoken, lexicon, manner)
        if manner is Manner.STRICT:
            break
        again = drafter.draft(text)
        if again.query == query and not again.reference:
            break
    return text


def _standing(text: str, draft: Draft, drafter: Drafter, lexicon: Lexicon) -> str:
    """The standing question of a draft whose spelling is `text`. Names that stand in the query as ranking words too
    (several projects, a card's number) are left to their tags; a topic's narrower words are required, as typed words
    are: else it would bring the whole topic."""
    query, spoken = draft.query, draft.spoken
    narrower = hinted({tag: hints for tag, hints in spoken.hints.items() if tag.facet is not Facet.HARDWARE})
    wanted = replace(
        query,
        words=(),
        phrases=tuple(dict.fromkeys((*query.phrases, *spoken.words, *narrower))),
        window=None,
        versions=None,
        sort=Sort.NEW,
        limit=None,
    )
    if wanted == query:
        return text
    explicit = spoken.explicit or len(spoken.projects) > 1
    return _plainest(wanted, Spoken(spoken.projects, explicit), drafter, lexicon)


def _choices(draft: Draft, drafter: Drafter, lexicon: Lexicon) -> tuple[Choice, ...]:
    meanings = draft.understood.ambiguous
    return tuple(
        Choice(
            f"{meaning.name} · {lexicon.vocabulary.label(meaning.tag)}",
            _spelling(
                replace(draft.query, tags=draft.query.tags - {meanings[0].tag} | {meaning.tag}), draft, drafter, lexicon
            ),
        )
        for meaning in meanings
    )


def _unknown(words: Sequence[str], lexicon: Lexicon) -> tuple[UnknownWord, ...]:
    return tuple(
        UnknownWord(word, nearest_names(word, lexicon) if at < MAX_UNKNOWN else ()) for at, word in enumerate(words)
    )
