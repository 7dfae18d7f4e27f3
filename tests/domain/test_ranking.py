"""What comes first for a question."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.query import Query
from bot.domain.ranking import HALF_LIFE_DAYS, rank, recency
from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.update import Kind, Update
from tests.factories import NOW, a_query, a_vocabulary, an_update, found

SM120 = a_query("hardware:sm120")


def _order(query: Query, *updates: Update) -> list[int | None]:
    return [one.update.links.pull for one in rank(updates, query, a_vocabulary(), NOW)]


def _at(place: Place, number: int, role: Role = Role.ABOUT, tag: str = "hardware:sm120") -> Update:
    update = an_update("Add a kernel", number=number, kind=Kind.FEATURE)
    return replace(update, tags=found([tag], place, role))


def test_a_tag_in_the_title_counts_more_than_one_in_the_description() -> None:
    """Title before path before label before description; a mention comes last."""
    updates = [
        _at(Place.BODY, 5, Role.MENTION),
        _at(Place.BODY, 4),
        _at(Place.LABEL, 3),
        _at(Place.PATH, 2),
        _at(Place.TITLE, 1),
    ]
    assert _order(SM120, *updates) == [1, 2, 3, 4, 5]


def test_the_asked_tag_comes_before_its_family() -> None:
    """What names SM120 is nearer to SM120 than what speaks of Blackwell as a whole."""
    assert _order(SM120, _at(Place.TITLE, 2, tag="hardware:blackwell"), _at(Place.TITLE, 1)) == [1, 2]


def test_the_members_of_an_asked_family_are_found() -> None:
    """A question for Blackwell is answered by what names SM100, a little after what names Blackwell."""
    query = a_query("hardware:blackwell")
    updates = [
        _at(Place.TITLE, 3, tag="hardware:sm90"),
        _at(Place.TITLE, 2, tag="hardware:sm100"),
        _at(Place.TITLE, 1, tag="hardware:blackwell"),
    ]
    assert _order(query, *updates) == [1, 2, 3]


def test_two_facets_hit_well_come_before_one_hit_best() -> None:
    """A question is answered where all its parts are."""
    query = a_query("hardware:sm120", "format:nvfp4")
    both = an_update("A", number=1, tags=("hardware:sm120", "format:nvfp4"))
    one = an_update("B", number=2, tags=("hardware:sm120",))
    assert _order(query, one, both) == [1, 2]


def test_an_update_about_little_else_comes_first() -> None:
    """One card named among five is less to the point than one named alone."""
    many = an_update("A", number=2, tags=("hardware:sm120", "hardware:sm90", "hardware:sm86", "hardware:sm100"))
    alone = an_update("A", number=1, tags=("hardware:sm120",))
    assert _order(SM120, many, alone) == [1, 2]


def test_a_question_with_two_readings_is_met_by_the_better_one() -> None:
    """`vllm ascend` is vLLM on Ascend, or vllm-ascend whatever it is about."""
    query = a_query("project:vllm", "hardware:ascend", either=(a_query("project:vllm-ascend").tags,))
    strong = an_update("A", number=1, repository="vllm-project/vllm", tags=("hardware:ascend",))
    weak = replace(
        strong, tags=found(["hardware:ascend"], Place.BODY, Role.MENTION), links=replace(strong.links, pull=2)
    )
    assert _order(query, weak, strong) == [1, 2]


def test_a_card_named_by_its_own_name_comes_before_one_that_is_implied() -> None:
    """A title that says GB10 is nearer to a question for SM121 than one whose words stand for SM120 as well."""
    query = a_query("hardware:sm121")
    named = an_update("Add FP8 MoE configuration for GB10", number=1, tags=("hardware:sm121",))
    implied = an_update("Add FP8 MoE configuration for b12x", number=2, tags=("hardware:sm120", "hardware:sm121"))
    assert _order(query, implied, named) == [1, 2]


@pytest.mark.parametrize("spelling", ["sm121", "SM_121", "SM 121"])
def test_a_number_is_known_in_every_spelling(spelling: str) -> None:
    """Underscore, blank or nothing between letters and number: it is the card's own name."""
    query = a_query("hardware:sm121")
    named = an_update(f"Tune for {spelling}", number=1, tags=("hardware:sm121",))
    implied = an_update("Tune for consumer cards", number=2, tags=("hardware:sm121",))
    assert _order(query, implied, named) == [1, 2]


def test_a_question_for_a_project_alone_is_answered_by_importance() -> None:
    """Where nothing else tells updates apart, what matters to everyone comes first."""
    query = a_query("project:flashinfer")
    breaking = an_update("[BREAKING] Move the plan API", number=1, kind=Kind.FEATURE, published=NOW - timedelta(days=9))
    small = an_update("Add a helper", number=2, kind=Kind.FEATURE, published=NOW - timedelta(days=1))
    assert _order(query, small, breaking) == [1, 2]


