"""The words by which topics are completed and thinned out (bot/domain/tagging/topics.py)."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


SUPPORTS = _set(
    "add adds added adding support supports supporting enable enables implement implements introduce "
    "introduces model models for the a new initial basic day 0 series family and with inference flash pro mini "
    "omni vl dense moe instruct base thinking architecture in on"
)
"""All that a title says beside the name of a model that it supports ("Add basic MiniMax-M3 support")."""
SIZE = re.compile(r"a?\d+(?:\.\d+)?[bm]?")
"""A size of a model: 30B, A3B."""
MODEL_MARKS = frozenset(("model", "new model", "models", "new-model", "model support"))
PLAIN_FORMATS = frozenset(("bf16", "fp16"))
"""Formats that are no quantization."""
OPERATIONS = frozenset(("gemm", "quantization"))
"""What a kernel computes says nothing of the part of a project that was changed."""
UNSURE_IN_NAMES = _set("spec swap omni adapter build memory mem alloc recompute bench image images")
"""Words that say a topic where they stand alone but not as part of a name (BlockSpec, SwapAB)."""
