"""`digest daily here`, `setup` and what else changes a channel's digest."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.domain.command import Command, Rights
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Actions, Button, Document
from bot.domain.errors import UserError
from bot.domain.form import Form, filled, narrowed
from bot.domain.language import Language
from bot.domain.reply import Shows
from bot.domain.schedule import EVERY_DAY, WORK_DAYS
from handlers.deps import Deps
from handlers.jobs.publish import post_of, publish
from handlers.router import answer, dispatch, route, shows
from storage.channels import Changers, Posting, WhenEmpty
from tests.editions import SYSTEMS_DAILY
from tests.factories import a_command, an_actor, an_update
from tests.fakes import texts

PLACE = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
BOSS = an_actor(platform="slack", workspace="T1", user="boss", rights=Rights(manager=True))
MEMBER = replace(BOSS, user="member", rights=Rights())
EVERYTHING_SET = "setup daily 10:30 Europe/Berlin no nothing zh owner about: sm120 first: flashinfer sm120"


def said_by(text: str, **changes: object) -> Command:
    """A line in the channel, by its manager unless told."""
    return a_command(text, **{"actor": BOSS, "place": PLACE, **changes})


async def said(text: str, deps: Deps, **changes: object) -> str:
    """What a line is answered with, errors too."""
    (shown,) = texts([await answer(said_by(text, **changes), deps)])
    return shown


def posting(deps: Deps) -> Posting | None:
    """How the daily is posted in the channel."""
    return deps.store.channels.get(PLACE, SYSTEMS_DAILY.key)


async def undone(text: str, deps: Deps) -> None:
    """Carries a line out, and then what its Undo says."""
    reply = await dispatch(said_by(text), deps)
    assert isinstance(reply, Document)
    buttons = [one for block in reply.blocks if isinstance(block, Actions) for one in block.elements]
    (undo,) = (one.command for one in buttons if isinstance(one, Button) and one.label == "Undo")
    await dispatch(said_by(undo), deps)


@pytest.mark.parametrize(
    ("words", "hour", "zone"),
    [
        pytest.param("", time(8), "Asia/Shanghai", id="the edition's own"),
        pytest.param("9:00", time(9), "Asia/Shanghai", id="in the asker's zone"),
        pytest.param("9am Europe/Berlin", time(9), "Europe/Berlin", id="am"),
        pytest.param("9:30 pm europe/berlin", time(21, 30), "Europe/Berlin", id="pm apart"),
        pytest.param("12am utc", time(0), "UTC", id="midnight"),
        pytest.param("America/New_York 23:59", time(23, 59), "America/New_York", id="the other way round"),
    ],
)
async def test_here_at_an_hour(words: str, hour: time, zone: str, deps: Deps) -> None:
    """The channel gets the edition at the hour that is said, and is told which that is."""
    shown = await said(f"digest daily here {words}".strip(), deps)
    assert (f"{hour:%H:%M} {zone}, Monday to Friday") in shown
    assert posting(deps) == Posting(PLACE, SYSTEMS_DAILY.key, hour, ZoneInfo(zone), WORK_DAYS, "boss")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param("EST", "America/New_York", id="B066 EST"),
        pytest.param("9:00 Asia", '"Asia" is no hour and no time zone', id="B066 Asia"),
        pytest.param("9:00 ../../etc/passwd", "no time zone", id="B066 a path"),
        pytest.param("9:00 localtime", "no time zone", id="B066 localtime"),
        pytest.param("9am IST", "Which one?", id="B067 IST"),
        pytest.param("9:00 CST", "Asia/Shanghai", id="B067 CST"),
        pytest.param("25:00", "no hour of a day", id="hour 25"),
        pytest.param("9:60", "no hour of a day", id="minute 60"),
        pytest.param("13pm", "no hour of a day", id="13pm"),
        pytest.param("9", "no hour of a day", id="a bare number"),
        pytest.param("tomorrow", "no hour and no time zone", id="a word"),
    ],
)
async def test_what_is_no_hour_is_asked(words: str, sentence: str, deps: Deps) -> None:
    """Nothing is guessed: a sentence, a way out that works, and nothing set up."""
    assert sentence in await said(f"digest daily here {words}", deps)
    assert posting(deps) is None
    with pytest.raises(UserError) as refused:
        await dispatch(said_by(f"digest daily here {words}"), deps)
    for way in refused.value.suggestions:
        entry, _ = route(way.command, deps)
        assert entry.name == "digest"


async def test_which_zone_is_meant(deps: Deps) -> None:
    """B067: each way out of `9am IST` is the whole line with one of the zones."""
    with pytest.raises(UserError) as refused:
        await dispatch(said_by("digest daily here 9am IST"), deps)
    assert [way.command for way in refused.value.suggestions] == [
        f"digest daily here 9am {zone}" for zone in ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem")
    ]
    await dispatch(said_by(refused.value.suggestions[0].command), deps)
    found = posting(deps)
    assert found is not None
    assert found.zone.key == "Asia/Kolkata"


async def test_the_form_shows_what_stands_and_sets_all_of_it(deps: Deps) -> None:
    """The form is filled with the digest as it is; sent as it stands it changes nothing."""
    await said(EVERYTHING_SET, deps)
    before = posting(deps)
    form = await dispatch(said_by("setup daily"), deps)
    assert isinstance(form, Form)
    values = {field.key: str(getattr(field, "value", getattr(field, "chosen", ""))) for field in form.fields}
    assert values["about"] == "sm120"
    await dispatch(said_by(filled(form.submit, {**values, "workdays": "no"})), deps)
    assert posting(deps) == before
    assert deps.store.stacks.of(PLACE) == "flashinfer sm120"


async def test_the_form_is_previewed(deps: Deps) -> None:
    """[ Preview ] shows the issue as it would come, in its language, and keeps nothing; a mistake is told as ever."""
    form = await dispatch(said_by("setup daily"), deps)
    assert isinstance(form, Form)
    assert form.preview is not None
    line = EVERYTHING_SET.replace("setup", "setup preview", 1)
    assert form.preview.command.startswith("setup preview {edition} ")
    assert "系统日报" in await said(line, deps)
    assert posting(deps) is None
    assert deps.store.stacks.of(PLACE) == ""
    assert "no hour" in await said(line.replace("10:30", "25:00"), deps)


async def test_everything_that_can_be_set(deps: Deps) -> None:
    """Every field of the line is kept."""
    await said(EVERYTHING_SET, deps)
    assert posting(deps) == Posting(
        PLACE,
        SYSTEMS_DAILY.key,
        time(10, 30),
        ZoneInfo("Europe/Berlin"),
        EVERY_DAY,
        "boss",
        about="sm120",
        language=Language.CHINESE,
        when_empty=WhenEmpty.NOTHING,
        changers=Changers.OWNER,
    )


async def test_a_small_form_leaves_the_rest_as_it_is(deps: Deps) -> None:
    """Where a form has room for five fields, sending it keeps what the others hold."""
    await said(EVERYTHING_SET, deps)
    before = posting(deps)
    form = await dispatch(said_by("setup daily"), deps)
    assert isinstance(form, Form)
    small = narrowed(form, 5)
    assert [field.key for field in small.fields] == ["edition", "hour", "zone", "workdays", "about"]
    sent = filled(
        small.submit,
        {"edition": "daily", "hour": "07:00", "zone": "Europe/Berlin", "workdays": "no", "about": "sm120"},
    )
    await dispatch(said_by(sent), deps)
    assert before is not None
    assert posting(deps) == replace(before, hour=time(7))


@pytest.mark.parametrize(
    "line",
    [
        "digest daily here 9:00 Europe/Berlin",
        "digest daily stop",
        "setup daily 07:00 UTC yes line en managers about: everything first: nothing",
    ],
)
async def test_undo_puts_everything_back(line: str, deps: Deps) -> None:
    """Whatever was changed, Undo sets the digest to what it was."""
    await said(EVERYTHING_SET, deps)
    before = posting(deps)
    await undone(line, deps)
    assert posting(deps) == before
    assert deps.store.stacks.of(PLACE) == "flashinfer sm120"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("setup daily 25:00 UTC yes line en managers about: everything first: nothing", "no hour", id="25"),
        pytest.param("setup daily 9:00 EST yes line en managers about: everything first: nothing", "city", id="EST"),
        pytest.param(
            "setup daily 9:00 UTC yes all en managers about: everything first: nothing", "not whole", id="empty"
        ),
        pytest.param(
            "setup daily 9:00 UTC yes line fr managers about: everything first: nothing", "not whole", id="fr"
        ),
        pytest.param(
            "setup daily 9:00 UTC 8 line en managers about: everything first: nothing", "not whole", id="day 8"
        ),
        pytest.param("setup daily 9:00 UTC about: everything", "not whole", id="too short"),
        pytest.param("setup daily 9:00 UTC yes line en managers about: sm12o first: nothing", "sm12o", id="no tag"),
        pytest.param(
            "setup daily 9:00 UTC yes line en managers about: everything first: asdf", "Nothing", id="no stack"
        ),
    ],
)
async def test_a_line_that_cannot_be_set(line: str, sentence: str, deps: Deps) -> None:
    """A wrong field is named, and nothing is kept."""
    assert sentence in await said(line, deps)
    assert posting(deps) is None


@pytest.mark.parametrize(
    "line", ["digest daily here", "digest daily stop", "digest daily pause", "digest daily now", "setup"]
)
async def test_who_may_change(line: str, deps: Deps) -> None:
    """B112: a member changes nothing, the owner and managers do; a digest of its owner alone is no manager's either."""
    assert "manages this channel" in await said(line, deps, actor=MEMBER)
    await said(EVERYTHING_SET.replace("owner", "managers"), deps)
    assert "manages this channel" in await said(line, deps, actor=MEMBER)
    await said(EVERYTHING_SET, deps)
    other = replace(BOSS, user="other")
    assert "Only who set this digest up" in await said(line, deps, actor=other)
    assert "Only" not in await said(line, deps, actor=replace(BOSS, rights=Rights()))


