"""The question, its pages, its mentions, one change in full, and what is new since the last look."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.domain.errors import UserError
from bot.domain.reply import Shared
from bot.domain.state import UNKNOWN
from bot.domain.update import Links
from bot.domain.version import MAIN, TaggedVersion
from handlers.commands.whatsnew import LONGEST_ABSENCE, since
from handlers.deps import Deps
from handlers.router import dispatch
from tests.factories import (
    FLASHINFER,
    NOW,
    VLLM,
    a_command,
    a_query,
    a_recipient,
    a_subscription,
    an_actor,
    an_update,
    at,
)
from tests.fakes import texts


async def ask(deps: Deps, text: str) -> str:
    """What the shell shows after a line."""
    (seen,) = texts([await dispatch(a_command(text), deps)])
    return seen


def filled(deps: Deps, count: int) -> None:
    """So many stories about FlashInfer on SM120."""
    deps.store.updates.save(
        [
            an_update(f"Repair thing {number}{'x' * number}", number=100 + number, tags=("hardware:sm120",))
            for number in range(count)
        ]
    )


@pytest.mark.parametrize("count", [7, 8, 9, 20])
async def test_pages_hold_every_story_once(count: int, deps: Deps) -> None:
    """Eight on a page; `more` goes on where the page before ended, until every story was shown once."""
    filled(deps, count)
    pages = [await ask(deps, "flashinfer sm120")]
    while f"more {8 * len(pages)} " in pages[-1]:
        pages.append(await ask(deps, f"more {8 * len(pages)} flashinfer sm120"))
    shown = [number for page in pages for number in range(count) if f"pull/{100 + number}\n" in page + "\n"]
    assert sorted(shown) == list(range(count))
    assert len(pages) == -(-count // 8)


async def test_mentions_are_apart(deps: Deps) -> None:
    """What only mentions a tag is no answer, is counted, and is shown by `mentions`."""
    deps.store.updates.save([an_update(number=1, tags=("hardware:sm86",), mentions=("hardware:sm120",))])
    assert "pull/1" not in await ask(deps, "flashinfer sm120")
    assert "pull/1" in await ask(deps, "mentions flashinfer sm120")


@pytest.mark.parametrize(
    "text",
    [
        "flashinfer#3682",
        "flashinfer 3682",
        "https://github.com/flashinfer-ai/flashinfer/pull/3682",
        "https://github.com/FlashInfer-AI/FlashInfer/pull/3682",
        f"https://github.com/flashinfer-ai/flashinfer/commit/{'ab' * 20}",
        "https://github.com/flashinfer-ai/flashinfer/commit/abababababab",
    ],
)
async def test_one_change_in_full(text: str, deps: Deps) -> None:
    """A change is found by number and by address, in any case, and by the commit that it was merged as."""
    deps.store.updates.save([an_update(links=Links(3682, ("ab" * 20,)))])
    assert "FlashInfer #3682" in await ask(deps, text)


async def test_a_repository_by_its_old_name(deps: Deps) -> None:
    """A pull request under a repository's old name is the same change."""
    deps.store.updates.save([an_update(number=12, repository="verl-project/verl")])
    assert "verl #12" in await ask(deps, "https://github.com/volcengine/verl/pull/12")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("vllm#1", "vLLM has no such change"), ("https://github.com/nobody/nothing/pull/1", "of no project")],
)
async def test_a_change_that_is_not_there(text: str, sentence: str, deps: Deps) -> None:
    """What the store has not is said, with the nearest that it has."""
    with pytest.raises(UserError, match=sentence):
        await dispatch(a_command(text), deps)


async def test_share_is_for_everybody(deps: Deps) -> None:
    """`share` answers like the question, for the whole place."""
    filled(deps, 1)
    reply = await dispatch(a_command("share flashinfer sm120"), deps)
    assert isinstance(reply, Shared)
    assert texts([reply]) == [await ask(deps, "flashinfer sm120")]


async def test_an_empty_question_without_subscriptions(deps: Deps) -> None:
    """Nothing asked by somebody without subscriptions: what matters to everyone, since yesterday."""
    deps.store.updates.save(
        [an_update(number=1, published=NOW - timedelta(hours=2)), an_update(number=2, published=at(1))]
    )
    seen = await ask(deps, "")
    assert "Since yesterday" in seen
    assert "pull/1" in seen
    assert "pull/2" not in seen


