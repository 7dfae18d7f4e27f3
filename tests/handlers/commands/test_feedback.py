"""`wrong` and `feedback`: readers say what is wrong about tags, the operator decides, and it holds."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import RecipientKind
from bot.domain.errors import UserError
from bot.domain.tag import Tag
from bot.domain.tag_correction import TagCorrection
from bot.domain.tagging.tagger import Tagger
from bot.domain.update import Kind, Links, Update
from bot.sources.base import FoundUpdate
from handlers.commands.wrong import OPEN_PER_PERSON
from handlers.corrections import gold_lines
from handlers.deps import Deps
from handlers.jobs.intake import Intake
from handlers.jobs.retagging import retag
from handlers.router import dispatch, route
from storage.feedback import FeedbackState, Given
from tests.factories import NOW, a_command, a_raw_update, a_recipient, an_actor, an_update
from tests.fakes import texts

OPERATOR = an_actor(user="boss", rights=Rights(operator=True))
SM86, SM120 = Tag.parse("hardware:sm86"), Tag.parse("hardware:sm120")
DEQUANT = an_update(
    "Optimize FP4 dequant for prefill on SM86",
    number=3822,
    kind=Kind.PERFORMANCE,
    body="SM120 keeps the old path.",
    tags=["hardware:sm86", "format:fp4"],
    mentions=["hardware:sm120"],
    links=Links(pull=3822, commits=("a" * 40,)),
)


async def said(text: str, deps: Deps, **changes: object) -> str:
    """What a command line is answered with."""
    (shown,) = texts([await dispatch(a_command(text, **changes), deps)])
    return shown


def held(deps: Deps) -> Update:
    """The update as it is stored."""
    update = deps.store.updates.get(DEQUANT.key)
    assert update is not None
    return update


async def test_what_can_be_said(deps: Deps) -> None:
    """Without a tag it is asked what is wrong; each tag has a line that says the contrary."""
    deps.store.updates.save([DEQUANT])
    shown = await said("wrong flashinfer#3822", deps)
    assert f"wrong {DEQUANT.key} not hardware:sm86" in shown
    assert f"wrong {DEQUANT.key} about hardware:sm120" in shown
    assert f"wrong {DEQUANT.key}" in await said("flashinfer#3822", deps)


async def test_a_reader_says_and_the_operator_decides(deps: Deps) -> None:
    """What a reader says waits; accepted it holds at once, and after tagging anew and taking in again."""
    deps.store.updates.save([DEQUANT])
    assert "Noted: FlashInfer #3822 is about SM120" in await said("wrong flashinfer#3822 about sm120", deps)
    assert SM120 not in held(deps).about()
    assert "1. FlashInfer #3822 is about SM120" in await said("feedback", deps, actor=OPERATOR)
    assert "Accepted" in await said("feedback accept 1", deps, actor=OPERATOR)
    assert {SM86, SM120} <= held(deps).about()
    retag(deps)
    assert SM120 in held(deps).about()
    raw = a_raw_update("Optimize FP4 dequant for prefill on SM86 (edited)", number=3822, body=DEQUANT.body)
    Intake(deps.store, deps.vocabulary, deps.projects, deps.now, Tagger(deps.vocabulary, deps.projects)).take(
        [FoundUpdate(1, raw)]
    )
    assert held(deps).title.endswith("(edited)")
    assert SM120 in held(deps).about()
    assert "No correction waits" in await said("feedback", deps, actor=OPERATOR)


async def test_refused_is_as_if_not_said(deps: Deps) -> None:
    """What is refused changes nothing; what was accepted and is refused later is gone when it is tagged anew."""
    deps.store.updates.save([DEQUANT])
    await said("wrong flashinfer#3822 not hardware:sm86", deps)
    assert "Refused" in await said("feedback refuse 1", deps, actor=OPERATOR)
    retag(deps)
    assert SM86 in held(deps).about()
    await said("feedback accept 1", deps, actor=OPERATOR)
    assert SM86 not in held(deps).about()
    assert SM86 in held(deps).mentioned()
    await said("feedback refuse 1", deps, actor=OPERATOR)
    retag(deps)
    assert SM86 in held(deps).about()


async def test_operators_are_believed(deps: Deps) -> None:
    """What an operator says holds at once; a kind can be said, and not denied."""
    deps.store.updates.save([DEQUANT])
    assert "holds from now on" in await said("wrong flashinfer#3822 about kind:fix", deps, actor=OPERATOR)
    assert held(deps).kind is Kind.FIX
    with pytest.raises(UserError, match="one kind"):
        await said("wrong flashinfer#3822 not kind:fix", deps, actor=OPERATOR)


async def test_only_operators_decide(deps: Deps) -> None:
    """Others are told so; in the operators' channel everybody decides."""
    with pytest.raises(UserError, match="Only who runs the bot"):
        await said("feedback", deps)
    ops = a_recipient(RecipientKind.CHANNEL, id="ops")
    assert "No correction waits" in await said("feedback", replace(deps, ops=ops), place=ops)
    with pytest.raises(UserError, match="no correction 7"):
        await said("feedback accept 7", deps, actor=OPERATOR)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("wrong flashinfer#3822 about nosuchthing", "no tag", id="tag"),
        pytest.param("wrong flashinfer#99", "no such change", id="change"),
    ],
)
async def test_what_cannot_be_said(deps: Deps, text: str, message: str) -> None:
    """A tag or a change that there is not is told."""
    deps.store.updates.save([DEQUANT])
    with pytest.raises(UserError, match=message):
        await said(text, deps)


