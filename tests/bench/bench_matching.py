"""How fast an update meets a million standing questions in memory.

    python -m tests.bench.bench_matching [--subscriptions 1000000] [--updates 1000]

Each question has one to four tags, a quarter of them a kind; each update six tags and more, as field/performance.md 2
has them. Prints one JSON object; `ms` is the mean processor time of an update, `found` how many subscriptions
one meets on average.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from random import Random
from time import process_time

from bot.domain.matching_index import MatchingIndex
from bot.domain.query import Query
from bot.domain.tag import Facet, Tag
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from tests.factories import an_update

SEED = 17
SKEW = 0.8
"""How much more the first names of a facet are asked for than the last ones."""


def names() -> dict[Facet, list[Tag]]:
    """The tags of the shipped field by facet."""
    tags: dict[Facet, list[Tag]] = {facet: [] for facet in Facet}
    for tag in load_vocabulary().entries:
        tags[tag.facet].append(tag)
    tags[Facet.PROJECT] = [Tag(Facet.PROJECT, project.key) for project in load_projects().all]
    tags[Facet.KIND] = [Tag(Facet.KIND, kind) for kind in ("fix", "feature", "performance", "release", "security")]
    return tags


def queries(count: int, field: dict[Facet, list[Tag]], chance: Random) -> Iterator[tuple[int, Query]]:
    """Questions of one to four tags of different facets."""
    known: dict[frozenset[Tag], Query] = {}
    facets: list[Facet] = [facet for facet in field if facet is not Facet.KIND and field[facet]]
    for number in range(count):
        chosen = chance.sample(facets, chance.randint(1, min(3, len(facets))))
        if chance.random() < 0.25:
            chosen.append(Facet.KIND)
        tags = frozenset(_one(field[facet], chance) for facet in chosen)
        yield number, known.setdefault(tags, Query(tags=tags))


def _one(tags: list[Tag], chance: Random) -> Tag:
    return chance.choices(tags, cum_weights=_weights(len(tags)))[0]


@cache
def _weights(count: int) -> list[float]:
    """How often each of so many names is asked for, added up."""
    return list(accumulate(1 / (place + 1) ** SKEW for place in range(count)))


def main() -> None:
    """Fills the index and asks it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--subscriptions", type=int, default=1_000_000)
    parser.add_argument("--updates", type=int, default=1_000)
    asked = parser.parse_args()
    chance, field = Random(SEED), names()
    begun = process_time()
    index = MatchingIndex(queries(asked.subscriptions, field, chance), load_vocabulary())
    built = process_time() - begun
    updates = [
        an_update(number=number, tags=[str(_one(field[facet], chance)) for facet in Facet if field[facet]])
        for number in range(1, asked.updates + 1)
    ]
    begun = process_time()
    found = sum(len(index.of(update)) for update in updates)
    spent = process_time() - begun
    print(
        json.dumps(
            {
                "subscriptions": asked.subscriptions,
                "ms": round(spent * 1000 / asked.updates, 3),
                "found": round(found / asked.updates),
                "built_s": round(built, 1),
                "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
