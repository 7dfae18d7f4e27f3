"""How much a change matters to somebody who asked nothing: explainable signals, their weights in one table.

The order for a question is bot/domain/ranking.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.label import LOOK_OUT_LABELS, Label, is_severe, is_severe_by_title, is_wrong_by_title, labelled
from bot.domain.state import Stage
from bot.domain.tag import Facet, Place, Role
from bot.domain.update import Kind, Update

_LABEL_MATTERS: Mapping[Label, float] = MappingProxyType(
    {
        Label.BREAKING: 6.0,
        Label.WITHDRAWN: 6.0,
        Label.SECURITY: 5.5,
        Label.KNOWN_ISSUE: 4.5,
        Label.CORRECTED: 4.5,
        Label.DEFAULT: 4.0,
        Label.RELEASE: 4.0,
        Label.MAY_BREAK: 2.75,
        Label.REVERTED: 2.0,
        Label.NEEDS: 2.5,
        Label.PERF: 2.75,
        Label.NEW: 2.75,
        Label.PRE_RELEASE: 2.0,
        Label.FIX: 1.5,
        Label.PAPER: 1.5,
        Label.POST: 1.0,
        Label.CHANGED: 0.0,
    }
)

WRONG_RESULTS = 1.75
"""What a fix of wrong results or lost data gains over another fix."""

SEVERE = 1.0
"""What a fix of a hang or a crash gains."""

SEVERE_IN_BODY = 0.5
"""What it gains where only its description speaks of one."""

NO_TAG_YET = -3.0
"""What a commit that prepares a release loses beside a release that is out."""

DOCS = -2.0
"""What a change of documentation loses that is worth reading, and so no noise."""

FIGURE = 1.0
"""What a measured claim adds."""

PER_FACET = 0.4
"""What each of hardware, format and model adds that a change names in its title."""

SIZE = 0.4
"""What tenfold size adds: a hundred added lines twice this."""

SMALL = -1.0
"""What a change loses whose title is about an example, a script, a log or a header file's comment."""

UNFINISHED = -2.0
"""What a change loses that is not merged, was closed, or was reverted."""

NOISE = -5.0

_SMALL = re.compile(
    r"\b(?:scripts?|examples?|recipes?|benchmark\w*|utilit(?:y|ies)|dashboards?|log(?:s|ging)?|headers?|copyright"
    r"|docker(?:file)?s?|comments?|debug(?:ging)?|profiler|tutorials?|cookbook)\b",
    re.IGNORECASE,
)
_NAMED = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


def importance(update: Update, label: Label | None = None) -> float:
    """How much a change matters to somebody who asked nothing; for the order within digests and overviews only.

    The sum of the table above: its label, severity, figures, how concretely its title names what it is for, and a
    little for its size. `label` saves finding it again.
    """
    label = label or labelled(update).label
    score = _LABEL_MATTERS[label]
    if label is Label.FIX and is_severe(update):
        by_title = SEVERE if is_severe_by_title(update) else SEVERE_IN_BODY
        score += WRONG_RESULTS if is_wrong_by_title(update) else by_title
    if update.kind is Kind.DOCS:
        score += DOCS
    if label is Label.RELEASE and update.links.tag is None:
        score += NO_TAG_YET
    if label not in LOOK_OUT_LABELS and _SMALL.search(update.title):
        score += SMALL
    if update.figures:
        score += FIGURE
    titled = {found.tag.facet for found in update.tags if found.place is Place.TITLE and found.role is Role.ABOUT}
    score += PER_FACET * sum(facet in titled for facet in _NAMED)
    score += SIZE * math.log10(1 + (update.additions or 0))
    if update.state.stage in {Stage.OPEN, Stage.CLOSED, Stage.REVERTED}:
        score += UNFINISHED
    return score + NOISE * update.noise