def test_words_in_the_title_come_before_words_in_the_description() -> None:
    """Unknown words rank: title, then description, then nowhere."""
    query = a_query("hardware:sm120", words=("deepep",))
    updates = [
        an_update("A", number=3, tags=("hardware:sm120",)),
        an_update("A", number=2, tags=("hardware:sm120",), body="uses DeepEP"),
        an_update("DeepEP", number=1, tags=("hardware:sm120",)),
    ]
    assert _order(query, *updates) == [1, 2, 3]


def test_a_phrase_counts_only_where_its_words_stand_together() -> None:
    """ "illegal memory access" is not "memory" and "access"."""
    query = Query(phrases=("illegal memory access",))
    apart = an_update("Access of illegal and other memory", number=2)
    together = an_update("Fix illegal memory access", number=1)
    assert _order(query, apart, together) == [1, 2]


def test_noise_comes_last_but_is_never_dropped() -> None:
    """Docs about the asked hardware are in the list, at its end."""
    docs = an_update("A", number=2, tags=("hardware:sm120",), kind=Kind.DOCS, noise=True)
    fix = an_update("A", number=1, tags=("hardware:sm120",))
    assert _order(SM120, docs, fix) == [1, 2]


def test_equal_updates_stand_newest_first() -> None:
    """Recency decides between equals."""
    old = an_update("A", number=2, published=NOW - timedelta(days=60))
    new = an_update("A", number=1, published=NOW - timedelta(days=1))
    assert _order(Query(tags=frozenset({Tag(Facet.PROJECT, "flashinfer")})), old, new) == [1, 2]


def test_a_score_is_the_sum_of_its_signals() -> None:
    """A rank can be explained: the signals add up to the score."""
    (one,) = rank([an_update("A", tags=("hardware:sm120",))], SM120, a_vocabulary(), NOW)
    assert one.score == pytest.approx(sum(value for _, value in one.signals))


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        pytest.param(-5, 1.0, id="future"),
        pytest.param(0, 1.0, id="now"),
        pytest.param(HALF_LIFE_DAYS, 0.5, id="half-life"),
        pytest.param(2 * HALF_LIFE_DAYS, 0.25, id="twice"),
    ],
)
def test_recency_halves_with_its_half_life(days: float, expected: float) -> None:
    """Recency is 1 now and halves every half-life; a date in the future gains nothing."""
    assert recency(NOW - timedelta(days=days), NOW) == pytest.approx(expected)


def test_of_several_topics_an_update_with_all_comes_first() -> None:
    """Asked for `lora moe`, what has to do with both comes before newer updates about one."""
    both = an_update("MoE LoRA", number=1, kind=Kind.FEATURE, tags=("topic:lora", "topic:moe"))
    newer = an_update("MoE", number=2, kind=Kind.FEATURE, tags=("topic:moe",), published=NOW)
    assert _order(a_query("topic:lora", "topic:moe"), newer, both) == [1, 2]


def test_of_several_cards_one_is_enough() -> None:
    """A question for several cards is a question for each of them: who is about one alone loses nothing."""
    one = an_update("Add SM120", number=1, kind=Kind.FEATURE, tags=("hardware:sm120",), published=NOW)
    both = an_update("Add SM120 and SM90", number=2, kind=Kind.FEATURE, tags=("hardware:sm120", "hardware:sm90"))
    assert _order(a_query("hardware:sm120", "hardware:sm90"), both, one)[0] == 1


def test_a_project_need_not_say_its_own_name() -> None:
    """Where two projects are asked for, what one says of the other comes first."""
    query = replace(a_query("project:vllm", "project:flashinfer"), words=("flashinfer", "vllm"))
    about_other = an_update("Use FlashInfer", number=1, project="vllm", kind=Kind.FEATURE)
    newer = an_update("vLLM: a kernel", number=2, project="vllm", kind=Kind.FEATURE, published=NOW)
    assert _order(query, newer, about_other) == [1, 2]


def test_what_breaks_is_ordered_by_proof() -> None:
    """Asked what breaks, a marked change comes before a newer maybe."""
    query = a_query("project:vllm", "kind:breaking")
    marked = an_update("[BREAKING] Move the API", number=1, project="vllm", kind=Kind.BREAKING)
    newer = an_update("Deprecate the API", number=2, project="vllm", kind=Kind.DEPRECATION, published=NOW)
    assert _order(query, newer, marked) == [1, 2]
