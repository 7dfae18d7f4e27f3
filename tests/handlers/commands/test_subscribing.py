"""subscribe, unsubscribe, subscriptions, stop, resume and undo: every change can be taken back, by those who may."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import RecipientKind
from bot.domain.document import Document
from bot.domain.errors import UserError
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Kind, Links
from bot.domain.version import TaggedVersion
from handlers.commands.subscribe import SUBSCRIPTIONS_PER_PLACE
from handlers.deps import Deps
from handlers.router import dispatch
from handlers.wishes import Wish, wish_of
from tests.factories import NOW, a_command, a_recipient, a_subscription, an_actor, an_update
from tests.fakes import texts
from tests.wording.test_subscriptions import commands

CHANNEL = a_recipient(RecipientKind.CHANNEL, id="infra")


async def say(deps: Deps, text: str, **changes: object) -> str:
    """What the bot answers to a line, as the shell draws it."""
    (seen,) = texts([await dispatch(replace(a_command(text), **changes), deps)])  # type: ignore[arg-type]  # any field
    return seen


def own(deps: Deps) -> tuple[Subscription, ...]:
    """The reader's subscriptions."""
    return deps.store.subscriptions.of(a_recipient())


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        pytest.param("flashinfer sm120", Wish("flashinfer sm120"), id="the question alone"),
        pytest.param("here vllm", Wish("vllm", here=True), id="for the place"),
        pytest.param("vllm weekly", Wish("vllm", cadence=Cadence.WEEKLY), id="weekly"),
        pytest.param("vllm at-once", Wish("vllm", cadence=Cadence.AT_ONCE), id="at once"),
        pytest.param("vllm 每周", Wish("vllm", cadence=Cadence.WEEKLY), id="weekly in Chinese"),
        pytest.param("vllm daily 8:30", Wish("vllm", cadence=Cadence.DAILY, when="8:30"), id="with an hour"),
        pytest.param("vllm 8:30 daily", Wish("vllm", cadence=Cadence.DAILY, when="8:30"), id="in either order"),
        pytest.param("weekly vllm", Wish("vllm", cadence=Cadence.WEEKLY), id="before the question"),
        pytest.param("weekly here vllm", Wish("vllm", here=True, cadence=Cadence.WEEKLY), id="before the place"),
        pytest.param("vllm weekly sm120", Wish("vllm sm120", cadence=Cadence.WEEKLY), id="amid the question"),
        pytest.param('vllm "a weekly crash" fp8', Wish('vllm "a weekly crash" fp8'), id="in quotes"),
        pytest.param("vllm 9 am IST", Wish("vllm", when="9 am IST"), id="what follows an hour is a zone"),
        pytest.param(
            "vllm Europe/Berlin weekly", Wish("vllm", cadence=Cadence.WEEKLY, when="Europe/Berlin"), id="zone"
        ),
        pytest.param("vllm 25:00", Wish("vllm", when="25:00"), id="an hour that is none"),
        pytest.param("vllm 2:4 sparsity", Wish("vllm 2:4 sparsity"), id="a ratio"),
        pytest.param("vllm 0.24.0", Wish("vllm 0.24.0"), id="a version"),
        pytest.param("vllm pt", Wish("vllm pt"), id="a word that is a zone as well"),
        pytest.param("9:00", Wish("", when="9:00"), id="nothing but an hour"),
        pytest.param("", Wish(""), id="nothing"),
    ],
)
def test_wish(text: str, wish: Wish) -> None:
    """The words for when stand last, the word for where first; the rest is the question."""
    assert wish_of(text) == wish


async def test_subscribe_and_undo(deps: Deps) -> None:
    """What was subscribed to is there, daily at nine; Undo takes it away, and pressing it twice is harmless."""
    await say(deps, "subscribe flashinfer sm120")
    (made,) = own(deps)
    assert (made.text, made.cadence, made.hour, made.owner) == ("flashinfer sm120", Cadence.DAILY, time(9), "reader")
    await say(deps, f"undo subscribe {made.id}")
    await say(deps, f"undo subscribe {made.id}")
    assert own(deps) == ()


