"""A command finds its handler, and whatever goes wrong becomes a reply.

The table below is the one list of commands: /help and completion are printed from it. What a command does stands in
handlers/commands, one file each.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.errors import UserError
from bot.domain.language import Language, language_for
from bot.domain.reply import Reply, Shows
from bot.domain.text import clean, fold
from bot.log import Logger, new_error_id
from bot.wording.catalogue import speaking, spoken
from bot.wording.errors import error_document, fault_document
from handlers.arguments import is_meant
from handlers.as_search import as_search
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.doubts import reopen
from handlers.entry import Entry
from handlers.persons import as_chosen

QUESTION = Entry(
    "whatsnew",
    "whatsnew [QUESTION]",
    "what changed: projects, cards, formats, models in any order",
    "whatsnew.whatsnew",
    "whatsnew.accepts",
    in_menus=True,
)
COMMANDS: tuple[Entry, ...] = (
    QUESTION,
    Entry("more", "more", "the next page of the last answer", "more.more", "more.accepts"),
    Entry("mentions", "mentions QUESTION", "what only mentions it", "mentions.mentions", "mentions.accepts", ("提及",)),
    Entry(
        "share",
        "share QUESTION",
        "show an answer to the channel",
        "share.share",
        "share.accepts",
        ("分享",),
        Shows.EVERYBODY,
    ),
    Entry(
        "subscribe",
        "subscribe [here] QUESTION|my stack [everything] [at-once|daily|weekly] [fri|mon-fri] [9:00 [ZONE]]",
        "hear of it, in your own messages or here",
        "subscribe.subscribe",
        "subscribe.accepts",
        ("订阅",),
        in_menus=True,
    ),
    Entry(
        "unsubscribe",
        "unsubscribe [here] QUESTION",
        "end a subscription",
        "unsubscribe.unsubscribe",
        "unsubscribe.accepts",
        ("退订", "取消订阅"),
        in_menus=True,
    ),
    Entry(
        "subscriptions",
        "subscriptions [here]",
        "what you are subscribed to, and this channel",
        "subscriptions.subscriptions",
        "subscriptions.accepts",
        ("订阅列表", "我的订阅"),
        in_menus=True,
    ),
    Entry(
        "edit",
        "edit NUMBER [at-once|daily|weekly] [fri|mon-fri] [9:00 [ZONE]]",
        "change a subscription in a form, or when it comes",
        "edit.edit",
        "edit.accepts",
        ("修改",),
        Shows.FORM,
    ),
    Entry(
        "profile",
        "profile [9:00] [ZONE] [en|zh] [quiet 22:00 8:00]",
        "when your messages come, in which zone and language; quiet hours",
        "profile.profile",
        "profile.accepts",
        ("language", "语言", "个人设置"),
    ),
    Entry(
        "stack",
        "stack [here] [NAMES]",
        "what you run: `vllm==0.24.0 h200 nvfp4`, an image, a pip or conda list; `stack +b200 -h200`, `stack forget`",
        "stack.stack",
        "stack.accepts",
        ("栈", "环境"),
        in_menus=True,
    ),
    Entry(
        "watch",
        "watch [CHANGE ...]",
        "hear of a change when a release holds it; alone: what you wait for",
        "watch.watch",
        "why.accepts",
        ("等待",),
        glued=True,
    ),
    Entry(
        "unwatch",
        "unwatch CHANGE ...",
        "wait for it no longer",
        "watch.unwatch",
        "why.accepts",
        ("不再等待",),
        glued=True,
    ),
    Entry(
        "why",
        "why CHANGE",
        "whether a change was sent to you, by what, or why not",
        "why.why",
        "why.accepts",
        ("为什么",),
        in_menus=True,
        glued=True,
    ),
    Entry("try", "try NUMBER", "send a subscription's message now", "trial.trial", "trial.accepts", ("试发",)),
    Entry(
        "stop",
        "stop [here] [a week|N days|until DAY]",
        "pause everything, or what this channel is subscribed to; nothing is deleted",
        "stop.stop",
        "stop.accepts",
        ("pause", "退订", "暂停", "停止", "停"),
        glued=True,
    ),
    Entry(
        "forget",
        "forget me",
        "remove all that is kept of you",
        "leave.forget",
        "leave.accepts",
        ("忘记",),
        glued=True,
    ),
    Entry("export", "export", "show all that is kept of you", "leave.export", aliases=("导出",)),
    Entry("resume", "resume [here]", "take the pause back", "stop.resume", "stop.accepts_resume", ("恢复",)),
    Entry(
        "digest",
        "digest [EDITION] [NUMBER] [mine|here [9:00] [ZONE]|stop|pause|resume|preview|now]",
        "an issue of an edition, mine: for your stack; here: post every issue to this channel",
        "digest.digest",
        "digest.accepts",
        ("摘要",),
        in_menus=True,
    ),
    Entry(
        "setup",
        "setup [EDITION]",
        "a channel's digest in a form: when, about what, in which language",
        "setup.setup",
        "setup.accepts",
        ("设置",),
        Shows.FORM,
    ),
    Entry(
        "daily",
        "daily [NUMBER|here ...]",
        "the latest systems daily; takes what `digest daily` takes",
        "digest.daily",
        "digest.accepts_issue",
        ("日报",),
    ),
    Entry(
        "weekly",
        "weekly [NUMBER|here ...]",
        "the latest frameworks weekly; takes what `digest weekly` takes",
        "digest.weekly",
        "digest.accepts_issue",
        ("周报",),
    ),
    Entry(
        "deployment",
        "deployment [NUMBER|here ...]",
        "the latest deployment weekly; takes what `digest deployment` takes",
        "digest.deployment",
        "digest.accepts_issue",
    ),
    Entry("sources", "sources", "what is read, and how that goes", "sources.sources", aliases=("来源",)),
    Entry(
        "track",
        "track OWNER/REPO",
        "also read a public repository, or a feed by its address",
        "track.track",
        "track.accepts",
        ("跟踪",),
    ),
    Entry("untrack", "untrack OWNER/REPO", "read it no longer", "track.untrack", "track.accepts", ("取消跟踪",)),
    Entry(
        "wrong",
        "wrong CHANGE [about TAG|not TAG]",
        "say that a change's tags are wrong",
        "wrong.wrong",
        "wrong.accepts",
        ("标签有误",),
    ),
    Entry(
        "feedback",
        "feedback [accept|refuse NUMBER]",
        "what readers said of tags, for who runs the bot",
        "feedback.feedback",
        "feedback.accepts",
    ),
    Entry("undo", "undo CHANGE", "take a change back; the buttons fill it in", "undo.undo", "undo.accepts", ("撤销",)),
    Entry(
        "arrived",
        "arrived KEY",
        "a message in doubt is there; the buttons fill it in",
        "doubt.arrived",
        "doubt.accepts",
    ),
    Entry("resend", "resend KEY", "it is not there: send it again", "doubt.resend", "doubt.accepts"),
    Entry(
        "pause",
        "pause all",
        "send nothing anywhere, for who runs the bot",
        "pausing.pause_all",
        "pausing.accepts",
        ("暂停",),
    ),
    Entry(
        "resume", "resume all", "send again, first what was kept", "pausing.resume_all", "pausing.accepts", ("恢复",)
    ),
    Entry(
        "help",
        "help [COMMAND]",
        "examples and rules, or how a command is used",
        "help.show",
        "help.accepts",
        ("帮助", "?", "？"),
        in_menus=True,
    ),
)
UNLISTED: tuple[Entry, ...] = (
    Entry("unsubscribe", "unsubscribe", "which subscription to end", "unsubscribe.which", aliases=("取消订阅",)),
    Entry("profile", "profile edit", "the same in a form", "profile.edit", "profile.is_edit", shows=Shows.FORM),
    Entry(
        "profile", "profile WORDS", "what is wrong with them", "profile.profile", "profile.is_unclear", ("个人设置",)
    ),
    Entry("zone", "zone ZONE", "your time zone", "profile.profile", "profile.accepts_zone", ("timezone", "时区")),
    Entry("edit", "edit", "which subscription to change", "subscriptions.which", aliases=("修改",)),
    Entry("try", "try", "which subscription to try", "subscriptions.which", aliases=("试发",)),
    Entry("stack", "stack edit", "a stack, in a form", "stack.edit", "stack.is_edit", ("栈",), Shows.FORM),
    Entry("status", "status", "how the bot does, for who runs it", "status.status"),
    Entry("support", "support NAMES", "which engine runs what", "later.support", "later.is_support"),
)
"""Lines that are commands and no questions although no table names them: a command's word without what it needs, and
commands that are still to come, which say so instead of searching for their own name."""

UNCLEAR = Entry("unclear", "COMMAND WORDS", "what a command does not understand", "unclear.refuse")

OWN_NAMES = frozenset({"whatsnew", "/whatsnew"})

log = Logger(__name__)


def route(text: str, deps: Deps) -> tuple[Entry, str]:
    """The command that a line is and its arguments. A first word is a command only if the rest parses as its
    arguments, or is written like some that it does not take; else the whole line is a question (`support nvfp4 kv
    cache`)."""
    line = clean(text)
    first, rest = _split(line)
    if first in OWN_NAMES:
        line = rest
        first, rest = _split(line)
    named = [entry for entry in (*COMMANDS, *UNLISTED) if first in entry.words]
    for entry in named:
        if entry.accepts(rest, deps):
            return entry, rest
    if named and named[0] in COMMANDS and is_meant(named[0].name, rest, deps):
        return UNCLEAR, line
    return _glued(line, deps) or (QUESTION, line)


def _glued(line: str, deps: Deps) -> tuple[Entry, str] | None:
    """The command whose Chinese word stands without a blank before its arguments."""
    for entry in COMMANDS:
        for word in entry.aliases if entry.glued else ():
            rest = line.removeprefix(word).strip()
            if not word.isascii() and rest and rest != line and entry.accepts(rest, deps):
                return entry, rest
    return None


def shows(text: str, deps: Deps) -> Shows:
    """What a command line will lead to; a form only where the line asks for one."""
    entry, rest = route(text, deps)
    if entry.shows is Shows.FORM and " " in rest:
        return Shows.ASKER
    return entry.shows


def _split(line: str) -> tuple[str, str]:
    first, _, rest = line.partition(" ")
    return fold(first), rest.strip()


async def dispatch(command: Command, deps: Deps) -> Reply:
    """Carries a command out in the zone and language that its actor chose, with what may be seen at its place (E11);
    raises UserError where it cannot be, and whatever fails on our side."""
    return await _carried_out(await asyncio.to_thread(as_chosen, command, deps), deps)


async def _carried_out(command: Command, deps: Deps) -> Reply:
    with speaking(_language(command)):
        deps = await asyncio.to_thread(_entered, command, deps)
        entry, rest = route(command.text, deps)
        reply = await entry.handle()(replace(command, text=rest), deps)
        return reply if entry is not QUESTION else as_search(reply, rest, _beginning(rest), deps)


def _beginning(question: str) -> Entry | None:
    """The command with whose word a question begins; of one that the table does not list no usage is told."""
    first, rest = _split(question)
    named = next((one for one in (*COMMANDS, *UNLISTED) if first in one.words), None)
    if named is None or named is QUESTION or not rest:
        return None
    return named if named in COMMANDS else replace(named, usage="")


def _entered(command: Command, deps: Deps) -> Deps:
    """What may be seen there; and what waits for the place to take messages is tried at the next tick."""
    reopen(command.place, deps)
    return seen_from(command.place, deps)


def _language(command: Command) -> Language:
    """The language of the reply: the question's where that is Chinese, the asker's, else the one of the program."""
    return language_for(command.text, command.locale, spoken())


async def answer(command: Command, deps: Deps) -> Reply:
    """Carries a command out and always has something to say: the one try at the platforms' door."""
    try:
        command = await asyncio.to_thread(as_chosen, command, deps)
        return await _carried_out(command, deps)
    except UserError as error:
        with speaking(_language(command)):
            return error_document(error)
    except Exception:
        fault = new_error_id()
        log.exception("command failed", fault=fault, platform=command.actor.platform, place=str(command.place))
        with speaking(_language(command)):
            return fault_document(fault, again=command.text)
