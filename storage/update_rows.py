"""An update as a row and back. Kept lean: an answer decodes hundreds of rows, an import writes thousands a second.

A row carries all that is shown, its tags too, so that showing needs no second query.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from bot.domain.measure import Measure
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.tag import FoundTag, Place, Role, Tag
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, Spread, Update
from storage.columns import instant_of, microseconds
from storage.schema import updates

COLUMNS = tuple(column.name for column in updates.columns)
"""The order of a row's values."""
ID, KEY, TOKENS = COLUMNS.index("id"), COLUMNS.index("key"), COLUMNS.index("tokens")

EPOCH_2020 = 1_577_836_800
"""Seconds from 1970 to 2020; ids of older updates are negative and sort as they should."""
SEQUENCE_BITS = 6
IDS_A_SECOND = 1 << SEQUENCE_BITS

Row = Sequence[Any]

_KINDS = {kind.value: kind for kind in Kind}
_BODIES = {state.value: state for state in BodyState}
_PRECISIONS = {precision.value: precision for precision in Precision}
_MEASURES = {measure.value: measure for measure in Measure}
_STAGES = {stage.value: stage for stage in Stage}
_PLACES = {place: place.value[0] for place in Place}
_PLACE_OF = {letter: place for place, letter in _PLACES.items()}
_ROLES = {Role.ABOUT: "a", Role.MENTION: "m"}
_ROLE_OF = {letter: role for role, letter in _ROLES.items()}
_NO_LINKS = Links()


def first_id(second: int) -> int:
    """The first id of a second (since 1970); a window's ids run from that of its start to before that of its end."""
    return (second - EPOCH_2020) << SEQUENCE_BITS


def second_of(row_id: int) -> int:
    """The second (since 1970) that an id was made for."""
    return (row_id >> SEQUENCE_BITS) + EPOCH_2020


def settled(update: Update) -> Update:
    """The update as a row can hold it: its date in UTC to the second, no character that no database takes."""
    published = update.published
    if published.microsecond or published.tzinfo is not UTC:
        published = published.astimezone(UTC).replace(microsecond=0)
    texts = (update.key, update.url, update.project, update.repository, update.title, update.body, update.summary)
    if published is update.published and _is_sound("".join(texts)):
        return update
    key, url, project, repository, title, body, summary = map(_sound, texts)
    return replace(
        update,
        key=key,
        url=url,
        project=project,
        repository=repository,
        title=title,
        body=body,
        summary=summary,
        published=published,
    )


def _is_sound(text: str) -> bool:
    if text.isascii():
        return "\x00" not in text
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def _sound(text: str) -> str:
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def row_of(update: Update, row_id: int, tokens: str) -> tuple[Any, ...]:
    """The row of a settled update, in the order of COLUMNS."""
    published = int(update.published.timestamp())
    links, state = update.links, update.state
    return (
        row_id,
        update.key,
        update.url,
        update.project,
        update.repository,
        update.kind._value_,  # three times as fast as .value
        update.title,
        update.body,
        update.body_state._value_,
        published,
        update.precision._value_,
        microseconds(update.first_seen),
        "\n".join(map(_tag_text, update.tags)),
        tokens,
        _figures_text(update.figures),
        links.pull,
        " ".join(links.commits),
        links.tag,
        _names_text(links.fixes),
        _names_text(update.paths),
        update.additions,
        update.deletions,
        state.stage._value_,
        state.version,
        None if state.at is None else microseconds(state.at),
        state.by,
        update.noise,
        update.summary,
        update.sample,
        update.revision,
        second_of(row_id) != published,
        update.history,
    )


def update_of(row: Row) -> Update:
    """The update of a row in the order of COLUMNS."""
    (
        _, key, url, project, repository, kind, title, body, body_state, published, precision, first_seen, tags, _,
        figures, pull, commits, release_tag, fixes, paths, additions, deletions, stage, version, state_at, state_by,
        noise, summary, sample, revision, _, history,
    ) = row  # fmt: skip
    return Update(
        key,
        url,
        project,
        repository,
        _KINDS[kind],
        title,
        body,
        _BODIES[body_state],
        datetime.fromtimestamp(published, UTC),
        _PRECISIONS[precision],
        instant_of(first_seen),
        tuple(map(_found_tag, tags.split("\n"))) if tags else (),
        _figures_of(figures) if figures else (),
        _links_of(pull, commits, release_tag, fixes),
        tuple(json.loads(paths)) if paths else (),
        additions,
        deletions,
        state_of(stage, version, state_at, state_by),
        bool(noise),
        summary,
        bool(sample),
        revision,
        bool(history),
    )


def state_of(stage: str, version: str | None, at: int | None, by: str | None) -> State:
    """The state that four columns hold."""
    if stage == Stage.UNKNOWN and version is None and at is None and by is None:
        return UNKNOWN
    return State(_STAGES[stage], version, None if at is None else instant_of(at), by)


def _links_of(pull: int | None, commits: str, release_tag: str | None, fixes: str) -> Links:
    if pull is None and not commits and release_tag is None and not fixes:
        return _NO_LINKS
    return Links(pull, tuple(commits.split()), release_tag, tuple(json.loads(fixes)) if fixes else ())


@lru_cache(maxsize=65_536)
def _tag_text(found: FoundTag) -> str:
    name = found.tag.name.replace("%", "%25").replace("\n", "%0A")
    return f"{_PLACES[found.place]}{_ROLES[found.role]}{found.tag.facet.value}:{name}"


@lru_cache(maxsize=65_536)
def _found_tag(line: str) -> FoundTag:
    tag = Tag.parse(line[2:].replace("%0A", "\n").replace("%25", "%"))
    return FoundTag(tag, _PLACE_OF[line[0]], _ROLE_OF[line[1]])


def _names_text(names: Sequence[str]) -> str:
    return json.dumps(names) if names else ""


def _figures_text(figures: Sequence[Figure]) -> str:
    if not figures:
        return ""
    return json.dumps([_figure_values(figure) for figure in figures])


def _figure_values(figure: Figure) -> tuple[Any, ...]:
    """As few values as say all: most figures have the first four alone, and so do rows of before there were more."""
    values = (figure.quote, figure.condition, figure.device, figure.by_bot)
    if figure.spread is not None:
        spread = figure.spread
        return (
            *values,
            figure.measure._value_,
            figure.against,
            (spread.highest, spread.cells, spread.losses, spread.whole),
        )
    if figure.measure is not Measure.UNSTATED or figure.against:
        return (*values, figure.measure._value_, figure.against)
    return values


def _figures_of(stored: str) -> tuple[Figure, ...]:
    return tuple(_figure(*figure) for figure in json.loads(stored))


def _figure(
    quote: str,
    condition: str,
    device: str | None,
    by_bot: bool,
    measure: str = "",
    against: str = "",
    spread: Sequence[Any] | None = None,
) -> Figure:
    return Figure(
        quote, condition, device, by_bot, _MEASURES[measure], against, None if spread is None else Spread(*spread)
    )