async def test_subscribing_twice_is_once(deps: Deps) -> None:
    """Two people pressing one button, or one person twice, make one subscription each."""
    await say(deps, "subscribe flashinfer sm120")
    await say(deps, "subscribe sm120 flashinfer")
    assert len(own(deps)) == 1


@pytest.mark.parametrize(
    ("line", "cadence", "hour"),
    [
        pytest.param("subscribe flashinfer at-once", Cadence.AT_ONCE, time(9), id="another cadence"),
        pytest.param("subscribe flashinfer 8:30", Cadence.DAILY, time(8, 30), id="another hour"),
        pytest.param("subscribe flashinfer weekly 8:30", Cadence.WEEKLY, time(8, 30), id="both"),
    ],
)
async def test_subscribing_again_changes_when(line: str, cadence: Cadence, hour: time, deps: Deps) -> None:
    """The same question with another when is a change of the one that is there, and can be taken back."""
    await say(deps, "subscribe flashinfer")
    (before,) = own(deps)
    seen = await say(deps, line)
    (changed,) = own(deps)
    assert (changed.id, changed.cadence, changed.hour) == (before.id, cadence, hour)
    assert "Changed: FlashInfer" in seen
    assert "last 30 days" in seen
    undo = f"edit {before.id} daily mon-fri 09:00 Asia/Shanghai no flashinfer"
    assert undo in seen
    await say(deps, undo)
    assert own(deps) == (before,)


@pytest.mark.parametrize("line", ["subscribe flashinfer", "subscribe flashinfer daily", "subscribe flashinfer 9:00"])
async def test_subscribing_again_says_so(line: str, deps: Deps) -> None:
    """A repeat that changes nothing is told as such, and does not offer to undo what was there before."""
    await say(deps, "subscribe flashinfer")
    (before,) = own(deps)
    seen = await say(deps, line)
    assert "Already subscribed: FlashInfer" in seen
    assert "undo subscribe" not in seen
    assert own(deps) == (before,)


@pytest.mark.parametrize(
    ("line", "cadence", "days", "told"),
    [
        pytest.param("subscribe flashinfer sm120 weekly friday 9:00", Cadence.WEEKLY, {5}, "Fri; first", id="weekly"),
        pytest.param("subscribe flashinfer every friday", Cadence.WEEKLY, {5}, "Weekly at 09:00", id="a day is weekly"),
        pytest.param("subscribe flashinfer on weekdays at 8am", Cadence.DAILY, {1, 2, 3, 4, 5}, "at 08:00", id="days"),
        pytest.param("subscribe flashinfer daily every day", Cadence.DAILY, set(range(1, 8)), "every day", id="all"),
        pytest.param("subscribe flashinfer at once", Cadence.AT_ONCE, {1, 2, 3, 4, 5}, "as they come", id="at once"),
        pytest.param("订阅 flashinfer 每周五早上9点", Cadence.WEEKLY, {5}, "周五", id="in Chinese"),
    ],
)
async def test_the_days_that_were_said(line: str, cadence: Cadence, days: set[int], told: str, deps: Deps) -> None:
    """A subscription comes on the days that were said, and the confirmation says them."""
    seen = await say(deps, line)
    assert told in seen
    (made,) = own(deps)
    assert (made.cadence, made.days) == (cadence, frozenset(days))