@pytest.mark.parametrize(
    ("absent", "begins"),
    [
        pytest.param(None, timedelta(days=1), id="never looked"),
        pytest.param(timedelta(hours=3), timedelta(hours=3), id="this morning"),
        pytest.param(LONGEST_ABSENCE, LONGEST_ABSENCE, id="just a month ago"),
        pytest.param(LONGEST_ABSENCE + timedelta(days=1), LONGEST_ABSENCE, id="longer than that"),
    ],
)
def test_since(absent: timedelta | None, begins: timedelta, deps: Deps) -> None:
    """An overview begins at the last look, at most 30 days ago."""
    deps.store.subscriptions.add(a_subscription(recipient=a_recipient()))
    if absent:
        deps.store.people.looked(an_actor(), NOW - absent)
    assert since(a_command(""), deps) == NOW - begins


LOOKED = NOW - timedelta(hours=3)
"""When the asker last looked."""


def follow(deps: Deps, *updates: tuple[int, timedelta, timedelta]) -> None:
    """The asker follows FlashInfer; updates by number, age, and how long ago they came in."""
    deps.store.subscriptions.add(a_subscription(recipient=a_recipient(), query=a_query("project:flashinfer")))
    deps.store.updates.save(
        [
            an_update(f"Repair thing {number}{'x' * number}", number=number, published=NOW - age, first_seen=NOW - seen)
            for number, age, seen in updates
        ]
    )


async def test_a_first_look_holds_what_its_heading_says(deps: Deps) -> None:
    """Who never looked is shown what was published since yesterday, whenever it was imported."""
    follow(deps, (1, timedelta(hours=2), timedelta()), (2, timedelta(days=2), timedelta()))
    seen = await ask(deps, "")
    assert "since Tue 21 Jul 09:00 · 1" in seen
    assert "pull/2" not in seen


async def test_what_came_in_late_is_told_as_late(deps: Deps) -> None:
    """What was published before the last look and came in after it is shown once, and counted as such."""
    follow(deps, (1, timedelta(hours=2), timedelta(hours=2)), (2, timedelta(days=2), timedelta(hours=1)))
    deps.store.people.looked(an_actor(), LOOKED)
    seen = await ask(deps, "")
    assert "pull/2" in seen
    assert "1 update is older and came in only since." in seen
    assert "nothing new" in await ask(deps, "")


@pytest.mark.parametrize("has_looked", [True, False])
async def test_an_overview_has_all_its_pages(has_looked: bool, deps: Deps) -> None:
    """The further pages begin where the first one did, although the look was noted with it."""
    hour = timedelta(hours=1)
    follow(deps, *((number, 2 * hour, hour) for number in range(1, 20)), (20, timedelta(days=2), hour))
    if has_looked:
        deps.store.people.looked(an_actor(), LOOKED)
    pages = [await ask(deps, "")]
    while more := re.search(r"more \d+ \S+", pages[-1]):
        pages.append(await ask(deps, more[0]))
    shown = [int(number) for page in pages for number in re.findall(r"pull/(\d+)\n", page + "\n")]
    assert sorted(shown) == list(range(1, 21 if has_looked else 20))


@pytest.mark.parametrize("line", ["more 8 looked:", "more 8 looked:yesterday", "more 8 looked:2026-07-21T09:00:00"])
async def test_a_look_that_cannot_be_read_is_a_question(line: str, deps: Deps) -> None:
    """A line that was tampered with is no fault of ours."""
    assert await ask(deps, line)


@pytest.mark.parametrize("count", [1, 9, 20])
async def test_mentions_keep_the_window_and_the_count(count: int, deps: Deps) -> None:
    """The button's number is the number of updates that `mentions` tells and shows, over the answer's own window."""
    filled(deps, 5)
    deps.store.updates.save(
        [
            an_update(f"Mend {number}{'y' * number}", number=number, mentions=("hardware:sm120",))
            for number in range(1, count + 1)
        ]
    )
    deps.store.updates.save([an_update("Old", number=90, mentions=("hardware:sm120",), published=at(1, month=1))])
    assert f"Mentions ({count})" in await ask(deps, "flashinfer sm120")
    pages = [await ask(deps, "mentions flashinfer sm120")]
    assert "22 Jun to 22 Jul" in pages[0]
    assert f"{count} update{'s' if count > 1 else ''} only mention" in pages[0]
    while more := re.search(r"more \d+ mentions flashinfer sm120", pages[-1]):
        pages.append(await ask(deps, more[0]))
    shown = [int(number) for page in pages for number in re.findall(r"pull/(\d+)\n", page + "\n")]
    assert sorted(shown) == list(range(1, count + 1))


