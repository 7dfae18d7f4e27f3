"""`profile`: when, in which zone and language somebody's own messages come; chosen once, it holds everywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import UserError
from bot.domain.form import Form, standing_line
from bot.domain.language import Language
from bot.domain.reply import Shows
from bot.domain.subscription import Cadence
from bot.domain.update import Kind
from bot.domain.urgency import NIGHT, NO_QUIET_HOURS, QuietHours
from handlers.deps import Deps
from handlers.jobs.match import match
from handlers.jobs.messages import messages_due
from handlers.persons import DAILY_HOUR, language_of, quiet_hours_of
from handlers.router import dispatch, route, shows
from storage.people import Profile
from storage.personal import Person
from tests.factories import NOW, SHANGHAI, a_command, a_delivery, a_recipient, a_subscription, an_actor, an_update
from tests.fakes import texts

BERLIN = ZoneInfo("Europe/Berlin")
READER = a_recipient()
URGENT_TAGS = ("project:flashinfer", "hardware:sm120")


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
        pytest.param("profile Berlin", Profile(BERLIN), id="a city"),
        pytest.param("profile New York", Profile(ZoneInfo("America/New_York")), id="a city of two words"),
        pytest.param("profile 纽约", Profile(ZoneInfo("America/New_York")), id="a city in Chinese"),
        pytest.param("zone beijing", Profile(SHANGHAI), id="a city without a zone of its own"),
        pytest.param("个人设置 早上9点", Profile(hour=time(9)), id="an hour in Chinese"),
        pytest.param("profile at 9 in the morning", Profile(hour=time(9)), id="an hour in words"),
        pytest.param("profile 9:00 9:00", Profile(hour=time(9)), id="one hour, twice"),
        pytest.param("profile 21:00 utc English", Profile(ZoneInfo("UTC"), time(21), Language.ENGLISH), id="all three"),
    ],
)
async def test_chosen_and_taken_back(line: str, after: Profile, deps: Deps) -> None:
    """Each of the three can be set alone; Undo sets all of them to what held before."""
    seen = await say(deps, line)
    shown_in = Language.ENGLISH
    assert deps.store.people.profile(READER) == replace(after, shown_in=shown_in)
    undo = "profile 09:00 Asia/Shanghai en quiet 22:00 08:00"
    if after != Profile(hour=DAILY_HOUR) and after != Profile(SHANGHAI):
        assert undo in seen
    await say(deps, undo)
    assert deps.store.people.profile(READER) == Profile(SHANGHAI, DAILY_HOUR, Language.ENGLISH, shown_in, NIGHT)


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
        pytest.param("个人设置 火星", '"火星" is no hour', ["profile 9:00"], id="in Chinese"),
        pytest.param("profile 9", '"9" is no hour', ["profile 9:00", "profile 21:00"], id="half an hour"),
        pytest.param("profile 9:00 10:00", "Two hours", ["profile 9:00", "profile 10:00"], id="two hours"),
        pytest.param(
            "profile 9:00 Tokyo Berlin", "Two time zones", ["profile 9:00 Tokyo", "profile 9:00 Berlin"], id="two zones"
        ),
        pytest.param("profile +08:00", "several places", ["profile Asia/Shanghai"], id="an offset"),
        pytest.param("profile quiet 21:00", "a beginning and an end", ["profile quiet 22:00 08:00"], id="half quiet"),
        pytest.param("profile 25:00", "Hours are 0:00 to 23:59", ["profile 9:00"], id="hour 25"),
        pytest.param("profile 9:00 25 zh", "Hours are 0:00 to 23:59", ["profile 9:00 zh"], id="a bare 25"),
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
    assert "vllm keeps its own hour, 07:00. Next: today 07:00, vllm." in seen
    await say(deps, "profile 09:00 Asia/Shanghai en")
    assert [one.hour for one in deps.store.subscriptions.of(READER)] == [time(9), time(7)]


@pytest.mark.parametrize(
    ("line", "quiet", "told"),
    [
        pytest.param("profile quiet 21:00 9:00", QuietHours(time(21), time(9)), "from 21:00 to 09:00", id="two hours"),
        pytest.param("profile quiet 21:00-9:00", QuietHours(time(21), time(9)), "from 21:00 to 09:00", id="as a span"),
        pytest.param(
            "profile quiet hours from 10 pm to 7 in the morning",
            QuietHours(time(22), time(7)),
            "from 22:00 to 07:00",
            id="in words",
        ),
        pytest.param("profile 9:30 zh 免打扰 晚上11点到8点", QuietHours(time(23), time(8)), "23:00", id="beside"),
        pytest.param("profile no quiet hours", NO_QUIET_HOURS, "no quiet hours", id="none"),
        pytest.param("profile 9:00 Europe/Berlin en quiet no", NO_QUIET_HOURS, "no quiet hours", id="from the form"),
    ],
)
async def test_quiet_hours(line: str, quiet: QuietHours, told: str, deps: Deps) -> None:
    """Chosen quiet hours are kept and told, hold a message at once until they end, and Undo takes them back."""
    seen = await say(deps, line)
    assert told in seen
    assert quiet_hours_of(READER, deps) == quiet
    if "zh" not in line:
        assert told in await say(deps, "subscribe vllm") or quiet.is_none
    await say(deps, "profile 09:00 Asia/Shanghai en quiet 22:00 08:00")
    assert quiet_hours_of(READER, deps) == NIGHT


@pytest.mark.parametrize(
    ("quiet", "due"),
    [
        pytest.param(None, NOW, id="never chosen: it is morning"),
        pytest.param(QuietHours(time(8), time(12)), NOW.replace(hour=4), id="chosen"),
    ],
)
async def test_quiet_hours_hold(quiet: QuietHours | None, due: datetime, deps: Deps) -> None:
    """What is told at once waits for the end of the quiet hours that its reader chose."""
    deps.store.people.set_profile(READER, Profile(quiet=quiet))
    deps.store.subscriptions.add(a_subscription(cadence=Cadence.AT_ONCE, created=NOW - timedelta(days=1)))
    deps.store.updates.save([an_update(tags=URGENT_TAGS, kind=Kind.SECURITY, published=NOW, first_seen=NOW)])
    await match(deps)
    assert [made.due for made in deps.store.deliveries.all()] == [due]


async def test_quiet_hours_are_the_persons(deps: Deps) -> None:
    """They are of the zone that the reader chose, also for a subscription that comes in another one."""
    deps.store.people.set_profile(READER, Profile(zone=SHANGHAI))
    newyork = a_subscription(
        cadence=Cadence.AT_ONCE, zone=ZoneInfo("America/New_York"), created=NOW - timedelta(days=1)
    )
    deps.store.subscriptions.add(newyork)
    deps.store.updates.save([an_update(tags=URGENT_TAGS, kind=Kind.SECURITY, published=NOW, first_seen=NOW)])
    night = NOW + timedelta(hours=15)
    await match(replace(deps, now=lambda: night))
    assert [made.due for made in deps.store.deliveries.all()] == [NOW + timedelta(hours=23)]


@pytest.mark.parametrize(
    ("line", "due"),
    [
        pytest.param("profile no quiet hours", NOW, id="none"),
        pytest.param("profile quiet 8:00 11:00", NOW + timedelta(hours=2), id="later"),
        pytest.param("profile quiet 22:00 8:00", NOW, id="over"),
    ],
)
async def test_what_is_held_follows_the_new_quiet_hours(line: str, due: datetime, deps: Deps) -> None:
    """What waits for the end of quiet hours waits for that of the new ones, and goes out where there are none."""
    held = NOW + timedelta(hours=3)
    keys = ("urgent/1/x", "at-once/2/y", "subscriptions/daily/z")
    deps.store.deliveries.enqueue([a_delivery(key, recipient=READER, due=held) for key in keys])
    await say(deps, line)
    assert [deps.store.deliveries.get(key).due for key in keys] == [due, due, held]  # type: ignore[union-attr]


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
    assert form.submit == "profile {hour} {zone} {language} quiet {quiet}"
    await say(deps, standing_line(form))
    assert deps.store.people.profile(READER).quiet == NIGHT
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