@pytest.mark.parametrize(
    ("change", "cadence", "days"),
    [
        pytest.param("subscriptions {} friday", Cadence.WEEKLY, {5}, id="a day"),
        pytest.param("subscriptions {} mon,wed 8:30", Cadence.DAILY, {1, 3}, id="days and an hour"),
        pytest.param("edit {} fri", Cadence.WEEKLY, {5}, id="in edit"),
        pytest.param("edit {} weekly thu 9:00 New York no vllm", Cadence.WEEKLY, {4}, id="in the whole line"),
        pytest.param("edit {} Berlin", Cadence.DAILY, set(range(1, 8)), id="a zone alone"),
        pytest.param("subscribe flashinfer weekly", Cadence.WEEKLY, {1}, id="a cadence has days of its own"),
    ],
)
async def test_days_are_changed_and_taken_back(change: str, cadence: Cadence, days: set[int], deps: Deps) -> None:
    """Days are changed wherever when it comes is, and the line of Undo restores them."""
    await say(deps, "subscribe flashinfer daily every day")
    (before,) = own(deps)
    changed = await dispatch(a_command(change.format(before.id)), deps)
    (after,) = own(deps)
    assert (after.cadence, after.days) == (cadence, frozenset(days))
    assert isinstance(changed, Document)
    await say(deps, commands(changed)[0])
    assert own(deps) == (before,)


@pytest.mark.parametrize(
    ("line", "sentence", "way"),
    [
        pytest.param("subscribe vllm -vllm", "both asked for and left out", "subscribe vllm", id="a contradiction"),
        pytest.param(
            "subscribe callback never invoked vllm weekly",
            '"callback", "never", "invoked" are not tags',
            'subscribe vllm "callback" "never" "invoked" weekly',
            id="a sentence",
        ),
        pytest.param("subscribe -rocm 9:00", "Not subscribed: Only", "subscribe vllm -rocm 9:00", id="only exclusions"),
        pytest.param("subscribe flashinfer sm12o fri", "Nearest", "subscribe flashinfer sm120 fri", id="when is kept"),
        pytest.param("subscribe vllm weekly mon,thu", "one day", "subscribe vllm weekly mon", id="weekly on two days"),
        pytest.param("subscribe vllm at once on fri", "Which one", "subscribe vllm at-once", id="at once on a day"),
        pytest.param(
            "edit {} daily 9:00 no flashinfer sm12o", "Nearest", "edit {} daily 9:00 no flashinfer sm120", id="edit"
        ),
        pytest.param("edit {} daily 9:00 no vllm -vllm", "left out", "edit {} daily 9:00 no vllm", id="in edit"),
        pytest.param("edit {} daily 25:00 no vllm", "no hour", "edit {} daily 9:00 no vllm", id="an hour in edit"),
    ],
)
async def test_the_way_out_is_the_same_line(line: str, sentence: str, way: str, deps: Deps) -> None:
    """A line that is refused is answered as what it is, and its first button sends it mended."""
    await say(deps, "subscribe triton")
    (before,) = own(deps)
    with pytest.raises(UserError, match=sentence) as caught:
        await dispatch(a_command(line.format(before.id)), deps)
    assert caught.value.suggestions[0].command == way.format(before.id)
    assert own(deps) == (before,)
    await say(deps, way.format(before.id))
    assert own(deps) != (before,)


async def test_subscribing_to_what_is_paused_takes_it_up(deps: Deps) -> None:
    """Who asks for it again wants to hear of it."""
    await say(deps, "subscribe flashinfer")
    await say(deps, "stop")
    assert "Changed: FlashInfer" in await say(deps, "subscribe flashinfer")
    assert [one.paused for one in own(deps)] == [False]


