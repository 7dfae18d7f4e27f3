"""What a figure measures, as far as its source's words say it, and whether more or less of it is better."""

from __future__ import annotations

import re
from enum import StrEnum


class Measure(StrEnum):
    """What was measured. Accuracy is not here: it is no claim of performance (LABELS.md)."""

    UNSTATED = ""
    TTFT = "ttft"
    TPOT = "tpot"
    MEMORY = "memory"
    TESTS = "tests"
    BUILD = "build"
    THROUGHPUT = "throughput"
    END_TO_END = "end to end"
    BANDWIDTH = "bandwidth"
    COMPUTE = "compute"
    KERNEL = "kernel"


KERNEL_LEVEL = frozenset({Measure.KERNEL, Measure.BANDWIDTH, Measure.COMPUTE})
"""Measured of a part alone: what it brings to those who serve a model, is not said by it."""
SERVING_LEVEL = frozenset({Measure.TTFT, Measure.TPOT, Measure.THROUGHPUT, Measure.END_TO_END})
"""Measured of a whole server or step."""

_MEASURES = (
    (Measure.TTFT, r"\bttft\b|first[- ]token|首(?:个)?\s?token"),
    (Measure.TPOT, r"\btpot\b|\bitl\b|inter[- ]token|time per output token|decode latency|decode time"),
    (
        Measure.TESTS,
        r"\bpytest\b|\btest (?:suite|time|run)s?\b|\btests? (?:take|run|finish)|\bunit tests?\b|\bci (?:time|job)",
    ),
    (
        Measure.BUILD,
        r"\b(?:build|compil\w+|precompil\w+|start-?up|startup|boot|load(?:ing)?|import|warm-?up|autotun\w+|capture) "
        r"(?:time|latency|duration)|\bcold start",
    ),
    (Measure.BANDWIDTH, r"\b[TG]i?B/s\b|\bGbps\b|bandwidth|带宽"),
    (Measure.COMPUTE, r"\b[TPG]FLOP|\b[tp]flops\b|\bmfu\b"),
    (
        Measure.THROUGHPUT,
        r"through-?put|tok(?:en)?s?\s?/\s?s|\bt/s\b|\btps\b|\breq(?:uest)?s?/s\b|\bqps\b|\brps\b|samples?/s|steps?/s|it/s|吞吐",
    ),
    (
        Measure.END_TO_END,
        r"\be2e\b|\bend[- ]to[- ]end\b|\bserving\b|\bmakespan\b|\b(?:step|rollout|training) time\b|端到端|整网",
    ),
    (Measure.MEMORY, r"\bmemory\b|\b[KMG]i?B\b|\bvram\b|\bhbm usage|显存|内存"),
    (
        Measure.KERNEL,
        r"\bkernels?\b|\bmicro-?bench\w*|\bgemms?\b|\boperators?\b|\b[uµμ]s\b|\bns\b|\bcycles?\b|算子|单算子",
    ),
)
_PATTERNS = tuple((measure, re.compile(pattern, re.IGNORECASE)) for measure, pattern in _MEASURES)

_MORE = re.compile(
    r"tok(?:en)?s?\s?/\s?s|\bt/s\b|/\s?s(?:ec)?\b|\b[tpg]flops?|through-?put|bandwidth|\bqps\b|\brps\b|\btps\b|\bfps\b|\bgbps\b"
    r"|\bmfu\b|吞吐|带宽",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"(?:\b|(?<=\d))(?:ms|us|µs|μs|ns|s|secs?|seconds?|min|minutes?|hours?|[kmg]i?b|cycles?)\b|latenc|\btimes?\b|\bttft\b|\btpot\b"
    r"|\bitl\b|memory|overhead|duration|elapsed|耗时|时延|延迟|显存|内存",
    re.IGNORECASE,
)


def measure_of(*texts: str) -> Measure:
    """What the first of the texts that says it says was measured: the nearest words first, then those further off."""
    for text in texts:
        for measure, pattern in _PATTERNS:
            if pattern.search(text):
                return measure
    return Measure.UNSTATED


def more_is_better(*texts: str) -> bool | None:
    """Whether what the first telling text measures should grow; None where no text says what is measured."""
    for text in texts:
        if _MORE.search(text):
            return True
        if _LESS.search(text):
            return False
    return None
