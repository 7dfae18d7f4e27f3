"""Where an issue is shown, and what its reader can do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.domain.digest import Digest
from bot.domain.document import Action, Actions, Block, Button, Small, line
from bot.wording.catalogue import number, say
from bot.wording.issue.head import is_weekly, next_issue
from bot.wording.joining import dotted


@dataclass(frozen=True, slots=True)
class Showing:
    """`upcoming` is when the next issue comes there (None: not said), `settings` the command line behind [ Settings ]
    ("" for none). The `whole` issue stands in one document; else it is a message with a thread. `buttons` where a
    reader can press or type something."""

    upcoming: datetime | None = None
    settings: str = ""
    whole: bool = False
    buttons: bool = True


def ending(digest: Digest, showing: Showing, remark: str = "") -> Iterator[Block]:
    """What a message ends with: what can be pressed, then a remark and when the next issue comes."""
    if showing.buttons:
        yield buttons(digest, showing)
    if said := dotted((remark, next_issue(digest, showing.upcoming) if showing.upcoming else "")):
        yield Small(line(said))


def buttons(digest: Digest, showing: Showing) -> Actions:
    """Command lines: the whole issue of this number, then for a daily a subscription to what it is about and the
    settings of the place, for a weekly the issue for what the reader runs, and the issue for everybody at a place."""
    issue = f"{digest.edition} {digest.number}"
    pressed: list[Action] = []
    if not showing.whole:
        pressed.append(Button(say("Read all {count}", count=number(len(digest.stories))), f"digest {issue}"))
    if is_weekly(digest):
        pressed.append(Button(say("For my stack"), f"digest {issue} mine"))
        pressed.append(Button(say("Share"), f"share {issue}"))
    else:
        pressed.append(Button(say("Subscribe"), f"subscribe {digest.scope}" if digest.scope else "subscriptions"))
    if showing.settings and not is_weekly(digest):
        pressed.append(Button(say("Settings"), showing.settings))
    return Actions(tuple(pressed))
