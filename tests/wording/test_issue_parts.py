"""The parts of an issue: what stands in the channel, what in the thread, and that each keeps its budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.digest import Digest
from bot.domain.document import Actions, Button, Document, Heading, Link, List, Paragraph, Small, plain
from bot.domain.language import Language
from bot.wording.catalogue import speaking
from bot.wording.digest import digest_document
from bot.wording.issue import budget
from bot.wording.issue.parts import issue_parts
from tests.factories import at
from tests.wording import issues
from tests.wording.scenes import empty_daily, some_facts

NEXT = at(9, hour=0)


def parts(digest: Digest, **changes: object) -> tuple[Document, ...]:
    """The parts of an issue of 8 July."""
    return issue_parts(digest, some_facts(**{"now": at(8, hour=0), "latest": {}, **changes}), NEXT)


def lines(document: Document) -> list[str]:
    """The visible lines of a part."""
    out = []
    for block in document.blocks:
        match block:
            case Heading(_, children) | Small(children) | Paragraph(children):
                out.append(plain(children))
            case List(items):
                out += [plain(item) for item in items]
            case _:
                pass
    return out


def links(documents: tuple[Document, ...]) -> Iterator[str]:
    """The addresses of all list items."""
    for document in documents:
        for block in document.blocks:
            if isinstance(block, List):
                yield from (child.url for item in block.items for child in item if isinstance(child, Link))


def test_the_channel_has_verdict_stack_and_everyone() -> None:
    """A place with a stack sees first what touches it, then what everybody should know."""
    said = lines(parts(issues.full_daily())[0])
    assert said[0] == "Systems daily, Wed 8 Jul 2026"
    assert said[2].startswith("Corrected Systems daily of 6 Jul: vLLM: ")
    assert said[3] == (
        "Verdict Five changes are worth a test, none known to be in a stable release. "
        "Check your results: vLLM (MXFP4 on Hopper). Retest what hung or crashed: FlashInfer (FP8 on Hopper)."
    )
    assert said.index("Your stack") < said.index("Everyone")
    assert said[-1] == "4 more in the thread · next: Thu 9 Jul 08:00"


def test_without_a_stack_there_is_one_list() -> None:
    """Nobody is told of a stack that is not set."""
    said = lines(parts(issues.plain_daily())[0])
    assert "Your stack" not in said
    assert "Everyone" not in said


def test_buttons_are_command_lines() -> None:
    """Read all, subscribe, and settings only where there is a command for them."""
    digest = replace(issues.full_daily(), scope="sm120")
    blocks = issue_parts(digest, some_facts(latest={}), NEXT, settings="setup")[0].blocks
    actions = next(block for block in blocks if isinstance(block, Actions))
    assert actions.elements == (
        Button("Read all 9", "digest systems-daily 2026-07-08"),
        Button("Subscribe", "subscribe sm120"),
        Button("Settings", "setup"),
    )
    assert "Settings" not in str(parts(issues.full_daily())[0])


def test_buttons_of_a_weekly_name_its_issue() -> None:
    """The whole issue, the one for what the reader runs, and the issue for everybody: all of this number."""
    blocks = issue_parts(issues.weekly(), some_facts(latest={}), NEXT, settings="setup")[0].blocks
    actions = next(block for block in blocks if isinstance(block, Actions))
    assert actions.elements == (
        Button("Read all 11", "digest frameworks-weekly 2026-W28"),
        Button("For my stack", "digest frameworks-weekly 2026-W28 mine"),
        Button("Share", "share frameworks-weekly 2026-W28"),
    )


@pytest.mark.parametrize("pressed", [True, False])
def test_a_whole_issue_speaks_of_no_thread(pressed: bool) -> None:
    """Everything stands below; what can be pressed stands there for who can press it, without what is there already."""
    facts = some_facts(now=at(8, hour=0), latest={})
    for digest in (issues.full_daily(), issues.weekly()):
        document = digest_document(digest, facts, NEXT, settings="setup", buttons=pressed)
        assert not any("thread" in text.casefold() for text in lines(document))
        assert any(text.endswith("next: Thu 9 Jul 08:00") for text in lines(document))
        assert any(isinstance(block, Actions) for block in document.blocks) is pressed
        assert "Read all" not in str(document)


def test_what_touches_a_stack_goes_first_in_a_weekly() -> None:
    """It has a part of its own, before the releases; nothing of it is told twice."""
    mine = frozenset({issues.HANG.lead.key})
    said = lines(parts(replace(issues.weekly(), has_stack=True, mine=mine))[1])
    assert said[0] == "Your stack (1 item)"
    assert said.index("Your stack (1 item)") < said.index("Releases")
    assert sum("sliding-window" in text for text in said) == 1


def test_every_story_stands_somewhere_once() -> None:
    """What the channel shows or a card tells is not repeated below; nothing is lost between them."""
    digest = issues.full_daily()
    documents = parts(digest)
    found = list(links(documents))
    in_cards = [story.lead.url for story in digest.cards]
    for story in digest.stories:
        assert found.count(story.lead.url) + in_cards.count(story.lead.url) >= 1
    listed = [url for url in found if url not in in_cards]
    told = {story.lead.url for story in digest.stories}
    assert len([url for url in listed if url in told]) == len({url for url in listed if url in told})


def test_cards_say_who_what_bounds_and_steps() -> None:
    """A card of a hang: the description's next sentence, what it fixes, no figure, and what to record."""
    said = lines(parts(issues.full_daily())[1])
    at_card = said.index("FlashInfer: FP8-Q sliding-window prefill deadlocks on Hopper (SM90) #3682")
    assert said[0] == "Cards (3 of 9)"
    assert said[at_card + 1 : at_card + 5] == [
        "Who: FP8, attention on Hopper, with FlashInfer.",
        "Changed: The consumer drains what is left.",
        "Figures: none given.",
        "Bounds: merged, unreleased, latest is 0.6.14. Fixes #3578.",
    ]
    assert said[at_card + 5].startswith("Test: 1. ")
    assert said[at_card + 6].startswith("Record: GPU, driver, FlashInfer version")