async def test_a_channel_without_the_edition_says_so(deps: Deps) -> None:
    """What is not there cannot be ended, paused or posted now (WORDING.md 6)."""
    for verb in ("stop", "pause", "resume", "now"):
        assert "This channel has no weekly." in await said(f"digest weekly {verb}", deps)


async def test_stopping_cancels_what_waits(deps: Deps) -> None:
    """An issue that waits in the outbox is not sent after its digest was ended."""
    await said("digest daily here", deps)
    found = posting(deps)
    assert found is not None
    await publish([post_of(found, SYSTEMS_DAILY)], deps)
    assert len(deps.store.deliveries.of(PLACE)) == 1
    await said("digest daily stop", deps)
    assert deps.store.deliveries.of(PLACE) == ()


async def test_pause_and_resume(deps: Deps) -> None:
    """A paused digest keeps all that it is set to."""
    await said(EVERYTHING_SET, deps)
    before = posting(deps)
    assert before is not None
    assert "paused here" in await said("digest daily pause here", deps)
    assert posting(deps) == replace(before, paused=True)
    await said("digest daily resume here", deps)
    assert posting(deps) == before


async def test_preview_goes_to_the_asker_alone(deps: Deps) -> None:
    """Anybody sees what the channel would get, and when it gets its next one; nothing is put into the outbox."""
    await said(EVERYTHING_SET, deps)
    assert "7月23日（周四）10:30" in await said("digest daily preview", deps, actor=MEMBER)
    deps.store.updates.save([an_update(tags=["hardware:sm120"], published=datetime(2026, 7, 21, 12, tzinfo=UTC))])
    assert "系统日报" in await said("digest daily preview", deps, actor=MEMBER)
    assert deps.store.deliveries.all() == ()


async def test_now_posts_once(deps: Deps) -> None:
    """Posting now twice posts once, and says so."""
    await said("digest daily here", deps)
    assert "comes now" in await said("digest daily now", deps)
    assert "here already" in await said("digest daily now", deps)
    assert len(deps.store.deliveries.of(PLACE)) == 1


async def test_settings_open_a_form(deps: Deps) -> None:
    """`setup` and `setup daily` open a form; the whole line does not."""
    assert [shows(line, deps) for line in ("setup", "setup daily", EVERYTHING_SET)] == [
        Shows.FORM,
        Shows.FORM,
        Shows.ASKER,
    ]
