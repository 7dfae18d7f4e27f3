"""README says what the code does: its tables are printed from the code's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.domain.question.rules import RULES
from bot.reading import hosts_of
from config.catalog import load_projects
from config.feeds import load_feeds
from config.settings import NAMES, load_settings
from handlers.command_table import COMMANDS

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def between(name: str) -> str:
    """What stands between the two marks of a name."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", README, re.DOTALL)
    assert found, f"README has no {name}"
    return found[1]


def table(head: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    """A Markdown table of two columns, the first one code."""
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    lines += [f"| `{code.replace('|', chr(92) + '|')}` | {text} |" for code, text in rows]
    return "\n".join(lines) + "\n"


def test_the_rules_of_a_question() -> None:
    """The rules in README are the rules that the reader of questions has."""
    assert between("rules") == table(("typed", "means"), [(rule.example, rule.meaning) for rule in RULES])


def test_the_commands() -> None:
    """The commands in README are those of the router."""
    assert between("commands") == table(("command", "does"), [(entry.usage, entry.summary) for entry in COMMANDS])


def test_the_hosts() -> None:
    """Every host that the bot contacts by itself stands in README, and no other."""
    hosts = hosts_of(load_settings({"GITHUB_TOKEN": "t"}), load_feeds())
    assert between("hosts") == table(("host", "for"), [(host.name, host.purpose) for host in hosts])


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_variable_is_told(name: str) -> None:
    """What can be configured stands in README."""
    assert f"`{name}`" in README


def test_the_number_of_projects() -> None:
    """The number of projects in the first sentence is that of the catalogue."""
    assert f"{len(load_projects().all)} of them" in README
