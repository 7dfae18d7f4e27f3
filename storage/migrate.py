"""Brings a store to the newest revision, once, even if two processes start together (B141).

Alembic is imported only when something is due: looking is one small query. The tables themselves are storage/schema.py.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from bot.domain.errors import StoreError, StoreTooNewError
from storage.database import Database
from storage.schema import REVISIONS

_MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(database: Database) -> bool:
    """Whether anything had to be done. StoreTooNewError for a newer version's store, StoreError for a foreign one."""
    with database.reading() as connection:
        due = is_due(connection, database)
    # Not before it is known to be ours: another program's file is left as it is.
    database.settle()
    if not due:
        return False
    with database.writing_schema() as connection:
        # Another process may have done it while this one waited for its turn.
        if not is_due(connection, database):
            return False
        upgrade(connection)
    return True


def is_due(connection: Connection, database: Database) -> bool:
    """Whether the store is behind this version."""
    tables, name = database.tables(connection), database.name
    if "alembic_version" not in tables:
        if tables:
            raise StoreError(f"{name} is a database, but not one of this bot. Name another one in DATABASE_URL.")
        return True
    stored = [row[0] for row in connection.exec_driver_sql("SELECT version_num FROM alembic_version")]
    if not stored:
        return True
    if stored[0] not in REVISIONS:
        raise StoreTooNewError(
            f"The store {name} was written by a newer version of the bot. Update the bot, or name another store."
        )
    return bool(stored[0] != REVISIONS[-1])


def upgrade(connection: Connection, revision: str = REVISIONS[-1]) -> None:
    """Runs the migrations on a connection whose transaction is open and whose foreign keys are off (C52)."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
