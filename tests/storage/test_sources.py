"""What the store remembers of sources: their health, what is tracked, what tags hold, and all of it in one piece."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import inspect

from bot.domain.budget import HostBudget
from bot.domain.containment import Containment
from bot.domain.health import HealthStatus, SourceHealth
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Kind, Links
from storage.database import Database
from storage.migrate import upgrade
from storage.store import Store
from storage.tracked import Tracked
from tests.factories import NOW, an_update, at

HEALTH = SourceHealth(
    "github:a/a",
    "a",
    HealthStatus.SLOW,
    began=at(1),
    last_try=at(3),
    last_success=at(2),
    failing_since=at(3),
    failures=3,
    error="Too slow.",
    next_try=at(4),
    last_news=at(2, hour=1),
    rhythm=timedelta(hours=3, microseconds=7),
    back_to=at(1, month=6),
    loaded=True,
    note="It is called b/b now.",
    told=True,
    lacks=("changed paths", "labels"),
)


def a_tracked(source: str = "github:a/a", workspace: str = "T1", **changes: object) -> Tracked:
    """A repository that a workspace tracks."""
    name = source.partition(":")[2]
    one = Tracked("slack", workspace, source, name, name.upper(), "U1", NOW, repository_id=None)
    return replace(one, **changes)  # type: ignore[arg-type]


def test_health_is_kept_whole(store: Store) -> None:
    """All that is known of a source is there again."""
    store.health.save(HEALTH)
    assert store.health.get("github:a/a") == HEALTH
    bare = SourceHealth("arxiv")
    store.health.save(bare)
    assert store.health.all() == (bare, HEALTH)
    assert store.health.get("nothing") is None


def test_watching(store: Store) -> None:
    """There is a row for every source that is watched; one that is watched already keeps what is known of it."""
    store.health.save(HEALTH)
    store.health.save(SourceHealth("github:gone/gone"))
    store.health.watch({"github:a/a": "a", "github:b/b": "b"})
    assert store.health.all() == (HEALTH, SourceHealth("github:b/b", "b"))


def test_tracking(store: Store) -> None:
    """A workspace tracks a source once; another one's is not its own; what was ended can begin again."""
    assert store.tracked.add(a_tracked())
    assert not store.tracked.add(a_tracked(title="again"))
    assert store.tracked.add(a_tracked(workspace="T2"))
    assert [one.workspace for one in store.tracked.all()] == ["T1", "T2"]
    assert store.tracked.of("slack", "T1") == (a_tracked(),)
    assert store.tracked.remove("slack", "T1", "github:a/a")
    assert not store.tracked.remove("slack", "T1", "github:a/a")
    assert store.tracked.of("slack", "T1") == ()
    assert store.tracked.readers() == {"a/a": {("slack", "T2")}}
    assert store.tracked.remove("slack", "T2", "github:a/a")
    assert store.tracked.readers() == {"a/a": frozenset()}
    assert store.tracked.add(a_tracked())


def test_a_repository_under_two_names_is_one(store: Store) -> None:
    """What was tracked as user/repo2 is the same as org/repo2, by the host's number (B045)."""
    assert store.tracked.add(a_tracked("github:user/repo2", repository_id=42))
    assert not store.tracked.add(a_tracked("github:org/repo2", repository_id=42))
    assert store.tracked.add(a_tracked("github:org/repo3", repository_id=43))
    store.tracked.retitle("github:user/repo2", "org/repo2")
    assert [one.title for one in store.tracked.of("slack", "T1")] == ["ORG/REPO3", "org/repo2"]


def test_contents(store: Store) -> None:
    """What tags hold is kept by project and tag; saying the same again changes nothing."""
    content = Containment("p", "v1", "v0", frozenset({"a" * 40, "b" * 40}), frozenset({7, 12}), whole=False)
    assert store.contents.save([content, replace(content, tag="v2", pulls=frozenset())]) == 2
    assert store.contents.save([content]) == 0
    assert store.contents.save([replace(content, whole=True)]) == 1
    assert replace(content, whole=True) in store.contents.of("p")
    assert store.contents.of("other") == ()


def save_both(store: Store) -> None:
    """Updates and cursor, and then the power goes."""
    with store.together():
        store.updates.save([an_update(number=1)])
        store.sources.save_state("github:a/a", "after 1")
        raise RuntimeError("power")


