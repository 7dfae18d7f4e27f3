"""Whose turn it is in the outbox: one delivery of each recipient at a time, workspaces one after the other."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Select,
    Subquery,
    and_,
    bindparam,
    exists,
    func,
    not_,
    or_,
    select,
    tuple_,
    update,
)

from bot.domain.delivery import DeliveryState
from storage.schema import deliveries as _table

_OPEN = (DeliveryState.PENDING.value, DeliveryState.CLAIMED.value)
_WAITING = (*_OPEN, DeliveryState.PARKED.value)
"""States that keep the recipient's later deliveries back: they come in order, and a parked place takes none."""


def due_in_turn(now: datetime, platforms: Collection[str] | None = None) -> Subquery:
    """Rows that are due and whose recipient has no earlier one waiting, as `id` and `due`, with the `turn` of each
    within its workspace and whether it is `under_way`. What a workspace has under way has had its turn."""
    under_way = and_(_table.c.state == DeliveryState.CLAIMED.value, _table.c.lease_until > now)
    turn = func.row_number().over(
        partition_by=(_table.c.platform, _table.c.workspace), order_by=(under_way.desc(), _table.c.due, _table.c.id)
    )
    wanted = [_table.c.state.in_(_OPEN), _table.c.due <= now, ~_held_back()]
    if platforms is not None:
        wanted.append(_table.c.platform.in_(platforms))
    columns = (_table.c.id, _table.c.due, turn.label("turn"), under_way.label("under_way"))
    return select(*columns).where(*wanted).subquery()


def claimable(now: datetime, limit: int, platforms: Collection[str] | None = None) -> Select[int]:
    """Ids of rows that may be claimed, workspaces taking turns."""
    ranked = due_in_turn(now, platforms)
    order = (ranked.c.turn, ranked.c.due, ranked.c.id)
    return select(ranked.c.id).where(not_(ranked.c.under_way)).order_by(*order).limit(limit)


def _held_back() -> ColumnElement[bool]:
    """Whether the recipient has an earlier one waiting."""
    earlier = _table.alias()
    same = and_(
        *(earlier.c[name] == _table.c[name] for name in ("platform", "workspace", "recipient_kind", "recipient"))
    )
    before = tuple_(earlier.c.due, earlier.c.id) < tuple_(_table.c.due, _table.c.id)
    return exists().where(same, earlier.c.state.in_(_WAITING), before)


def _is_free() -> ColumnElement[bool]:
    """Whether nobody has it, and no part of it was interrupted; an edit may be, and any where that can be cleared up
    (B007)."""
    between_parts = or_(_table.c.posting.is_(None), _table.c.edits != "", bindparam("resumes", type_=Boolean))
    left = and_(_table.c.lease_until <= bindparam("now"), between_parts)
    return or_(_table.c.state == DeliveryState.PENDING.value, and_(_table.c.state == DeliveryState.CLAIMED.value, left))


CLAIMING = (
    update(_table)
    .where(_is_free(), _table.c.due <= bindparam("now"))
    .values(
        state=DeliveryState.CLAIMED.value,
        token=_table.c.token + 1,
        attempts=_table.c.attempts + 1,
        lease_until=bindparam("until"),
    )
    .returning(_table)
)
"""Claims rows that are due `now` and free, `until` then; with `resumes` also those that were interrupted. Whoever was
faster has them."""

CLAIMING_ONE = CLAIMING.where(_table.c.key == bindparam("this"), ~_held_back())
"""Claims the row of a key, `this`, where no earlier one of its recipient waits. Made once, because it is asked
often."""
