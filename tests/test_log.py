"""Log lines: their form, their level, and that no secret or control character is in them."""

from __future__ import annotations

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.log import ID_LENGTH, ID_LETTERS, Logger, new_error_id, redact, set_up_logging

SECRET = "xoxb-1-2-secret"
ROOT = Path(__file__).resolve().parents[1]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Logging is of the whole process; what a test sets up is taken back."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    own = {name: logging.getLogger(name).level for name in ("bot", "handlers", "storage", "config")}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in own.items():
        logging.getLogger(name).setLevel(before)
    structlog.reset_defaults()


@pytest.fixture
def out() -> io.StringIO:
    stream = io.StringIO()
    set_up_logging("info", stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_json_where_no_terminal_is(out: io.StringIO) -> None:
    """A service's log is read by machines: one object a line, with time, level and name."""
    Logger("handlers.router").info("a command was answered", command="whatsnew 昇腾", seconds=0.2)
    [line] = lines(out)
    assert line["event"] == "a command was answered"
    assert (line["command"], line["seconds"]) == ("whatsnew 昇腾", 0.2)
    assert (line["level"], line["logger"]) == ("info", "handlers.router")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"])


def test_a_line_is_for_people_in_a_terminal() -> None:
    """Somebody who watches reads words and no JSON; secrets are hidden there too."""
    stream = Terminal()
    set_up_logging("info", stream)
    Logger("bot.app").warning("a source failed", reason=SECRET)
    assert "a source failed" in stream.getvalue()
    assert "{" not in stream.getvalue()
    assert SECRET not in stream.getvalue()


@pytest.mark.parametrize(
    ("level", "heard"),
    [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)],
)
def test_the_level_decides_what_is_heard(level: str, heard: int) -> None:
    """A level hears itself and what is worse."""
    stream = io.StringIO()
    set_up_logging(level, stream)
    logger = Logger("bot.app")
    for write in (logger.debug, logger.info, logger.warning, logger.error):
        write("something")
    assert len(lines(stream)) == heard


def test_libraries_are_heard_from_warnings_on(out: io.StringIO) -> None:
    """A library's chatter stays out; its warnings go through the same door, redacted."""
    library = logging.getLogger("slack_bolt")
    library.info("connected")
    library.warning("token %s was refused", SECRET)
    [line] = lines(out)
    assert line["event"].startswith("token ")
    assert SECRET not in line["event"]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(SECRET, id="text"),
        pytest.param(SECRET.encode(), id="bytes"),
        pytest.param({"headers": {"Authorization": f"Bearer {SECRET}"}}, id="headers"),
        pytest.param({SECRET: 1}, id="a name"),
        pytest.param(["a", ("b", SECRET)], id="in a list"),
        pytest.param({SECRET}, id="in a set"),
        pytest.param(ValueError(f"refused {SECRET}"), id="an exception"),
        pytest.param(Path(f"/run/{SECRET}"), id="another type"),
        pytest.param([[[[[[[[SECRET]]]]]]]], id="deep"),
    ],
)
def test_values_of_any_type_are_redacted(out: io.StringIO, value: object) -> None:
    """A secret does not come through because it stands inside of something."""
    Logger("bot.app").error("failed", value=value)
    assert "secret" not in out.getvalue()
    assert lines(out)[0]["event"] == "failed"


def test_tracebacks_are_redacted(out: io.StringIO) -> None:
    """The text of an exception and of what caused it is written, without the secrets in it (B132)."""
    try:
        try:
            raise ConnectionError("https://bot:hunter2@db/news")
        except ConnectionError as cause:
            raise RuntimeError(f"posting with {SECRET}") from cause
    except RuntimeError:
        Logger("bot.app").exception("a command failed", id="E-7Q2M")
    [line] = lines(out)
    assert "RuntimeError" in line["exception"]
    assert "ConnectionError" in line["exception"]
    assert "hunter2" not in out.getvalue()
    assert SECRET not in out.getvalue()


def test_control_and_bidi_characters_are_left_out(out: io.StringIO) -> None:
    """Foreign text can neither colour a terminal nor turn its lines round."""
    Logger("bot.app").info("title", title="a\x1b[31mred\x07\u202eback\u2066x\x9b")
    assert lines(out)[0]["title"] == "a[31mredbackx"


def test_setting_up_again_replaces_the_first() -> None:
    """Each line is written once, to the latest place."""
    first, second = io.StringIO(), io.StringIO()
    set_up_logging("info", first)
    set_up_logging("info", second)
    Logger("bot.app").info("once")
    assert first.getvalue() == ""
    assert len(lines(second)) == 1


def test_error_ids_can_be_read_aloud() -> None:
    """The number of a fault has no letters that are taken for another, and differs from fault to fault."""
    ids = {new_error_id() for _ in range(200)}
    assert len(ids) > 190
    assert all(re.fullmatch(rf"E-[{ID_LETTERS}]{{{ID_LENGTH}}}", one) for one in ids)
    assert set(ID_LETTERS).isdisjoint("01OILU")


def test_redact_is_at_hand_beside_the_log() -> None:
    """Who tells a person of an error takes the same function as the log."""
    assert SECRET not in redact(f"refused: {SECRET}")


def test_a_command_that_logs_nothing_does_not_import_structlog() -> None:
    """structlog costs a tenth of a second; a question in the shell is answered without it."""
    code = "import sys, bot.log; bot.log.Logger('bot.app').debug('x'); sys.exit('structlog' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
