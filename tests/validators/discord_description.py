"""Discord's official description of its HTTP API, as validators by route.

The file is other people's and not committed; where it is missing, `available` is False and nothing is validated. What
it leaves open is closed here: a property that an object does not describe is a fault.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

Schema = dict[str, Any]

FILE = Path(__file__).parents[3] / "shared" / "specs" / "discord-openapi.json"
BASE = "urn:discord"
SCHEMAS = "#/components/schemas/"

ENDS = 120
"""Characters that are kept of both ends of a long message."""

SENT_AS_INTEGERS = frozenset({"recipient_id", "id"})
"""Snowflakes that discord.py itself sends as integers, which the description knows as strings only."""

UNDESCRIBED = {"ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}}}
"""What discord.py sends and Discord's documentation knows, but the description does not."""


def available() -> bool:
    """Whether the description is there."""
    return FILE.is_file()


def faults(method: str, route: str, body: object) -> list[str]:
    """What the description has against the body of a request; `route` as the description writes it. Raises KeyError
    for a route that it does not know."""
    if not available():
        return []
    return [_sentence(error) for error in _validator(method, route).iter_errors(body)]


@cache
def _description() -> Schema:
    whole: Schema = json.loads(FILE.read_text(encoding="utf-8"))
    schemas: Schema = whole["components"]["schemas"]
    for name, properties in UNDESCRIBED.items():
        schemas[name]["properties"] |= properties
    for schema in schemas.values():
        _close(schema)
    _split(whole, schemas)
    return whole


@cache
def _registry() -> Registry[Any]:
    resource = Resource.from_contents(_description(), default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(BASE, resource)
    return registry


@cache
def _validator(method: str, route: str) -> Draft202012Validator:
    path = route.replace("/", "~1")
    where = f"{BASE}#/paths/{path}/{method.lower()}/requestBody/content/application~1json/schema"
    _description()["paths"][route][method.lower()]["requestBody"]
    return Draft202012Validator({"$ref": where}, registry=_registry())


def _close(schema: Schema) -> None:
    """Makes a property that is not described a fault; discord.py's integers are let through."""
    properties = schema.get("properties")
    if schema.get("type") == "object" and isinstance(properties, dict):
        schema.setdefault("additionalProperties", False)
        for name in SENT_AS_INTEGERS & properties.keys():
            if "Snowflake" in json.dumps(properties[name]):
                properties[name] = {"anyOf": [properties[name], {"type": "integer", "minimum": 0}]}


def _split(value: object, schemas: Schema) -> None:
    """One of several objects that differ by their `type` becomes a choice by that type: it is quicker, and says what is
    wrong with the object that was meant rather than that it is none of seven."""
    if isinstance(value, list):
        for inner in value:
            _split(inner, schemas)
    elif isinstance(value, dict):
        for inner in list(value.values()):
            _split(inner, schemas)
        for union in ("oneOf", "anyOf"):
            kinds = _kinds(value.get(union), schemas)
            if kinds:
                del value[union]
                value |= {
                    "type": "object",
                    "required": ["type"],
                    "properties": {"type": {"enum": [kind for kind, _ in kinds]}},
                    "allOf": [_choice(kind, choice) for kind, choice in kinds],
                }


def _choice(kind: int, choice: Schema) -> Schema:
    return {"if": {"properties": {"type": {"const": kind}}, "required": ["type"]}, "then": choice}


def _kinds(choices: object, schemas: Schema) -> list[tuple[int, Schema]]:
    """The choices with the type of each; nothing where they do not differ by it."""
    kinds: list[tuple[int, Schema]] = []
    for choice in choices if isinstance(choices, list) else ():
        reference = choice.get("$ref", "") if isinstance(choice, dict) else ""
        target = schemas.get(reference.removeprefix(SCHEMAS), {})
        values = target.get("properties", {}).get("type", {}).get("enum", ())
        if not values:
            return []
        kinds += [(value, choice) for value in values]
    return kinds if len(kinds) == len({value for value, _ in kinds}) else []


def _sentence(error: ValidationError) -> str:
    at = "/".join(str(step) for step in error.absolute_path) or "body"
    message = error.message
    return f"{at}: {message if len(message) <= 2 * ENDS else f'{message[:ENDS]} … {message[-ENDS:]}'}"
