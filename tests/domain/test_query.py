"""The Query: facets, the other ways to read it, and what it asks for."""

from __future__ import annotations

import pytest

from bot.domain.query import Query, by_facet, tag_names
from bot.domain.tag import Facet
from tests.domain.field import tag, tags


def test_facets_group_the_tags() -> None:
    """Tags are grouped by facet, and only named facets are there."""
    query = Query(tags("hardware:sm120", "hardware:sm121", "topic:moe"))
    assert query.facets() == {
        Facet.HARDWARE: tags("hardware:sm120", "hardware:sm121"),
        Facet.TOPIC: tags("topic:moe"),
    }
    assert query.names(Facet.HARDWARE) == ("sm120", "sm121")
    assert query.names(Facet.MODEL) == ()
    assert by_facet(()) == {}


def test_conditions_hold_every_way_to_read_it() -> None:
    """The tags come first, then the other sets of tags that will do as well."""
    query = Query(tags("project:vllm", "hardware:ascend"), either=(tags("project:vllm-ascend"),))
    assert [set(condition) for condition in query.conditions()] == [{Facet.PROJECT, Facet.HARDWARE}, {Facet.PROJECT}]
    assert Query().conditions() == ({},)


@pytest.mark.parametrize(
    ("query", "is_required"),
    [
        pytest.param(Query(words=("hang",)), True, id="words alone"),
        pytest.param(Query(tags("topic:moe"), words=("hang",)), False, id="beside a tag"),
        pytest.param(Query(words=("hang",), phrases=("kv cache",)), False, id="beside a phrase"),
    ],
)
def test_words_are_required_when_they_are_all(query: Query, is_required: bool) -> None:
    """Words rank, unless there is nothing else to go by."""
    assert query.words_required is is_required


@pytest.mark.parametrize(
    ("kind", "wants"), [("kind:ci", True), ("kind:test", True), ("kind:docs", True), ("kind:fix", False)]
)
def test_noise_is_wanted_by_its_kinds(kind: str, wants: bool) -> None:
    """Docs, tests and CI count only for who asks for them."""
    assert Query(tags(kind)).wants_noise is wants


def test_tag_names_are_sorted() -> None:
    """Tags are written facet:name, in order."""
    assert tag_names([tag("topic:moe"), tag("hardware:sm120")]) == ("hardware:sm120", "topic:moe")
