"""Updates saved and read again: identity, revisions, row ids, and the ways to ask for them by name and by window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.measure import Measure
from bot.domain.state import Stage, State
from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, Spread, Update
from storage.store import Store
from storage.update_rows import IDS_A_SECOND
from storage.updates import Saved
from tests.factories import NOW, SHANGHAI, VLLM, a_query, a_window, an_update, at

SHA = "f61fa8d7fe19683f4592957e7b1003307754dcb2"
BUMP_SHA = "b" * 40
OTHER_SHA = "87a45d131dc6518493718e20086cc665ed46da4f"
KEY = "flashinfer-ai/flashinfer#3682"


def a_commit(sha: str = SHA, **changes: object) -> Update:
    """A commit whose pull request is not known."""
    update = an_update(key=f"flashinfer-ai/flashinfer@{sha}", links=Links(commits=(sha,)))
    return replace(update, **changes)  # type: ignore[arg-type]  # the test names the fields


FULL = an_update(
    tags=("hardware:sm90", "topic:attention"),
    mentions=("format:fp8",),
    body="line one\nline two 量化 🚀",
    figures=(
        Figure("1.4x", "kernel time", "H100"),
        Figure("2 %", by_bot=True),
        Figure("3x", measure=Measure.TTFT, against="main"),
        Figure("0.9x", "speedup", measure=Measure.KERNEL, spread=Spread("1.3x", 8, 2, whole=False)),
    ),
    links=Links(pull=3682, commits=(SHA, OTHER_SHA), tag=None, fixes=("flashinfer-ai/flashinfer#3578",)),
    paths=("csrc/a b.cu", "docs/ü.md"),
    additions=10,
    deletions=0,
    state=State(Stage.REVERTED, "0.6.15", at(11), "flashinfer-ai/flashinfer#3700"),
    summary="A sentence.",
    precision=Precision.DAY,
    body_state=BodyState.CUT,
)


@pytest.mark.parametrize(
    "update",
    [
        pytest.param(an_update(), id="plain"),
        pytest.param(FULL, id="full"),
        pytest.param(replace(FULL, noise=True, sample=True, kind=Kind.DOCS), id="noise-of-the-sample"),
        pytest.param(an_update(links=Links(tag="v0.6.15"), kind=Kind.RELEASE), id="release"),
        pytest.param(an_update(published=datetime(2017, 6, 12, 17, 57, 34, tzinfo=UTC)), id="before-2020"),
        pytest.param(an_update(published=datetime(1970, 1, 1, tzinfo=UTC)), id="1970"),
        pytest.param(an_update(title="<!channel> @everyone 'x' \"y\" %s :name"), id="hostile-title"),
        pytest.param(an_update(project="some one/odd%name\u00fc", key="post:x"), id="odd-project"),
        pytest.param(
            replace(an_update(), tags=(FoundTag(Tag(Facet.TOPIC, "a b%0A\nc"), Place.LABEL, Role.MENTION),)),
            id="odd-tag",
        ),
    ],
)
def test_round_trip(store: Store, update: Update) -> None:
    """What is saved is read again, field by field."""
    assert store.updates.save([update]) == Saved(new=(update.key,), changed=(), known=0)
    assert store.updates.get(update.key) == update


def test_dates_are_kept_to_the_second(store: Store) -> None:
    """A date is kept in UTC to the second, whatever zone and fraction it comes in."""
    published = datetime(2026, 7, 7, 23, 56, 1, 999_999, tzinfo=SHANGHAI)
    store.updates.save([an_update(published=published)])
    found = store.updates.get(KEY)
    assert found is not None
    assert (found.published, found.published.tzinfo) == (datetime(2026, 7, 7, 15, 56, 1, tzinfo=UTC), UTC)


def test_what_no_database_takes_is_left_away(store: Store) -> None:
    """Unpaired surrogates and NUL in a text do not stop a batch, and the same text again is known."""
    update = an_update("a\ud800b\x00c", body="\udfff")
    store.updates.save([update])
    found = store.updates.get(KEY)
    assert found is not None
    assert found.title == "a?bc"
    assert store.updates.save([update]) == Saved((), (), 1)


def test_nothing_is_saved_of_nothing(store: Store) -> None:
    """An empty batch is no fault."""
    assert store.updates.save([]) == Saved((), (), 0)
    assert store.updates.total() == 0


def test_again_changes_nothing(store: Store) -> None:
    """The same update is known, later and within one batch; its first_seen and revision stay."""
    later = replace(FULL, first_seen=FULL.first_seen + timedelta(days=9), revision=1)
    assert store.updates.save([FULL, later]) == Saved((FULL.key,), (), 1)
    assert store.updates.save([later, FULL]) == Saved((), (), 2)
    assert store.updates.get(KEY) == FULL


def test_an_edit_counts_a_revision(store: Store) -> None:
    """Another title or other tags of the same change replace the old ones and count a revision."""
    store.updates.save([FULL])
    edited = replace(FULL, title="Another title", tags=FULL.tags[:1], first_seen=NOW)
    assert store.updates.save([edited]) == Saved((), (FULL.key,), 0)
    assert store.updates.get(KEY) == replace(edited, first_seen=FULL.first_seen, revision=2)


def test_an_edit_is_found_by_its_new_words_alone(store: Store) -> None:
    """After an edit neither the old words nor the old tags find the update."""
    store.updates.save([an_update("Old words", tags=("hardware:sm90",), body="alpha")])
    store.updates.save([an_update("New words", tags=("hardware:sm120",), body="beta")])

    def found(**query: object) -> int:
        return store.updates.search(replace(a_query(), **query), 10).about  # type: ignore[arg-type]

    assert [found(words=(word,)) for word in ("old", "alpha", "new", "beta")] == [0, 0, 1, 1]
    counts = [store.updates.count(a_query(f"hardware:{name}")) for name in ("sm90", "hopper", "sm120", "blackwell")]
    assert counts == [0, 0, 1, 1]


def test_a_state_that_is_not_known_takes_nothing_away(store: Store) -> None:
    """An update that comes again without a state keeps the stored one."""
    store.updates.save([an_update(state=State(Stage.RELEASED, "0.6.15"))])
    assert store.updates.save([an_update()]) == Saved((), (), 1)


def test_a_less_whole_description_takes_nothing_away(store: Store) -> None:
    """The more whole description stays, whichever came first."""
    whole = an_update(body="all of it", body_state=BodyState.WHOLE)
    store.updates.save([whole])
    assert store.updates.save([replace(whole, body="", body_state=BodyState.MISSING)]) == Saved((), (), 1)
    other = replace(whole, key="flashinfer-ai/flashinfer#1", body="", body_state=BodyState.MISSING)
    store.updates.save([other])
    store.updates.save([replace(other, body="all", body_state=BodyState.WHOLE)])
    found = store.updates.get(other.key)
    assert found is not None
    assert (found.body, found.revision) == ("all", 2)


@pytest.mark.parametrize("turned", [False, True], ids=["older-first", "newer-first"])
@pytest.mark.parametrize("together", [False, True], ids=["one-by-one", "in-one-batch"])
def test_second_commit_of_a_pull_request(store: Store, turned: bool, together: bool) -> None:
    """Two commits that carry one number are one update: all commits, the earlier title and date; again is known."""
    first = an_update("First title", links=Links(pull=3682, commits=(SHA,)), published=at(7))
    second = an_update("Second title", links=Links(pull=3682, commits=(OTHER_SHA,)), published=at(8))
    order = [second, first] if turned else [first, second]
    for batch in [order] if together else [[one] for one in order]:
        store.updates.save(batch)
    found = store.updates.get(KEY)
    assert found is not None
    assert (found.title, found.published, store.updates.total()) == ("First title", at(7), 1)
    assert set(found.links.commits) == {SHA, OTHER_SHA}
    assert store.updates.save([first, second]) == Saved((), (), 2)


def test_commit_then_pull_request(store: Store) -> None:
    """A commit that was known by its hash becomes its pull request's update; the old key still finds it."""
    store.updates.save([a_commit()])
    pull = an_update(links=Links(pull=3682, commits=(SHA,)))
    assert store.updates.save([pull]) == Saved((), (KEY,), 0)
    found = store.updates.get(f"flashinfer-ai/flashinfer@{SHA}")
    assert found is not None
    assert (found.key, found.revision, store.updates.total()) == (KEY, 2, 1)
    assert store.updates.save([a_commit(), pull]) == Saved((), (), 2)


