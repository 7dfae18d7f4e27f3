"""The typed reader of TOML: every fault names file, table and key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from config.toml_reader import TomlTable, read_toml


def _table(text: str, tmp_path: Path) -> TomlTable:
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return read_toml(path)


FAULTS: tuple[object, ...] = (
    pytest.param("a = 1", lambda table: table.text("a"), "some.toml: top level: a must be a text", id="text"),
    pytest.param("a = ''", lambda table: table.text("a"), "some.toml: top level: a must not be empty", id="empty"),
    pytest.param("", lambda table: table.text("a"), "some.toml: top level: a is missing", id="missing"),
    pytest.param("a = 1", lambda table: table.flag("a"), "a must be true or false", id="flag"),
    pytest.param("a = true", lambda table: table.number("a"), "a must be a whole number", id="number"),
    pytest.param("a = ['b', '']", lambda table: table.texts("a"), "a must be a list of texts", id="texts"),
    pytest.param("a = [1]", lambda table: table.marks("a", ()), "a must be a list of texts", id="marks"),
    pytest.param("a = 1", lambda table: table.table("a"), "a must be a table", id="table"),
    pytest.param("a = 1", lambda table: table.tables("a"), "a must be a list of tables ([[a]])", id="tables"),
    pytest.param("b = 1", lambda table: table.close(), "b is not a key that is known here", id="unknown key"),
    pytest.param(
        "[[a]]\nkey = 'x'\nb = 1",
        lambda table: table.tables("a")[0].text("b"),
        'some.toml: [[a]] 1 "x": b must be a text',
        id="place of an array's table",
    ),
    pytest.param(
        "[a.b]\nc = 1", lambda table: table.table("a").table("b").text("c"), "some.toml: [a].b: c must", id="nested"
    ),
)


@pytest.mark.parametrize(("text", "read", "sentence"), FAULTS)
def test_a_fault_names_its_place(text: str, read: Callable[[TomlTable], object], sentence: str, tmp_path: Path) -> None:
    """A value of the wrong type raises ConfigError with file, table and key."""
    with pytest.raises(ConfigError) as fault:
        read(_table(text, tmp_path))
    assert sentence in fault.value.sentence


def test_values_are_read(tmp_path: Path) -> None:
    """Good values come back in their types, absent ones as their defaults."""
    table = _table("a = 'x'\nb = true\nc = 3\nd = ['p']\n[e]\nf = ''", tmp_path)
    assert (table.text("a"), table.flag("b"), table.number("c"), table.texts("d")) == ("x", True, 3, ("p",))
    assert table.table("e").text("f", default="") == ""
    assert (table.text("z", "y"), table.flag("z"), table.number("z", 1), table.texts("z")) == ("y", False, 1, ())
    assert (table.marks("z", ("-",)), table.tables("z"), table.table("z").keys) == (("-",), (), ())
    table.close()


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    """A malformed, a missing and a non-UTF-8 file are ConfigErrors that name the file."""
    with pytest.raises(ConfigError, match=r"some.toml: is not valid TOML: .*line 1"):
        _table("a = = 1", tmp_path)
    with pytest.raises(ConfigError, match=r"none.toml: cannot be read"):
        read_toml(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(ConfigError, match=r"bytes.toml: is not UTF-8"):
        read_toml(tmp_path / "bytes.toml")


def test_deep_nesting_is_told(tmp_path: Path) -> None:
    """A file that is nested deeper than can be read is a fault that names the file."""
    with pytest.raises(ConfigError, match="is nested too deep"):
        _table("a = " + "[" * 50_000, tmp_path)
