"""What only a server can do to a store: refuse, be gone, or be used by many; and what its index has limits for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, nullcontext
from threading import Event, Thread

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.domain.errors import StoreError, StoreReadOnlyError
from storage import dialect_postgres, search_postgres
from storage.database import Database
from storage.search_postgres import LONGEST_TERM, TERMS_A_ROW
from storage.store import Store
from tests.factories import a_query, an_update
from tests.postgres import GUARDED, PASSWORD, PostgresForTests


@pytest.fixture
def url(postgres: PostgresForTests) -> str:
    """The address of a store without rows on the server."""
    return postgres.emptied()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on the server."""
    with Store.open(url) as opened:
        yield opened


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The database of a store on the server."""
    Store.open(url).close()
    with closing(Database(url)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("user", "password", "database", "sentence"),
    [
        pytest.param(GUARDED, "hunter2", "postgres", "does not take the user and password", id="wrong-password"),
        pytest.param(GUARDED, "", "postgres", "does not take the user and password", id="no-password"),
        pytest.param("nobody", "hunter2", "postgres", "does not let the user", id="no-such-user"),
        pytest.param("postgres", "hunter2", "nowhere", "has no such database", id="no-such-database"),
        pytest.param(GUARDED, PASSWORD, "postgres", "does not allow the user", id="no-rights"),
    ],
)
def test_refused(
    postgres: PostgresForTests, user: str, password: str, database: str, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that does not let us in is told of in one sentence, which holds no password."""
    caplog.set_level(logging.DEBUG)
    with pytest.raises(StoreError, match=sentence) as raised:
        Store.open(postgres.address(database, user, password))
    for secret in filter(None, (password,)):
        assert secret not in raised.value.sentence + repr(raised.value) + caplog.text


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        pytest.param("postgresql://u:hunter2@127.0.0.1:1/x", "127.0.0.1:1/x cannot be reached", id="no-server"),
        pytest.param("postgres://u:hunter2@127.0.0.1:1/x", "cannot be reached", id="the-short-name"),
        pytest.param("postgresql://u:hunter2@127.0.0.1:1", "names no database", id="no-database"),
        pytest.param("postgresql://u:hunter2@h/x?password=hunter2", "does not take: password", id="options"),
        pytest.param("postgresql+asyncpg://u:hunter2@h/x", "names postgresql.asyncpg", id="another-driver"),
        pytest.param("postgresql://u:hunter2@h:port/x", "no address of a database", id="no-port"),
        pytest.param("postgresql://u:hunter2@no.such.host.invalid/x", "cannot be reached", id="no-host"),
    ],
)
def test_addresses_that_lead_nowhere(url: str, sentence: str) -> None:
    """An address that names no usable server is refused with a sentence, which holds no password."""
    with pytest.raises(StoreError, match=sentence) as raised:
        Store.open(url)
    assert "hunter2" not in str(raised.value)


def test_no_password_is_shown(url: str) -> None:
    """Neither the store's name nor its engine shows a password."""
    with closing(Database("postgresql://reader:hunter2@db.example/news?sslmode=require")) as database:
        assert database.name == "db.example/news"
        assert "hunter2" not in f"{database.engine!r} {database.engine.url!r} {database.engine.url}"


def test_another_programs_database(postgres: PostgresForTests) -> None:
    """A database with tables of another program is refused and left as it is."""
    address = postgres.new()
    postgres.run("CREATE TABLE customers (id int)", address)
    with pytest.raises(StoreError, match="not one of this bot"):
        Store.open(address)
    with closing(Database(address)) as database, database.reading() as connection:
        assert database.tables(connection) == {"customers"}
    postgres.drop(address)


def test_read_only(url: str) -> None:
    """A server that takes no writes answers questions, and says a sentence where something is to be saved."""
    with Store.open(url) as store:
        store.updates.save([an_update()])
    with Store.open(f"{url}&options=-c%20default_transaction_read_only%3Don") as store:
        assert store.updates.total() == 1
        with pytest.raises(StoreReadOnlyError, match="it is read-only"):
            store.updates.save([an_update(number=2)])


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        pytest.param(psycopg.errors.DiskFull("No space left on device"), "its disk is full", id="disk-full"),
        pytest.param(psycopg.errors.IoError("could not read"), "its disk is failing", id="disk-failing"),
        pytest.param(psycopg.errors.TooManyConnections("sorry"), "takes no more connections", id="too-many"),
        pytest.param(psycopg.errors.AdminShutdown("terminating"), "cannot be reached", id="stopping"),
        pytest.param(psycopg.errors.LockNotAvailable("timeout"), "in use by another process", id="busy"),
        pytest.param(psycopg.errors.UndefinedTable('relation "x"\nLINE 1'), 'failed: relation "x" LINE 1', id="other"),
    ],
)
def test_what_a_server_says(error: psycopg.Error, sentence: str) -> None:
    """What goes wrong on the server is one sentence, also where SQLAlchemy has wrapped it."""
    assert sentence in dialect_postgres.fault_of(error, "db/news").sentence
    assert sentence in dialect_postgres.fault_of(DBAPIError("SELECT 1", {}, error), "db/news").sentence


