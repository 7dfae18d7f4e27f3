"""Versions: series, their order, and what people mean by a version that they type."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.project import Group, Project, Scheme, TagSeries
from bot.domain.version import (
    TAG_LENGTH,
    TaggedVersion,
    between,
    find,
    latest_stable,
    order_key,
    read_tag,
    sorted_versions,
    written,
)

START = datetime(2026, 7, 1, tzinfo=UTC)
FLASH = Project(
    "flash-attention",
    "FlashAttention",
    Group.KERNELS,
    ("Dao-AILab/flash-attention",),
    series=(
        TagSeries("", r"v(?P<version>\d.*)", Scheme.PEP440),
        TagSeries("fa4", r"fa4-v(?P<version>\d.*)", Scheme.PEP440),
    ),
    ignored_tags=("nightly-.*",),
)
LLAMA = Project(
    "llama.cpp",
    "llama.cpp",
    Group.ENGINE,
    ("ggml-org/llama.cpp",),
    series=(
        TagSeries("", r"v(?P<version>\d.*)", Scheme.SEMVER),
        TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD),
    ),
)
NPU = Project(
    "sgl-kernel-npu",
    "sgl-kernel-npu",
    Group.VENDOR,
    ("sgl-project/sgl-kernel-npu",),
    series=(TagSeries("", r"(?P<version>\d[\d.]*(?:_v\d+)?)", Scheme.CALENDAR),),
)


def versions(project: Project, tags: Iterable[str]) -> tuple[TaggedVersion, ...]:
    """The tags as versions, an hour apart in the order given."""
    found = []
    for place, tag in enumerate(tags):
        read = read_tag(project, tag)
        assert read is not None, tag
        at = START + timedelta(hours=place)
        found.append(TaggedVersion(project.key, read.series, read.version, tag, read.prerelease, at, f"{place:040x}"))
    return tuple(found)


def names(found: Iterable[TaggedVersion]) -> list[str]:
    """Their versions."""
    return [version.version for version in found]


@pytest.mark.parametrize(
    ("project", "tag", "series", "version", "prerelease"),
    [
        pytest.param(FLASH, "v2.8.3.post1", "", "2.8.3.post1", False, id="a post release is stable"),
        pytest.param(FLASH, "v0.6.15rc2", "", "0.6.15rc2", True, id="a candidate is not"),
        pytest.param(FLASH, "fa4-v4.0.0.beta20", "fa4", "4.0.0.beta20", True, id="another series"),
        pytest.param(LLAMA, "b12180", "build", "12180", False, id="a build is stable"),
        pytest.param(LLAMA, "v0.2.0-dev.3", "", "0.2.0-dev.3", True, id="semver's pre-release"),
        pytest.param(LLAMA, "v1.6.0-deepseek-v4-dev.1", "", "1.6.0-deepseek-v4-dev.1", True, id="a model's build"),
        pytest.param(NPU, "2026.8.18_v2", "", "2026.8.18_v2", False, id="a date"),
        pytest.param(None, "v1.2.3", "", "1.2.3", False, id="no project"),
        pytest.param(None, "1.2.3-rc.1", "", "1.2.3-rc.1", True, id="no project, no v"),
    ],
)
def test_a_tag_is_read_by_its_series(
    project: Project | None, tag: str, series: str, version: str, prerelease: bool
) -> None:
    """The first series that matches the whole tag reads it; the version says whether it is final."""
    read = read_tag(project, tag)
    assert read is not None
    assert (read.series, read.version, read.prerelease) == (series, version, prerelease)


@pytest.mark.parametrize("tag", ["nightly-v0.6.9-20260425", "archive/v1", "stable", ""])
def test_other_tags_are_no_versions(tag: str) -> None:
    """Ignored tags and tags of no series are no versions."""
    assert read_tag(FLASH, tag) is None


@pytest.mark.parametrize(("length", "is_read"), [(TAG_LENGTH - 1, True), (TAG_LENGTH, True), (TAG_LENGTH + 1, False)])
def test_a_long_tag_is_not_read(length: int, is_read: bool) -> None:
    """A tag over the limit is no version."""
    assert (read_tag(FLASH, "v" + "1" * (length - 1)) is not None) is is_read


@pytest.mark.parametrize(
    ("scheme", "ascending"),
    [
        pytest.param(
            Scheme.PEP440, ["0.6.9", "0.6.10.dev1", "0.6.10rc1", "0.6.10rc10", "0.6.10", "0.6.10.post1"], id="PEP 440"
        ),
        pytest.param(Scheme.PEP440, ["0.1.14-rc0", "0.1.14", "0.1.14.post2"], id="PEP 440 with hyphens"),
        pytest.param(
            Scheme.SEMVER, ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-rc.2", "1.0.0-rc.10", "1.0.0", "1.0.1"], id="semver"
        ),
        pytest.param(Scheme.SEMVER, ["0.9", "0.10", "0.10.1"], id="semver with two numbers"),
        pytest.param(Scheme.BUILD, ["9999", "10000", "12180"], id="build numbers"),
    ],
)
def test_versions_are_ordered_within_a_series(scheme: Scheme, ascending: list[str]) -> None:
    """A series counts up by the rules of its scheme and not as text."""
    shuffled = ascending[::-1]
    assert sorted(shuffled, key=lambda version: order_key(scheme, version)) == ascending


@given(st.lists(st.text(alphabet="0123456789.-abrcv+ ", max_size=12), max_size=6), st.sampled_from(list(Scheme)))
def test_any_versions_can_be_ordered(texts: list[str], scheme: Scheme) -> None:
    """Whatever tags a repository has, they can be sorted."""
    assert len(sorted(texts, key=lambda version: order_key(scheme, version))) == len(texts)


def test_calendar_versions_are_ordered_by_their_tagging() -> None:
    """2026.7.3 may be the month's third and 20260821 a day: only the date of tagging orders them."""
    tagged = versions(NPU, ["2026.7.3", "2026.7.27", "2026.8.18", "20260821", "2026.08.21"])
    assert names(sorted_versions(NPU, reversed(tagged))) == names(tagged)


