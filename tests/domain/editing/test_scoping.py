"""A scope narrows what is told, never what was read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.domain.clustering import stories
from bot.domain.editing.composing import CANCELLED, NOISE, compose, compose_from
from bot.domain.editing.groundwork import groundwork
from bot.domain.editing.material import Material, Scope
from bot.domain.edition import Limits
from bot.domain.stack import Pin, Stack
from bot.domain.update import Kind
from tests.domain.editing.window import DAILY, INSIDE, KNOWN, WINDOW, an_edition, issue, left_out, made, told
from tests.factories import a_query, a_tag, an_update

SM120 = Scope(query=a_query("hardware:sm120"), about="SM120")
OWN = an_update("Fix FP8 prefill on SM120", number=9, tags=("hardware:sm120",), published=INSIDE)


def test_a_scoped_issue_says_how_much_was_read() -> None:
    """ "5 updates from 2 projects read" although only one is about the scope; no project is without data for that."""
    whole, scoped = issue([*made(4), OWN]), issue([*made(4), OWN], scope=SM120)
    assert told(scoped) == [OWN.key]
    assert scoped.read == whole.read == 5
    assert scoped.coverage == whole.coverage
    assert scoped.scope == "SM120"


def test_what_a_scoped_issue_left_out_is_of_its_scope() -> None:
    """Noise and pairs that cancel are counted where they are about it."""
    about: dict[str, Any] = {"tags": ("hardware:sm120",), "published": INSIDE}
    quiet = an_update("Test SM120 prefill", number=20, kind=Kind.TEST, noise=True, **about)
    other = an_update("Fix a typo", number=21, kind=Kind.DOCS, noise=True, published=INSIDE)
    came = an_update("Add a fused sampler kernel", number=22, kind=Kind.FEATURE, **about)
    went = an_update('Revert "Add a fused sampler kernel (#22)"', number=23, kind=Kind.REVERT, published=INSIDE)
    assert left_out(issue([OWN, quiet, other, came, went], scope=SM120)) == {NOISE: 1, CANCELLED: 1}


def test_an_editions_own_question_narrows_too() -> None:
    """An edition about SM120 reads everything and tells of SM120."""
    edition = an_edition(query=SM120.query, about="sm120")
    digest = issue([*made(4), OWN], edition=edition)
    assert (told(digest), digest.read, digest.scope) == ([OWN.key], 5, "sm120")


def test_one_project_alone_is_covered_alone() -> None:
    """`--project` keeps the coverage to what it is about."""
    digest = issue([*made(4), OWN], scope=Scope(project="flashinfer"))
    assert [one.project for one in digest.coverage] == ["flashinfer"]
    assert told(digest) == [OWN.key]


def test_a_story_of_which_a_part_is_wanted_is_told_as_that_part() -> None:
    """A series whose second part is about SM120 stands there with that part."""
    first = an_update("[1/2] Ragged prefill plan: scheduler", number=30, kind=Kind.FEATURE, published=INSIDE)
    second = an_update(
        "[2/2] Ragged prefill plan: SM120",
        number=31,
        kind=Kind.FEATURE,
        published=INSIDE + timedelta(minutes=1),
        tags=("hardware:sm120",),
    )
    assert len(stories([first, second])) == 1
    digest = issue([first, second], scope=SM120)
    assert [[update.key for update in story.updates] for story in digest.stories] == [[second.key]]
    assert set(digest.reasons) == {second.key}


def test_one_groundwork_serves_every_scope() -> None:
    """An issue is the same whether its groundwork was made for it or for another scope."""
    material = Material((*made(30), OWN))
    ground = groundwork(DAILY, WINDOW, material, KNOWN)
    for scope in (Scope(), SM120, Scope(project="vllm")):
        assert compose_from(ground, scope) == compose(DAILY, WINDOW, material, KNOWN, scope)


def test_what_touches_the_stack_has_room() -> None:
    """Fixes for what a place runs are told although others weigh more, and the other half is for everybody."""
    loud = [
        an_update(
            f"[BREAKING] Move API v{n}", number=n, repository=f"owner/project{n}", kind=Kind.BREAKING, published=INSIDE
        )
        for n in range(1, 9)
    ]
    mine = made(6, "flashinfer-ai/flashinfer", first=40, kind=Kind.REFACTOR)
    scope = Scope(stack=Stack((Pin("flashinfer"),), frozenset({a_tag("hardware:sm120")})))
    digest = issue([*loud, *mine], edition=an_edition(Limits(4, 2)), scope=scope)
    assert digest.has_stack
    assert len(digest.mine) == 2
    assert digest.mine <= {update.key for update in mine}
    assert digest.top[0].lead.key in digest.mine
