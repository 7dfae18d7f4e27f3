"""`python -m bot`: what it prints, and that whatever is wrong ends in one sentence and a status, never a traceback."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from bot import app
from bot.__main__ import FAILED, INTERRUPTED, MISUSED, main
from bot.cli import ask as asking
from bot.domain.delivery import Recipient, RecipientKind
from config.catalog import load_projects
from storage.store import Store
from tests.postgres import PostgresForTests
from tests.processes import NO_SOURCES
from tests.stores import without_rows

NOW = "2026-07-22T09:00:00+08:00"
BEYOND_A_LINE = 50_000_000
"""Bytes of a JSON line that no update has."""
PATIENCE = 30
"""Seconds after which a process that should have ended counts as stuck."""


@dataclass(frozen=True)
class Ended:
    """How a command line ended."""

    status: int
    out: str
    err: str


class Shell:
    """Runs command lines in this process, over a store without rows in a fresh folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, *arguments: str) -> Ended:
        """A command line, asked on 22 July 2026."""
        status = main(["--now", NOW, *arguments])
        seen = self._capsys.readouterr()
        return Ended(status, seen.out, seen.err)

    def file(self, *lines: str | bytes, name: str = "updates.jsonl") -> str:
        """A file of these lines."""
        path = self.folder / name
        content = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines) + b"\n"
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return str(path)

    @property
    def store(self) -> Path:
        """The store's file."""
        return self.folder / "store.sqlite3"


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell whose environment names nothing but its own store."""
    made = Shell(tmp_path, capsys)
    without_rows(made.store)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{made.store}")
    monkeypatch.setenv("TIMEZONE", "Asia/Shanghai")
    return made


def update(number: int, subject: str = "fix: sm120 attention", day: int = 20) -> str:
    """A line as ../shared/data/updates has it."""
    return json.dumps(
        {
            "repo": "flashinfer-ai/flashinfer",
            "sha": f"{number:040x}",
            "committed_at": f"2026-07-{day:02}T10:00:00Z",
            "subject": f"{subject} (#{number})",
            "body": "",
        }
    )


def is_one_sentence(text: str) -> bool:
    """One line, with an end, that is no trace."""
    return text.count("\n") == 1 and text.endswith("\n") and len(text) > 10 and "Traceback" not in text


# What is not understood


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["frobnicate"], id="unknown command"),
        pytest.param(["--frobnicate"], id="unknown option"),
        pytest.param(["ask", "--frobnicate", "vllm"], id="unknown option of a command"),
        pytest.param(["ask", "--limit", "0", "vllm"], id="limit under one"),
        pytest.param(["ask", "--limit", "1001", "vllm"], id="limit over the most"),
        pytest.param(["ask", "--limit", "many", "vllm"], id="limit no number"),
        pytest.param(["import"], id="no file"),
        pytest.param(["digest"], id="no edition"),
        pytest.param(["digest", "daily", "--format", "slack-ish"], id="unknown format"),
        pytest.param(["digest", "daily", "--end", "yesterday"], id="no instant"),
        pytest.param(["--now", "soon", "ask", "vllm"], id="a clock that is none"),
        pytest.param(["--now", "0001-01-01", "ask", "vllm"], id="a clock before all windows"),
        pytest.param(["--now", "9999-12-31T23:59:59-14:00", "ask", "vllm"], id="a clock after all windows"),
        pytest.param(["digest", "daily", "--end", "0001-01-01"], id="an end before all windows"),
        pytest.param(["run", "--import", "/nowhere/at/all"], id="a path that is not there"),
    ],
)
def test_misused(arguments: list[str], shell: Shell) -> None:
    """A command line that is not understood is answered with one sentence and status 2."""
    ended = shell.run(*arguments)
    assert ended.status == MISUSED
    assert ended.out == ""
    assert is_one_sentence(ended.err)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["ask", "-rocm -npu"], "Only exclusions", id="only exclusions"),
        pytest.param(["ask", "subscribe flashinfer sm12o"], "Nearest: sm120", id="a tag that is none"),
        pytest.param(["ask", "--json", "help"], "Only a question", id="a command as JSON"),
        pytest.param(["ask", "x" * 10_000], "", id="ten thousand letters"),
        pytest.param(["ask", "vllm " * 2_000], "", id="ten thousand characters of words"),
        pytest.param(["ask", "flashinfer#999999"], "no such change", id="a change that is not there"),
        pytest.param(["ask", "since:soon vllm"], "", id="a day that is none"),
        pytest.param(["digest", "hourly"], "systems-daily", id="unknown edition"),
        pytest.param(["digest", "daily", "--project", "nope"], "no project", id="unknown project"),
        pytest.param(["import", "/nowhere/x.jsonl"], "Not everything was imported", id="a file that is not there"),
    ],
)
def test_refused(arguments: list[str], sentence: str, shell: Shell) -> None:
    """What cannot be done is said in one sentence on standard error, with status 1."""
    ended = shell.run(*arguments)
    assert ended.status == FAILED
    assert sentence in ended.err
    assert is_one_sentence(ended.err)


def test_no_command_shows_what_there_is(shell: Shell) -> None:
    """Called without a command it lists the commands."""
    ended = shell.run()
    assert ended.status == 0
    for name in ("run", "ask", "import", "ingest", "digest", "tag", "retag", "check", "chat"):
        assert f"\n  {name} " in ended.out


# Questions of every shape


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="blanks"),
        pytest.param("whatsnew", id="the name alone"),
        pytest.param("\x1b[31mvllm\x07\x08", id="control characters"),
        pytest.param("\u202evllm\u2066\u200b", id="bidi and zero width"),
        pytest.param("🚀🔥👩‍👩‍👧", id="emoji"),
        pytest.param("vllm 🚀", id="emoji and a name"),
        pytest.param("vllm since:2027-01-01", id="since a day to come"),
        pytest.param('"', id="a lone quote"),
        pytest.param("' OR 1=1 --", id="SQL"),
        pytest.param("NEAR(a b) AND * tags:x", id="the index's own language"),
        pytest.param("昇腾950量化最近更新", id="Chinese without blanks"),
        pytest.param("ｓｍ１２０，ｍｏｅ", id="full width"),
        pytest.param("asdfgh", id="nothing is called that"),
        pytest.param("help", id="help"),
        pytest.param("daily", id="a digest of nothing"),
    ],
)
@pytest.mark.parametrize("filled", [False, True], ids=["empty store", "filled store"])
def test_every_question_is_answered(question: str, filled: bool, shell: Shell) -> None:
    """Whatever is asked, of an empty store or a filled one, gets words, status 0, and no character that is unseen."""
    if filled:
        shell.run("import", shell.file(update(1)))
    ended = shell.run("ask", question)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.strip()
    assert not set(ended.out) & set("\x1b\x07\x08\u202e\u2066\u200b")


def test_day_to_come_is_said(shell: Shell) -> None:
    """A window that begins in the future is told and left away."""
    assert "That day has not come" in shell.run("ask", "vllm since:2027-01-01").out


def test_ask_as_json(shell: Shell) -> None:
    """The shape that scripts read: items with all their fields, how many there are, and how it was understood."""
    shell.run("import", shell.file(update(7, "fix: sm120 attention")))
    answer = json.loads(shell.run("ask", "--json", "--limit", "5", "whatsnew flashinfer sm120 sort:best").out)
    (item,) = answer["items"]
    assert {name: item[name] for name in ("repo", "sha", "key", "url", "project", "kind", "published")} == {
        "repo": "flashinfer-ai/flashinfer",
        "sha": f"{7:040x}",
        "key": "flashinfer-ai/flashinfer#7",
        "url": "https://github.com/flashinfer-ai/flashinfer/pull/7",
        "project": "flashinfer",
        "kind": "fix",
        "published": "2026-07-20T10:00:00+00:00",
    }
    assert {"tag": "hardware:sm120", "place": "title", "role": "about"} in item["tags"]
    assert {"title", "state"} <= item.keys()
    assert answer["total"] == 1
    assert set(answer["understood"]["tags"]) == {"project:flashinfer", "hardware:sm120"}


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_limit_counts_updates(limit: int, shell: Shell) -> None:
    """--limit is the most items that are given, the best first."""
    shell.run(
        "import", shell.file(*(update(number, f"fix: sm120 thing{number} {'ab' * number}") for number in range(1, 4)))
    )
    ended = shell.run("ask", "--json", "--limit", str(limit), "flashinfer sm120 sort:best")
    assert len(json.loads(ended.out)["items"]) == limit


def test_a_change_as_json(shell: Shell) -> None:
    """A single change that is asked for is the one item."""
    shell.run("import", shell.file(update(7)))
    answer = json.loads(shell.run("ask", "--json", "flashinfer#7").out)
    assert [item["key"] for item in answer["items"]] == ["flashinfer-ai/flashinfer#7"]


@pytest.mark.parametrize("form", ["terminal", "markdown", "json"])
def test_digest_in_every_form(form: str, shell: Shell) -> None:
    """An issue is composed for any end, in each format, and is not sent."""
    shell.run("import", shell.file(update(7)))
    ended = shell.run("digest", "systems-daily", "--end", "2026-07-21T07:00:00+08:00", "--format", form)
    assert ended.status == 0
    assert "https://github.com/flashinfer-ai/flashinfer/pull/7" in ended.out
    if form == "json":
        issue = json.loads(ended.out)
        assert (issue["edition"], issue["number"]) == ("systems-daily", "2026-07-21")
        assert issue["window"] == {
            "start": "2026-07-20T07:00:00+08:00",
            "end": "2026-07-21T07:00:00+08:00",
            "zone": "Asia/Shanghai",
        }
        assert [item["refs"] for section in issue["sections"] for item in section["items"]] == [[1]]


@pytest.mark.parametrize(
    ("end", "zone", "ends"),
    [
        pytest.param("2026-07-21", "Asia/Shanghai", "2026-07-21T07:00:00+08:00", id="a day is that day's issue"),
        pytest.param("2026-07-21", "America/New_York", "2026-07-21T07:00:00+08:00", id="in every zone"),
        pytest.param("2026-07-21T09:00", "Asia/Shanghai", "2026-07-21T09:00:00+08:00", id="a local time"),
        pytest.param("2026-07-20T21:00", "America/New_York", "2026-07-21T01:00:00+00:00", id="of another zone"),
        pytest.param("2026-07-20T23:00Z", "Asia/Shanghai", "2026-07-21T07:00:00+08:00", id="an instant"),
    ],
)
def test_a_digest_ends_on_a_local_day(
    end: str, zone: str, ends: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day is the issue that bears its date; a time without a zone is TIMEZONE's."""
    monkeypatch.setenv("TIMEZONE", zone)
    issue = json.loads(shell.run("digest", "daily", "--end", end, "--format", "json").out)
    assert datetime.fromisoformat(issue["window"]["end"]) == datetime.fromisoformat(ends)


