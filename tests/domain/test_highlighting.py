"""What a digest opens with, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.domain.answer import Story
from bot.domain.events import BREAKING_STORIES, BURST_PROJECTS, PIN_PROJECTS, WRONG_STORIES
from bot.domain.highlight import Change, Highlight, Theme
from bot.domain.highlighting import MOST, highlights
from bot.domain.label import Label
from bot.domain.tag import Tag
from bot.domain.tallying import TALLIED_PROJECTS, tallies, usual_counts
from bot.domain.update import Kind
from tests.factories import a_story, a_vocabulary, an_update, some_projects

PROJECTS = ("vllm", "sglang", "flashinfer", "triton", "verl", "flash-attention", "vllm-ascend")
SM120 = Tag.parse("hardware:sm120")


def told(title: str, number: int, project: str = "vllm", label: Label = Label.FIX, *tags: str) -> Story:
    """A story of a project."""
    update = an_update(title, number=number, tags=tags, project=project, key=f"{project}#{number}", kind=Kind.FIX)
    return a_story(update, label)


def found(stories: Sequence[Story]) -> tuple[Highlight, ...]:
    """The highlights of these stories."""
    return highlights(stories, a_vocabulary(), some_projects())


@pytest.mark.parametrize(
    ("count", "is_event"),
    [
        pytest.param(BURST_PROJECTS - 1, False, id="under"),
        pytest.param(BURST_PROJECTS, True, id="at"),
        pytest.param(BURST_PROJECTS + 1, True, id="over"),
    ],
)
def test_one_card_repaired_in_several_projects_is_an_event(count: int, is_event: bool) -> None:
    """The same kind of change for one tag counts over projects, not within one."""
    stories = [told(f"Repair path {n}", n, PROJECTS[n], Label.FIX, "hardware:sm120") for n in range(count)]
    events = [one for one in found(stories) if one.theme is Theme.TAG]
    assert [(one.tag, one.change, len(one.projects)) for one in events] == [(SM120, Change.FIX, count)] * is_event


@pytest.mark.parametrize("tag", ["hardware:blackwell", "format:bf16"])
def test_a_family_or_an_everyday_tag_is_no_event(tag: str) -> None:
    """That much was done for Blackwell is so every week."""
    assert found([told(f"Repair path {n}", n, PROJECTS[n], Label.FIX, tag) for n in range(5)]) == ()


def test_a_tag_that_is_no_commoner_than_usual_is_no_event() -> None:
    """A burst is measured by the weeks before."""
    stories = [told(f"Repair path {n}", n, PROJECTS[n], Label.FIX, "hardware:sm120") for n in range(4)]
    usual = usual_counts(stories, 1)
    assert usual == {(SM120, Change.FIX): 4.0}
    assert highlights(stories, a_vocabulary(), some_projects(), usual=usual) == ()


@pytest.mark.parametrize(("count", "is_event"), [(WRONG_STORIES - 1, False), (WRONG_STORIES, True)])
def test_wrong_results_of_several_projects_are_an_event(count: int, is_event: bool) -> None:
    """Who is not told of wrong results never notices them."""
    stories = [told(f"Fix wrong results of path {n}", n, PROJECTS[n]) for n in range(count)]
    assert [one.theme for one in found(stories)] == [Theme.WRONG_RESULTS] * is_event


def test_nan_as_a_value_is_no_wrong_result() -> None:
    """A converter that keeps NaN mends no results that somebody has."""
    titles = ("Preserve NaN in Relu", "Make NaN propagation independent of order", "Drop NaN values of logged metrics")
    assert found([told(title, n, PROJECTS[n]) for n, title in enumerate(titles)]) == ()


@pytest.mark.parametrize(("count", "is_event"), [(BREAKING_STORIES - 1, False), (BREAKING_STORIES, True)])
def test_breaking_changes_of_one_project_are_an_event(count: int, is_event: bool) -> None:
    """Two projects that break once each are none."""
    stories = [told(f"Remove flag {n}", n, "verl", Label.BREAKING) for n in range(count)]
    other = told("Remove a flag", 9, "vllm", Label.BREAKING)
    events = [one for one in found([*stories, other]) if one.theme is Theme.BREAKING]
    assert [(one.project, len(one.stories)) for one in events] == [("verl", count)] * is_event


@pytest.mark.parametrize(("count", "is_event"), [(PIN_PROJECTS - 1, False), (PIN_PROJECTS, True)])
def test_projects_that_move_to_one_release_are_an_event(count: int, is_event: bool) -> None:
    """Who has moved to FlashInfer 0.6.15 is read from pins, those among the noise too; its own bump is none."""
    titles = ("Bump flashinfer version to 0.6.15", "chore: upgrade flashinfer-python to 0.6.15")
    pins = [told(titles[n], n, PROJECTS[n]).lead for n in range(count)]
    own = told("Bump flashinfer version to 0.6.15", 8, "flashinfer", Label.CHANGED)
    events = highlights([own], a_vocabulary(), some_projects(), quiet=pins)
    assert [(one.project, one.version, one.projects) for one in events] == [
        ("flashinfer", "0.6.15", ("sglang", "vllm"))
    ] * is_event


def test_each_story_stands_in_one_highlight_and_there_are_never_more_than_five() -> None:
    """What one event has used is gone for the others."""
    stories = [
        told(f"Fix wrong results of path {n}", n, PROJECTS[n % 7], Label.FIX, "hardware:sm120") for n in range(9)
    ] + [told(f"Remove flag {n}", 100 + n, PROJECTS[n % 7], Label.BREAKING) for n in range(49)]
    events = found(stories)
    keys = [key for one in events for key in one.keys]
    assert len(events) == MOST
    assert len(keys) == len(set(keys))
    assert [one.weight for one in events] == sorted((one.weight for one in events), reverse=True)


@pytest.mark.parametrize(
    ("label", "theme", "projects", "is_event"),
    [
        pytest.param(Label.SECURITY, Theme.SECURITY, ("vllm",), False, id="one security change"),
        pytest.param(Label.SECURITY, Theme.SECURITY, ("vllm", "triton"), True, id="security in two projects"),
        pytest.param(Label.DEFAULT, Theme.DEFAULT, ("vllm", "triton"), False, id="two defaults"),
        pytest.param(Label.DEFAULT, Theme.DEFAULT, ("vllm",) * 3, False, id="defaults of one project"),
        pytest.param(Label.DEFAULT, Theme.DEFAULT, ("vllm", "triton", "verl"), True, id="defaults of three"),
    ],
)
def test_what_warns_in_the_same_way_is_an_event(
    label: Label, theme: Theme, projects: tuple[str, ...], is_event: bool
) -> None:
    """Over all projects: who upgrades several looks at one list."""
    stories = [told(f"Change {n}", n, project, label) for n, project in enumerate(projects)]
    assert [len(one.stories) for one in found(stories) if one.theme is theme] == [len(stories)] * is_event


def test_a_week_without_events_has_no_highlights() -> None:
    """Nothing is filled up with what is weak."""
    assert found([]) == ()
    assert found([told(f"Repair path {n}", n, PROJECTS[n % 7]) for n in range(20)]) == ()


def test_a_story_that_stands_out_is_a_highlight_by_itself() -> None:
    """One breaking change among many small repairs."""
    quiet = [told(f"Repair path {n}", n, PROJECTS[n % 7]) for n in range(30)]
    (event,) = found([*quiet, told("Remove block pointers", 99, "triton", Label.BREAKING)])
    assert (event.theme, event.project, event.keys) == (Theme.STORY, "triton", ("triton#99",))


@pytest.mark.parametrize(("count", "is_counted"), [(TALLIED_PROJECTS - 1, False), (TALLIED_PROJECTS, True)])
def test_a_tally_counts_projects_and_cites_one_story_of_each(count: int, is_counted: bool) -> None:
    """Four projects in three weeks, each linked."""
    stories = [told(f"Add path {n}", n, PROJECTS[n % count], Label.NEW, "hardware:sm120") for n in range(2 * count)]
    counted = tallies(stories, a_vocabulary(), 3)
    assert [(one.tag, one.change, len(one.keys), one.stories, one.weeks) for one in counted] == [
        (SM120, Change.NEW, count, 2 * count, 3)
    ] * is_counted
