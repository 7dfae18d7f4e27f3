"""People who use Discord: they type commands, press, fill in forms, and see what is theirs to see."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.readers import discord as reader
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import APPLICATION, GUILD, Json, Message, Response

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in one channel of the stand-in's guild."""

    discord: DiscordStandIn
    user: int = 501
    channel: int = 8001

    async def types(self, name: str, query: str | None = None) -> Message:
        """Sends a slash command and waits for the answer that only they see."""
        token = await self.sends(name, query)
        return await self._shown(token)

    async def sends(self, name: str, query: str | None = None) -> str:
        """Sends a slash command; gives the interaction's token, under which the stand-in keeps what became of it."""
        options = [] if query is None else [{"name": "query", "type": 3, "value": query}]
        command = next(command for command in self.discord.world.commands if command["name"] == name)
        data = {"id": command["id"], "name": name, "type": 1, "options": options}
        return await self._interact(COMMAND, data)

    async def first_response(self, token: str) -> float:
        """Waits for the first response to an interaction; gives how long it took from now (seconds)."""
        started = time.perf_counter()
        await self.discord.until(lambda: self.discord.world.responses[token].first is not None)
        return time.perf_counter() - started

    async def completes(self, name: str, query: str) -> list[Json]:
        """What is offered while somebody types."""
        command = next(command for command in self.discord.world.commands if command["name"] == name)
        options = [{"name": "query", "type": 3, "value": query, "focused": True}]
        token = await self._interact(AUTOCOMPLETE, {"id": command["id"], "name": name, "type": 1, "options": options})
        await self.first_response(token)
        return list((self.discord.world.responses[token].first or {})["data"]["choices"])

    async def presses(self, message: Message, label: str) -> Message:
        """Presses a button by its label and waits for what they see next."""
        return await self._shown(await self.pressed(message, label))

    async def pressed(self, message: Message, label: str) -> str:
        """Presses a button; gives the interaction's token."""
        element = element_of(message.components, label)
        return await self._interact(COMPONENT, {"component_type": 2, "custom_id": element["custom_id"]}, message)

    async def submits(self, modal: Json, values: Mapping[str, str]) -> Message:
        """Sends a form with its inputs as they stand, apart from `values` by field; gives what they see next."""
        components = [_entered(label["component"], values) for label in modal["components"]]
        data = {"custom_id": modal["custom_id"], "components": components}
        return await self._shown(await self._interact(MODAL, data))

    async def opened(self, token: str) -> Json:
        """The form that an interaction opened."""
        await self.first_response(token)
        first = self.discord.world.responses[token].first or {}
        assert first["type"] == 9, first
        return dict(first["data"])

    def sees(self) -> list[Message]:
        """The messages of the channel that this person sees."""
        return self.discord.world.visible_to(self.user, self.channel)

    def reads(self) -> str:
        """The last message, as it is shown."""
        return reader.seen(self.sees()[-1].components)

    def direct_messages(self) -> list[Message]:
        """What the bot wrote to this person directly."""
        return self.discord.world.visible_to(self.user, self.user + 100_000)

    async def _shown(self, token: str) -> Message:
        responses = self.discord.world.responses
        await self.discord.until(lambda: responses[token].message is not None)
        message = responses[token].message
        assert message is not None
        return message

    async def _interact(self, kind: int, data: Json, message: Message | None = None) -> str:
        world = self.discord.world
        identifier = world.next_id()
        token = f"t-{identifier}"
        world.responses[token] = Response(self.channel, self.user)
        person = world.people[self.user]
        user = {
            "id": str(person.id),
            "username": person.name,
            "discriminator": "0",
            "avatar": None,
            "global_name": None,
        }
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        channel = world.channels[self.channel]
        body = {
            "id": str(identifier),
            "application_id": str(APPLICATION),
            "type": kind,
            "token": token,
            "version": 1,
            "guild_id": str(GUILD),
            "channel_id": str(self.channel),
            "channel": {"id": str(channel.id), "type": channel.kind, "name": channel.name, "permissions": "0"},
            "member": {**member, "permissions": str(person.permissions), "flags": 0},
            "locale": person.locale,
            "guild_locale": "en-US",
            "app_permissions": str(channel.permissions),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)},
            "context": 0,
            "attachment_size_limit": 10_485_760,
            "data": data,
            **({"message": world.message_body(message)} if message else {}),
        }
        await self.discord.dispatch("INTERACTION_CREATE", body)
        return token


def element_of(components: Sequence[Json], label: str) -> Mapping[str, Any]:
    """The button with this label, wherever it is nested."""
    for component in _all(components):
        if component.get("label") == label:
            return component
    raise AssertionError(f"no {label!r} among {[component.get('label') for component in _all(components)]}")


def _all(components: Sequence[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _all(component.get("components", ()))


def _entered(component: Json, values: Mapping[str, str]) -> Json:
    """An input as it comes back: the given value, else what stands in it."""
    key = component["custom_id"]
    if component["type"] == 3:
        standing = next((option["value"] for option in component["options"] if option.get("default")), None)
        chosen = values.get(key, standing)
        return {"type": 18, "component": {"type": 3, "custom_id": key, "values": [chosen] if chosen else []}}
    return {
        "type": 18,
        "component": {"type": 4, "custom_id": key, "value": values.get(key, component.get("value", ""))},
    }
