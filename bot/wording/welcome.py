"""What `run` says first: what the bot has, and what to set next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.document import Block, Code, Document, Heading, Inline, List, Paragraph, Small, Strong, line
from bot.domain.text import clean
from bot.wording.catalogue import message, number, say
from bot.wording.dates import day
from bot.wording.help import EXAMPLES

_PURPOSES = {
    "GITHUB_TOKEN": message("reads the watched repositories at GitHub's full rate"),
    "SLACK_BOT_TOKEN": message("answers and posts in Slack, with SLACK_APP_TOKEN"),
    "SLACK_APP_TOKEN": message("takes commands from Slack, with SLACK_BOT_TOKEN"),
    "DISCORD_TOKEN": message("answers and posts in Discord"),
}


def welcome_document(missing: Sequence[str], updates: int, sample: bool) -> Document:
    """The first words: how many updates the store holds, a question to try, and the variables that are not set."""
    held = say("It holds {count} updates.", count=number(updates))
    if sample:
        held = say("It holds a sample of {count} updates. Real data: python -m bot import FILE", count=number(updates))
    blocks: list[Block] = [
        Heading(1, line(Strong(say("whatsnew is here.")), f" {held}")),
        Paragraph(line(say("Try it: "), Code(EXAMPLES[0]))),
    ]
    if missing:
        blocks.append(Paragraph(line(say("To set next, in the environment or in .env:"))))
        blocks.append(List(tuple(_variable(name) for name in missing)))
    return Document(tuple(blocks))


def staying_document() -> Document:
    """What a bot says that runs where nobody types."""
    return Document((Small(line(say("It stays as a service, without a shell, until SIGTERM or Ctrl-C."))),))


def old_data_document(newest: datetime, now: datetime, zone: ZoneInfo) -> Document:
    """Why an old issue is shown: the data ends before the latest one begins."""
    text = say("The data ends on {day}: this is the last issue that has any.", day=day(newest, now, zone))
    return Document((Small(line(text)),))


def _variable(name: str) -> tuple[Inline, ...]:
    purpose = _PURPOSES.get(name)
    return line(Code(clean(name)), f": {say(purpose)}" if purpose else None)
