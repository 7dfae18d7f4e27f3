"""What Slack takes (field/platform-facts.md A01 to A13). Lengths are code points (A27)."""

from __future__ import annotations

from typing import Final

BLOCKS: Final = 50
"""Blocks in a message (A01)."""

BLOCK_TEXT: Final = 3000
"""Characters of text in one block: a section's documented limit (A02), kept for rich_text and context as well, whose
limits are not documented."""

MESSAGE_CHARACTERS: Final = 12_000
"""All characters of a message's blocks. Messages failed from about 13,172 on with msg_blocks_too_long, far under the
documented 40,000 (A07, B089)."""

TEXT: Final = 4000
"""Top-level text after escaping: recommended for posting, and refused above by chat.update (A10)."""

CONTEXT_ELEMENTS: Final = 10
ACTIONS_ELEMENTS: Final = 25
BUTTON_TEXT: Final = 75
BUTTON_VALUE: Final = 2000
OPTIONS: Final = 100
OPTION_TEXT: Final = 75
OPTION_VALUE: Final = 150
PLACEHOLDER: Final = 150
ALT_TEXT: Final = 2000

LIST_ITEMS: Final = 10
"""Items of one list that are kept together when a message is filled; ours, so that messages fill well."""

MODAL_BLOCKS: Final = 100
MODAL_TITLE: Final = 24
MODAL_BUTTON: Final = 24
INPUT_LABEL: Final = 2000
INPUT_VALUE: Final = 3000
PRIVATE_METADATA: Final = 3000
ID: Final = 255
"""action_id, block_id, callback_id (A04)."""
