"""Commands that lack what they need, or are still to come, say so and offer what can be done meanwhile."""

from __future__ import annotations

import pytest

from bot.domain.errors import UserError
from handlers.deps import Deps
from handlers.router import dispatch, route
from tests.factories import a_command


@pytest.mark.parametrize(
    ("line", "sentence", "way_out"),
    [
        pytest.param("why", "Say which change", "why flashinfer#3838", id="why of nothing"),
        pytest.param("support nvfp4", "not there yet", "whatsnew nvfp4", id="support"),
        pytest.param("undo", "Undo needs the change", "subscriptions", id="undo of nothing"),
        pytest.param("mentions", "Say what is to be mentioned", "mentions flashinfer sm120", id="mentions of nothing"),
        pytest.param("share", "Say which answer to show", "share flashinfer sm120", id="share of nothing"),
        pytest.param("unsubscribe", "no subscription to end", "subscribe flashinfer sm120", id="nothing to end"),
        pytest.param("edit", "Which one", "subscriptions", id="edit of nothing"),
        pytest.param("try", "Which one", "subscriptions", id="try of nothing"),
    ],
)
async def test_says_what_can_be_done(line: str, sentence: str, way_out: str, deps: Deps) -> None:
    """One honest sentence instead of a search for the command's own name, and a line that works today."""
    with pytest.raises(UserError, match=sentence) as caught:
        await dispatch(a_command(line), deps)
    lines = [suggestion.command for suggestion in caught.value.suggestions]
    assert way_out in lines
    assert not any(route(text, deps)[0] is route(line, deps)[0] and text == line for text in lines)