def test_pull_request_then_commit(store: Store) -> None:
    """A commit by its hash is known where a pull request of the same repository has it, and new in another one."""
    store.updates.save([an_update(links=Links(pull=3682, commits=(SHA,)))])
    assert store.updates.save([a_commit()]).new == ()
    fork = a_commit(key=f"someone/fork@{SHA}", repository="someone/fork", project="someone/fork")
    assert store.updates.save([fork]).new == (fork.key,)


def test_release_known_by_its_tag(store: Store) -> None:
    """A release that comes again is one update."""
    release = an_update(
        "v0.6.15", key="flashinfer-ai/flashinfer:v0.6.15", kind=Kind.RELEASE, links=Links(tag="v0.6.15")
    )
    store.updates.save([release])
    assert store.updates.save([replace(release, body="notes")]) == Saved((), (release.key,), 0)
    assert store.updates.total() == 1


def test_a_real_update_ends_the_sample(store: Store) -> None:
    """A real update takes the place of the sample's, and the sample never that of a real one."""
    sample = an_update(sample=True)
    store.updates.save([sample])
    assert store.updates.save([an_update()]).changed == (KEY,)
    assert store.updates.save([sample]) == Saved((), (), 1)


def test_a_full_second(store: Store) -> None:
    """More updates than ids of one second are all kept, in windows that begin and end at that second too."""
    number = 2 * IDS_A_SECOND + 3
    batch = [an_update(number=n + 1) for n in range(number)]
    for part in (batch[:10], batch[10:90], batch[90:]):
        store.updates.save(part)
    second = batch[0].published
    inside = a_window(second, second + timedelta(seconds=1))
    after = a_window(second + timedelta(seconds=1), second + timedelta(hours=1))
    query = a_query("project:flashinfer")
    assert len(store.updates.in_window(inside)) == number
    assert store.updates.in_window(after) == ()
    found = store.updates.search(replace(query, window=inside), 1_000)
    assert (len(found.updates), found.about) == (number, number)
    assert store.updates.search(replace(query, window=after), 10).about == 0


