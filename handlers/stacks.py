"""What a place runs, as handlers ask for it, and which of its pins a release has gone past."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.domain.command import Command
from bot.domain.delivery import Delivery, DeliveryState, Recipient
from bot.domain.stack import Passed, Stack, stack_query
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


def keep_stack(recipient: Recipient, text: str, command: Command, deps: Deps) -> None:
    """Keeps what somebody runs; their subscription to it follows. Writes the store: call it in a thread."""
    query = stack_query(read_stack(text, deps.lexicon).stack)
    with deps.store.together():
        deps.store.stacks.set(recipient, text, command.actor.user, command.at)
        for one in deps.store.subscriptions.of(recipient):
            if one.of_stack and one.query != query:
                deps.store.subscriptions.rewrite(replace(one, query=query))


def untold_pins(recipient: Recipient, stack: Stack, now: datetime, deps: Deps) -> tuple[Passed, ...]:
    """The releases past the recipient's pins that were not told yet: each is asked about once."""
    passed = passed_pins(stack, now, deps)
    told = deps.store.deliveries.known([_mark_of(recipient, one) for one in passed])
    return tuple(one for one in passed if _mark_of(recipient, one) not in told)


def pin_mark(recipient: Recipient, passed: Passed, now: datetime) -> Delivery:
    """What keeps a release past a pin from being told again."""
    return Delivery(_mark_of(recipient, passed), recipient, (), now, state=DeliveryState.SENT)


def _mark_of(recipient: Recipient, passed: Passed) -> str:
    return f"pin/{recipient}/{passed.pin.project}/{passed.latest}"


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
