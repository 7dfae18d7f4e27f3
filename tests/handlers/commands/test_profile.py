"""`profile`: when, in which zone and language somebody's own messages come; chosen once, it holds everywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import UserError
from bot.domain.form import Form
from bot.domain.language import Language
from bot.domain.reply import Shows
from bot.domain.subscription import Cadence
from bot.domain.update import Kind
from handlers.deps import Deps
from handlers.jobs.match import match
from handlers.jobs.messages import messages_due
from handlers.persons import DAILY_HOUR, language_of
from handlers.router import dispatch, route, shows
from storage.people import Profile
from storage.personal import Person
from tests.factories import NOW, SHANGHAI, a_command, a_recipient, a_subscription, an_actor, an_update
from tests.fakes import texts

BERLIN = ZoneInfo("Europe/Berlin")
READER = a_recipient()


async def say(deps: Deps, text: str, **changes: object) -> str:
    """What the bot answers to a line, as the shell draws it."""
    (seen,) = texts([await dispatch(replace(a_command(text), **changes), deps)])  # type: ignore[arg-type]  # any field
    return seen


@pytest.mark.parametrize(
    ("line", "after"),
    [
        pytest.param("profile 8:30", Profile(hour=time(8, 30)), id="an hour"),
        pytest.param("profile 9 am Europe/Berlin", Profile(BERLIN, time(9)), id="an hour and a zone"),
        pytest.param("zone europe/berlin", Profile(BERLIN), id="a zone under its own word"),
        pytest.param("language zh", Profile(language=Language.CHINESE), id="a language under its own word"),
        pytest.param("语言 中文", Profile(language=Language.CHINESE), id="in Chinese"),
        pytest.param("profile 21:00 utc English", Profile(ZoneInfo("UTC"), time(21), Language.ENGLISH), id="all three"),
    ],
)
async def test_chosen_and_taken_back(line: str, after: Profile, deps: Deps) -> None:
    """Each of the three can be set alone; Undo sets all of them to what held before."""
    seen = await say(deps, line)
    shown_in = Language.ENGLISH
    assert deps.store.people.profile(READER) == replace(after, shown_in=shown_in)
    undo = "profile 09:00 Asia/Shanghai en"
    assert undo in seen
    await say(deps, undo)
    assert deps.store.people.profile(READER) == Profile(SHANGHAI, DAILY_HOUR, Language.ENGLISH, shown_in)


@pytest.mark.parametrize(
    ("line", "sentence", "ways"),
    [
        pytest.param("zone EST", '"EST" has no summer time', ["profile America/New_York"], id="EST"),
        pytest.param("zone Asia", "Zones are written like", ["profile Asia/Shanghai"], id="a directory"),
        pytest.param("profile ../../etc/passwd", "Zones are written like", ["profile Asia/Shanghai"], id="a path"),
        pytest.param(
            "profile 9am IST",
            '"IST" is the time of several places',
            ["profile 9am Asia/Kolkata", "profile 9am Europe/Dublin", "profile 9am Asia/Jerusalem"],
            id="three zones",
        ),
        pytest.param("profile Berlin", "Europe/Berlin?", ["profile Europe/Berlin"], id="a city"),
        pytest.param(
            "zone beijing", "Asia/Shanghai?", ["profile Asia/Shanghai"], id="a city without a zone of its own"
        ),
        pytest.param(
            "profile 8:30 UTC+8",
            '"UTC+8" is the time of several places',
            ["profile 8:30 Asia/Shanghai", "profile 8:30 Asia/Singapore"],
            id="a distance from UTC",
        ),
        pytest.param("profile GMT+7", '"GMT+7" has no summer time', ["profile Asia/Bangkok"], id="of one place"),
        pytest.param("profile UTC+25", '"UTC+25" is no hour', ["profile 9:00"], id="a distance that is none"),
        pytest.param("profile fr", '"fr" is no hour', ["profile 9:00"], id="a language of others"),
        pytest.param("profile foo Berlin", '"foo" is no hour', ["profile 9:00"], id="a word beside a city"),
        pytest.param("个人设置 早上9点", '"早上9点" is no hour', ["profile 9:00"], id="in Chinese"),
        pytest.param("profile 25:00", "Hours are 0:00 to 23:59", ["profile 9:00"], id="hour 25"),
        pytest.param("profile 9:00 25 zh", "Hours are 0:00 to 23:59", ["profile 9:00 9:00 zh"], id="a bare 25"),
        pytest.param(
            "subscribe flashinfer weekly 9am IST",
            '"IST" is the time of several places',
            ["subscribe flashinfer weekly 9am Asia/Kolkata"],
            id="when subscribing",
        ),
        pytest.param(
            "subscribe here flashinfer 25:00", "Hours are 0:00", ["subscribe here flashinfer 9:00"], id="for a place"
        ),
    ],
)
async def test_bad_hours_and_zones(line: str, sentence: str, ways: list[str], deps: Deps) -> None:
    """What is no hour and no zone gets a sentence and lines to press; nothing is guessed and nothing is kept (B066)."""
    with pytest.raises(UserError) as error:
        await say(deps, line)
    assert sentence in str(error.value)
    assert [way.command for way in error.value.suggestions][: len(ways)] == ways
    assert deps.store.people.profile(READER) == Profile()
    assert deps.store.subscriptions.of(READER) == ()


async def test_subscriptions_move(deps: Deps) -> None:
    """A new zone is for all of somebody's subscriptions, a new hour for those that came at the hour before."""
    for text, hour in (("flashinfer", time(9)), ("vllm", time(7))):
        deps.store.subscriptions.add(a_subscription(text, hour=hour))
    seen = await say(deps, "profile 8:30 Europe/Berlin")
    assert [(one.hour, one.zone) for one in deps.store.subscriptions.of(READER)] == [
        (time(8, 30), BERLIN),
        (time(7), BERLIN),
    ]
    assert "Your messages come at 08:30 (Europe/Berlin), in English." in seen
    assert "Next: today 07:00." in seen
    await say(deps, "profile 09:00 Asia/Shanghai en")
    assert [one.hour for one in deps.store.subscriptions.of(READER)] == [time(9), time(7)]


