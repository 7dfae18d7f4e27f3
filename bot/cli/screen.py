"""What the commands of the shell share: the screen that documents are drawn on, and logging that stays off it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

from bot.log import set_up_logging
from bot.platforms.terminal import Screen
from config.settings import ROOT, Settings

WIDEST = 120
LOG_FILE = ROOT / "var" / "shell.log"


def screen(settings: Settings) -> Screen:
    """Standard output: as wide as the terminal, coloured only where a person looks and wants it."""
    colour = sys.stdout.isatty() and settings.colour
    width = min(shutil.get_terminal_size((100, 24)).columns, WIDEST)
    return Screen(sys.stdout, width, colour)


def log_to_file(settings: Settings) -> None:
    """Keeps log lines off the screen of somebody who types: they go to var/shell.log, or nowhere if it takes none."""
    set_up_logging(settings.log_level, _log_file())


def _log_file() -> TextIO:
    """Open until the process ends."""
    try:
        LOG_FILE.parent.mkdir(parents=True, exist_ok=True)
        return LOG_FILE.open("a", encoding="utf-8", buffering=1)
    except OSError:
        return Path(os.devnull).open("a", encoding="utf-8")
