"""`python -m bot`: the command line. Each command stands in bot/cli and is imported when it is called.

Whatever goes wrong ends here, in one sentence on standard error and an exit status; a traceback never reaches a person.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import click

from bot.cli.times import Instant
from bot.domain.errors import BotError
from bot.domain.redaction import redact
from bot.domain.text import clean
from bot.log import Logger, new_error_id

COMMANDS = {
    "run": "bot.cli.run",
    "web": "bot.cli.web",
    "worker": "bot.cli.worker",
    "clock": "bot.cli.clock",
    "ask": "bot.cli.ask",
    "chat": "bot.cli.chat",
    "import": "bot.cli.importing",
    "ingest": "bot.cli.ingest",
    "tag": "bot.cli.tag",
    "rank": "bot.cli.rank",
    "digest": "bot.cli.digest",
    "retag": "bot.cli.retag",
    "move": "bot.cli.move",
    "feedback": "bot.cli.feedback",
    "person": "bot.cli.person",
    "check": "bot.cli.check",
    "manifest": "bot.cli.manifest",
    "discord": "bot.cli.discord",
}
"""Command -> the module whose `command` it is."""

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

UNWRITABLE = frozenset({errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT})
"""What the system says of a stream that takes no more."""

log = Logger("bot.cli")


class OutputClosedError(BotError):
    """Standard output takes no more: its reader has left, or its disk is full."""


class Commands(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(module).command
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Calls the command; a closed pipe becomes an error of ours before click ends the process without a word. An
        error that names no file is one of a stream, so of the output."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno in UNWRITABLE and error.filename is None:
                raise OutputClosedError(_unwritable(error)) from None
            raise


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option("--now", type=Instant(), help="The clock's time instead of the present.")
@click.pass_context
def bot(ctx: click.Context, now: datetime | None) -> None:
    """What changed in the projects that AI infrastructure is built on."""
    ctx.obj = now
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and answers its exit status: 0, 1 failed, 2 not understood, 130 interrupted."""
    _settle_streams()
    try:
        result = bot.main(arguments, prog_name="python -m bot", standalone_mode=False)
        _flush()
    except BotError as error:
        return _ended(FAILED, error.sentence)
    except click.UsageError as error:
        return _ended(MISUSED, f"{error.format_message()} See: python -m bot --help")
    except click.ClickException as error:
        return _ended(FAILED, error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return _ended(INTERRUPTED, "Interrupted; what was saved stays saved.")
    except Exception as error:
        return _ended(FAILED, _fault(error))
    return result if isinstance(result, int) else 0


def _settle_streams() -> None:
    """Standard streams that were closed lead nowhere from now on, so that no file takes their place; what an output's
    encoding does not know is written as a question mark."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _ended(status: int, sentence: str) -> int:
    """Says the sentence on standard error, on one line and free of secrets and control characters."""
    with suppress(OSError):
        sys.stderr.write(clean(redact(sentence)) + "\n")
    return status


def _flush() -> None:
    """Writes what is held back for standard output; OutputClosedError where it cannot be."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise OutputClosedError(_unwritable(error)) from None


def _unwritable(error: OSError) -> str:
    """Why standard output is no use any more; what is still held back for it is forgotten, else Python would try to
    write it once more when it leaves, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return "Nobody reads the output any more; the rest was not written."
    return f"The output cannot be written: {error.strerror}."


def _fault(error: Exception) -> str:
    """A fault of ours with its number and place; the trace goes to the log where that is set to debug."""
    number = new_error_id()
    *_, last = traceback.extract_tb(error.__traceback__)
    log.debug("command failed", fault=number, exc_info=error)
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"Something failed on our side, not in your question: {number} ({type(error).__name__} at {place})."


if __name__ == "__main__":
    sys.exit(main())
