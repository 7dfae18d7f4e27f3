"""The roads, whole: from a file's bytes to what a platform received."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app import Field, deps_of, load_field
from bot.domain.delivery import DeliveryState, RecipientKind
from bot.platforms.terminal import shell_command, shell_user
from handlers.deps import Deps
from handlers.jobs.deliver import deliver
from handlers.jobs.importing import import_files
from handlers.jobs.match import match
from handlers.jobs.publish import Post, publish
from handlers.jobs.sending import LEASE
from handlers.router import answer
from storage.store import Store
from tests.editions import SYSTEMS_DAILY
from tests.factories import SHANGHAI
from tests.fakes import FakePlatform, Killed, texts
from tests.stores import without_rows

ASKED = datetime(2026, 7, 22, 1, tzinfo=UTC)
"""Wednesday 22 July 2026, 09:00 in Shanghai."""


@pytest.fixture(scope="module")
def field() -> Field:
    """The real catalogue and vocabulary, read once."""
    return load_field()


def line(
    number: int, subject: str, published: datetime, body: str = "", repository: str = "flashinfer-ai/flashinfer"
) -> str:
    """A commit as ../shared/data/updates has it."""
    return json.dumps(
        {
            "repo": repository,
            "sha": f"{number:040x}",
            "committed_at": published.isoformat().replace("+00:00", "Z"),
            "subject": f"{subject} (#{number})",
            "body": body,
        }
    )


LINES = (
    line(3838, "fix(attention): correct SM120 NVFP4 scale layout", ASKED - timedelta(hours=3)),
    line(3844, "fix(gdn): reject invalid sm120 tma lowering", ASKED - timedelta(hours=20)),
    line(3822, "perf: faster FP4 dequant on SM86", ASKED - timedelta(hours=4), "Kept on the old path for SM90+."),
    line(4001, "[CI] bump docker image", ASKED - timedelta(hours=5)),
    line(
        47845,
        "fix(security): bound the completion prompt list",
        ASKED - timedelta(hours=6),
        repository="vllm-project/vllm",
    ),
)


class House:
    """The bot over one file, which can be left and entered again as a process does."""

    def __init__(self, folder: Path, field: Field) -> None:
        self.folder, self.field = folder, field
        self.file = without_rows(folder / "store.sqlite3")
        self.now = ASKED
        self.platform = FakePlatform()
        self.deps = self._opened()

    def _opened(self) -> Deps:
        store = Store.open(f"sqlite:///{self.file}", closure=self.field.vocabulary.closure)
        return replace(deps_of(store, self.field, None), now=lambda: self.now)

    def restart(self) -> None:
        """Another process begins where the one before ended."""
        self.deps.store.close()
        self.deps = self._opened()

    def take_in(self, *lines: str, name: str = "updates.jsonl") -> None:
        """Imports a file of these lines."""
        path = self.folder / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        import_files([path], self.deps.store, self.field.vocabulary, self.field.projects, self.now)

    async def ask(self, text: str) -> str:
        """What the shell's user sees after a line."""
        (seen,) = texts([await answer(shell_command(text, self.now, SHANGHAI, "en"), self.deps)])
        return seen

    async def send(self) -> None:
        """Empties the outbox onto the platform."""
        while await deliver(self.deps, {"terminal": self.platform}):
            pass


@pytest.fixture
def house(tmp_path: Path, field: Field) -> Iterator[House]:
    """The bot over an empty store."""
    made = House(tmp_path, field)
    yield made
    made.deps.store.close()


async def test_from_a_file_to_an_answer(house: House) -> None:
    """What stands in a file is found by the question, with its address; what only mentions it is counted apart."""
    house.take_in(*LINES)
    seen = await house.ask("/whatsnew flashinfer sm120")
    assert "FlashInfer, SM120" in seen
    for number in (3838, 3844):
        assert f"https://github.com/flashinfer-ai/flashinfer/pull/{number}" in seen
    for number in (3822, 4001, 47845):
        assert f"#{number}" not in seen


async def test_from_a_file_to_a_message_at_once(house: House) -> None:
    """Subscribe, import, match, deliver: each wanted update arrives once, also after a restart and a second import."""
    await house.ask("subscribe flashinfer sm120 at-once")
    for _ in range(2):
        house.take_in(*LINES)
        await match(house.deps)
        await house.send()
        house.restart()
    ((recipient, _),) = house.platform.posted
    assert recipient == shell_user()
    assert all(number in house.platform.seen[0] for number in ("#3838", "#3844"))


