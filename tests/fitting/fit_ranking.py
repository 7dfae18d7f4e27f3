"""Fits the weights of config/ranking.toml on releases' notes, and says how well they rank what they have not seen.

Run by hand: `.venv/bin/python -m tests.fitting.fit_ranking ../shared/data [--write]`. It prints the scores of
../shared/eval/eval_ranking.py with the scored release left out, with its whole project left out, and in sample, which
counts for nothing. Listwise logistic regression, drawn towards prior.py; the rest of the ranking is the product's own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.picking.digest import rank_with_followers
from bot.domain.picking.signal import Signal
from bot.domain.picking.signals import signals_of
from bot.domain.picking.themes import bursts
from bot.domain.picking.title_words import title_words
from bot.domain.picking.weights import Weights
from config.ranking import RANKING
from tests.fitting.prior import PRIOR
from tests.fitting.releases import Release, Scores, mean, releases, scores

Vector = NDArray[np.float64]

GAINS: Final = np.array([0.0, 0.12, 1.0])
"""What neither, a mention and a highlight are worth in the fit."""
PULL = 0.6
"""How strongly weights are drawn towards the prior."""
PULL_OF_WORDS = 0.015
"""How strongly the weights of words are drawn towards 0."""
OFTEN, IN_RELEASES, IN_PROJECTS = 8, 3, 2
"""Only words are weighed that so many titles, releases and projects have: what one project calls its parts is not."""
SLIGHT = 0.02
"""A word that weighs less is left away."""
STEPS, RATE = 200, 0.05
COMPANY, AGAIN, SETTLED, FOLLOWS = 0.7, 2.0, 12, 0.25
"""Chosen by hand with the same releases in view, on the scale where scores have a deviation of 1."""

NAMES: Final = tuple(Signal)


@dataclass(frozen=True)
class Sample:
    """A release as the fit sees it: a row of signals for each update, and what the update is worth, summing to 1."""

    release: Release
    signals: Vector
    worth: Vector
    words: tuple[frozenset[str], ...]

    def row(self, vocabulary: Sequence[str]) -> Vector:
        """The signals, and beside them 1 for each word of the vocabulary that a title has."""
        held = np.array([[word in title for word in vocabulary] for title in self.words], dtype=np.float64)
        return np.hstack([self.signals, held.reshape(len(self.words), len(vocabulary))])


def sample(release: Release) -> Sample:
    themes = bursts(update for story in release.stories for update in story.updates)
    rows, gains, words = [], [], []
    for story in release.stories:
        for update in story.updates:
            habit = release.habits.of(update.project)
            found = signals_of(update, story.label, habit, themes, len(story.updates))
            rows.append([found.get(name, 0.0) for name in NAMES])
            gains.append(release.gain(update.links.pull))
            words.append(title_words(update.title))
    worth = GAINS[np.array(gains)]
    return Sample(release, np.array(rows), worth / worth.sum(), tuple(words))


def fitted(samples: Sequence[Sample]) -> Weights:
    """The weights that the samples teach, brought to the scale where their scores have a deviation of 1."""
    vocabulary = shared_words(samples)
    rows = [one.row(vocabulary) for one in samples]
    prior = np.array([PRIOR.get(name, 0.0) for name in NAMES] + [0.0] * len(vocabulary))
    pull = np.array([PULL] * len(NAMES) + [PULL_OF_WORDS] * len(vocabulary))
    weights, first, second = prior.copy(), np.zeros(len(prior)), np.zeros(len(prior))
    for step in range(1, STEPS + 1):
        slope = pull * (weights - prior)
        for one, row in zip(samples, rows, strict=True):
            raw = np.exp((scored := row @ weights) - scored.max())
            slope += row.T @ (raw / raw.sum() - one.worth) / len(samples)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    spreads = [row @ weights for row in rows]
    scale = float(np.mean([spread.std() for spread in spreads]))
    ordinary = float(np.mean([spread.mean() for spread in spreads])) / scale
    found = [round(float(weight) / scale, 3) for weight in weights]
    signals = dict(zip(NAMES, found, strict=False))
    words = dict(zip(vocabulary, found[len(NAMES) :], strict=True))
    words = {word: weight for word, weight in words.items() if abs(weight) >= SLIGHT}
    return Weights(signals, words, round(ordinary, 3), COMPANY, AGAIN, SETTLED, FOLLOWS)


def shared_words(samples: Sequence[Sample]) -> list[str]:
    """The words that are weighed, in order."""
    titles = Counter(word for one in samples for title in one.words for word in title)
    held = [(one.release.repository, frozenset().union(*one.words)) for one in samples]
    return sorted(
        word
        for word, count in titles.items()
        if count >= OFTEN
        and sum(word in words for _, words in held) >= min(IN_RELEASES, len(samples))
        and len({project for project, words in held if word in words}) >= IN_PROJECTS
    )


def score_of(weights: Weights, release: Release) -> Scores:
    picked = rank_with_followers(release.stories, release.habits, weights)
    return scores([one.story.lead.links.pull for one in picked if one.story.lead.links.pull], release)


def without_release(samples: Sequence[Sample]) -> Scores:
    return mean([score_of(fitted([two for two in samples if two is not one]), one.release) for one in samples])


def without_project(samples: Sequence[Sample], details: list[str]) -> Scores:
    found = []
    for project in sorted({one.release.repository for one in samples}):
        weights = fitted([one for one in samples if one.release.repository != project])
        own = [score_of(weights, one.release) for one in samples if one.release.repository == project]
        details.append(f"    {project} ({len(own)}): {mean(own)}")
        found += own
    return mean(found)


def table(weights: Weights, name: str) -> str:
    """The weights as the tables of ranking.toml, the strongest first."""
    order = sorted(weights.signals.items(), key=lambda item: -item[1])
    lines = [f'"{signal.value}" = {weight:g}' for signal, weight in order if weight]
    moves = [f"{move} = {getattr(weights, move):g}" for move in ("ordinary", "company", "again", "settled", "follows")]
    words = [f'"{word}" = {weight:g}' for word, weight in sorted(weights.words.items(), key=lambda item: -item[1])]
    return "\n".join([*moves, "", f"[{name}.signals]", *lines, "", f"[{name}.words]", *words])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true", help="put the weights into the digest table of ranking.toml")
    given = parser.parse_args()
    samples = [sample(release) for release in releases(given.data)]
    details: list[str] = []
    print("release left out:", without_release(samples))
    print("project left out:", without_project(samples, details), *details, sep="\n")
    weights = fitted(samples)
    print("in sample:       ", mean([score_of(weights, one.release) for one in samples]))
    if given.write:
        head, _, rest = RANKING.read_text(encoding="utf-8").partition("[digest]\n")
        _, _, reader = rest.partition("[reader]\n")
        RANKING.write_text(f"{head}[digest]\n{table(weights, 'digest')}\n\n[reader]\n{reader}", encoding="utf-8")


if __name__ == "__main__":
    main()
