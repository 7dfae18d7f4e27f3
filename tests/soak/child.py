"""A process that reads everything once and ends: `python -m tests.soak.child FILE API WEB HOST NOW NAME...`."""

from __future__ import annotations

import asyncio
import sys
from datetime import datetime
from pathlib import Path

from tests.soak.bot import Bot


async def main(file: str, api: str, web: str, host: str, now: str, *names: str) -> None:
    """Reads, whatever is due."""
    bot = Bot(Path(file), (api, web, host), names, lambda: datetime.fromisoformat(now), feeds=False)
    report = await bot.ingester.once()
    await bot.close()
    for source in report.failed:
        print(source.name, source.error)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