@pytest.mark.parametrize(
    ("line", "way_out"),
    [
        ("subscribe flashinfer deadlock", 'subscribe flashinfer "deadlock"'),
        ("subscribe flashinfer word:deadlock", 'subscribe flashinfer "deadlock"'),
    ],
)
async def test_words_that_only_rank_are_refused(line: str, way_out: str, deps: Deps) -> None:
    """A standing question with a word that changes nothing of it is noise; in quotes the word counts."""
    with pytest.raises(UserError, match="Not subscribed") as caught:
        await dispatch(a_command(line), deps)
    (suggestion,) = caught.value.suggestions
    assert suggestion.command.replace(",", "") == way_out
    await dispatch(a_command(suggestion.command), deps)
    (made,) = own(deps)
    assert (made.query.words, made.query.phrases) == ((), ("deadlock",))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("subscribe flashinfer {} weekly", id="behind the question"),
        pytest.param("subscribe weekly flashinfer {}", id="behind all"),
    ],
)
@pytest.mark.parametrize("bound", ["since:7d", "sort:best", "limit:2", "this week", "0.6.14"])
async def test_what_an_answer_has_is_no_subscriptions(line: str, bound: str, deps: Deps) -> None:
    """A window, a version, an order and a number are refused instead of vanishing, with the line without them."""
    deps.store.versions.save([TaggedVersion("flashinfer", "", "0.6.14", "v0.6.14", False, NOW, "ab" * 20)])
    with pytest.raises(UserError, match="no time window, version, order or limit") as caught:
        await say(deps, line.format(bound))
    assert [way.command for way in caught.value.suggestions] == ["subscribe flashinfer weekly"]
    assert own(deps) == ()


@pytest.mark.parametrize("question", ["flashinfer vllm", "flashinfer, vllm", "vllm and flashinfer"])
async def test_several_projects_mean_either(question: str, deps: Deps) -> None:
    """Projects beside each other are a standing question about each of them: their names are tags."""
    assert "FlashInfer or vLLM" in await say(deps, f"subscribe weekly {question}")
    (made,) = own(deps)
    assert (made.text, made.query.words) == ("project:flashinfer project:vllm", ())


async def test_a_word_beside_several_projects(deps: Deps) -> None:
    """A word that names nothing is refused without the projects beside it, and in quotes it is required of both."""
    with pytest.raises(UserError, match='"deadlock"') as caught:
        await say(deps, "subscribe flashinfer vllm deadlock")
    await say(deps, caught.value.suggestions[0].command)
    (made,) = own(deps)
    assert (made.query.words, made.query.phrases) == ((), ("deadlock",))


async def test_a_tag_behind_an_hour_is_of_the_question(deps: Deps) -> None:
    """What names something is not taken for a zone, wherever it stands."""
    await say(deps, "subscribe flashinfer 9am on weekdays sm120")
    (made,) = own(deps)
    assert (made.text, made.hour, made.days) == ("flashinfer sm120", time(9), frozenset(range(1, 6)))


@pytest.mark.parametrize(
    ("line", "sentence", "ways"),
    [
        pytest.param("vllm until friday", '"until friday"', ["subscribe vllm"], id="an end"),
        pytest.param("vllm since monday weekly", '"since monday"', ["subscribe vllm weekly"], id="a beginning"),
        pytest.param("vllm 直到周五", '"直到周五"', ["subscribe vllm"], id="an end in Chinese"),
        pytest.param("vllm 上周五", '"上周五"', ["subscribe vllm"], id="a day that was"),
        pytest.param(
            "vllm every 2 hours",
            '"every 2 hours"',
            ["subscribe vllm at-once", "subscribe vllm daily", "subscribe vllm weekly"],
            id="an interval",
        ),
        pytest.param(
            "每2小时 vllm",
            '"每2小时"',
            ["subscribe vllm at-once", "subscribe vllm daily", "subscribe vllm weekly"],
            id="an interval in Chinese",
        ),
        pytest.param("vllm half past nine", "Hours are written", [], id="an hour in words"),
        pytest.param("vllm every morning", '"every morning"', [], id="a part of the day"),
        pytest.param("每天早上 vllm", '"每天早上"', [], id="a part of the day in Chinese"),
        pytest.param("vllm starting tomorrow", '"starting tomorrow"', ["subscribe vllm"], id="a day to come"),
        pytest.param("vllm 9:00 to 17:00", "Two hours", ["subscribe vllm 9:00", "subscribe vllm 17:00"], id="hours"),
        pytest.param("vllm 9:00-17:00", "Two hours", ["subscribe vllm 9:00", "subscribe vllm 17:00"], id="a dash"),
        pytest.param("vllm 9:00 deadlock", "no hour", ["subscribe vllm deadlock 9:00"], id="a word behind an hour"),
    ],
)
async def test_time_that_no_subscription_has(line: str, sentence: str, ways: list[str], deps: Deps) -> None:
    """Words of time that cannot be met are refused as such; no way out means the opposite, or drops the question."""
    with pytest.raises(UserError, match=sentence) as caught:
        await say(deps, f"subscribe {line}")
    assert [way.command for way in caught.value.suggestions] == ways
    assert own(deps) == ()


