"""Slack's published types under its compiler: every kind of payload that we make is one that they describe."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.peers.node import NodeError, installed, run
from tests.peers.payloads import messages, views

HERE = Path(__file__).parent


def checked(folder: Path, constants: Mapping[str, tuple[str, Any]]) -> None:
    """Compiles a file with these constants (name: type and value); NodeError with the compiler's words where a value
    is not of its type."""
    modules = installed(HERE)
    lines = ['import type { KnownBlock, ModalView } from "@slack/types";']
    for at, (name, (kind, value)) in enumerate(constants.items()):
        lines += [f"// {name}", f"export const c{at}: {kind} = {json.dumps(value, indent=1)};"]
    (folder / "payloads.ts").write_text("\n".join(lines), encoding="utf-8")
    options = {
        "strict": True,
        "noEmit": True,
        "module": "nodenext",
        "moduleResolution": "nodenext",
        "types": [],
        "paths": {"@slack/types": [str(modules / "@slack" / "types")]},
    }
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["payloads.ts"]}))
    run(modules / "typescript" / "bin" / "tsc", "--project", str(folder), cwd=folder)


def described(blocks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks without what the types do not have yet: a numbered list's `offset`, which Slack's reference and both
    Python judges know."""
    return [
        {**block, "elements": [_counted_from_one(part) for part in block["elements"]]} if "elements" in block else block
        for block in blocks
    ]


def _counted_from_one(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if (part["type"], key) != ("rich_text_list", "offset")}


def test_all_payloads_are_of_slacks_types(tmp_path: Path) -> None:
    """Blocks are KnownBlock[] and modals ModalView, without a property that the types do not know."""
    blocks = {name: ("KnownBlock[]", described(message.blocks)) for name, message in messages()}
    modals = {name: ("ModalView", modal) for name, modal in views()}
    assert len(blocks) > 20
    assert len(modals) == 2
    checked(tmp_path, {**blocks, **modals})


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        pytest.param("KnownBlock[]", [{"type": "hologram"}], id="unknown block"),
        pytest.param("KnownBlock[]", [{"type": "divider", "colour": "red"}], id="unknown property"),
        pytest.param(
            "KnownBlock[]", [{"type": "rich_text", "elements": [{"type": "text", "text": "x"}]}], id="nesting"
        ),
        pytest.param("ModalView", {"type": "modal", "blocks": []}, id="modal without a title"),
    ],
)
def test_the_types_can_refuse(tmp_path: Path, kind: str, value: Any) -> None:
    """What Slack's types do not describe fails the check."""
    with pytest.raises(NodeError, match="error TS"):
        checked(tmp_path, {"wrong": (kind, value)})
