"""`wrong flashinfer#3822 about sm120`: a reader says that an update's tags are wrong.

What is said waits for whoever runs the bot (handlers/commands/feedback.py); what they say themselves holds at once.
"""

from __future__ import annotations

import asyncio
import re

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.identity import Reference
from bot.domain.tag import Tag
from bot.domain.tag_correction import CORRECTABLE, TagCorrection, is_possible
from bot.domain.update import Update
from bot.wording.catalogue import message
from bot.wording.feedback import noted_document, typed_key, what_is_wrong_document
from handlers.asking import facts_of, read_apart
from handlers.commands.details import found_or_refused
from handlers.corrections import decide
from handlers.deps import Deps
from storage.feedback import FeedbackState, Given

OPEN_PER_PERSON = 50
"""Corrections of one person that may wait for a decision."""

_SAID = re.compile(r"(?P<change>\S.*?)(?:\s+(?P<word>about|not|关于|无关)\s+(?P<tag>\S.{0,80}))?", re.DOTALL)
_NOT = frozenset({"not", "无关"})


def accepts(rest: str, deps: Deps) -> bool:
    """What points at a single change, then perhaps what it is about or is not."""
    found = _SAID.fullmatch(rest)
    return found is not None and _reference(found["change"], deps) is not None


async def wrong(command: Command, deps: Deps) -> Document:
    """Asks what is wrong, or keeps what is said of it."""
    found = _SAID.fullmatch(command.text)
    reference = _reference(found["change"], deps) if found else None
    if found is None or reference is None:
        raise UserError(
            message("Say which change is wrong."), Suggestion("wrong flashinfer#3838", "wrong flashinfer#3838")
        )
    update = await asyncio.to_thread(found_or_refused, reference, deps)
    facts = await facts_of(command, deps, [update.project])
    if not found["word"]:
        return what_is_wrong_document(update, facts)
    correction = TagCorrection(_tag(found["tag"], update, deps), about=found["word"] not in _NOT)
    if not is_possible(correction):
        raise UserError(
            message("That cannot be said of it. A change has one kind: say which it is."),
            Suggestion("wrong", f"wrong {typed_key(update)}"),
        )
    holds = await asyncio.to_thread(_keep, update, correction, command, deps)
    return noted_document(update, correction, facts, holds=holds)


def _reference(text: str, deps: Deps) -> Reference | None:
    reading = read_apart(text, deps)
    return reading.reference if reading else None


def _tag(text: str, update: Update, deps: Deps) -> Tag:
    """The tag that the words name; UserError for none of ours."""
    facet, separator, name = text.partition(":")
    wanted = [one for one in CORRECTABLE if one.value == facet.casefold()] if separator else sorted(CORRECTABLE)
    senses = deps.lexicon.resolve(name if separator and wanted else text, wanted)
    if not senses:
        raise UserError(
            message('There is no tag "{tag}".'), Suggestion("wrong", f"wrong {typed_key(update)}"), tag=text
        )
    return senses[0].tag


def _keep(update: Update, correction: TagCorrection, command: Command, deps: Deps) -> bool:
    """Stores what was said; whether it holds already, because an operator said it."""
    actor, feedback = command.actor, deps.store.feedback
    if feedback.count_open(actor.platform, actor.workspace, actor.user) >= OPEN_PER_PERSON:
        raise UserError(message("Many of your corrections still wait for an answer. Please try later."))
    given = Given(update.key, correction, actor.platform, actor.workspace, actor.user, command.at)
    number = feedback.add(given)
    stored = feedback.get(number)
    if stored and actor.rights.operator:
        decide(stored, FeedbackState.ACCEPTED, deps)
        return True
    return stored is not None and stored.state is FeedbackState.ACCEPTED
