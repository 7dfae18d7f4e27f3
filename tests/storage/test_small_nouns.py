"""What the store keeps in single rows: values, persons, sources, channels, issues, and the versions of projects."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.delivery import RecipientKind
from bot.domain.language import Language
from bot.domain.version import TaggedVersion
from storage.channels import Changers, Posting, WhenEmpty
from storage.digests import Issue
from storage.people import Profile
from storage.personal import Person
from storage.store import Store
from tests.factories import NOW, SHANGHAI, a_recipient, a_window, an_actor, at


def test_meta(store: Store) -> None:
    """A value is set, replaced and forgotten."""
    assert store.meta.get("sample") is None
    store.meta.set("sample", "yes")
    store.meta.set("sample", "no")
    assert store.meta.get("sample") == "no"
    store.meta.delete("sample")
    store.meta.delete("sample")
    assert store.meta.get("sample") is None


def test_people(store: Store) -> None:
    """Looking and setting a profile do not disturb each other, and persons of two workspaces are two."""
    actor, person = an_actor(), a_recipient()
    assert store.people.last_looked(actor) is None
    assert store.people.profile(person) == Profile()
    profile = Profile(SHANGHAI, time(8, 30), Language.CHINESE, Language.ENGLISH)
    store.people.looked(actor, NOW)
    store.people.set_profile(person, profile)
    store.people.looked(actor, NOW + timedelta(microseconds=1))
    assert store.people.last_looked(actor) == NOW + timedelta(microseconds=1)
    assert store.people.profile(person) == profile
    assert store.people.last_looked(replace(actor, workspace="elsewhere")) is None
    assert store.people.profile(replace(person, workspace="elsewhere")) == Profile()
    store.people.set_profile(person, Profile())
    assert store.people.profile(person) == Profile()


def test_sources(store: Store) -> None:
    """A source finds what it left, and a repository's template is found in any case of its name."""
    assert store.sources.state("github:vllm") is None
    store.sources.save_state("github:vllm", '{"since": 1}')
    store.sources.save_state("github:vllm", '{"since": 2}')
    assert store.sources.state("github:vllm") == '{"since": 2}'
    assert store.sources.template("a/b") == frozenset()
    store.sources.save_template("A/b", ["line 量化", "two", "two"])
    store.sources.save_template("a/B", {"two", "line 量化"})
    assert store.sources.template("a/b") == {"line 量化", "two"}


def test_channels(store: Store) -> None:
    """A channel has one posting of each edition, which can be changed and removed."""
    channel = a_recipient(id="C1")
    daily = Posting(channel, "systems-daily", time(9, 30), SHANGHAI, frozenset({1, 2, 3}), "U1")
    weekly = replace(
        daily,
        edition="frameworks-weekly",
        zone=ZoneInfo("UTC"),
        about="sm120",
        language=Language.CHINESE,
        when_empty=WhenEmpty.NOTHING,
        changers=Changers.OWNER,
    )
    store.channels.set(daily)
    store.channels.set(weekly)
    store.channels.set(replace(daily, paused=True))
    assert store.channels.of(channel) == (weekly, replace(daily, paused=True))
    assert store.channels.of(replace(channel, workspace="elsewhere")) == ()
    assert store.channels.remove(channel, "systems-daily")
    assert not store.channels.remove(channel, "systems-daily")
    assert store.channels.all() == (weekly,)
    assert store.channels.get(channel, "frameworks-weekly") == weekly
    assert store.channels.get(channel, "systems-daily") is None


def test_a_place_pauses_all_its_postings(store: Store) -> None:
    """The postings of one place stop and go on together, those of others stay; only what changed is named."""
    own = Posting(a_recipient(), "systems-daily", time(9, 30), SHANGHAI, frozenset({1}), "reader")
    other = replace(own, recipient=a_recipient(id="other"))
    for posting in (own, other, replace(own, edition="frameworks-weekly", paused=True)):
        store.channels.set(posting)
    assert store.channels.pause(own.recipient) == ("systems-daily",)
    assert store.channels.pause(own.recipient) == ()
    assert store.channels.of(other.recipient) == (other,)
    assert store.channels.resume(own.recipient) == ("frameworks-weekly", "systems-daily")


