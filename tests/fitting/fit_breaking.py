"""Fits the weights of bot/domain/breakage/weights.py on what maintainers' notes list as breaking, and says how well the
finder finds what it has not seen.

Run by hand: `.venv/bin/python -m tests.fitting.fit_breaking ../shared/data`. It prints recall and precision with the
scored release left out, with its whole project left out, and in sample, which counts for nothing; then the weights, to
be written into the room by hand. Logistic regression, drawn towards prior_of_clues.py.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.breakage.clue import Clue
from bot.domain.breakage.clues import clues_of
from bot.domain.breaking import is_quiet
from tests.fitting.prior_of_clues import BIAS, PRIOR
from tests.fitting.releases import Release, releases

Vector = NDArray[np.float64]

PULL = 6.0
"""How strongly weights are drawn towards the prior."""
PULL_OF_BIAS = 0.01
STEPS = 40
RECALLS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 0.85)

NAMES: Final = tuple(Clue)
START: Final = np.array([BIAS, *(PRIOR[clue] for clue in NAMES)])


@dataclass(frozen=True)
class Sample:
    """A release as the fit sees it: a row of clues for each update that may be flagged, and whether notes list it.
    `unseen` are listed changes that are never flagged."""

    release: Release
    clues: Vector
    listed: Vector
    unseen: int


def samples(data: Path) -> list[Sample]:
    """The releases whose notes list anything."""
    lines = (data / "gold/ranking.jsonl").read_text(encoding="utf-8").splitlines()
    breaking = {(gold["repo"], gold["tag"]): set(gold["breaking_prs"]) for gold in map(json.loads, lines)}
    return [
        sample(release, listed) for release in releases(data) if (listed := breaking[release.repository, release.tag])
    ]


def sample(release: Release, listed: set[int]) -> Sample:
    updates = [update for story in release.stories for update in story.updates if update.links.pull]
    loud = [update for update in updates if not is_quiet(update)]
    rows = [[1.0, *(float(clue in found) for clue in NAMES)] for found in map(clues_of, loud)]
    told = np.array([float(update.links.pull in listed) for update in loud])
    unseen = sum(update.links.pull in listed for update in updates) - int(told.sum())
    return Sample(release, np.array(rows), told, unseen)


def fitted(some: Sequence[Sample]) -> Vector:
    """The weights that the samples teach, the bias first."""
    clues, listed = np.vstack([one.clues for one in some]), np.hstack([one.listed for one in some])
    pull = np.full(len(START), PULL)
    pull[0] = PULL_OF_BIAS
    weights = START.copy()
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-clues @ weights))
        slope = clues.T @ (chance - listed) + pull * (weights - START)
        curve = (clues * (chance * (1.0 - chance))[:, None]).T @ clues + np.diag(pull)
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def left_out(some: Sequence[Sample], key: Callable[[Sample], str]) -> list[Vector]:
    """The odds of each sample's updates by weights that were fitted without what shares its key."""
    return [one.clues @ fitted([other for other in some if key(other) != key(one)]) for one in some]


def report(name: str, odds: Sequence[Vector], some: Sequence[Sample]) -> None:
    together, listed = np.hstack(list(odds)), np.hstack([one.listed for one in some])
    order = np.argsort(-together)
    found = np.cumsum(listed[order])
    recall = found / (listed.sum() + sum(one.unseen for one in some))
    parts = []
    for wanted in RECALLS:
        if (recall >= wanted).any():
            at = int(np.argmax(recall >= wanted))
            precision, limit = found[at] / (at + 1), together[order[at]]
            parts.append(f"{wanted:.2f} at {precision:.2f} (odds {limit:.2f}, {at + 1} flagged)")
    print(f"{name}: {'; '.join(parts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    some = samples(parser.parse_args().data)
    report("prior alone", [one.clues @ START for one in some], some)
    report("release left out", left_out(some, lambda one: f"{one.release.repository} {one.release.tag}"), some)
    report("project left out", left_out(some, lambda one: one.release.repository), some)
    weights = fitted(some)
    report("in sample", [one.clues @ weights for one in some], some)
    print(f"BIAS = {weights[0]:.2f}")
    for clue, weight in zip(NAMES, weights[1:], strict=True):
        print(f"    Clue.{clue.name}: {weight:.2f},")


if __name__ == "__main__":
    main()