async def test_from_a_file_to_a_daily_message(house: House) -> None:
    """A daily subscription brings, at its hour and not before, what came since it was made."""
    house.take_in(LINES[1])
    house.now = ASKED - timedelta(hours=10)
    await house.ask("subscribe flashinfer sm120 daily 9:00")
    await publish([], house.deps)
    house.take_in(*LINES)
    house.now = ASKED - timedelta(seconds=1)
    await publish([], house.deps)
    await house.send()
    assert house.platform.posted == []
    house.now = ASKED
    await publish([], house.deps)
    await house.send()
    (seen,) = house.platform.seen
    assert "#3838" in seen
    assert "#3844" not in seen


async def test_from_a_file_to_a_digest(house: House) -> None:
    """The daily goes out once at its hour: look-outs are in, the CI change is counted, and no restart doubles it."""
    house.take_in(*LINES)
    posts = [Post(SYSTEMS_DAILY, shell_user())]
    for _ in range(3):
        await publish(posts, house.deps)
        await house.send()
        house.restart()
    seen = "\n".join(house.platform.seen)
    assert seen.count("Systems daily, Wed 22 Jul 2026") == 1
    assert "#47845" in seen
    assert "#4001" not in seen
    assert "系统日报 · 2026年7月22日（周三）" in await house.ask("日报")


async def test_killed_between_parts(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed between two parts of a digest goes on with the second after a restart."""
    house.take_in(*LINES)
    two = replace(house.deps, split=lambda _, whole: (whole, whole))
    await publish([Post(SYSTEMS_DAILY, shell_user())], two)
    begin = type(house.deps.store.deliveries).begin_part

    def dies_at_the_second(self: object, *told: object) -> bool:
        if house.platform.posted:
            raise Killed
        return begin(self, *told)  # type: ignore[arg-type]  # the deliveries that it was called on

    monkeypatch.setattr(type(house.deps.store.deliveries), "begin_part", dies_at_the_second)
    with pytest.raises(Killed):
        await house.send()
    monkeypatch.undo()
    house.restart()
    await house.send()
    assert len(house.platform.posted) == 1
    house.now += LEASE
    await house.send()
    seen = house.platform.seen
    assert len(seen) % 2 == 0
    assert seen[::2] == seen[1::2]
    assert [delivery.state for delivery in house.deps.store.deliveries.all()] == [DeliveryState.SENT]


async def test_killed_while_posting_is_asked_not_repeated(house: House) -> None:
    """A process that is killed while a part is under way leaves it in doubt; nothing is sent twice (B007)."""
    house.take_in(*LINES)
    await publish([Post(SYSTEMS_DAILY, shell_user())], house.deps)
    house.platform.answers_with(Killed())
    with pytest.raises(Killed):
        await house.send()
    house.restart()
    house.now += LEASE * 2
    await house.send()
    assert house.platform.posted == []
    assert [delivery.state for delivery in house.deps.store.deliveries.all()] == [DeliveryState.UNKNOWN]


async def test_hostile_titles_reach_nobody(house: House) -> None:
    """What a title smuggles in is literal text for its reader: no escape sequence, no line break, no direction."""
    nasty = "fix: <!channel> @everyone \x1b[2J\u202egnp.exe\x00 sm120 [x](javascript:y)\n# heading"
    house.take_in(line(1, nasty, ASKED - timedelta(hours=1)))
    await house.ask("subscribe flashinfer sm120 at-once")
    house.take_in(line(2, nasty, ASKED - timedelta(minutes=5)), name="more.jsonl")
    await match(house.deps)
    await house.send()
    for seen in (await house.ask("flashinfer sm120"), *house.platform.seen):
        assert not set(seen) & set("\x1b\u202e\x00")
        assert "\n# heading" not in seen


async def test_last_look(house: House) -> None:
    """Nothing asked means: since I last looked, for what I subscribed to; the next time, only what came in
    since, also what was published before."""
    house.take_in(*LINES)
    await house.ask("subscribe flashinfer sm120")
    assert "#3838" in await house.ask("")
    house.now += timedelta(hours=1)
    seen = await house.ask("whatsnew")
    assert "#3838" not in seen
    house.now += timedelta(minutes=1)
    house.take_in(line(5000, "feat: sm120 attention", house.now - timedelta(minutes=5)), name="more.jsonl")
    assert "#5000" in await house.ask("")


async def test_a_channel_has_its_own(house: House) -> None:
    """What a channel subscribed to goes to the channel and not to whoever subscribed it."""
    channel = replace(shell_user(), kind=RecipientKind.CHANNEL, id="infra")
    command = replace(shell_command("subscribe here flashinfer at-once", house.now, SHANGHAI, "en"), place=channel)
    await answer(command, house.deps)
    house.take_in(*LINES)
    await match(house.deps)
    await house.send()
    assert {recipient for recipient, _ in house.platform.posted} == {channel}
