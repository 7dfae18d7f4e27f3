"""`move SOURCE`: everything from a store in a file to the server that DATABASE_URL names, rows counted."""

from __future__ import annotations

import click

from config.settings import load_settings
from storage.moving import move


@click.command()
@click.argument("source")
def command(source: str) -> None:
    """Moves the store SOURCE (sqlite:///var/whatsnew.sqlite3) to the empty PostgreSQL database of DATABASE_URL.

    Stop the bot first. All of it is moved or nothing is; SOURCE is left as it is.
    """
    moved = move(source, load_settings().database_url, lambda table, rows: click.echo(f"{table}: {rows}"))
    click.echo(f"Moved {sum(moved.rows.values())} rows; every table has as many as before.")