async def test_it_holds_for_what_comes(deps: Deps) -> None:
    """A new subscription comes at the chosen hour in the chosen zone, whatever the platform says of the asker."""
    await say(deps, "profile 8:30 Europe/Berlin zh")
    assert "已订阅" in await say(deps, "subscribe flashinfer")
    (made,) = deps.store.subscriptions.of(READER)
    assert (made.hour, made.zone) == (time(8, 30), BERLIN)
    channel = a_recipient(RecipientKind.CHANNEL, id="infra")
    manager = an_actor(rights=replace(an_actor().rights, manager=True))
    await say(deps, "subscribe here flashinfer", place=channel, actor=manager)
    assert [one.hour for one in deps.store.subscriptions.of(channel)] == [DAILY_HOUR]


@pytest.mark.parametrize(
    ("locale", "chosen", "title"),
    [
        pytest.param("zh-CN", "", "7月22日", id="the platform's"),
        pytest.param("zh-CN", "language en", "For you, Wed 22 Jul", id="the chosen one"),
        pytest.param("de-DE", "", "For you, Wed 22 Jul", id="none of ours: the bot's"),
    ],
)
async def test_messages_speak_it(locale: str, chosen: str, title: str, deps: Deps) -> None:
    """What comes unasked is in the language that its reader chose, else in that of the platform."""
    early = NOW - timedelta(days=2)
    if chosen:
        await say(deps, chosen, locale=locale)
    await say(deps, "subscribe flashinfer", locale=locale, at=early)
    deps.store.updates.save(
        [an_update("Repair a thing", tags=("project:flashinfer",), published=NOW - timedelta(hours=1))]
    )
    made = messages_due(NOW - timedelta(days=1), NOW, deps).deliveries
    assert title in "".join(texts(made[0].parts))


async def test_at_once_speaks_it(deps: Deps) -> None:
    """A message at once, too."""
    deps.store.people.set_profile(READER, Profile(language=Language.CHINESE))
    deps.store.subscriptions.add(a_subscription(cadence=Cadence.AT_ONCE, created=NOW - timedelta(days=1)))
    tags = ("project:flashinfer", "hardware:sm120")
    deps.store.updates.save([an_update(tags=tags, kind=Kind.SECURITY, published=NOW, first_seen=NOW)])
    assert await match(deps) == 1
    (made,) = deps.store.deliveries.all()
    assert "安全" in "".join(texts(made.parts))


async def test_discord_knows_people_everywhere(deps: Deps) -> None:
    """Where a person's own messages are the same in all workspaces, so is how they want them; forgetting takes it."""
    actor = an_actor(home="dm")
    await say(deps, "profile zh", actor=actor)
    elsewhere = replace(actor, workspace="another")
    assert "中文" in await say(deps, "profile", actor=elsewhere)
    home = Recipient("terminal", "dm", RecipientKind.USER, "reader")
    assert language_of(home, deps) is Language.CHINESE
    assert "zh" in deps.store.personal.export(Person(elsewhere, home))
    await say(deps, "forget me now", actor=elsewhere)
    assert deps.store.people.profile(home) == Profile()


async def test_the_form(deps: Deps) -> None:
    """`profile edit` opens a form with what holds; the line that it sends is the command."""
    form = await dispatch(a_command("profile edit"), deps)
    assert isinstance(form, Form)
    assert shows("profile edit", deps) is Shows.FORM
    assert form.submit == "profile {hour} {zone} {language}"
    assert shows("profile 8:30", deps) is Shows.ASKER


@pytest.mark.parametrize(
    "line",
    [
        "language models moe",
        "profile torch memory",
        "profile the decoding of it in a loop",
        "zone of cuda memory",
        "language",
    ],
)
def test_questions_stay_questions(line: str, deps: Deps) -> None:
    """A command's word before what is no hour, zone or language is a question; alone it shows what holds."""
    entry, _ = route(line, deps)
    assert (entry.name == "profile") == (line == "language")