async def test_releases_come_at_once_unless_said_otherwise(deps: Deps) -> None:
    """Who subscribes to releases hears of them as they come; candidates are not counted."""
    deps.store.updates.save(
        [
            an_update(name, number=number, kind=Kind.RELEASE, links=Links(tag=f"v{name}"))
            for number, name in enumerate(("0.6.15", "0.6.15rc2"))
        ]
    )
    assert "(1 in the last 30 days)" in await say(deps, "subscribe flashinfer kind:release")
    assert [one.cadence for one in own(deps)] == [Cadence.AT_ONCE]
    await say(deps, "subscribe vllm kind:release weekly")
    assert own(deps)[1].cadence is Cadence.WEEKLY


async def test_releases_of_a_project_without_tags(deps: Deps) -> None:
    """That nothing is known is not told as silence."""
    assert "No tag of vLLM has been read so far" in await say(deps, "subscribe vllm kind:release")


async def test_unsubscribe_alone_asks_which(deps: Deps) -> None:
    """Without a name the subscriptions are offered, and none is ended."""
    await say(deps, "subscribe flashinfer")
    assert "unsubscribe 1" in await say(deps, "unsubscribe")
    assert len(own(deps)) == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("subscribe flashinfer sm12o", 'Not subscribed: "sm12o" is not a tag. Nearest:', id="a typo"),
        pytest.param("subscribe", "Say what to subscribe to", id="nothing said"),
        pytest.param("subscribe -rocm", "Only exclusions", id="only exclusions"),
        pytest.param("unsubscribe flashinfer", "You have no subscription", id="nothing to end"),
        pytest.param("unsubscribe 99", "No subscription of yours", id="a number that is not there"),
        pytest.param("undo unsubscribe 99", "No subscription of yours", id="undo of what never was"),
        pytest.param("subscriptions 99 weekly", "No subscription of yours", id="a change of what never was"),
    ],
)
async def test_refused_with_a_sentence(line: str, sentence: str, deps: Deps) -> None:
    """What cannot be done is refused with what to do instead, and changes nothing."""
    with pytest.raises(UserError, match=sentence):
        await dispatch(a_command(line), deps)
    assert own(deps) == ()


@pytest.mark.parametrize("line", ["subscribe <!channel> @everyone", "subscribe @everyone", "订阅 here #general"])
async def test_people_and_channels_are_no_subject(line: str, deps: Deps) -> None:
    """Who is to hear of it is no question, and is not looked for as one."""
    with pytest.raises(UserError, match="not to people or channels"):
        await dispatch(a_command(line), deps)
    assert own(deps) == ()


async def test_typo_offers_whole_lines(deps: Deps) -> None:
    """Each nearest name is a button that subscribes to the whole question."""
    with pytest.raises(UserError) as caught:
        await dispatch(a_command("subscribe flashinfer sm12o"), deps)
    assert "subscribe flashinfer sm120" in [suggestion.command for suggestion in caught.value.suggestions]


async def test_unsubscribe_by_words_and_undo(deps: Deps) -> None:
    """One that holds the words is ended, and Undo brings the very same one back."""
    await say(deps, "subscribe flashinfer sm120")
    (before,) = own(deps)
    assert "Stopped: flashinfer sm120" in await say(deps, "unsubscribe flashinfer")
    assert own(deps) == ()
    await say(deps, f"undo unsubscribe {before.id}")
    await say(deps, f"undo unsubscribe {before.id}")
    assert own(deps) == (before,)


