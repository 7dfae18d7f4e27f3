"""Where the official description may be missing and where it must not be."""

from __future__ import annotations

import os

import pytest

from tests.validators import discord_description


@pytest.fixture
def official() -> None:
    """Discord's description, without which a test is not run; with CI=true it has to be there."""
    if discord_description.available():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"not run, and it must be here: {discord_description.FILE} is missing")
    pytest.skip(f"not run: {discord_description.FILE} is missing")
