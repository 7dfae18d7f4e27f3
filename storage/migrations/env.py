"""Alembic's entry: runs on the connection that storage/migrate.py hands in, inside its transaction."""

from __future__ import annotations

from alembic import context

from storage.schema import metadata
from storage.search_index import is_search_table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
    include_name=lambda name, kind, _parents: kind != "table" or not is_search_table(name or ""),
)
with context.begin_transaction():
    context.run_migrations()