def test_a_corrected_date(store: Store) -> None:
    """A corrected date moves an update into its new window and out of the old one."""
    store.updates.save([an_update(published=at(7)), an_update(number=2, published=at(8))])
    store.updates.save([an_update(published=at(3))])
    query = a_query("project:flashinfer")
    for day, keys in ((3, {KEY}), (7, set()), (8, {"flashinfer-ai/flashinfer#2"})):
        window = a_window(at(day, hour=0), at(day, hour=23))
        assert {update.key for update in store.updates.in_window(window)} == keys
        found = store.updates.search(replace(query, window=window), 10)
        assert ({update.key for update in found.updates}, found.about) == (keys, len(keys))
    whole = store.updates.in_window(a_window(at(1), at(20)))
    assert [update.published for update in whole] == [at(8), at(3)]


def test_window_is_half_open(store: Store) -> None:
    """A window holds its start and not its end, to the microsecond."""
    store.updates.save([an_update(published=at(7))])
    tick = timedelta(microseconds=1)
    for start, end, held in (
        (at(7), at(8), True),
        (at(6), at(7), False),
        (at(7) + tick, at(8), False),
        (at(6), at(7) + tick, True),
        (at(7) - tick, at(7), False),
    ):
        window = a_window(start, end)
        assert bool(store.updates.in_window(window)) is held
        assert bool(store.updates.search(a_query(window=window), 10).about) is held


def test_in_window(store: Store) -> None:
    """All updates of a window come newest first, noise too; of named projects alone if they are named."""
    store.updates.save(
        [
            an_update(number=1, published=at(5)),
            an_update(number=2, published=at(6), noise=True),
            an_update(number=3, repository=VLLM, published=at(7)),
        ]
    )
    window = a_window(at(1), at(20))
    assert [update.links.pull for update in store.updates.in_window(window)] == [3, 2, 1]
    assert [update.links.pull for update in store.updates.in_window(window, ["flashinfer"])] == [2, 1]
    assert store.updates.in_window(window, []) == ()


def test_by_pull_and_commit(store: Store) -> None:
    """A change is found by its number in a project, and by the beginning of any of its commits' hashes."""
    store.updates.save([FULL, an_update(number=3682, repository=VLLM)])
    assert store.updates.by_pull("flashinfer", 3682) == FULL
    assert store.updates.by_pull("flashinfer", 1) is None
    assert store.updates.by_commit(SHA[:7]) == (FULL,)
    assert store.updates.by_commit(OTHER_SHA.upper()) == (FULL,)
    for nothing in (SHA[:6], "", "xyz" * 5, f"{SHA}0", '" OR "', "abcdefabcdef"):
        assert store.updates.by_commit(nothing) == ()
    assert store.updates.by_commits([SHA, OTHER_SHA, "0" * 40]) == {SHA: KEY, OTHER_SHA: KEY}


