"""Updates in any number for benchmarks: real ones of ../shared/data/updates where they are there, else made ones.

Copies of a real update differ in number, commit, date and a few words, so that an index of a million of them is no
index of the same few; their tags are those of the original. Nothing here is random: the same call gives the same.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random

from bot.domain.identity import commit_key, pull_number, pull_url
from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.update import BodyState, Kind, Links, Precision, Update

SHARED = Path(__file__).parents[3] / "shared" / "data" / "updates"
END = datetime(2026, 7, 22, tzinfo=UTC)
SPREAD = timedelta(days=3 * 365)
CHINESE_SHARE = 0.045
BODY = 1_500

_HARDWARE = {"sm90": "h100", "sm100": "b200", "sm120": "5090", "gfx950": "mi355x", "ascend": "npu", "cpu": "avx512"}
_FORMATS = ("fp8", "nvfp4", "mxfp4", "int8", "int4", "bf16")
_MODELS = ("deepseek-v4", "qwen3", "kimi-k2", "glm-5", "gpt-oss", "gemma-4")
_TOPICS = ("attention", "moe", "gemm", "kv-cache", "scheduler", "speculative-decoding", "lora", "communication")
_KINDS = (Kind.FIX, Kind.FEATURE, Kind.PERFORMANCE, Kind.CI, Kind.DOCS, Kind.TEST, Kind.REFACTOR, Kind.BREAKING)
_KIND_WORDS = {"doc": Kind.DOCS, "[ci": Kind.CI, "test": Kind.TEST, "fix": Kind.FIX, "perf": Kind.PERFORMANCE}
_REPOSITORIES = tuple(f"owner{n}/project{n}" for n in range(24))
_VERBS = ("Fix", "Add", "Support", "Speed up", "Refactor", "Reject", "Enable", "Remove")
_THINGS = (
    "illegal memory access in cu_seqlens", "mm_fp4 with head_dim 512", "max_num_partial_prefills", "the lse layout",
    "weight cache growth", "prefix caching for hybrid models", "ragged prefill", "FusedMoE for KimiK25", "tma lowering",
    "a hang of all-to-all", "chunked prefill", "the --kv-cache-dtype flag", "graph capture", "expert load balancing",
)  # fmt: skip
_CHINESE = (
    "修复稀疏注意力在长序列下的精度问题", "新增量化算子的融合实现", "支持投机解码与分块预填充", "优化显存卸载路径",
    "昇腾后端的图模式适配", "完善分布式推理的通信重叠", "权重加载失败时给出清楚的报错", "算子在动态形状下结果错误",
)  # fmt: skip


def updates(number: int, seed: int = 7) -> Iterator[Update]:
    """So many updates, each with another key, in no order of dates."""
    originals = _real(seed) if SHARED.is_dir() else []
    originals = originals or list(islice(_made(seed), 5_000))
    copies = -(-number // len(originals))
    yield from islice((_copy(one, n, copies) for n in range(copies) for one in originals), number)


def in_order(batch: Iterable[Update]) -> list[Update]:
    """The updates as they would have come: oldest first."""
    return sorted(batch, key=lambda update: update.published)


def _real(seed: int) -> list[Update]:
    """Every update of the shared files, tagged by simple words: what a benchmark of the store needs."""
    random = Random(seed)
    found = []
    for path in sorted(SHARED.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            found += [_of_line(json.loads(line), random) for line in lines]
    return list({update.key: update for update in found}.values())


def _of_line(line: dict[str, str], random: Random) -> Update:
    repository, title, sha = line["repo"], line["subject"], line["sha"]
    number = pull_number(title)
    return Update(
        key=commit_key(repository, sha, title),
        url=pull_url(repository, number or 1),
        project=repository.rpartition("/")[2].casefold(),
        repository=repository,
        kind=_kind(title),
        title=title,
        body=line["body"][:BODY],
        body_state=BodyState.WHOLE,
        published=datetime.fromisoformat(line["committed_at"]),
        precision=Precision.SECOND,
        first_seen=END,
        tags=_tags(f"{title} {line['body'][:BODY]}", title, random),
        links=Links(pull=number, commits=(sha,)),
        noise=_kind(title) in (Kind.CI, Kind.DOCS, Kind.TEST),
    )


def _made(seed: int) -> Iterator[Update]:
    random = Random(seed)
    number = 0
    while True:
        number += 1
        repository = random.choice(_REPOSITORIES)
        hardware = random.choice([*_HARDWARE, *_HARDWARE.values()])
        title = (
            f"{random.choice(_VERBS)} {random.choice(_THINGS)} on {hardware} for {random.choice(_MODELS)} (#{number})"
        )
        body = " ".join(random.choices((*_THINGS, *_FORMATS, *_TOPICS), k=random.randint(0, 40)))
        sha = hashlib.sha1(title.encode(), usedforsecurity=False).hexdigest()
        at = (END - timedelta(seconds=random.randrange(200 * 86_400))).isoformat()
        yield _of_line({"repo": repository, "subject": title, "body": body, "sha": sha, "committed_at": at}, random)


def _copy(one: Update, copy: int, copies: int) -> Update:
    """The copy with this number; copy 0 is the original, moved into the spread like the others."""
    random = Random(f"{one.key}/{copy}")
    sha = hashlib.sha1(f"{one.key}/{copy}".encode(), usedforsecurity=False).hexdigest()
    number = None if one.links.pull is None else one.links.pull + copy * 100_000
    body = one.body
    if random.random() < CHINESE_SHARE:
        body = f"{random.choice(_CHINESE)}，{random.choice(_CHINESE)}。\n{body}"
    seconds = SPREAD.total_seconds() * (copy + random.random()) / copies
    words = f" {sha[:6]}" if copy else ""
    title = one.title.replace(f"(#{one.links.pull})", f"(#{number})") if number else one.title
    return replace(
        one,
        key=commit_key(one.repository, sha, f"(#{number})" if number else ""),
        title=f"{title}{words}",
        body=body,
        published=(END - SPREAD + timedelta(seconds=seconds)).replace(microsecond=0),
        links=Links(pull=number, commits=(sha,)),
    )


def _kind(title: str) -> Kind:
    folded = title.casefold()
    for word, kind in (
        ("doc", Kind.DOCS),
        ("[ci", Kind.CI),
        ("test", Kind.TEST),
        ("fix", Kind.FIX),
        ("perf", Kind.PERFORMANCE),
    ):
        if word in folded:
            return kind
    return _KINDS[len(title) % len(_KINDS)]


def _tags(text: str, title: str, random: Random) -> tuple[FoundTag, ...]:
    folded, head = text.casefold(), title.casefold()
    named = [
        *(Tag(Facet.HARDWARE, name) for name, other in _HARDWARE.items() if name in folded or other in folded),
        *(Tag(Facet.FORMAT, name) for name in _FORMATS if name in folded),
        *(Tag(Facet.MODEL, name) for name in _MODELS if name.partition("-")[0] in folded),
        *(Tag(Facet.TOPIC, name) for name in _TOPICS if name.partition("-")[0] in folded),
    ]
    return tuple(
        FoundTag(
            tag,
            Place.TITLE if tag.name.partition("-")[0] in head else Place.BODY,
            Role.MENTION if tag.name not in head and random.random() < 0.3 else Role.ABOUT,
        )
        for tag in named
    )