def test_a_posting_to_oneself_is_ones_own(store: Store) -> None:
    """What is posted to somebody's own messages is shown and removed with the person, from any workspace of theirs; a
    channel's posting stays, without an owner."""
    actor, place = an_actor(workspace="guild"), a_recipient()
    own = Posting(place, "systems-daily", time(9, 30), SHANGHAI, frozenset({1}), actor.user)
    channel = replace(own, recipient=replace(place, workspace="guild", kind=RecipientKind.CHANNEL, id="C1"))
    store.channels.set(own)
    store.channels.set(channel)
    store.channels.cover({(place, "systems-daily"): at(7), (channel.recipient, "systems-daily"): at(7)})
    person = Person(actor, place)
    shown = json.loads(store.personal.export(person))
    assert shown["channels"] == [
        {"edition": "systems-daily", "recipient": place.id},
        {"edition": "systems-daily", "recipient": "C1"},
    ]
    assert [row["edition"] for row in shown["covered"]] == ["systems-daily"]
    assert store.personal.forget(person) == 3
    assert store.personal.export(person) == "{}"
    assert store.channels.all() == (replace(channel, owner=""),)
    assert store.channels.covered() == {(channel.recipient, "systems-daily"): at(7)}


def test_how_far_a_place_has_an_edition(store: Store) -> None:
    """Each place has its own mark for each edition; a later one takes its place, and it goes with the posting."""
    one, other = a_recipient(id="C1"), a_recipient(id="C2")
    store.channels.cover({(one, "systems-daily"): at(7), (other, "systems-daily"): at(7)})
    store.channels.cover({(one, "systems-daily"): at(8), (one, "frameworks-weekly"): at(6)})
    assert store.channels.covered() == {
        (one, "systems-daily"): at(8),
        (other, "systems-daily"): at(7),
        (one, "frameworks-weekly"): at(6),
    }
    store.channels.remove(one, "systems-daily")
    assert set(store.channels.covered()) == {(other, "systems-daily"), (one, "frameworks-weekly")}


def test_digests(store: Store) -> None:
    """An issue is recorded once; the latest is the one whose window ended last."""
    first = Issue("systems-daily", "2026-07-07", a_window(at(6), at(7)), NOW)
    second = Issue("systems-daily", "2026-07-08", a_window(at(7), at(8)), NOW)
    assert store.digests.record(second)
    assert store.digests.record(first)
    assert not store.digests.record(replace(first, composed=NOW + timedelta(days=1)))
    assert store.digests.record(replace(first, scope="slack:T1"))
    assert store.digests.latest("systems-daily") == second
    assert store.digests.latest("systems-daily", "slack:T1") == replace(first, scope="slack:T1")
    assert store.digests.latest("deployment-weekly") is None


def a_version(version: str, day: int, series: str = "", project: str = "flashinfer") -> TaggedVersion:
    """A version that was tagged on a day of July."""
    return TaggedVersion(project, series, version, f"{series}v{version}", "rc" in version, at(day), "f" * 40)


def test_versions(store: Store) -> None:
    """Versions are kept by tag; the same again changes nothing; the latest is the highest stable one, not the last."""
    line = [a_version("0.6.14", 1), a_version("0.6.15", 5), a_version("0.6.16rc1", 8), a_version("0.5.9", 9)]
    other = [a_version("4.0.0", 2, "fa4-"), a_version("0.27.0", 3, project="vllm")]
    assert store.versions.save([*reversed(line), *other]) == 6
    assert store.versions.save([*line, *other]) == 0
    assert store.versions.save([replace(line[0], commit="0" * 40)]) == 1
    assert [one.version for one in store.versions.of("flashinfer")] == [
        "0.6.14",
        "0.6.15",
        "0.6.16rc1",
        "0.5.9",
        "4.0.0",
    ]
    assert store.versions.latest("flashinfer") == line[1]
    assert store.versions.latest("flashinfer", "fa4-") == other[0]
    newest = max(one.tagged_at for one in line)
    assert "flashinfer" not in store.versions.tagged_after(newest)
    assert "flashinfer" in store.versions.tagged_after(newest - timedelta(seconds=1))
    assert store.versions.latest("sglang") is None
    assert store.versions.of("sglang") == ()
    assert store.versions.save([]) == 0
