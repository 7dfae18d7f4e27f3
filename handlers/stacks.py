"""What a place runs, as handlers ask for it, and which of its pins a release has gone past."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.delivery import Recipient
from bot.domain.stack import Passed, Stack
from bot.domain.stack_reading import StackReading, read_stack
from bot.domain.version import MAIN, find, latest_stable, order_key, scheme_of, written
from handlers.asking import tagged_by
from handlers.deps import Deps


def stack_of(recipient: Recipient, deps: Deps) -> Stack:
    """What a person or a channel runs; an empty stack where they never said. Reads the store: call it in a thread."""
    return stack_reading_of(recipient, deps).stack


def stack_reading_of(recipient: Recipient, deps: Deps) -> StackReading:
    """`stack_of` with the words in which it was said."""
    text = deps.store.stacks.of(recipient)
    return read_stack(text, deps.lexicon) if text else StackReading()


def passed_pins(stack: Stack, now: datetime, deps: Deps) -> tuple[Passed, ...]:
    """The pins that a stable release has gone past, in its own series. Reads the store: call it in a thread."""
    return tuple(_passed(stack, now, deps))


def _passed(stack: Stack, now: datetime, deps: Deps) -> Iterator[Passed]:
    for pin in stack.pins:
        project, tagged = deps.projects.by_key.get(pin.project), tagged_by(now, pin.project, deps)
        known = find(project, tagged, pin.version) if pin.version else None
        series = known.series if known else MAIN
        latest = latest_stable(project, tagged, series)
        if latest is None or not pin.version:
            continue
        scheme = scheme_of(project, series)
        run = known.version if known else pin.version
        if order_key(scheme, latest.version) > order_key(scheme, run):
            yield Passed(pin, written(series, latest.version, latest.tag), latest.tagged_at)
