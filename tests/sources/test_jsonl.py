"""JSON Lines: what each shape of line becomes, and what is refused with which reason."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.project import Group, Projects, Scheme, TagSeries
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.tag import FoundTag, Place, Role, Tag
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, RawUpdate
from bot.sources.base import FoundUpdate, FoundVersion, IgnoredTag, Item, Refusal
from bot.sources.content import FIX_LENGTH, FIXES_LIMIT, SUMMARY_LIMIT
from bot.sources.json_row import FUTURE_ALLOWED
from bot.sources.jsonl import (
    FACET_TAG_LENGTH,
    FACET_TAGS,
    FIGURE_LENGTH,
    FIGURES,
    TAG_LENGTH,
    URL_LENGTH,
    JsonlSource,
    read_line,
)
from bot.sources.lines import Line
from tests.factories import NOW, a_project, some_projects
from tests.sources.rows import FLASHINFER, SHA, a_commit, a_tag_row, as_line, write_lines

LLAMA = a_project(
    "llama.cpp",
    "llama.cpp",
    Group.ENGINE,
    "ggml-org/llama.cpp",
    "ggerganov/llama.cpp",
    series=(TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD),),
    ignored_tags=("nightly-.*",),
)
PROJECTS = Projects((*some_projects().all, LLAMA))


def read(row: dict[str, Any] | bytes) -> Item:
    """What line 7 says."""
    return read_line(Line(7, row if isinstance(row, bytes) else as_line(row)), PROJECTS, NOW)


def update(row: dict[str, Any]) -> RawUpdate:
    """The update of a row that has to be one."""
    item = read(row)
    assert isinstance(item, FoundUpdate), item
    return item.raw


def test_a_commit_with_a_pull_request() -> None:
    """A title that ends in (#n) makes the pull request the key and the address; the description may be missing."""
    raw = update(a_commit(3891, repo="Flashinfer-AI/FlashInfer"))
    assert raw == RawUpdate(
        key="flashinfer-ai/flashinfer#3891",
        url="https://github.com/Flashinfer-AI/FlashInfer/pull/3891",
        project="flashinfer",
        repository="Flashinfer-AI/FlashInfer",
        title="Add FP8 groupwise MoE GEMM for SM120 (#3891)",
        body="",
        body_state=BodyState.MISSING,
        published=datetime(2026, 7, 14, 10, tzinfo=UTC),
        links=Links(pull=3891, commits=(f"{3891:040x}",)),
    )


def test_a_commit_without_one() -> None:
    """Without a number the hash is the key, and the address is cut to twelve digits."""
    raw = update(a_commit(None, body="What it does.\n\nMore."))
    assert raw.key == f"{FLASHINFER}@{SHA}"
    assert raw.url == f"https://github.com/{FLASHINFER}/commit/{SHA[:12]}"
    assert (raw.body, raw.body_state) == ("What it does.\n\nMore.", BodyState.WHOLE)


def test_a_line_with_paths() -> None:
    """What a list of a release's commits knows more is kept."""
    raw = update(a_commit(None, pr=50766, additions=1, deletions=0, paths=["tests/a.json", "b\u202e.cu"]))
    assert raw.key == f"{FLASHINFER}#50766"
    assert (raw.additions, raw.deletions, raw.paths) == (1, 0, ("tests/a.json", "b.cu"))


def test_an_old_name_of_a_repository_has_the_present_key() -> None:
    """The key is made under the present name, address and name stay as the source writes them."""
    raw = update(a_commit(6951, repo="volcengine/verl"))
    assert (raw.key, raw.project, raw.repository) == ("verl-project/verl#6951", "verl", "volcengine/verl")
    assert raw.url == "https://github.com/volcengine/verl/pull/6951"


def test_a_repository_outside_the_catalogue_is_its_own_project() -> None:
    """An unknown repository is kept under its own name, folded."""
    assert update(a_commit(1, repo="Some/Thing")).project == "some/thing"


def test_a_line_written_by_hand() -> None:
    """The sample's fields are taken as they are stated, its tags with the place and role that their prefix says."""
    raw = update(
        a_commit(
            3838,
            kind="fix",
            state={"stage": "reverted", "version": "0.6.15", "at": "2026-07-11T10:00:00Z", "by": "a/b#1"},
            tags=["hardware:sm120", "body:format:nvfp4", "mention:hardware:sm90"],
            figures=[{"quote": "1.4x", "condition": "kernel time"}],
            summary="Attention gave wrong results",
            noise=False,
            url="https://github.com/flashinfer-ai/flashinfer/pull/3838",
            fixes=["a/b#2"],
            sample=True,
        )
    )
    assert (raw.kind, raw.noise, raw.sample, raw.all_tags) == (Kind.FIX, False, True, True)
    assert raw.state == State(Stage.REVERTED, "0.6.15", datetime(2026, 7, 11, 10, tzinfo=UTC), "a/b#1")
    assert raw.extra_tags == (
        FoundTag(Tag.parse("hardware:sm120"), Place.TITLE),
        FoundTag(Tag.parse("format:nvfp4"), Place.BODY),
        FoundTag(Tag.parse("hardware:sm90"), Place.BODY, Role.MENTION),
    )
    assert raw.figures == (Figure("1.4x", "kernel time"),)
    assert (raw.summary, raw.links.fixes) == ("Attention gave wrong results", ("a/b#2",))


def test_a_tag_is_a_version_and_a_release() -> None:
    """A tag's release is dated not before its commit, and does not go under the commit's hash."""
    item = read(a_tag_row("v0.6.15rc2", prerelease=True))
    assert isinstance(item, FoundVersion)
    version, release = item.version, item.release
    assert (version.project, version.series, version.version, version.prerelease) == (
        "flashinfer",
        "",
        "0.6.15rc2",
        True,
    )
    assert (version.tag, version.commit) == ("v0.6.15rc2", SHA)
    assert release.key == f"{FLASHINFER}:v0.6.15rc2"
    assert release.url == f"https://github.com/{FLASHINFER}/releases/tag/v0.6.15rc2"
    assert (release.title, release.kind, release.precision) == ("0.6.15rc2", Kind.RELEASE, Precision.NOT_BEFORE)
    assert release.links == Links(tag="v0.6.15rc2")
    assert release.state == State(Stage.PRERELEASE, "0.6.15rc2")


@pytest.mark.parametrize(
    ("row", "prerelease"),
    [
        pytest.param(a_tag_row("v0.6.15.post1"), False, id="a post release"),
        pytest.param(a_tag_row("v0.6.15", prerelease=True), True, id="the host says so"),
        pytest.param(a_tag_row("v0.6.15rc1", prerelease=False), True, id="the version says so"),
        pytest.param(
            a_tag_row("b12180", repo="ggerganov/llama.cpp", prerelease=True), False, id="builds are all marked"
        ),
    ],
)
def test_which_tags_are_pre_releases(row: dict[str, Any], prerelease: bool) -> None:
    """The version's own word and the host's count, but not a host that marks every build."""
    item = read(row)
    assert isinstance(item, FoundVersion)
    assert item.version.prerelease is prerelease


def test_a_build_is_called_by_its_tag() -> None:
    """A release of another series than the main one is called as its tag is."""
    item = read(a_tag_row("b12180", repo="ggml-org/llama.cpp"))
    assert isinstance(item, FoundVersion)
    assert item.release.title == "b12180"


def test_an_ignored_tag_is_no_refusal() -> None:
    """What the catalogue ignores is counted apart."""
    assert read(a_tag_row("nightly-v1", repo="ggml-org/llama.cpp")) == IgnoredTag(7, "nightly-v1")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        pytest.param(b"{", "is not JSON", id="no JSON"),
        pytest.param(b"[1]", "is not a JSON object", id="a list"),
        pytest.param(b'{"subject": "a\xff"}', "is not UTF-8 (byte 15)", id="not UTF-8"),
        pytest.param(b'{"subject": "a\x00"}', "holds a NUL byte", id="a NUL byte"),
        pytest.param(b"[" * 100_000, "nested too deep", id="nested too deep"),
        pytest.param(b'{"pr": ' + b"9" * 5_000 + b"}", "a number too long", id="a number too long"),
        pytest.param({"repo": FLASHINFER}, "neither a commit", id="no shape"),
        pytest.param(a_commit(subject=None), "neither a commit", id="null is absent"),
        pytest.param(a_commit(subject=7), "subject is not text", id="subject"),
        pytest.param(a_commit(body=["x"]), "body is not text", id="body"),
        pytest.param(a_commit(repo="flashinfer"), "repo is not owner/name", id="repository"),
        pytest.param(a_commit(repo="a/<!channel>"), "repo is not owner/name", id="hostile repository"),
        pytest.param(a_commit(sha="9d33a28"), "sha is not a whole commit hash", id="cut hash"),
        pytest.param(a_commit(sha=None), "sha is missing", id="no hash"),
        pytest.param(a_commit(committed_at="2026-07-14T10:00:00"), "committed_at has no zone", id="no zone"),
        pytest.param(a_commit(committed_at="2026-07-14"), "committed_at is not a date with time", id="only a day"),
        pytest.param(a_commit(committed_at="yesterday"), "committed_at is not a date with time", id="nonsense"),
        pytest.param(a_commit(committed_at="2026-02-30T10:00:00Z"), "committed_at is no date", id="no such day"),
        pytest.param(a_commit(committed_at="0001-01-01T00:00:00+14:00"), "committed_at is no date", id="before time"),
        pytest.param(a_commit(committed_at="1970-01-01T00:00:00Z"), "committed_at is before 1990", id="epoch"),
        pytest.param(a_commit(committed_at="2027-07-14T10:00:00Z"), "committed_at lies in the future", id="future"),
        pytest.param(a_commit(committed_at=1_784_000_000), "committed_at is not text", id="a number"),
        pytest.param(a_commit(pr="12"), "pr is not a whole number", id="number as text"),
        pytest.param(a_commit(pr=True), "pr is not a whole number", id="true is no number"),
        pytest.param(a_commit(additions=-1), "additions is not a whole number", id="negative"),
        pytest.param(a_commit(paths="a"), "paths is not a list", id="paths"),
        pytest.param(a_commit(paths=[1]), "paths holds what is not text", id="a path"),
        pytest.param(a_commit(kind="feat"), "kind is not one of", id="kind"),
        pytest.param(a_commit(tags=["sm120"]), "tags holds what is not facet:name", id="tag"),
        pytest.param(a_commit(tags=["mention:chip:x"]), "tags holds what is not facet:name", id="facet"),
        pytest.param(a_commit(state={"stage": "gone"}), "state has no known stage", id="stage"),
        pytest.param(a_commit(state="released"), "state is not an object", id="state"),
        pytest.param(a_commit(figures=[{}]), "quote is missing", id="figure"),
        pytest.param(a_commit(noise="no"), "noise is not true or false", id="noise"),
        pytest.param(a_commit(url="javascript:alert(1)"), "url is no http(s) address", id="address"),
        pytest.param(a_commit(url="https://a.b/" + "c" * URL_LENGTH), "url is longer than", id="a long address"),
        pytest.param(a_commit(tags=["topic:" + "a" * FACET_TAG_LENGTH]), "longer than 100", id="a long tag of ours"),
        pytest.param(a_commit(tags=["topic:a"] * (FACET_TAGS + 1)), "tags holds more than", id="many tags"),
        pytest.param(a_commit(figures=[{"quote": "1" * (FIGURE_LENGTH + 1)}]), "quote is longer than", id="long quote"),
        pytest.param(a_commit(figures=[{"quote": "\u200b"}]), "quote is empty", id="an empty quote"),
        pytest.param(a_commit(figures=[{"quote": "1"}] * (FIGURES + 1)), "figures holds more than", id="many figures"),
        pytest.param(
            a_commit(state={"stage": "released", "version": "1" * (TAG_LENGTH + 1)}), "version is longer", id="version"
        ),
        pytest.param(a_tag_row("v1 2"), "tag is not a tag's name", id="a blank in a tag"),
        pytest.param(a_tag_row("v1\u202e"), "tag is not a tag's name", id="a hostile tag"),
        pytest.param(a_tag_row("v" * (TAG_LENGTH + 1)), "tag is not a tag's name", id="a long tag"),
        pytest.param(a_tag_row(tagged_at="2026-07-16"), "tagged_at is not a date with time", id="a tag's date"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(row: dict[str, Any] | bytes, reason: str) -> None:
    """Number and reason are told, and nothing is thrown."""
    item = read(row)
    assert isinstance(item, Refusal), item
    assert item.line == 7
    assert reason in item.reason


def test_what_is_as_long_as_may_be_is_kept() -> None:
    """At its limit every field of a line is taken as it stands."""
    address = "https://a.b/".ljust(URL_LENGTH, "c")
    tag, quote, version = "topic:".ljust(FACET_TAG_LENGTH, "a"), "1" * FIGURE_LENGTH, "1" * TAG_LENGTH
    raw = update(
        a_commit(
            url=address,
            tags=[tag] * FACET_TAGS,
            figures=[{"quote": quote}] * FIGURES,
            state={"stage": "released", "version": version},
            summary="s" * SUMMARY_LIMIT,
            fixes=["f" * FIX_LENGTH] * FIXES_LIMIT,
        )
    )
    assert (raw.url, raw.state.version, raw.summary) == (address, version, "s" * SUMMARY_LIMIT)
    assert (len(raw.extra_tags), len(raw.figures), len(raw.links.fixes)) == (FACET_TAGS, FIGURES, FIXES_LIMIT)


def test_what_is_longer_is_cut_or_left_out() -> None:
    """A summary is shortened, and of the issues that are fixed the first short ones are kept."""
    fixes = ["f" * (FIX_LENGTH + 1), *["a/b#1"] * (FIXES_LIMIT + 1)]
    raw = update(a_commit(summary="s" * (SUMMARY_LIMIT + 1), fixes=fixes))
    assert len(raw.summary) <= SUMMARY_LIMIT
    assert raw.links.fixes == ("a/b#1",) * FIXES_LIMIT


def test_a_date_may_run_ahead_a_little() -> None:
    """Clocks of committers run ahead: up to a day is taken, a second more is not."""
    at_limit, over = NOW + FUTURE_ALLOWED, (NOW + FUTURE_ALLOWED).replace(second=1)
    assert update(a_commit(committed_at=at_limit.isoformat())).published == at_limit
    assert isinstance(read(a_commit(committed_at=over.isoformat())), Refusal)


def test_a_reason_is_free_of_what_stood_in_the_line() -> None:
    """A reason that quotes the line is clean."""
    item = read(a_commit(repo="\x1b[31m\u202e@everyone"))
    assert isinstance(item, Refusal)
    assert item.reason.isprintable()


@given(
    st.dictionaries(
        st.sampled_from([*a_commit(), *a_tag_row(), "pr", "tags", "state", "paths"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=12), lambda inner: st.lists(inner, max_size=3)
        ),
    )
)
def test_any_row_gives_an_item(row: dict[str, Any]) -> None:
    """Whatever types the fields have, a line is read or refused."""
    assert read(json.dumps(row).encode()) is not None


def test_a_file_gives_its_items_in_order(tmp_path: Path) -> None:
    """Good and bad lines come in the order of the file, and the position reaches its size."""
    path = write_lines(tmp_path / "a.jsonl", [a_commit(1), b"", b"{", a_tag_row(), a_commit(2)])
    source = JsonlSource(path, PROJECTS, NOW)
    items = []
    for item in source.items():
        items.append((type(item), item.line))
        assert 0 <= source.position <= source.size
    assert items == [(FoundUpdate, 1), (Refusal, 3), (FoundVersion, 4), (FoundUpdate, 5)]


def test_a_commit_says_nothing_of_its_release() -> None:
    """A line without a state leaves it unknown."""
    assert update(a_commit()).state == UNKNOWN
