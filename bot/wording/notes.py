"""How a question was read, in one sentence a note (WORDING.md 6 and 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.document import Actions, Button, Document, Heading, Small, Text
from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import shortened
from bot.domain.query import Query
from bot.domain.question.notes import (
    Ambiguous,
    BothWays,
    EitherProject,
    EverywhereNot,
    FutureSince,
    Note,
    NotMeant,
    ProductIs,
    ReadAs,
    WordsCut,
)
from bot.domain.reading import UnknownWord
from bot.domain.tag import Facet
from bot.domain.text import clean
from bot.domain.window import Window
from bot.wording.catalogue import listed, number, say, sentence_of
from bot.wording.dates import length
from bot.wording.errors import BUTTON_LIMIT
from bot.wording.facts import Facts
from bot.wording.joining import beside, commas
from bot.wording.naming import query_title, tag_word
from bot.wording.words import in_words

NOTE_LIMIT = 200
"""Characters of one note."""

WORD_LIMIT = 40
"""Characters of an unknown word."""

TYPED_LIMIT = 50
"""Characters of a question that stand beside its error."""

UNKNOWN_SHOWN = 3
"""Unknown words that are spoken of."""


def note_lines(
    notes: Iterable[Note], unknown: Iterable[UnknownWord], facts: Facts, window: Window
) -> tuple[Small, ...]:
    """One small line for all notes together, one for unknown words that have near names, one for words that no text of
    the answer's `window` has."""
    sentences = [shortened(_sentence(note, facts, window), NOTE_LIMIT) for note in notes]
    near = [word for word in unknown if word.nearest][:UNKNOWN_SHOWN]
    absent = [f'"{shortened(clean(word), WORD_LIMIT)}"' for word in facts.absent_words[:UNKNOWN_SHOWN]]
    nowhere = say("No text found in this window has {words}.", words=listed(absent, "or")) if absent else ""
    lines = [beside(*sentences), beside(*(_unknown(word) for word in near)), nowhere]
    return tuple(Small((Text(line),)) for line in lines if line)


def read_as_search(document: Document, query: Query, facts: Facts, command: str, usage: str) -> Document:
    """An answer to a question that begins with a command's word (WORDING.md 6): below its heading stands what was
    looked for and how the command is used ("" for one that cannot be used yet), with a button that explains it."""
    asked = replace(query, phrases=tuple(dict.fromkeys((*query.phrases, *query.words))), words=())
    text = say("Read as a search for: {text}.", text=query_title(asked, facts))
    if usage:
        text = beside(text, say("The command is used like this: {usage}", usage=usage))
    at = 1 if document.blocks and isinstance(document.blocks[0], Heading) else 0
    blocks = [*document.blocks[:at], Small((Text(text),)), *document.blocks[at:]]
    if usage:
        blocks.append(Actions((Button(shortened(usage, BUTTON_LIMIT), f"help {command}"),)))
    return Document(tuple(blocks))


def error_read_as_search(error: UserError, question: str, command: str, usage: str) -> UserError:
    """The error of a question that begins with a command's word: behind its sentence stands what was looked for and how
    the command is used, behind its ways out what explains the command."""
    note = say("Read as a search for: {text}.", text=shortened(clean(question), TYPED_LIMIT))
    if usage:
        note = beside(note, say("The command is used like this: {usage}", usage=usage))
    explained = [Suggestion(usage, f"help {command}")] if usage else []
    sentence = clean(sentence_of(error))
    return UserError("{sentence}\n{note}", *error.suggestions, *explained, sentence=sentence, note=note)


def _sentence(note: Note, facts: Facts, window: Window) -> str:
    match note:
        case ReadAs():
            return _read_as(note, facts)
        case ProductIs(words, tag):
            return say("{product} is {tag}.", product=clean(words), tag=tag_word(tag, facts))
        case NotMeant(words, tag):
            return say("{name} ({tag}) is not meant.", name=clean(words), tag=tag_word(tag, facts))
        case Ambiguous(words, count, shown, tag):
            places = {"words": clean(words), "count": _count(count)}
            if tag.facet is Facet.HARDWARE:
                text = say('"{words}" is {count} cards.', **places)
            else:
                text = say('"{words}" means {count} things.', **places)
            return beside(text, say("Shown: {name} ({tag}).", name=clean(shown), tag=tag_word(tag, facts)))
        case EverywhereNot(tag, project):
            name = facts.projects.name(project)
            return say("{tag} in every project, not only in {project}.", tag=tag_word(tag, facts), project=name)
        case EitherProject(projects, word, both):
            names = [facts.projects.name(key) for key in projects]
            return say(
                '{projects}. Both at once: "{word}" in {first} → {question}',
                projects=listed(names, "or"),
                word=clean(word),
                first=names[0],
                question=clean(both),
            )
        case BothWays(together, project, tag):
            return say(
                "Read as {together}, and {project} with {tag}.",
                together=facts.projects.name(together),
                project=facts.projects.name(project),
                tag=tag_word(tag, facts),
            )
        case FutureSince():
            if window.start is None:
                return say("That day has not come. Showing all there is instead.")
            return say("That day has not come. Showing the last {length} instead.", length=length(window))
        case WordsCut(kept, typed):
            return say("Only the first {kept} of {typed} words are looked for.", kept=number(kept), typed=number(typed))


def _read_as(note: ReadAs, facts: Facts) -> str:
    read = [tag_word(tag, facts) for tag in note.tags] + [f'"{clean(word)}"' for word in note.words]
    text = commas(read)
    if not note.excluded:
        return say("Read as {text}.", text=text)
    excluded = listed([tag_word(tag, facts) for tag in note.excluded], "or")
    if not text:
        return say("Read as: without {excluded}.", excluded=excluded)
    return say("{text} without {excluded}.", text=text, excluded=excluded)


def _unknown(word: UnknownWord) -> str:
    return say(
        '"{word}" is no tag and is looked for as a word. Nearest: {nearest}.',
        word=shortened(clean(word.word), WORD_LIMIT),
        nearest=commas(clean(name) for name in word.nearest),
    )


def _count(count: int) -> str:
    return in_words(count)