def test_ignored_tags_are_told_as_such(shell: Shell) -> None:
    """The last number of an import says what it counts."""
    tag = {"repo": "flashinfer-ai/flashinfer", "sha": "ab" * 20, "tagged_at": "2026-07-20T10:00:00Z"}
    lines = [json.dumps({**tag, "tag": name, "prerelease": False}) for name in ("nightly-x", "v0.6.14")]
    assert "1 tag ignored: no release by the catalogue" in shell.run("import", shell.file(*lines)).out


def test_tag_gives_a_line_for_each(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line that goes into `tag` comes out as one, in order; a bad one says why."""
    lines = "\n".join((update(1, "perf: sm120 nvfp4 gemm"), "not json", update(2, "docs: typo"))) + "\n"
    given = subprocess.run(
        [sys.executable, "-m", "bot", "tag"], input=lines, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    first, bad, last = map(json.loads, given.stdout.splitlines())
    assert (first["sha"], first["hardware"], first["formats"]) == (f"{1:040x}", ["sm120"], ["nvfp4"])
    assert set(first) == {"sha", "kind", "hardware", "formats", "models", "topics", "figures", "noise"}
    assert bad["sha"] is None
    assert "JSON" in bad["refused"]
    assert last["noise"] is True


def test_retag_keeps_what_is_right(shell: Shell) -> None:
    """Tagging anew what was just tagged changes nothing."""
    shell.run("import", shell.file(update(1), update(2, "docs: typo")))
    assert shell.run("retag").out == "2 read, 0 changed\n"


def test_check_says_what_is_there(shell: Shell) -> None:
    """`check` reads the configuration and the store and tells what they hold."""
    shell.run("import", shell.file(update(1)))
    ended = shell.run("check")
    assert ended.status == 0
    assert "1 updates of 1 projects" in ended.out


def test_a_person_is_shown_and_forgotten(shell: Shell) -> None:
    """Who runs the bot gives somebody what is kept of them, and removes it; twice is once."""
    with Store.open(f"sqlite:///{shell.store}") as store:
        place = Recipient("discord", "dm", RecipientKind.USER, "42")
        store.stacks.set(place, "vllm==0.24.0", "42", datetime(2026, 7, 22, tzinfo=UTC))
    who = "discord:1234/42"
    assert "vllm==0.24.0" in shell.run("person", "export", who).out
    assert [shell.run("person", "purge", who).out for _ in range(2)] == ["1 rows removed\n", "0 rows removed\n"]
    assert shell.run("person", "export", who).out == "{}\n"


@pytest.mark.parametrize("who", ["", "slack", "slack:T1", "slack:T1/", ":T1/U1", "slack:/U1"])
def test_nobody_is_named(who: str, shell: Shell) -> None:
    """Anything but a whole name is refused in one sentence."""
    ended = shell.run("person", "purge", who)
    assert ended.status == FAILED
    assert "A person is named like" in ended.err


# Files of every shape


def imports(shell: Shell, *files: str) -> tuple[Ended, int]:
    """An import, and how many updates the store holds after it."""
    ended = shell.run("import", *files)
    with sqlite3.connect(shell.store) as store:
        (count,) = store.execute("SELECT count(*) FROM updates").fetchone()
    store.close()
    return ended, int(count)


def test_importing_twice_changes_nothing(shell: Shell) -> None:
    """What is there already is known."""
    path = shell.file(update(1), update(2))
    assert shell.run("import", path).out == "2 new, 0 changed, 0 known, 0 refused\n"
    assert shell.run("import", path).out == "0 new, 0 changed, 2 known, 0 refused\n"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        pytest.param(b"{", "JSON", id="half an object"),
        pytest.param(b"[]", "object", id="no object"),
        pytest.param(b"\xff\xfe", "UTF-8", id="no UTF-8"),
        pytest.param(b'{"repo": "a/b"}', "line 2", id="neither commit nor tag"),
        pytest.param(b"[" * 100_000, "line 2", id="nested too deep"),
        pytest.param(b'{"subject": "' + b"x" * BEYOND_A_LINE + b'"}', "longer than", id="a line of 50 MB"),
    ],
)
def test_a_bad_line_is_told_and_the_rest_goes_on(bad: bytes, reason: str, shell: Shell) -> None:
    """A bad line is reported with its number and reason; those before and after it are saved."""
    ended, count = imports(shell, shell.file(update(1), bad, update(2)))
    assert count == 2
    assert ended.status == FAILED
    assert "line 2" in ended.out
    assert reason in ended.out
    assert is_one_sentence(ended.err)


def test_a_corrupt_gzip_loses_nothing_before_it(shell: Shell) -> None:
    """A gzip that ends in the middle is told; what could be read is saved, and the next file is imported."""
    broken = Path(shell.file(*(update(number) for number in range(1, 2_000)), name="broken.jsonl.gz"))
    broken.write_bytes(broken.read_bytes()[:-500])
    ended, count = imports(shell, str(broken), shell.file(update(5_000)))
    assert ended.status == FAILED
    assert "broken.jsonl.gz" in ended.out
    assert 1 < count < 2_000
    assert "5000" in shell.run("ask", "flashinfer#5000").out


def test_hostile_title(shell: Shell) -> None:
    """A title with mentions, escapes and line breaks is one line of plain words, in every form."""
    nasty = "fix: <!channel> @everyone \x1b[2J\x1b]0;x\x07 \u202egnp sm120\n# big\r\nend"
    shell.run("import", shell.file(update(1, nasty)))
    for arguments in (["flashinfer sm120"], ["flashinfer#1"], ["--json", "flashinfer sm120"]):
        out = shell.run("ask", *arguments).out
        assert not set(out) & set("\x1b\x07\u202e\r")
        assert "\n# big" not in out


# Stores and disks of every shape


def newer(path: Path) -> None:
    """The store as a later version leaves it."""
    with sqlite3.connect(path) as store:
        store.execute("UPDATE alembic_version SET version_num = '9999'")
    store.close()


def foreign(path: Path) -> None:
    """A database of somebody else."""
    path.unlink()
    with sqlite3.connect(path) as store:
        store.execute("CREATE TABLE invoices (id INTEGER)")
    store.close()


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        pytest.param(newer, "newer version", id="written by a newer version"),
        pytest.param(foreign, "not one of this bot", id="another program's database"),
        pytest.param(lambda path: path.write_bytes(b"\x00garbage" * 1_000), "database", id="no database"),
    ],
)
def test_a_store_that_cannot_be_used(spoil: Callable[[Path], None], word: str, shell: Shell) -> None:
    """A store that is not ours to use is refused with a sentence and left as it is."""
    shell.run("import", shell.file(update(1)))
    spoil(shell.store)
    before = shell.store.read_bytes()
    for arguments in (["ask", "vllm"], ["import", shell.file(update(2))], ["check"]):
        ended = shell.run(*arguments)
        assert ended.status == FAILED
        assert word in ended.err
        assert is_one_sentence(ended.err)
    assert shell.store.read_bytes() == before


@pytest.mark.parametrize(
    "url", ["sqlite:////proc/nowhere/store.sqlite3", "sqlite:///", "mysql://root:hunter2@db/x", "?"]
)
def test_an_address_that_cannot_be_used(url: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A DATABASE_URL that names nothing usable is refused with a sentence that does not tell its password."""
    monkeypatch.setenv("DATABASE_URL", url)
    ended = shell.run("check")
    assert ended.status == FAILED
    assert is_one_sentence(ended.err)
    assert "hunter2" not in ended.err


def test_malformed_toml(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that cannot be read is refused with the file's name, and nothing starts."""
    path = shell.folder / "projects.toml"
    path.write_text("[[project]\nkey = ", encoding="utf-8")
    monkeypatch.setattr(app, "load_projects", partial(load_projects, path))
    ended = shell.run("ask", "vllm")
    assert ended.status == FAILED
    assert "projects.toml" in ended.err
    assert is_one_sentence(ended.err)


def test_a_fault_of_ours_is_one_sentence(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever breaks inside, a person sees one sentence with a number and no trace and no secret."""

    async def broken(*_: object) -> None:
        raise RuntimeError("token xoxb-123456789-abcdef")

    monkeypatch.setattr(asking, "dispatch", broken)
    ended = shell.run("ask", "vllm")
    assert ended.status == FAILED
    assert "E-" in ended.err
    assert "xoxb" not in ended.err
    assert is_one_sentence(ended.err)


# Processes


@pytest.fixture
def started(shell: Shell) -> Callable[..., subprocess.Popen[str]]:
    """Starts the command line as a process of its own."""

    def start(*arguments: str, **streams: int) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        env = {**os.environ, **NO_SOURCES}
        return subprocess.Popen([sys.executable, "-m", "bot", *arguments], text=True, env=env, **pipes)  # type: ignore[call-overload, no-any-return]  # the streams are those of Popen

    return start


def test_nobody_reads(started: Callable[..., subprocess.Popen[str]]) -> None:
    """A reader that leaves ends the process with a sentence, not with a complaint of Python's."""
    with started("ask", "help") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == FAILED
    assert is_one_sentence(err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk(started: Callable[..., subprocess.Popen[str]]) -> None:
    """Output that cannot be written ends the process with a sentence."""
    with Path("/dev/full").open("w") as full:
        process = started("ask", "help", stdout=full.fileno())
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == FAILED
    assert is_one_sentence(err)


def test_an_output_without_our_letters(
    started: Callable[..., subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the output's encoding does not know is a question mark there, and no fault."""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    out, err = started("ask", "help").communicate(timeout=PATIENCE)
    assert "What you can ask" in out
    assert err == ""


@pytest.mark.usefixtures("shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream(closed: str) -> None:
    """A standard stream that was closed before the start leads nowhere, and is no fault."""
    line = f'"$0" -m bot ask help {closed}'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


def test_chat_answers_what_is_piped_in(started: Callable[..., subprocess.Popen[str]]) -> None:
    """`chat` answers line after line and ends with its input."""
    out, err = started("chat").communicate("help\nflashinfr sm120\n", timeout=PATIENCE)
    assert "What you can ask" in out
    assert "Read as FlashInfer" in out
    assert err == ""


def test_chat_is_interrupted(started: Callable[..., subprocess.Popen[str]]) -> None:
    """Ctrl-C leaves with a sentence and status 130, whatever the process waits for."""
    process = started("chat")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("help\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == INTERRUPTED
    assert is_one_sentence(err.lstrip("\n"))


def test_run_shows_itself_at_work_and_leaves_when_told(started: Callable[..., subprocess.Popen[str]]) -> None:
    """Without data or tokens `run` fills the store with the sample, shows the daily, an answer and what a subscriber
    gets, says what to set next, stays as a service, and leaves when it is told to."""
    process = started("run")
    assert process.stdout is not None
    seen = ""
    while "SLACK_APP_TOKEN" not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    for words in ("Systems daily", "FlashInfer, SM120", "You subscribed to: flashinfer sm120", "sample"):
        assert words in seen


def test_run_over_old_data_shows_the_last_issue_that_has_any(
    started: Callable[..., subprocess.Popen[str]], shell: Shell
) -> None:
    """Data that ends before the latest window is shown all the same, and what is missing is said: tags, a terminal."""
    process = started("--now", "2026-07-30T09:00+08:00", "run", "--import", shell.file(update(7)))
    assert process.stdout is not None
    seen = ""
    while "until SIGTERM" not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert "The data ends on 20 Jul" in seen
    assert "Systems daily, Tue 21 Jul 2026" in seen
    assert "No tags are stored" in seen
    assert "nothing new" not in seen


def seen_until(process: subprocess.Popen[str], words: str) -> str:
    """What a process prints up to the line with these words; then it is told to leave."""
    assert process.stdout is not None
    seen = ""
    while words not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    return seen


def test_run_starts_over_what_could_be_imported(started: Callable[..., subprocess.Popen[str]], shell: Shell) -> None:
    """One bad line in the file that `run` starts from is told, and the bot runs over the rest."""
    file = shell.file(update(7), "no JSON")
    seen = seen_until(started("--now", "2026-07-22T09:00+08:00", "run", "--import", file), "until SIGTERM")
    assert "1 refused" in seen


def test_run_finishes_a_sample_that_was_cut_off(started: Callable[..., subprocess.Popen[str]], shell: Shell) -> None:
    """A first start that was killed after its sample was read, and before that was noted, is made good by the next."""
    import_sample = started("import", str(app.__file__).replace("bot/app.py", "config/sample.jsonl"))
    import_sample.communicate(timeout=PATIENCE)
    seen = seen_until(started("run"), "SLACK_APP_TOKEN")
    assert "Systems daily" in seen
    assert "sample" in seen


# Sources


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["ingest", "--project", "nope"], "no project", id="unknown project"),
        pytest.param(["ingest", "--since", "2027-01-01"], "has not come", id="a day to come"),
    ],
)
def test_ingest_refused(arguments: list[str], sentence: str, shell: Shell) -> None:
    """What cannot be read is said in one sentence before anything is asked."""
    ended = shell.run(*arguments)
    assert ended.status == FAILED
    assert sentence in ended.err
    assert is_one_sentence(ended.err)


def test_ingest_where_nothing_answers(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source that cannot be read is named with its reason, ends the run with one sentence and status 1, and stands in
    `check` with its next try; nothing is lost."""
    for name, value in NO_SOURCES.items():
        monkeypatch.setenv(name, value)
    ended = shell.run("ingest", "--once", "--project", "flashinfer")
    assert ended.status == FAILED
    assert "not read: github:flashinfer-ai/flashinfer:" in ended.out
    assert is_one_sentence(ended.err)
    assert "What was read is saved" in ended.err
    checked = shell.run("check")
    assert checked.status == 0
    assert "github:flashinfer-ai/flashinfer: failing since 2026-07-22 01:00 UTC." in checked.out
    assert "Next try 2026-07-22 01:05 UTC." in checked.out
    assert "Contacts export.arxiv.org: papers." in checked.out


def test_move(shell: Shell, monkeypatch: pytest.MonkeyPatch, postgres: PostgresForTests) -> None:
    """A store in a file is moved to a server by one command, which says the rows of each table; the server answers then
    as the file did, and is not moved into again."""
    assert "1 new" in shell.run("import", shell.file(update(7))).out
    before = shell.run("ask", "--json", "flashinfer").out
    server = postgres.new()
    monkeypatch.setenv("DATABASE_URL", server)
    ended = shell.run("move", f"sqlite:///{shell.store}")
    assert (ended.status, ended.err) == (0, "")
    assert {"updates: 1", "search: 1", "deliveries: 0"} <= set(ended.out.splitlines())
    assert shell.run("ask", "--json", "flashinfer").out == before
    again = shell.run("move", f"sqlite:///{shell.store}")
    assert again.status == 1
    assert "is not empty" in again.err
    assert is_one_sentence(again.err)
    postgres.drop(server)
