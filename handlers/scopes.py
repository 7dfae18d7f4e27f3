"""What of an edition a place wants: what it asked for, and what it runs."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.delivery import Recipient
from bot.domain.digest import Digest
from bot.domain.editing.material import Scope
from bot.domain.query import Sort
from handlers.asking import read_apart
from handlers.deps import Deps
from handlers.stacks import stack_of


def scope_of(recipient: Recipient, about: str, deps: Deps) -> Scope:
    """The scope of a place that narrows an edition to a question ("" for everything). A question that cannot be read
    any more narrows nothing: too much is better than silence. Reads the store: call it in a thread."""
    stack = stack_of(recipient, deps)
    reading = read_apart(about, deps) if about else None
    if reading is None or reading.is_empty:
        return Scope(stack=stack)
    query = replace(reading.query, window=None, limit=None, sort=Sort.NEW)
    return Scope(query=query, about=reading.text, stack=stack)


def scope_name(scope: Scope, digest: Digest) -> str:
    """Tells apart issues of one edition and number that hold different stories: "" for the one that all get."""
    stack = " ".join((*sorted(scope.stack.projects), *sorted(map(str, scope.stack.tags))))
    begins = f"since {digest.window.start.isoformat()}" if digest.catch_up and digest.window.start else ""
    return " | ".join(filter(None, (digest.scope, stack, begins)))
