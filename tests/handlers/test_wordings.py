"""Sentences by a model are asked for ahead, kept, and read without waiting."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

import pytest

from bot.domain.delivery import RecipientKind
from bot.domain.digest import Digest
from bot.domain.edition import Edition
from bot.domain.grounding.check import Grounding
from bot.domain.language import Language
from bot.domain.project import Projects
from bot.domain.schedule import EVERY_DAY, Schedule
from bot.domain.update import Kind, Links
from bot.renderers.terminal import render
from bot.summarizers.llm import ChatModel
from handlers.deps import Deps
from handlers.issues import issue_document, issue_of
from handlers.jobs.publish import Post
from handlers.jobs.wording_ahead import word_ahead
from handlers.wordings import KEPT, forget_old, kept, word
from tests.factories import NOW, SHANGHAI, a_recipient, an_update
from tests.standins.language_model import LanguageModel, Manner

TITLE = "Fix FP8 sliding-window prefill that hangs on Hopper"
SAID = "FP8 sliding-window prefill no longer hangs on Hopper"
DAILY = Edition("systems-daily", ("daily",), Schedule(SHANGHAI, time(7), EVERY_DAY), timedelta(hours=1))
WINDOW = DAILY.latest_window(NOW)
UPDATE = an_update(TITLE, published=WINDOW.end - timedelta(hours=1))


def over(server: LanguageModel, deps: Deps, tokens: int = 100_000) -> Deps:
    """Dependencies with the model behind the server, and one update in the daily's window."""
    deps.store.updates.save([UPDATE])
    model = ChatModel(server.url, "m", Grounding(deps.vocabulary, deps.projects), call_seconds=1)
    return replace(deps, summarizer=model, tokens_a_day=tokens)


def daily(deps: Deps) -> Digest:
    """The daily of the latest window."""
    return issue_of(DAILY, WINDOW, deps)


async def test_asked_once_and_read_from_the_store(deps: Deps) -> None:
    """A sentence is asked for once; an issue reads it from the store and says that a model wrote it."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        digest = daily(worded)
        assert kept(digest, worded, Language.ENGLISH) == {}
        result = await word(digest, worded, Language.ENGLISH)
        assert (result.sentences, result.asked, result.failed) == ({UPDATE.key: SAID}, 1, 0)
        assert await word(digest, worded, Language.ENGLISH) == result
        assert len(server.asked) == 1
    shown = render(issue_document(digest, DAILY, worded))
    assert SAID in shown
    assert "Sentences by a model, checked against their sources" in shown
    assert kept(digest, worded, Language.CHINESE) == {}
    assert "by a model" not in render(issue_document(digest, DAILY, deps))


async def test_an_edit_is_worded_anew(deps: Deps) -> None:
    """Words are kept for what they were made of: another title has none."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        await word(daily(worded), worded, Language.ENGLISH)
    deps.store.updates.save([replace(UPDATE, title="Fix FP8 prefill on SM120")])
    assert kept(daily(worded), worded, Language.ENGLISH) == {}


async def test_what_is_refused_is_counted_and_not_asked_again(deps: Deps) -> None:
    """A refusal is kept too, with its reason, and the rate is told."""
    async with LanguageModel(lambda _: SAID, Manner.OBEYS) as server:
        worded = over(server, deps)
        for _ in range(2):
            result = await word(daily(worded), worded, Language.ENGLISH)
            assert (dict(result.sentences), sum(result.rejected.values()), result.rejection_rate) == ({}, 1, 1.0)
        assert len(server.asked) == 1


async def test_a_model_that_is_down_is_asked_again_later(deps: Deps) -> None:
    """Without an answer nothing is kept, and the next time it is asked again."""
    async with LanguageModel(lambda _: SAID, Manner.FAILS) as server:
        worded = over(server, deps)
        assert (await word(daily(worded), worded, Language.ENGLISH)).failed == 1
        server.manner = Manner.RIGHT
        assert (await word(daily(worded), worded, Language.ENGLISH)).failed == 0