def test_of_keys(store: Store) -> None:
    """Many keys are answered at once, each update once; unknown ones are left away."""
    store.updates.save([an_update(number=n) for n in range(1, 901)])
    keys = [f"flashinfer-ai/flashinfer#{n}" for n in range(1, 1_001)] * 2
    assert {update.links.pull for update in store.updates.of_keys(keys)} == set(range(1, 901))


def test_coverage_and_total(store: Store) -> None:
    """What is held of each project, noise too, with its oldest and newest date."""
    store.updates.save(
        [
            an_update(number=1, published=at(5)),
            an_update(number=2, published=at(9), noise=True),
            an_update(number=3, repository=VLLM, published=at(7)),
        ]
    )
    held = store.updates.coverage()
    assert list(held) == ["flashinfer", "vllm"]
    assert (held["flashinfer"].count, held["flashinfer"].oldest, held["flashinfer"].newest) == (2, at(5), at(9))
    assert store.updates.total() == 3


def test_line_of_and_set_states(store: Store) -> None:
    """The line of a project's commits is given oldest first, version bumps among them since tags name those, and
    states are noted without a revision."""
    store.updates.save(
        [
            an_update(number=2, published=at(6), links=Links(pull=2, commits=(OTHER_SHA,))),
            an_update(number=1, published=at(5), links=Links(pull=1, commits=(SHA,)), sample=True),
            an_update(number=3),
            an_update("v1", key="x:v1", kind=Kind.RELEASE, links=Links(tag="v1")),
            an_update(number=4, kind=Kind.RELEASE, published=at(7), links=Links(pull=4, commits=(BUMP_SHA,))),
            an_update(number=9, repository=VLLM, links=Links(pull=9, commits=("1" * 40,))),
        ]
    )
    state = State(Stage.RELEASED, "0.6.15")
    store.updates.set_states({"flashinfer-ai/flashinfer#2": state})
    line = store.updates.line_of("flashinfer")
    assert [(entry.commit, entry.sample, entry.state) for entry in line] == [
        (SHA, True, State(Stage.UNKNOWN)),
        (OTHER_SHA, False, state),
        (BUMP_SHA, False, State(Stage.UNKNOWN)),
    ]
    found = store.updates.get("flashinfer-ai/flashinfer#2")
    assert found is not None
    assert (found.state, found.revision) == (state, 1)


def test_reindex_and_optimize(url: str) -> None:
    """After the families of the vocabulary changed, reindexing lets the new ones find what was stored before."""
    with Store.open(url) as store:
        store.updates.save([an_update(number=n, tags=("hardware:sm90",)) for n in range(1, 6)])
        assert store.updates.count(a_query("hardware:hopper")) == 0

    def closure(tags: Iterable[Tag]) -> frozenset[Tag]:
        found = frozenset(tags)
        return found | {Tag(Facet.HARDWARE, "hopper") for tag in found if tag.name == "sm90"}

    with Store.open(url, closure=closure) as store:
        assert store.updates.reindex() == 5
        assert store.updates.reindex() == 0
        store.updates.optimize()
        assert store.updates.count(a_query("hardware:hopper")) == 5
        store.updates.rebuild_index()
        assert store.updates.search(a_query("hardware:hopper", phrases=("fp8 sliding",)), 10).about == 5


def test_what_changed_meanwhile_is_not_undone(store: Store) -> None:
    """An update that was made of an earlier revision than the stored one is left out and told, the others are saved."""
    first, other = an_update("First", number=1), an_update("Other", number=2)
    store.updates.save([first])
    store.updates.save([replace(first, title="Second")])
    saved = store.updates.save([replace(first, title="Late"), other], made_of=[1, 0])
    assert (saved.new, saved.changed, saved.known, saved.overtaken) == ((other.key,), (), 0, (0,))
    held = store.updates.get(first.key)
    assert held is not None
    assert (held.title, held.revision) == ("Second", 2)
    assert store.updates.save([replace(first, title="Third")], made_of=[2]).changed == (first.key,)
    assert store.updates.save([first], made_of=[0]).overtaken == (0,)


def test_only_sample(store: Store) -> None:
    """An empty store and the sample alone hold nothing but the sample; one real update ends that."""
    assert store.updates.only_sample()
    store.updates.save([an_update(number=1, sample=True)])
    assert store.updates.only_sample()
    store.updates.save([an_update(number=2)])
    assert not store.updates.only_sample()