async def test_unsubscribe_asks_which(deps: Deps) -> None:
    """Where several hold the words they are offered and none is ended."""
    for text in ("flashinfer sm90", "flashinfer sm100", "vllm"):
        await say(deps, f"subscribe {text}")
    assert "Which one?" in await say(deps, "unsubscribe flashinfer")
    assert len(own(deps)) == 3


async def test_unsubscribe_takes_the_exact_one(deps: Deps) -> None:
    """One that is just these words is ended without asking, though another holds them too."""
    for text in ("flashinfer sm90", "flashinfer"):
        await say(deps, f"subscribe {text}")
    await say(deps, "unsubscribe flashinfer")
    assert [one.text for one in own(deps)] == ["flashinfer sm90"]


async def test_unsubscribe_all_and_undo(deps: Deps) -> None:
    """All end together and come back together."""
    for text in ("flashinfer", "vllm"):
        await say(deps, f"subscribe {text}")
    before = own(deps)
    await say(deps, "unsubscribe all")
    assert own(deps) == ()
    await say(deps, "undo unsubscribe " + " ".join(str(one.id) for one in before))
    assert own(deps) == before


async def test_stop_pauses_and_resume_goes_on(deps: Deps) -> None:
    """Nothing is deleted by `stop`; `resume` and `undo stop` take it back."""
    await say(deps, "subscribe flashinfer")
    for back in ("resume", "undo stop"):
        assert "已全部暂停" in await say(deps, "退订")
        assert [one.paused for one in own(deps)] == [True]
        await say(deps, back)
        assert [one.paused for one in own(deps)] == [False]


async def test_stop_reaches_what_is_posted_to_oneself(deps: Deps) -> None:
    """An edition in somebody's own messages stops with the subscriptions, with what waits of it, until `resume`."""
    await say(deps, "digest daily here 9:00")
    await say(deps, "digest daily now")
    channel = deps.store.channels
    assert deps.store.deliveries.of(a_recipient())
    for line in ("stop", "pause a week"):
        assert "no issue is posted to you either: daily." in await say(deps, line)
        assert [one.paused for one in channel.of(a_recipient())] == [True]
        assert deps.store.deliveries.of(a_recipient()) == ()
        assert "Posted to you again: daily." in await say(deps, "resume")
        assert [one.paused for one in channel.of(a_recipient())] == [False]


async def test_the_last_pause_holds(deps: Deps) -> None:
    """Whoever pauses again, for good or for a while, has paused for just that."""
    await say(deps, "subscribe flashinfer")
    for line, until in (
        ("pause a week", NOW + timedelta(weeks=1)),
        ("stop", None),
        ("pause 2 days", NOW + timedelta(2)),
    ):
        await say(deps, line)
        assert [(one.paused, one.paused_until) for one in own(deps)] == [(True, until)]


@pytest.mark.parametrize(("others", "fits"), [(47, True), (48, True), (49, False)])
async def test_undo_keeps_the_limit(others: int, fits: bool, deps: Deps) -> None:
    """What was ended comes back while there is room for all of it, and else nothing of it does."""
    for text in ("flashinfer", "vllm"):
        await say(deps, f"subscribe {text}")
    await say(deps, "unsubscribe all")
    for number in range(others):
        deps.store.subscriptions.add(a_subscription(f"word{number}"))
    if fits:
        await say(deps, "undo unsubscribe 1 2")
        await say(deps, "undo unsubscribe 1 2")
    else:
        with pytest.raises(UserError, match="There are 50 subscriptions already, and no more fit"):
            await say(deps, "undo unsubscribe 1 2")
        await say(deps, "undo unsubscribe 1 1")
    assert len(own(deps)) == min(others + 2, SUBSCRIPTIONS_PER_PLACE)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        pytest.param("unsubscribe flashinfer rtx 5090", ["vllm sm121"], id="as it was subscribed"),
        pytest.param("unsubscribe rtx 5090", ["vllm sm121"], id="a part of it"),
        pytest.param("unsubscribe gb10", ["flashinfer sm120"], id="another name of its card"),
    ],
)
async def test_unsubscribe_in_a_products_words(line: str, left: list[str], deps: Deps) -> None:
    """What was subscribed by a card's name is ended by it, though it is kept by its number."""
    await say(deps, "subscribe flashinfer rtx 5090")
    await say(deps, "subscribe vllm gb10")
    await say(deps, line)
    assert [one.text for one in own(deps)] == left


