"""Tags: all of a repository in one answer, which version stands before which, and what a tag's range is. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from bot.domain.project import Project, Scheme
from bot.domain.version import Order, order_key, read_tag, scheme_of
from bot.sources.github.cursor import TagPair
from bot.sources.github.payloads import RefRow

PREFIX = "refs/tags/"
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


def tags_of(rows: Iterable[RefRow]) -> dict[str, str]:
    """Name to hash of what the reference names (for an annotated tag that is the tag object's own)."""
    return {row.ref.removeprefix(PREFIX): row.object.sha for row in rows if row.ref.startswith(PREFIX)}


def pairs_of(
    new: Iterable[str], every: Iterable[str], project: Project | None, dates: Mapping[str, datetime]
) -> tuple[TagPair, ...]:
    """For each new tag the one before it in its series, whose range is to be read; builds are left out, since they
    stand on the branch itself and several come a day. `dates` order calendar versions."""
    series: dict[str, list[tuple[Order, str]]] = {}
    for name in every:
        read = read_tag(project, name)
        if read is None:
            continue
        scheme = scheme_of(project, read.series)
        if scheme is Scheme.BUILD:
            continue
        first = dates.get(name, _NO_DATE) if scheme is Scheme.CALENDAR else _NO_DATE
        series.setdefault(read.series, []).append(((first, order_key(scheme, read.version), name), name))
    before: dict[str, str] = {}
    for line in series.values():
        names = [name for _, name in sorted(line)]
        before.update(zip(names[1:], names, strict=False))
    return tuple(TagPair(before[name], name) for name in dict.fromkeys(new) if name in before)