def test_connections_that_were_cut(postgres: PostgresForTests, url: str) -> None:
    """A server that was started anew while nobody asked is asked as if nothing had been."""
    with Store.open(url) as store:
        store.updates.save([an_update()])
        postgres.disconnect(url)
        assert store.updates.total() == 1


@pytest.mark.parametrize(
    ("rest", "is_tried"), [pytest.param(-1.0, True, id="long at rest"), pytest.param(60.0, False, id="just used")]
)
def test_connections_that_were_lost_without_a_word(
    postgres: PostgresForTests, url: str, monkeypatch: pytest.MonkeyPatch, rest: float, is_tried: bool
) -> None:
    """A connection of whose end nothing was heard is tried first where nobody used it for long; else whoever uses it
    finds out, and the next one has another."""
    monkeypatch.setattr(dialect_postgres, "REST_SECONDS", rest)
    with Store.open(url) as store:
        store.updates.save([an_update()])
        monkeypatch.setattr(dialect_postgres, "_was_ended", lambda _: False)
        postgres.disconnect(url)
        with nullcontext() if is_tried else pytest.raises(StoreError, match="cannot be reached"):
            assert store.meta.get("nothing") is None
        assert store.meta.get("nothing") is None


def test_a_reader_sees_one_moment(database: Database) -> None:
    """What is saved while a reader is at work comes into view with its next transaction."""
    count = text("SELECT count(*) FROM meta")
    with database.reading() as reader:
        before = reader.execute(count).scalar()
        with database.writing() as writer:
            writer.execute(text("INSERT INTO meta VALUES ('new', '1')"))
        assert reader.execute(count).scalar() == before
    with database.reading() as reader:
        assert reader.execute(count).scalar() == (before or 0) + 1


@pytest.mark.parametrize(
    ("subject", "waits"), [pytest.param("a", True, id="same"), pytest.param("b", False, id="other")]
)
def test_writers_of_one_subject_wait(database: Database, subject: str, waits: bool) -> None:
    """A writer waits for those of its own subject and for no other, and sees what they have kept."""
    began, seen = Event(), []

    def write() -> None:
        with database.writing(subject) as connection:
            began.set()
            seen.append(connection.execute(text("SELECT count(*) FROM meta WHERE name = 'first'")).scalar())

    other = Thread(target=write)
    with database.writing("a") as connection:
        other.start()
        assert began.wait(0.3 if waits else 30) is not waits
        connection.execute(text("INSERT INTO meta VALUES ('first', '1')"))
    other.join(30)
    assert seen == [1] if waits else seen in ([0], [1])


def test_words_stand_side_by_side_anywhere(store: Store) -> None:
    """A run of words is found wherever it stands in a long text, however often its words occur: PostgreSQL's own
    positions end at 16,383, and at 255 of a word."""
    body = "the cache hit " * 9_000 + "cache miss"
    store.updates.save([an_update("Ring", number=1, body=body), an_update("Miss the cache", number=2, body=body[:-10])])
    assert store.updates.search(a_query(phrases=("cache miss",)), 10).about == 1
    assert store.updates.search(a_query(phrases=("miss the",)), 10).about == 1
    assert store.updates.search(a_query(phrases=("hit cache",)), 10).about == 1
    assert store.updates.search(a_query(phrases=("ring the",)), 10).about == 0, "not over the end of the title"


@pytest.mark.parametrize("longer", [-1, 0, 1, 5_000])
@pytest.mark.parametrize("letter", ["a", "é"])
def test_long_words(store: Store, longer: int, letter: str) -> None:
    """A word of any length is found by itself alone."""
    word = letter * ((LONGEST_TERM + longer) // len(letter.encode()))
    store.updates.save([an_update(f"{word} x"), an_update(f"{word}{letter}", number=2)])
    assert store.updates.search(a_query(words=(word,)), 10).about == 1
    assert store.updates.search(a_query(phrases=(f"{word} x",)), 10).about == 1


def test_very_many_words(store: Store) -> None:
    """A body of as many different words as it can hold is indexed whole."""
    body = "".join(chr(0x4E00 + (n * 7919) % 20_000) for n in range(65_536))
    store.updates.save([an_update(body=body, noise=True)])
    assert store.updates.search(a_query("kind:fix", phrases=(body[-30:],)), 10).noise == 1


def test_a_row_has_room_for_so_much() -> None:
    """Terms beyond the server's limit for a row are left out, the tags never."""
    words = [f"{n:0200}" for n in range(TERMS_A_ROW // 200 + 100)]
    terms = search_postgres._terms("", f" {' '.join(words)} ", "a:hardware:sm90 q")
    assert sum(map(len, terms)) <= TERMS_A_ROW
    assert terms[:2] == ["ta:hardware:sm90", "tq"]
    assert len(terms) > TERMS_A_ROW // 210