async def test_change_and_the_line_that_changes_back(deps: Deps) -> None:
    """A changed cadence shows, as a button, the line that restores what was before."""
    await say(deps, "subscribe flashinfer daily 8:30")
    (before,) = own(deps)
    seen = await say(deps, f"subscriptions {before.id} weekly")
    (changed,) = own(deps)
    assert (changed.cadence, changed.days, changed.hour) == (Cadence.WEEKLY, frozenset({1}), time(8, 30))
    line = f"subscriptions {before.id} daily mon-fri 08:30"
    assert line in seen
    await say(deps, line)
    assert own(deps) == (before,)


async def test_others_may_not_touch_it(deps: Deps) -> None:
    """Somebody else learns nothing of a person's subscription and cannot change, end or take it back."""
    await say(deps, "subscribe flashinfer")
    (made,) = own(deps)
    stranger = an_actor(user="mallory", rights=Rights(manager=True))
    for line in (f"unsubscribe {made.id}", f"undo subscribe {made.id}", f"subscriptions {made.id} weekly"):
        with pytest.raises(UserError, match="No subscription of yours"):
            await dispatch(a_command(line, actor=stranger), deps)
    assert own(deps) == (made,)


@pytest.mark.parametrize(
    ("user", "rights", "may"),
    [
        pytest.param("owner", Rights(), True, id="the owner"),
        pytest.param("deputy", Rights(manager=True), True, id="a manager of the place"),
        pytest.param("guest", Rights(), False, id="anybody else"),
    ],
)
async def test_a_channels_subscription(user: str, rights: Rights, may: bool, deps: Deps) -> None:
    """What a channel gets is changed by its owner and by managers."""
    owner = an_actor(user="owner", rights=Rights(manager=True))
    await dispatch(a_command("subscribe here flashinfer", actor=owner, place=CHANNEL), deps)
    (made,) = deps.store.subscriptions.of(CHANNEL)
    undo = a_command(f"undo subscribe {made.id}", actor=an_actor(user=user, rights=rights), place=CHANNEL)
    if may:
        await dispatch(undo, deps)
    else:
        with pytest.raises(UserError):
            await dispatch(undo, deps)
    assert bool(deps.store.subscriptions.of(CHANNEL)) is not may


async def test_only_managers_subscribe_a_channel(deps: Deps) -> None:
    """Somebody without rights in a channel cannot make it noisy."""
    with pytest.raises(UserError, match="manages this channel"):
        await dispatch(a_command("subscribe here flashinfer", place=CHANNEL), deps)
    assert deps.store.subscriptions.of(CHANNEL) == ()


@pytest.mark.parametrize("question", ["", "this week"])
async def test_a_form_that_says_of_what_nothing_changes_nothing(question: str, deps: Deps) -> None:
    """A form that is sent with nothing but a time is told so, and the subscription stays what it was."""
    await say(deps, "subscribe flashinfer")
    (before,) = own(deps)
    with pytest.raises(UserError, match="say what the subscription is about"):
        await say(deps, f"edit {before.id} weekly 08:30 no {question}")
    assert own(deps) == (before,)


async def test_a_trial_is_promised_once(deps: Deps) -> None:
    """Whoever tries a subscription twice within a minute is told that the message is out already, and gets one."""
    await say(deps, "subscribe flashinfer")
    (made,) = own(deps)
    assert "On its way" in await say(deps, f"try {made.id}")
    with pytest.raises(UserError, match="within the last minute"):
        await say(deps, f"try {made.id}")
    assert len(deps.store.deliveries.all()) == 1
