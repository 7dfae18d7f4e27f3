"""The sample that is shown where no source answers: complete, marked, and in nobody else's words."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import config
from bot.domain.state import Stage
from bot.domain.tag import Tag
from bot.domain.update import Kind
from config.catalog import load_projects
from config.vocabulary import load_vocabulary

LINES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(config.__file__).with_name("sample.jsonl").read_text(encoding="utf-8").splitlines()
]
UPDATES = [line for line in LINES if "subject" in line]
TAGS = [line for line in LINES if "tag" in line]
PROJECTS = load_projects()
VOCABULARY = load_vocabulary()
SENTENCE_LIMIT = 140


def name_of(line: dict[str, Any]) -> str:
    return f"{line['repo']}#{line.get('pr') or line['sha'][:7]}"


def test_the_sample_is_as_large_as_it_should_be() -> None:
    """Some 150 updates of some twenty projects, every line one or the other."""
    assert 140 <= len(UPDATES) <= 200
    assert len(UPDATES) + len(TAGS) == len(LINES)
    assert len({line["repo"] for line in UPDATES}) >= 18


@pytest.mark.parametrize("line", UPDATES, ids=name_of)
def test_an_update_has_what_it_needs(line: dict[str, Any]) -> None:
    """A watched project, a whole hash, a date with its zone, an address at GitHub, known tags, and the mark."""
    assert line["sample"] is True
    assert PROJECTS.of_repository(line["repo"])
    assert re.fullmatch(r"[0-9a-f]{40}", line["sha"])
    assert datetime.fromisoformat(line["committed_at"]).tzinfo
    assert "2026-06-15" <= line["committed_at"] < "2026-07-22"
    tail = f"pull/{line['pr']}" if "pr" in line else f"commit/{line['sha'][:12]}"
    assert line["url"] == f"https://github.com/{line['repo']}/{tail}"
    assert Kind(line["kind"])
    for text in line["tags"]:
        assert Tag.parse(re.sub(r"^(mention|body):", "", text)) in VOCABULARY.entries
    assert Stage(line.get("state", {"stage": "unknown"})["stage"])


@pytest.mark.parametrize("line", UPDATES, ids=name_of)
def test_a_title_is_one_sentence_of_our_own(line: dict[str, Any]) -> None:
    """No merged title is copied: none of their prefixes, and short enough to be shown whole."""
    shown = line.get("summary", line["subject"])
    assert 8 <= len(shown) <= SENTENCE_LIMIT
    assert "\n" not in line["subject"]
    assert not re.match(r"\[(?!BREAKING\])|\w+(\([\w, -]+\))?!?: ", line["subject"])
    assert line["subject"].endswith(f" (#{line.get('pr')})") == ("pr" in line)
    assert len(line["body"]) < 100


@pytest.mark.parametrize("line", TAGS, ids=lambda line: f"{line['repo']} {line['tag']}")
def test_a_tag_has_what_it_needs(line: dict[str, Any]) -> None:
    """A tag names its project, its commit and its time, and a series takes it."""
    project = PROJECTS.of_repository(line["repo"])
    assert project
    assert any(re.fullmatch(series.pattern, line["tag"]) for series in project.series)
    assert re.fullmatch(r"[0-9a-f]{40}", line["sha"])
    assert datetime.fromisoformat(line["tagged_at"]).tzinfo
    assert line["tagged_at"] < "2026-07-22"
    assert isinstance(line["prerelease"], bool)
    assert line["sample"] is True


def test_nothing_stands_twice() -> None:
    """A pull request, commit or tag has one line."""
    keys = [(line["repo"], line.get("tag") or line.get("pr") or line["sha"]) for line in LINES]
    assert len(set(keys)) == len(keys)


def test_the_example_question_has_its_answer() -> None:
    """What WORDING.md 2 counts for "flashinfer sm120" on 22 July: 16 about it, 5 of docs and tests, 6 mentions."""
    ours = [
        line
        for line in UPDATES
        if line["repo"] == "flashinfer-ai/flashinfer" and line["committed_at"] >= "2026-06-22T01:00:00Z"
    ]
    about = [line for line in ours if {"hardware:sm120", "body:hardware:sm120"} & set(line["tags"])]
    assert len([line for line in about if not line.get("noise")]) == 16
    assert len([line for line in about if line.get("noise")]) == 5
    assert len([line for line in ours if "mention:hardware:sm120" in line["tags"]]) == 6


def test_the_releases_that_are_named_are_there() -> None:
    """A version in a state is a tag of the sample, where the project's tags are in it at all."""
    tagged = {(line["repo"], re.sub(r"^v(?=\d)", "", line["tag"])) for line in TAGS}
    with_tags = {line["repo"] for line in TAGS}
    for line in UPDATES:
        version = line.get("state", {}).get("version")
        if version and line["repo"] in with_tags:
            assert (line["repo"], version) in tagged, name_of(line)
