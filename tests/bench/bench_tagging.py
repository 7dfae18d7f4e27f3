"""How many updates a second one core tags, template strip, kind, figures and noise included.

    pytest tests/bench/bench_tagging.py

Reads the real updates of ../shared/data/updates where they are there, else makes its own.
"""

from __future__ import annotations

import gzip
import json
from itertools import islice
from typing import Any

import pytest

from bot.domain.tagging import Tagger
from bot.domain.template import Template, TemplateLearner
from bot.domain.update import RawUpdate
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from tests.bench.corpus import SHARED
from tests.factories import a_raw_update

UPDATES = 6_000

MADE = (
    ("[Perf] Faster FP8 MoE for DeepSeek-V4 on SM100 (#1)", "On B200 decode is 1.4x faster.\n\n- [x] I ran the tests"),
    ("fix(mla): allow native-width block tables (#2)", "The kernel hangs on SM120, while SM90 is unaffected.\n" * 8),
    ("[CI] Use larger runners (#3)", ""),
)


def _updates() -> list[RawUpdate]:
    """Real updates, evenly over all repositories, or made ones."""
    rows: list[tuple[str, str, str]] = []
    for path in sorted(SHARED.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in islice(lines, 0, None, 4):
                row: dict[str, str] = json.loads(line)
                rows.append((row["repo"], row["subject"], row["body"] or ""))
    if not rows:
        rows = [("owner/repo", *MADE[number % len(MADE)]) for number in range(UPDATES)]
    return [a_raw_update(title, body=body, repository=repository) for repository, title, body in rows[:UPDATES]]


def test_tagging(benchmark: Any) -> None:
    """Tags every update once; `extra_info` says how many a second."""
    updates = _updates()
    learner = TemplateLearner()
    for update in updates:
        learner.observe(update.repository, update.body)
    templates: dict[str, Template] = {update.repository: learner.template(update.repository) for update in updates}
    tagger = Tagger(load_vocabulary(), load_projects())
    benchmark.pedantic(
        lambda: [tagger.tag(update, templates[update.repository]) for update in updates], rounds=3, warmup_rounds=1
    )
    benchmark.extra_info["updates_per_second"] = round(len(updates) / benchmark.stats["min"])


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