def test_what_is_not_known_has_its_words() -> None:
    """Late items, dates that are not sure and continued stories are named as such."""
    documents = parts(issues.full_daily())
    said = [text for document in documents for text in lines(document)]
    assert any(text.endswith("#10726 (late)") for text in said)
    assert "Not surely in the window: FlashInfer v0.6.15rc1 (a tag without a date of its own)." in said
    continued = replace(issues.full_daily(), cards=())
    told = [text for document in parts(continued) for text in lines(document)]
    assert any(text.endswith("#3424 (continues #3299 of 6 Jul)") for text in told)


@pytest.mark.parametrize(
    ("count", "in_thread", "left"),
    [
        pytest.param(29, 24, 0, id="one under"),
        pytest.param(30, 25, 0, id="at the limit"),
        pytest.param(31, 25, 1, id="one over"),
    ],
)
def test_items_of_a_daily_thread(count: int, in_thread: int, left: int) -> None:
    """A daily's thread has 25 items; what has no room is counted, with the command that shows it."""
    documents = parts(issues.many(count))
    items = [text for document in documents[1:] for text in lines(document) if text.startswith("Fix ")]
    assert len(items) == in_thread
    closing = [text for text in lines(documents[-1]) if "had no room here" in text]
    assert closing == ([f"{left} more item had no room here: digest systems-daily 2026-07-08"] if left else [])


@pytest.mark.parametrize(
    ("count", "full"),
    [
        pytest.param(2, False, id="one under"),
        pytest.param(3, True, id="at the limit"),
        pytest.param(4, True, id="one over"),
    ],
)
def test_a_short_day_has_the_short_form(count: int, full: bool) -> None:
    """Fewer than three stories make no verdict and no buttons."""
    said = lines(parts(issues.many(count))[0])
    assert any(text.startswith("Verdict") for text in said) is full


def test_an_empty_scoped_day_has_no_thread() -> None:
    """Nothing about a scope is one message of two lines."""
    documents = parts(replace(empty_daily(), scope="SM120"))
    assert len(documents) == 1
    assert len(lines(documents[0])) == 2


def _within(documents: tuple[Document, ...], message: int, replies: int) -> None:
    assert budget.seen(documents[0].blocks) <= message
    assert len(documents) - 1 <= replies
    assert all(budget.seen(reply.blocks) <= budget.REPLY for reply in documents[1:])


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("length", [10, 139, 140, 141, 480], ids=str)
def test_long_titles_keep_the_budget(length: int, language: Language) -> None:
    """Seventy items of any length fit into message and replies, in both languages."""
    digest = issues.many(70, title=("x" * length) + " {at}")
    with speaking(language):
        _within(parts(digest), budget.DAILY_MESSAGE, budget.DAILY_REPLIES)
        week = replace(digest, edition="frameworks-weekly", number="2026-W28")
        _within(parts(week), budget.WEEKLY_MESSAGE, budget.WEEKLY_REPLIES)


def test_seventy_items_of_a_weekly_stand_in_its_thread() -> None:
    """A weekly's thread holds 70 items in at most eight replies."""
    week = replace(issues.many(71), edition="frameworks-weekly", number="2026-W28")
    documents = parts(week)
    assert sum(text.startswith("Fix ") for document in documents[1:] for text in lines(document)) == 70
    assert "1 more item had no room here: digest frameworks-weekly 2026-W28" in lines(documents[-1])


def test_items_that_have_no_room_in_the_channel_stand_in_the_thread() -> None:
    """A message that is short of room shows fewer items and says how many more there are."""
    wide = issues.many(8, title="y" * 135 + " {at}")
    figures = tuple(issues.FUSED.lead.figures)
    stories = tuple(replace(story, lead=replace(story.lead, figures=figures)) for story in wide.stories)
    digest = replace(wide, sections=(replace(wide.sections[0], stories=stories),), top=stories[:5])
    documents = parts(digest)
    _within(documents, budget.DAILY_MESSAGE, budget.DAILY_REPLIES)
    shown = sum(text.startswith("Fix ") for text in lines(documents[0]))
    assert lines(documents[0])[-1].startswith(f"{8 - shown} more in the thread")


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=600), min_size=1, max_size=12))
def test_hostile_titles_keep_the_budget(titles: list[str]) -> None:
    """Control signs, bidirectional marks, braces and signs of any width neither break a line nor a budget."""
    stories = tuple(
        issues.change("vllm", 60_000 + at_, title, issues.HANG.label, issues.HANG.lead.kind)
        for at_, title in enumerate(titles)
    )
    digest = replace(issues.many(1), sections=issues.by_project(*stories), top=stories[:5], cards=stories[:3])
    _within(parts(digest), budget.DAILY_MESSAGE, budget.DAILY_REPLIES)
