"""Sections of an issue packed into the replies of its thread, each within its budget (WORDING.md 0.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.domain.digest import Digest
from bot.domain.document import Block, Document, Heading, Inline, List, Small, line
from bot.wording.catalogue import say_count
from bot.wording.issue import budget


def packed(
    sections: Sequence[Sequence[Block]], closing: Sequence[Block], replies: int, left: int, digest: Digest
) -> Iterator[Document]:
    """The sections in as few replies as hold them, each within its budget; the last reply is the closing one. Where
    there are more than `replies`, those in the middle go, and what they held is counted."""
    filled = list(_filled(sections))
    kept, gone = filled[: replies - 1], filled[replies - 1 :]
    left += sum(len(block.items) for blocks in gone for block in blocks if isinstance(block, List))
    yield from (Document(tuple(blocks)) for blocks in kept)
    end = list(closing)
    if left:
        end.append(
            Small(
                line(
                    say_count(
                        "{count} more item had no room here: digest {name}",
                        "{count} more items had no room here: digest {name}",
                        left,
                        name=f"{digest.edition} {digest.number}",
                    )
                )
            )
        )
    if end:
        yield Document(tuple(end))


def _filled(sections: Iterable[Sequence[Block]]) -> Iterator[list[Block]]:
    """Sections side by side until a reply is full; a section that is longer than a reply goes on in the next one."""
    reply: list[Block] = []
    for section in sections:
        for piece in _pieces(section):
            if reply and budget.seen([*reply, *piece]) > budget.REPLY:
                yield reply
                reply = []
            reply += piece
    if reply:
        yield reply


def _pieces(section: Sequence[Block]) -> Iterator[list[Block]]:
    """A section in one piece if a reply holds it, else in pieces that begin with a heading; a list longer than a reply
    is parted between its items."""
    if budget.seen(section) <= budget.REPLY:
        yield list(section)
        return
    piece: list[Block] = []
    for block in (small for one in section for small in _parted(one)):
        opens = isinstance(block, Heading) and any(not isinstance(one, Heading) for one in piece)
        if piece and (opens or budget.seen([*piece, block]) > budget.REPLY):
            yield piece
            piece = []
        piece.append(block)
    if piece:
        yield piece


def _parted(block: Block) -> Iterator[Block]:
    """A list that fits into half a reply as it is, a longer one in runs of its items."""
    if not isinstance(block, List) or budget.seen([block]) <= budget.REPLY // 2:
        yield block
        return
    run: list[tuple[Inline, ...]] = []
    for item in block.items:
        if run and budget.seen([replace(block, items=(*run, item))]) > budget.REPLY // 2:
            yield replace(block, items=tuple(run))
            run = []
        run.append(item)
    yield replace(block, items=tuple(run))
