"""What a command is answered with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.domain.document import Document
from bot.domain.form import Form


@dataclass(frozen=True, slots=True)
class Shared:
    """A document for everybody at the place where the command was given; all else is for the asker alone."""

    document: Document


Reply: TypeAlias = Document | Form | Shared


class Shows(Enum):
    """What a command line leads to. Some platforms must say before the answer is there who will see it (B-12), and take
    a form only as the very first response."""

    ASKER = "a document for the asker"
    EVERYBODY = "a document for everybody"
    FORM = "a form"
