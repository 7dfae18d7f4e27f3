"""People who use Slack: they type, press, fill in forms, and see what is theirs to see."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.readers import slack as reader
from tests.standins.slack import SlackStandIn
from tests.standins.slack_world import TEAM, Json, Message


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in one channel of the stand-in's workspace."""

    slack: SlackStandIn
    user: str = "U0001"
    channel: str = "C0001"

    async def types(self, text: str, *, command: str = "/whatsnew") -> Message:
        """Types a slash command, sees it acknowledged and waits for the answer that only they see."""
        before = len(self.sees())
        await self.sends(text, command=command)
        await self.slack.until(lambda: len(self.sees()) > before)
        return self.sees()[-1]

    async def sends(self, text: str, *, command: str = "/whatsnew") -> float:
        """Types a slash command and waits for the acknowledgement only; gives how long it took (seconds)."""
        payload = {
            **self._place(),
            "command": command,
            "text": text,
            "user_id": self.user,
            "channel_id": self.channel,
            "channel_name": "infra",
            "team_id": TEAM,
            "api_app_id": "A0001",
            "response_url": self.slack.response_url(self.channel, self.user),
            "trigger_id": "1.2.3",
        }
        started = time.perf_counter()
        await (await self.slack.deliver("slash_commands", payload))
        return time.perf_counter() - started

    async def presses(self, message: Message, label: str) -> Message:
        """Presses a button of a message by its label and waits for what they see next."""
        before = len(self.sees())
        await self.pressed(message, label)
        await self.slack.until(lambda: len(self.sees()) > before)
        return self.sees()[-1]

    async def pressed(self, message: Message, label: str) -> Json:
        """Presses a button and waits for the acknowledgement only."""
        return await self.acts(message, element_of(message, label))

    async def acts(self, message: Message, element: Mapping[str, Any]) -> Json:
        """Presses any element of a message; gives the acknowledgement."""
        action = {"action_id": element["action_id"], "block_id": "b", "type": element["type"], "action_ts": "1.0"}
        action |= {key: element[key] for key in ("value", "selected_option") if key in element}
        payload = {
            **self._place(),
            "type": "block_actions",
            "actions": [action],
            "container": {"type": "message", "message_ts": message.ts, "channel_id": self.channel},
            "message": {"ts": message.ts, "text": message.text},
            "response_url": self.slack.response_url(self.channel, self.user),
            "trigger_id": "1.2.3",
            "api_app_id": "A0001",
        }
        return await (await self.slack.deliver("interactive", payload))

    async def submits(self, view: Json, values: Mapping[str, Json]) -> Json:
        """Sends a modal with its inputs as they stand, apart from `values` by field; gives the acknowledgement."""
        return await self._with_view("view_submission", view, values)

    async def previews(self, view: Json, values: Mapping[str, Json]) -> Json:
        """Presses the button in a modal with its inputs as they stand, apart from `values`; the modal stays open."""
        (button,) = [one for block in view["blocks"] if block["type"] == "actions" for one in block["elements"]]
        action = {"block_id": "b", "action_ts": "1.0", "type": "button", **button}
        container = {"type": "view", "view_id": "V1"}
        return await self._with_view("block_actions", view, values, actions=[action], container=container)

    async def _with_view(self, kind: str, view: Json, values: Mapping[str, Json], **more: Any) -> Json:
        inputs = [block for block in view["blocks"] if block["type"] == "input"]
        state = {block["block_id"]: {"value": _entered(block["element"])} for block in inputs}
        state |= {key: {"value": value} for key, value in values.items()}
        sent = {**view, "id": "V1", "state": {"values": state}}
        payload = {
            **self._place(),
            "type": kind,
            "view": sent,
            "trigger_id": "1.2.3",
            "api_app_id": "A0001",
            **more,
        }
        payload.pop("channel")  # a modal stands in none
        return await (await self.slack.deliver("interactive", payload))

    def sees(self) -> list[Message]:
        """The messages of the channel that this person sees."""
        return self.slack.world.visible_to(self.user, self.channel)

    def reads(self) -> str:
        """The last message, as it is shown."""
        return reader.seen(self.sees()[-1].blocks)

    def direct_messages(self) -> list[Message]:
        """What the bot wrote to this person directly."""
        return self.slack.world.visible_to(self.user, f"D{self.user[1:]}")

    def _place(self) -> Json:
        return {
            "team": {"id": TEAM, "domain": "standin"},
            "user": {"id": self.user, "name": "ada", "team_id": TEAM},
            "channel": {"id": self.channel, "name": "infra"},
        }


def element_of(message: Message, label: str) -> Mapping[str, Any]:
    """The element of a message with this label."""
    for block in message.blocks:
        for element in block.get("elements", ()) if block["type"] == "actions" else ():
            if (element.get("text") or element["placeholder"])["text"] == label:
                return dict(element)
    raise AssertionError(f"no {label!r} in {json.dumps(message.blocks, ensure_ascii=False)}")


def _entered(element: Mapping[str, Any]) -> Json:
    """An input's state before anybody touched it."""
    match element["type"]:
        case "static_select":
            return {"type": "static_select", "selected_option": element.get("initial_option")}
        case "checkboxes":
            return {"type": "checkboxes", "selected_options": element.get("initial_options", [])}
        case _:
            return {"type": "plain_text_input", "value": element.get("initial_value")}