@pytest.mark.parametrize("text", ["wrong results on sm120", "wrong output", "feedback loop in verl"])
async def test_questions_stay_questions(deps: Deps, text: str) -> None:
    """A line that begins with the word but names no change is a question."""
    assert route(text, deps)[0].name == "whatsnew"


async def test_somebody_cannot_flood(deps: Deps) -> None:
    """A person has so many corrections waiting, and no more; saying the same twice is saying it once."""
    deps.store.updates.save([DEQUANT])
    for number in range(OPEN_PER_PERSON - 1):
        correction = TagCorrection(Tag.parse(f"topic:t{number}"), about=True)
        deps.store.feedback.add(Given("k", correction, "terminal", "local", "reader", NOW))
    for _ in range(2):
        await said("wrong flashinfer#3822 about sm120", deps) if deps.store.feedback.count_open(
            "terminal", "local", "reader"
        ) < OPEN_PER_PERSON else None
    assert deps.store.feedback.count_open("terminal", "local", "reader") == OPEN_PER_PERSON
    with pytest.raises(UserError, match="still wait"):
        await said("wrong flashinfer#3822 not sm86", deps)


def test_storage(deps: Deps) -> None:
    """Saying the contrary replaces what one said before; corrections follow an update to its new key."""
    feedback = deps.store.feedback
    given = Given("a/b@1", TagCorrection(SM120, about=True), "slack", "T1", "U1", NOW)
    first = feedback.add(given)
    assert feedback.add(given) == first
    second = feedback.add(replace(given, correction=TagCorrection(SM120, about=False)))
    assert second != first
    assert feedback.get(first) is None
    assert not feedback.decide(first, FeedbackState.ACCEPTED, NOW)
    assert feedback.decide(second, FeedbackState.ACCEPTED, NOW)
    assert feedback.accepted(["a/b@1", "c"]) == {"a/b@1": (TagCorrection(SM120, about=False),)}
    assert feedback.in_state(FeedbackState.OPEN) == ()


async def test_gold(deps: Deps) -> None:
    """Accepted corrections are printed in the form of the gold set, with the labels as they are now."""
    deps.store.updates.save([DEQUANT])
    await said("wrong flashinfer#3822 about sm120", deps, actor=OPERATOR)
    (line,) = gold_lines(deps)
    row = json.loads(line)
    assert list(row) == ["repo", "sha", "committed_at", "subject", "body", "labels", "stratum"]
    assert (row["repo"], row["sha"], row["stratum"]) == ("flashinfer-ai/flashinfer", "a" * 40, "feedback")
    assert row["labels"]["hardware"] == ["sm120", "sm86"]
    assert (row["labels"]["kind"], row["labels"]["is_noise"], row["labels"]["merit"]) == ("performance", False, 1)