def test_the_latest_is_the_highest_and_not_the_last_tagged() -> None:
    """A maintenance tag of an old line and a pre-release are not the latest stable version."""
    tagged = versions(FLASH, ["v4.5.0", "v4.6.0", "v4.6.1rc1", "v4.4.3", "fa4-v4.0.0"])
    latest = latest_stable(FLASH, tagged)
    assert latest is not None
    assert latest.version == "4.6.0"
    assert latest_stable(FLASH, versions(FLASH, ["v1.0rc1"])) is None


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        pytest.param("0.6.15", "v0.6.15", id="without v"),
        pytest.param("v0.6.15", "v0.6.15", id="with v"),
        pytest.param("0.6.15-rc2", "v0.6.15rc2", id="another spelling"),
        pytest.param("0.28", "v0.28.0", id="two numbers"),
        pytest.param("4.0.0.beta20", "fa4-v4.0.0.beta20", id="another series"),
        pytest.param("fa4-v4.0.0.beta20", "fa4-v4.0.0.beta20", id="the whole tag"),
    ],
)
def test_a_typed_version_is_found(typed: str, tag: str) -> None:
    """People write versions without the tag's prefix, and sometimes shorter."""
    tagged = versions(FLASH, ["v0.6.15rc2", "v0.6.15", "v0.28.0", "fa4-v4.0.0.beta20"])
    found = find(FLASH, tagged, typed)
    assert found is not None
    assert found.tag == tag


@pytest.mark.parametrize("typed", ["0.6.16", "", "newest", "0.6"])
def test_a_version_that_is_not_stored_is_not_found(typed: str) -> None:
    """A version that no tag has is None."""
    assert find(FLASH, versions(FLASH, ["v0.6.15"]), typed) is None


def test_a_release_holds_its_candidates() -> None:
    """The range of one stable version begins after the stable version before it."""
    tagged = versions(FLASH, ["v0.6.14", "v0.6.15rc1", "v0.6.15rc2", "v0.6.15", "v0.6.15.post1"])
    assert names(between(FLASH, tagged, None, tagged[3])) == ["0.6.15rc1", "0.6.15rc2", "0.6.15"]
    assert names(between(FLASH, tagged, None, tagged[2])) == ["0.6.15rc2"]
    assert names(between(FLASH, tagged, tagged[0], tagged[4])) == ["0.6.15rc1", "0.6.15rc2", "0.6.15", "0.6.15.post1"]
    assert names(between(FLASH, tagged, None, tagged[0])) == ["0.6.14"]


def test_two_series_have_no_range() -> None:
    """Versions that do not count together are refused."""
    tagged = versions(FLASH, ["v2.8.3", "fa4-v4.0.0"])
    with pytest.raises(ValueError, match="do not count together"):
        between(FLASH, tagged, tagged[0], tagged[1])


def test_a_version_is_written_as_people_say_it() -> None:
    """The main series' versions are numbers, others are told by their tag."""
    assert written("", "0.6.15", "v0.6.15") == "0.6.15"
    assert written("build", "12180", "b12180") == "b12180"
