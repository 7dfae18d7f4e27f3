"""A channel's digests: who may change them, and what is noted when they are changed."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.edition import Edition
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import NO, YES
from bot.domain.schedule import WORK_DAYS
from bot.wording.catalogue import message
from handlers.deps import Deps
from handlers.stacks import stack_reading_of
from storage.channels import Changers, Posting

EVERYTHING_WORD, NOTHING_WORD, AUTO_WORD = "everything", "nothing", "auto"
"""What stands in a line for no question, no stack and the bot's own language."""


def may_change_posting(posting: Posting, command: Command) -> bool:
    """Whether the actor may change this digest: its owner, who manages the channel unless the owner alone may, and who
    runs the bot. The place is the one in which the command was given."""
    actor, place = command.actor, posting.recipient
    if actor.rights.operator or place.kind is RecipientKind.USER:
        return True
    is_owner = posting.owner == actor.user and (place.platform, place.workspace) == (actor.platform, actor.workspace)
    return is_owner or (actor.rights.manager and posting.changers is Changers.MANAGERS)


def refuse_changing(command: Command, edition: Edition, posting: Posting | None) -> None:
    """Raises UserError unless the actor may change or set up this digest here; the rights are those that came with the
    command, also from a button (B112)."""
    latest = Suggestion(message("Show me the latest"), f"digest {edition.words[0]}")
    if posting is not None:
        if may_change_posting(posting, command):
            return
        if posting.changers is Changers.OWNER:
            raise UserError("Only who set this digest up can change it.", latest)
    elif command.place.kind is RecipientKind.USER or command.actor.rights.manager or command.actor.rights.operator:
        return
    raise UserError("Only somebody who manages this channel can have a digest posted to it or ended.", latest)


def standing_posting(command: Command, edition: Edition, deps: Deps) -> Posting:
    """How the edition is posted at this place, to somebody who may change that; UserError where it is not. Reads the
    store: call it in a thread."""
    posting, name = deps.store.channels.get(command.place, edition.key), edition.words[0]
    if posting is None:
        if command.place.kind is RecipientKind.USER or command.actor.rights.manager:
            suggestion = Suggestion(f"digest {name} here", f"digest {name} here")
            raise UserError("This channel has no {name}.", suggestion, name=name)
        raise UserError(
            "This channel has no {name}. Somebody may change it who manages this channel.",
            Suggestion(message("Show me the latest"), f"digest {name}"),
            name=name,
        )
    refuse_changing(command, edition, posting)
    return posting


def new_posting(command: Command, edition: Edition) -> Posting:
    """The edition at this place as it comes of itself: at its own hour and zone."""
    schedule = edition.issues
    return Posting(command.place, edition.key, schedule.hour, schedule.zone, schedule.days, owner=command.actor.user)


def posting_line(posting: Posting, edition: Edition, deps: Deps) -> str:
    """The line that sets a digest to what it is now. Reads the store: call it in a thread."""
    language = posting.language.value if posting.language else AUTO_WORD
    when = f"{posting.hour:%H:%M} {posting.zone.key} {_days(posting.days)}"
    how = f"{posting.when_empty.value} {language} {posting.changers.value}"
    about, first = posting.about or EVERYTHING_WORD, stack_text(posting.recipient, deps)
    return f"setup {edition.words[0]} {when} {how} about: {about} first: {first}"


def stack_text(place: Recipient, deps: Deps) -> str:
    """What a place runs, as it is typed, or the word for nothing. Reads the store: call it in a thread."""
    return stack_reading_of(place, deps).text or NOTHING_WORD


def _days(days: frozenset[int]) -> str:
    if days == WORK_DAYS:
        return YES
    return NO if len(days) == 7 else "".join(map(str, sorted(days)))
