"""What Discord takes in a Components V2 message (field/platform-facts.md B-01 to B-09). Lengths are code points unless
said."""

from __future__ import annotations

from typing import Final

COMPONENTS: Final = 40
"""Components of a message, nested ones included (B-04)."""

TEXT: Final = 4000
"""Characters of all text displays together (B-04); markup and addresses count."""

TEXT_BYTES: Final = 10_170
"""UTF-8 bytes of all text displays plus DISPLAY_BYTES for each; one more gives HTTP 500 (B-05, B107)."""

DISPLAY_BYTES: Final = 12

CUSTOM_ID: Final = 100
BUTTON_LABEL: Final = 80
BUTTON_URL: Final = 512
ROW_BUTTONS: Final = 5
SELECT_OPTIONS: Final = 25
OPTION_TEXT: Final = 100
OPTION_VALUE: Final = 100
PLACEHOLDER: Final = 150
ALT_TEXT: Final = 1024

CONTENT: Final = 2000
"""Characters of a plain message, which is the fallback (B-01)."""

MODAL_TITLE: Final = 45
MODAL_ROWS: Final = 5
INPUT_LABEL: Final = 45
INPUT_VALUE: Final = 4000

COMPLETIONS: Final = 25
COMPLETION_NAME: Final = 100
COMPLETION_VALUE: Final = 100

THREAD_NAME: Final = 100
FORUM_TAGS: Final = 5

NONCE: Final = 25
"""Characters of a nonce (B-11)."""
