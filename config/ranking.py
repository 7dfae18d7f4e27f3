"""The weights of the digests' ranking, read from ranking.toml; a fault names file, table and key.

What a signal is stands in bot/domain/picking/signal.py; tests/fitting fits the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.domain.picking.signal import Signal
from bot.domain.picking.title_words import title_words
from bot.domain.picking.weights import Weights
from config.toml_reader import TomlTable, read_toml

RANKING = Path(__file__).with_name("ranking.toml")
LARGEST = 100.0
"""A weight beyond this is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Rankings:
    """The weights of a general digest, and those for one reader."""

    digest: Weights
    reader: Weights


def load_ranking(path: Path = RANKING) -> Rankings:
    """Both tables of weights; ConfigError names what is missing, unknown or no number."""
    top = read_toml(path)
    found = Rankings(_weights(top.table("digest")), _weights(top.table("reader")))
    top.close()
    return found


def _weights(table: TomlTable) -> Weights:
    signals, words = table.table("signals"), table.table("words")
    weights = Weights(
        signals={signal: _number(signals, signal.value) for signal in Signal if signals.has(signal.value)},
        words={word: _number(words, word) for word in words.keys},
        ordinary=_number(table, "ordinary"),
        company=_number(table, "company"),
        again=_number(table, "again"),
        settled=_place(table, "settled"),
        follows=_number(table, "follows"),
    )
    signals.close()
    for word in words.keys:
        if title_words(word) != {word}:
            words.fail(word, "is no single word as titles are read")
    table.close()
    return weights


def _number(table: TomlTable, key: str) -> float:
    number = table.fraction(key)
    if not -LARGEST <= number <= LARGEST:
        table.fail(key, f"is beyond {LARGEST:g}")
    return number


def _place(table: TomlTable, key: str) -> int:
    place = table.number(key)
    if place < 0:
        table.fail(key, "must not be negative")
    return place
