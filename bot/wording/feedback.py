"""Corrections of tags in words: what can be said of an update, that it was noted, and what waits for a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.document import Actions, Block, Button, Document, Heading, Inline, List, Paragraph, Small, Strong, line
from bot.domain.tag import Role
from bot.domain.tag_correction import TagCorrection
from bot.domain.text import clean
from bot.domain.update import Update
from bot.wording.catalogue import number, say, say_count
from bot.wording.facts import Facts
from bot.wording.links import link_label, link_of

CHOICES = 10
"""Tags that are offered as buttons."""


@dataclass(frozen=True, slots=True)
class SaidOf:
    """A correction with its number and the update that it is about, None where the store has it no more."""

    number: int
    key: str
    correction: TagCorrection
    update: Update | None


def typed_key(update: Update) -> str:
    """What points at an update in a command line: its key where that is one, else its address."""
    return update.key if "#" in update.key or "@" in update.key else update.url


def what_is_wrong_document(update: Update, facts: Facts) -> Document:
    """The tags of an update, each with a button that says the contrary."""
    key = typed_key(update)
    label = facts.vocabulary.label
    about = dict.fromkeys(found.tag for found in update.tags if found.role is Role.ABOUT)
    mentioned = dict.fromkeys(
        found.tag for found in update.tags if found.role is Role.MENTION and found.tag not in about
    )
    buttons = [Button(say("Not about {tag}", tag=label(tag)), f"wrong {key} not {tag}") for tag in about]
    buttons += [Button(say("It is about {tag}", tag=label(tag)), f"wrong {key} about {tag}") for tag in mentioned]
    head = Heading(1, line(Strong(say("What is wrong with {change}?", change=_name(update, facts)))))
    example = say("Another tag? Type: wrong {key} about sm120", key=key)
    actions = (Actions(tuple(buttons[:CHOICES])),) if buttons else ()
    return Document((head, Small(line(clean(update.title))), *actions, Small(line(example))))


def noted_document(update: Update, correction: TagCorrection, facts: Facts, *, holds: bool) -> Document:
    """What was noted, and from when on it holds."""
    said = _said(_name(update, facts), correction, facts)
    when = say("It holds from now on.") if holds else say("Whoever runs the bot decides; until then its tags stay.")
    return Document((Heading(1, line(Strong(say("Noted")), f": {said}")), Small(line(when))))


def feedback_document(said: Sequence[SaidOf], waiting: int, facts: Facts) -> Document:
    """What waits for a decision, oldest first, with the buttons for the first one."""
    if not said:
        return Document((Paragraph(line(say("No correction waits for a decision."))),))
    head = say_count("{count} correction waits", "{count} corrections wait", waiting)
    blocks: list[Block] = [
        Heading(1, line(Strong(head))),
        List(tuple(_line(one, facts) for one in said)),
        Actions(
            (
                Button(say("Accept {number}", number=str(said[0].number)), f"feedback accept {said[0].number}"),
                Button(say("Refuse {number}", number=str(said[0].number)), f"feedback refuse {said[0].number}"),
            )
        ),
    ]
    if waiting > len(said):
        blocks.append(Small(line(say("{count} more", count=number(waiting - len(said))))))
    return Document(tuple(blocks))


def decided_document(said: SaidOf, facts: Facts, *, accepted: bool) -> Document:
    """What was decided, and that this can be turned round."""
    word = say("Accepted") if accepted else say("Refused")
    turned = f"feedback {'refuse' if accepted else 'accept'} {said.number}"
    head = line(Strong(word), f": {_said(_named(said, facts), said.correction, facts)}")
    more = Button(say("What else waits"), "feedback")
    return Document((Heading(1, head), Actions((Button(say("Undo"), turned), more))))


def _line(said: SaidOf, facts: Facts) -> tuple[Inline, ...]:
    text = f"{said.number}. {_said(_named(said, facts), said.correction, facts)}"
    return line(text, " ", link_of(said.update)) if said.update else line(text)


def _said(name: str, correction: TagCorrection, facts: Facts) -> str:
    tag = facts.vocabulary.label(correction.tag)
    if correction.about:
        return say("{change} is about {tag}", change=name, tag=tag)
    return say("{change} is not about {tag}", change=name, tag=tag)


def _named(said: SaidOf, facts: Facts) -> str:
    return _name(said.update, facts) if said.update else clean(said.key)


def _name(update: Update, facts: Facts) -> str:
    return f"{facts.projects.name(update.project)} {link_label(update)}"