def test_together_or_not_at_all(store: Store) -> None:
    """Updates and the cursor that says they were read are saved both or neither."""
    with pytest.raises(RuntimeError, match="power"):
        save_both(store)
    assert (store.updates.total(), store.sources.state("github:a/a")) == (0, None)
    with store.together():
        store.updates.save([an_update(number=1)])
        with store.together():
            store.sources.save_state("github:a/a", "after 1")
        assert store.updates.total() == 1
    assert (store.updates.total(), store.sources.state("github:a/a")) == (1, "after 1")
    store.sources.forget_state("github:a/a")
    assert store.sources.state("github:a/a") is None


def test_history_stays_history(store: Store) -> None:
    """What was loaded as history is that for good, also when it is read again as news."""
    store.updates.save([an_update(number=1, history=True), an_update(number=2)])
    store.updates.save([an_update(number=1, title="edited"), an_update(number=2, history=True, title="edited")])
    found = {
        update.links.pull: update.history
        for update in store.updates.of_keys([f"flashinfer-ai/flashinfer#{n}" for n in (1, 2)])
    }
    assert found == {1: True, 2: False}


def test_reverts(store: Store) -> None:
    """A project's reverts are found, noise or not, and no others."""
    store.updates.save(
        [
            an_update(number=1, kind=Kind.REVERT),
            an_update(number=2, kind=Kind.REVERT, noise=True),
            an_update(number=3),
            an_update(number=4, kind=Kind.REVERT, repository="vllm-project/vllm"),
        ]
    )
    assert {update.links.pull for update in store.updates.reverts_of("flashinfer")} == {1, 2}


def test_a_withdrawn_version_holds_nothing(store: Store) -> None:
    """Changes that were said to be in it are of unknown state again; the release itself keeps its own."""
    released = State(Stage.RELEASED, "0.6.15")
    store.updates.save(
        [
            an_update(number=1, state=released),
            an_update(number=2, state=State(Stage.RELEASED, "0.6.14")),
            an_update("0.6.15", number=3, kind=Kind.RELEASE, state=released, links=Links(tag="v0.6.15")),
        ]
    )
    assert store.updates.forget_version("flashinfer", "0.6.15") == 1
    states = {
        update.links.pull or 3: update.state
        for update in store.updates.of_keys([f"flashinfer-ai/flashinfer#{n}" for n in (1, 2, 3)])
    }
    assert states == {1: UNKNOWN, 2: State(Stage.RELEASED, "0.6.14"), 3: released}


def test_a_store_of_revision_2_is_brought_up_to_date(new_url: str) -> None:
    """Updates that were stored before are kept, found, and not taken for history."""
    Store.open(new_url).close()
    with Store.open(new_url) as store:
        store.updates.save([an_update(number=1)])
    database = Database(new_url)
    with database.writing_schema() as connection:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", "storage/migrations")
        config.attributes["connection"] = connection
        command.downgrade(config, "0002")
    with database.reading() as connection:
        found_tables = inspect(connection)
        columns = [column["name"] for column in found_tables.get_columns("updates")]
        tables = set(found_tables.get_table_names())
    assert "history" not in columns
    assert tables.isdisjoint({"source_health", "tracked", "contents"})
    database.close()
    with Store.open(new_url) as store:
        found = store.updates.get("flashinfer-ai/flashinfer#1")
        assert found == an_update(number=1)
        assert store.health.all() == ()


def test_upgrading_stops_where_it_is_told(new_url: str) -> None:
    """A revision can be reached by itself, as the test above needs it."""
    database = Database(new_url)
    with database.writing_schema() as connection:
        upgrade(connection, "0002")
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0002"
    database.close()
    with Store.open(new_url) as store:
        assert store.updates.total() == 0


def test_budgets_of_hosts_are_kept_together(store: Store) -> None:
    """What hosts said last of their limits is kept in place of what was kept."""
    first = (HostBudget("api.github.com", 5000, 4312, NOW), HostBudget("export.arxiv.org", 60, 1, NOW))
    assert store.health.budgets() == ()
    store.health.keep_budgets(first)
    store.health.keep_budgets(first[:1])
    assert store.health.budgets() == first[:1]
