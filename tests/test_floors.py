"""The floors of the house: imports run downwards only, and each heavy library stays in its own room."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

FLOORS = {
    "bot.__main__": 5,
    "bot.app": 5,
    "bot.reading": 5,
    "bot.cli": 5,
    "handlers": 4,
    "bot.platforms": 3,
    "bot.web": 3,
    "bot.sources": 2,
    "bot.summarizers": 2,
    "bot.wording": 2,
    "bot.renderers": 2,
    "storage": 2,
    "config": 2,
    "bot.log": 1,
    "bot.domain": 1,
    "bot.clock": 1,
    "bot.queue": 1,
    "bot.memory": 1,
}
"""Room -> floor. A room may import its own floor only within itself, except on floor 3 and above."""

ROOMS_OF_PLATFORMS = {"bot.wording", "bot.renderers", "bot.domain", "bot.log", "bot.platforms"}
"""A platform knows its own renderer and wording; the rest is handed to it."""

LIBRARIES = {
    "slack_bolt": ("bot.platforms.slack",),
    "slack_sdk": ("bot.platforms.slack",),
    "discord": ("bot.platforms.discord",),
    "sqlalchemy": ("storage",),
    "alembic": ("storage",),
    "httpx": ("bot.sources.http", "bot.summarizers.llm"),
    "httpcore": ("bot.sources.http",),
    "certifi": ("bot.sources.http",),
    "feedparser": ("bot.sources",),
    "msgspec": ("bot.sources",),
    "pydantic_settings": ("config.settings", "config.environment"),
    "apscheduler": ("bot.clock",),
    "procrastinate": ("bot.queue",),
    "psycopg_pool": ("bot.queue",),
    "click": ("bot.__main__", "bot.cli"),
}
"""Library -> the only rooms that import it."""

PURE = {"packaging", "rapidfuzz", "bot"}
"""What bot/domain may import besides the standard library."""


def modules() -> list[Path]:
    """Every module of the product, tests left out."""
    found = [path for top in ("bot", "handlers", "storage", "config") for path in (ROOT / top).rglob("*.py")]
    return sorted(found)


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    """Dotted names that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room_of(name: str) -> str | None:
    """The longest room that a dotted name lies in."""
    rooms = [room for room in FLOORS if name == room or name.startswith(room + ".")]
    return max(rooms, key=len, default=None)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_run_downwards(path: Path) -> None:
    """No module imports a room above its own floor, and rooms of floor 2 do not know each other."""
    own = room_of(name_of(path))
    if own is None:
        assert name_of(path) == "bot", f"{path} lies in no room"
        return
    for imported in imports(path):
        other = room_of(imported)
        if other is None or other == own:
            continue
        assert FLOORS[other] <= FLOORS[own], f"{own} imports {imported} from above"
        if FLOORS[own] in (1, 2):
            assert FLOORS[other] < FLOORS[own] or own in ("bot.clock", "bot.log", "bot.queue"), (
                f"{own} imports its neighbour {imported}"
            )
        if FLOORS[own] == 3:
            assert other in ROOMS_OF_PLATFORMS, f"{own} is handed what {imported} gives, it does not import it"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    """A heavy library is imported only in the rooms that are named for it."""
    name = name_of(path)
    for imported in imports(path):
        rooms = LIBRARIES.get(imported.partition(".")[0])
        if rooms:
            assert any(name == room or name.startswith(room + ".") for room in rooms), f"{name} imports {imported}"


@pytest.mark.parametrize("path", sorted((ROOT / "bot" / "domain").rglob("*.py")), ids=name_of)
def test_the_domain_is_pure(path: Path) -> None:
    """bot/domain imports the standard library, packaging, rapidfuzz and itself, and opens nothing."""
    import sys

    for imported in imports(path):
        top = imported.partition(".")[0]
        assert top in PURE or top in sys.stdlib_module_names, f"{path} imports {imported}"
        assert top not in {"socket", "subprocess", "sqlite3", "os", "asyncio", "urllib.request"}, f"{path} does I/O"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_only_settings_reads_the_environment(path: Path) -> None:
    """os.environ and os.getenv stand in config/settings.py alone."""
    if name_of(path) == "config.settings":
        return
    text = path.read_text(encoding="utf-8")
    assert "os.environ" not in text
    assert "getenv" not in text
