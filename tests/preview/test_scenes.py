"""What is drawn is what the product says, and can be sent."""

from __future__ import annotations

from bot.domain.document import Document
from bot.domain.form import Form
from bot.renderers import block_kit, components_v2
from bot.renderers.block_kit_form import view
from bot.renderers.components_v2_form import modal
from tests.preview.scenes import scenes
from tests.validators import discord, slack


def test_scenes_can_be_sent() -> None:
    """Answer, digest, form and error over the sample pass every judge, on both platforms."""
    shown = {scene.name: scene.shown for scene in scenes()}
    assert list(shown) == ["answer", "digest", "form", "error"]
    for what in shown.values():
        if isinstance(what, Form):
            assert slack.view_faults(view(what, "{}")) == []
            assert discord.faults("POST", "/interactions/1/t/callback", {"type": 9, "data": modal(what, "x")}) == []
            continue
        assert isinstance(what, Document)
        for message in block_kit.render(what):
            assert slack.message_faults(message.payload()) == []
        for part in components_v2.render(what):
            assert discord.faults("POST", "/channels/1/messages", part.payload()) == []
