"""Merging: what several sources know of one update, whichever of them comes first."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from bot.domain.merging import as_raw, joined_tags, merge
from bot.domain.state import Stage, State
from bot.domain.tag import Place, Role
from bot.domain.update import BodyState, Kind, Links, Precision, Update
from tests.factories import an_update, at, found

COMMIT = an_update(
    title="Add GEMM (#7)",
    body="What it does.",
    body_state=BodyState.CUT,
    links=Links(pull=7, commits=("a" * 40,)),
    published=at(14),
)
LISTED = replace(COMMIT, body="", body_state=BodyState.MISSING, paths=("a.cu",), additions=3, deletions=0)
CITED = replace(
    COMMIT,
    title="新增 GEMM",
    body="",
    body_state=BodyState.MISSING,
    summary="新增 GEMM",
    published=at(11),
    precision=Precision.RANGE,
    links=Links(pull=7),
    tags=found(["hardware:sm120"]),
)


def test_every_order_gives_the_same() -> None:
    """A commit, a list with paths and a digest's sentence give one update in any order, and give it only once."""
    results = set()
    for first, *others in permutations([COMMIT, LISTED, CITED]):
        update = first
        for other in others:
            update = merge(update, other)
        for again in (COMMIT, LISTED, CITED):
            assert merge(update, again) == update
        results.add((update.title, update.body, update.paths, update.additions, update.summary, update.published))
    assert results == {("Add GEMM (#7)", "What it does.", ("a.cu",), 3, "新增 GEMM", at(14))}


def test_what_is_stored_keeps_its_identity() -> None:
    """Key, first sight and revision are those of the stored update."""
    known = replace(CITED, key="a/b@" + "a" * 40, first_seen=at(12), revision=4)
    merged = merge(known, COMMIT)
    assert (merged.key, merged.first_seen, merged.revision) == (known.key, known.first_seen, 4)


def test_the_earlier_of_two_commits_leads() -> None:
    """Two commits of one pull request are one update that is dated by the first."""
    second = replace(COMMIT, title="Again (#7)", published=at(16), links=Links(pull=7, commits=("b" * 40,)))
    one, other = merge(COMMIT, second), merge(second, COMMIT)
    assert one.title == other.title == "Add GEMM (#7)"
    assert one.links.commits == other.links.commits == ("a" * 40, "b" * 40)
    assert merge(one, second) == one


def test_an_edit_of_the_same_commit_is_taken() -> None:
    """A corrected title of the same commit replaces the one before."""
    assert merge(COMMIT, replace(COMMIT, title="Add FP8 GEMM (#7)")).title == "Add FP8 GEMM (#7)"


def test_between_two_digests_the_later_gives_the_sentence() -> None:
    """Two digests do not take turns: the later one stands, in any order."""
    later = replace(CITED, title="更多", summary="更多", published=at(18))
    assert merge(CITED, later).summary == merge(later, CITED).summary == "更多"


def test_a_known_state_is_not_forgotten() -> None:
    """A source that says nothing of releases takes no state away."""
    known = replace(COMMIT, state=State(Stage.RELEASED, "1.0"))
    assert merge(known, COMMIT).state == known.state


def test_the_sample_gives_way() -> None:
    """A real update replaces the sample's, and the sample never a real one."""
    sample = replace(COMMIT, title="Ours", sample=True)
    assert merge(sample, COMMIT).title == COMMIT.title
    assert merge(COMMIT, sample) == COMMIT
    assert merge(sample, replace(sample, title="Ours, mended")).title == "Ours, mended"


def test_about_stands_before_a_mention() -> None:
    """Of one tag found twice the stronger role stays, and the order is that of tags."""
    mention = found(["hardware:sm120"], Place.BODY, Role.MENTION)
    about = found(["hardware:sm120", "format:fp8"])
    assert joined_tags(mention, about) == joined_tags(about, mention) == tuple(sorted(about))


@pytest.mark.parametrize("kind", list(Kind))
def test_what_is_read_anew_keeps_only_a_kind_that_its_source_gives(kind: Kind) -> None:
    """Releases, papers and posts are such by their source; every other kind is read out of the words again."""
    stated = kind in (Kind.RELEASE, Kind.PAPER, Kind.POST)
    update: Update = replace(COMMIT, kind=kind, links=Links(tag="v1.0"))
    raw = as_raw(update)
    assert raw.kind is (kind if stated else None)
    assert as_raw(replace(COMMIT, kind=kind)).kind is None
    assert (raw.title, raw.body, raw.links, raw.extra_tags) == (update.title, update.body, update.links, ())
