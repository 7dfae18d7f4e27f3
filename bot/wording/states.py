"""Where a change can be had, in words (WORDING.md 0.2). Merged is not released."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.state import Stage, State
from bot.domain.text import clean
from bot.wording.catalogue import say
from bot.wording.dates import day
from bot.wording.words import RELEASE_UNKNOWN, UNRELEASED


def state_text(state: State, now: datetime, zone: ZoneInfo, latest: str = "", is_fix: bool = False) -> str:
    """The state as an item says it. `latest` is put behind "unreleased" where it was not said yet; `is_fix` where the
    item speaks of what is wrong, so that the state must say that it is the fix's ("fix unreleased")."""
    version = clean(state.version or "")
    match state.stage:
        case Stage.RELEASED:
            text = say("fix in {version}", version=version) if is_fix else say("in {version}", version=version)
        case Stage.PRERELEASE:
            text = say("in {version} (pre-release)", version=version)
        case Stage.UNRELEASED:
            text = say("fix unreleased") if is_fix else say(UNRELEASED)
            if latest:
                text = say("{state}, latest is {version}", state=text, version=clean(latest))
        case Stage.OPEN:
            text = say("open")
        case Stage.CLOSED:
            text = say("closed unmerged")
        case Stage.REVERTED:
            text = say("reverted {day}", day=day(state.at, now, zone)) if state.at else say("reverted")
        case Stage.UNKNOWN:
            text = say(RELEASE_UNKNOWN)
    return text


def reverting(state: State) -> str:
    """The short reference of what reverted a change ("#48269"), "" where it was not or that is not known."""
    if state.stage is not Stage.REVERTED or not state.by:
        return ""
    _, hash_sign, number = state.by.rpartition("#")
    return f"#{number}" if hash_sign else ""