@pytest.mark.parametrize(("tokens", "asked"), [(0, 0), (100, 0), (100_000, 1)])
async def test_the_days_budget(deps: Deps, tokens: int, asked: int) -> None:
    """What a day's budget does not hold is not asked for."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps, tokens)
        await word(daily(worded), worded, Language.ENGLISH)
        assert len(server.asked) == asked


async def test_what_was_spent_today_is_remembered(deps: Deps) -> None:
    """The budget is that of a day, also after a restart, and also what brought nothing counts."""
    async with LanguageModel(lambda _: SAID, Manner.EMPTY) as server:
        worded = over(server, deps)
        await word(daily(worded), worded, Language.ENGLISH)
        spent = deps.store.wordings.tokens_since(NOW - timedelta(hours=9))
        assert spent == 700
        await word(daily(worded), replace(worded, tokens_a_day=spent), Language.ENGLISH)
        assert len(server.asked) == 1


async def test_ahead_of_the_hour_only(deps: Deps) -> None:
    """An issue is worded between its window's end and its hour, not after; a place with a later hour gives time."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        posts = [Post(DAILY, a_recipient(RecipientKind.CHANNEL))]
        late = replace(worded, now=lambda: WINDOW.end + DAILY.delay)
        early = replace(worded, now=lambda: WINDOW.end + DAILY.delay - timedelta(seconds=1))
        assert await word_ahead(posts, Language.ENGLISH, late) == []
        later = [replace(posts[0], schedule=Schedule(SHANGHAI, time(10), EVERY_DAY))]
        assert len(await word_ahead(later, Language.ENGLISH, late)) == 1
        assert [dict(one.sentences) for one in await word_ahead(posts * 2, Language.ENGLISH, early)] == [
            {UPDATE.key: SAID}
        ]
        assert await word_ahead(posts, Language.ENGLISH, replace(early, summarizer=None)) == []


async def test_each_language_and_scope_that_is_due_is_worded(deps: Deps) -> None:
    """Places that get the same are asked for once; who asked for something else, or reads Chinese, has words too."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        early = replace(worded, now=lambda: WINDOW.end)
        everybody = Post(DAILY, a_recipient(RecipientKind.CHANNEL))
        others = [
            replace(everybody, recipient=replace(everybody.recipient, id="other")),
            replace(everybody, language=Language.CHINESE),
            replace(everybody, about="sm120"),
        ]
        found = await word_ahead([everybody, *others], Language.ENGLISH, early)
        assert [one.asked for one in found] == [1, 1, 0]
        assert len(server.asked) == 2


async def test_private_projects_go_to_no_model(deps: Deps) -> None:
    """Nothing that not everybody may read is sent."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        private = [replace(one, audience=("slack:T1",)) for one in worded.projects.all]
        result = await word(daily(worded), replace(worded, projects=Projects(private)), Language.ENGLISH)
        assert (result.asked, len(server.asked)) == (0, 0)


async def test_versions_and_summaries_are_no_models(deps: Deps) -> None:
    """A release's version and an editor's sentence are not asked for."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        release = an_update("v0.6.15", number=9, kind=Kind.RELEASE, links=Links(tag="v0.6.15"))
        edited = an_update("x", number=10, summary="An editor's sentence")
        at = WINDOW.end - timedelta(minutes=5)
        deps.store.updates.save([replace(one, published=at) for one in (release, edited)])
        await word(daily(worded), worded, Language.ENGLISH)
        assert "0.6.15" not in server.asked[0]["messages"][-1]["content"]
        assert "editor" not in server.asked[0]["messages"][-1]["content"]


async def test_old_words_go(deps: Deps) -> None:
    """Sentences are kept for a season."""
    async with LanguageModel(lambda _: SAID) as server:
        worded = over(server, deps)
        await word(daily(worded), worded, Language.ENGLISH)
    assert forget_old(replace(worded, now=lambda: NOW + KEPT)) == 0
    assert forget_old(replace(worded, now=lambda: NOW + KEPT + timedelta(seconds=1))) == 1
