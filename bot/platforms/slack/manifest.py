"""The app manifest: what a workspace installs, with the scopes that the code uses and no more (A75, A79)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.platforms.memory import CommandName
from bot.platforms.slack.happenings import EVENTS

DISPLAY_NAME = "whatsnew"
DESCRIPTION = "What changed in the AI-infrastructure projects you build on."
SCOPES = ("commands", "chat:write", "im:write", "users:read", "channels:read", "groups:read")
"""commands: /whatsnew · chat:write: posts and answers · im:write: direct messages · users:read: zone, language, admin ·
channels:read, groups:read: names and whether a channel is archived. No history scope (A32)."""


def manifest(commands: Sequence[CommandName]) -> dict[str, Any]:
    """The manifest, as Slack's configuration page takes it."""
    hint = " | ".join(["QUESTION", *(entry.name for entry in commands if entry.name != "whatsnew")])
    return {
        "display_information": {"name": DISPLAY_NAME, "description": DESCRIPTION},
        "features": {
            "bot_user": {"display_name": DISPLAY_NAME, "always_online": True},
            "app_home": {
                "home_tab_enabled": False,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "slash_commands": [
                {
                    "command": "/whatsnew",
                    "description": "What changed: projects, hardware, formats, models",
                    "usage_hint": hint,
                    "should_escape": False,
                }
            ],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES)}},
        "settings": {
            "event_subscriptions": {"bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True},
            "org_deploy_enabled": False,
            "socket_mode_enabled": True,
            "token_rotation_enabled": False,
        },
    }