@pytest.mark.parametrize("line", ["sm120", "", "mentions sm90", "more 0 sm120"])
async def test_tags_that_were_read_are_not_called_unread(line: str, deps: Deps) -> None:
    """What is known of a project is said whether or not the question names it."""
    update = an_update(tags=("hardware:sm120",), mentions=("hardware:sm90",), published=NOW - timedelta(hours=1))
    deps.store.updates.save([update])
    assert "tags have not been read" in await ask(deps, line)
    deps.store.versions.save([TaggedVersion("flashinfer", MAIN, "0.6.14", "v0.6.14", False, at(1), "ab" * 20)])
    assert "tags have not been read" not in await ask(deps, line)


@pytest.mark.parametrize("text", ["flashinfer#3682", "flashinfer", "flashinfer sort:best"])
async def test_a_later_tag_is_not_known_yet(text: str, deps: Deps) -> None:
    """What no tag proves any more was unreleased when it was asked for, in the detail view and in every answer."""
    links = Links(3682, ("ab" * 20,))
    deps.store.updates.save([an_update(links=links, state=UNKNOWN, published=NOW - timedelta(days=1))])
    tags = (("0.6.14", NOW - timedelta(days=20)), ("0.6.16", NOW + timedelta(days=1)))
    deps.store.versions.save(
        [TaggedVersion("flashinfer", MAIN, version, f"v{version}", False, when, "ff" * 20) for version, when in tags]
    )
    assert "unreleased" in await ask(deps, text)


async def test_a_version_that_is_tagged_later_does_not_exist_yet(deps: Deps) -> None:
    """It is neither found nor suggested."""
    tags = (("0.6.14", NOW), ("0.6.16", NOW + timedelta(seconds=1)))
    deps.store.versions.save(
        [TaggedVersion("flashinfer", MAIN, version, f"v{version}", False, when, "ff" * 20) for version, when in tags]
    )
    with pytest.raises(UserError) as refused:
        await ask(deps, "flashinfer 0.6.16")
    assert [one.command for one in refused.value.suggestions] == ["whatsnew flashinfer 0.6.14"]


@pytest.mark.parametrize(("word", "told"), [("deadlock", True), ("Repair", False)])
async def test_a_word_that_no_text_has(word: str, told: bool, deps: Deps) -> None:
    """An unknown word ranks; where there is nothing that it could rank, that is said."""
    filled(deps, 5)
    assert (f'has "{word}"' in await ask(deps, f"flashinfer sm120 {word}")) == told


async def test_no_project_is_a_word_that_no_text_has(deps: Deps) -> None:
    """The names of several projects, which rank beside their tags, are not told as words that were not found."""
    deps.store.updates.save([an_update(published=NOW - timedelta(days=1))])
    seen = await ask(deps, "flashinfer vllm")
    assert "FlashInfer or vLLM" in seen
    assert "No text found" not in seen
    assert 'has "deadlock"' in await ask(deps, "flashinfer vllm deadlock")


async def test_how_far_was_looked_is_said_without_a_project(deps: Deps) -> None:
    """Nothing found is a claim about everything that the store holds."""
    filled(deps, 3)
    assert "nor in all 3 updates since 7 Jul" in await ask(deps, "sm90")


async def test_a_project_that_was_never_read(deps: Deps) -> None:
    """No data is another thing than nothing new."""
    filled(deps, 3)
    assert "vLLM · never read" in await ask(deps, "vllm")
    assert "vLLM was never read" in await ask(deps, "vllm sm120")


@pytest.mark.parametrize(
    ("stack", "subscribes", "heading"),
    [
        pytest.param("vllm==0.24.0 sm90", False, "For your stack since Tue 21 Jul 09:00 · 2", id="a stack"),
        pytest.param("vllm sm90", True, "For your stack and subscriptions since Tue 21 Jul 09:00 · 3", id="both"),
        pytest.param("", True, "For your subscriptions since Tue 21 Jul 09:00 · 1", id="subscriptions"),
    ],
)
async def test_what_is_new_for_a_stack(stack: str, subscribes: bool, heading: str, deps: Deps) -> None:
    """With a stack, nothing asked means what touches it (WORDING.md 10): its project, and its cards where some are
    named."""
    if stack:
        deps.store.stacks.set(a_recipient(), stack, "reader", NOW)
    if subscribes:
        deps.store.subscriptions.add(a_subscription(recipient=a_recipient(), query=a_query("project:flashinfer")))
    tagged = [("sm90", VLLM), ("sm120", VLLM), ("", VLLM), ("sm90", FLASHINFER)]
    deps.store.updates.save(
        [
            an_update(
                f"Repair {'thing ' * number}",
                number=number,
                repository=repository,
                tags=(f"hardware:{card}",) if card else (),
                published=NOW - timedelta(hours=number),
            )
            for number, (card, repository) in enumerate(tagged, 1)
        ]
    )
    assert heading in await ask(deps, "")
