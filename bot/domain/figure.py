"""Figures: measured claims of performance, as verbatim spans of a title or a body.

Accuracy, sizes, counts and shapes are no claims (LABELS.md). A span is never rounded, joined or put into other words;
what was measured, against what and on what is quoted beside it as far as the same sentence says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.domain.measure import measure_of, more_is_better
from bot.domain.update import Figure

FIGURES_KEPT = 12
"""A table of measurements gives so many figures at most, in the source's order."""
CONDITION_LENGTH = 240
"""The sentence around a figure is cut to so many characters."""
NEAR = 30
"""So many characters beside a figure are read first for what it measures."""
TEXT_READ = 4_000
"""So many characters of one paragraph are read."""

_NUMBER = r"[~≈<>+\-−]?\s?\d[\d,]*(?:\.\d+)?"
_UNIT = (
    r"(?:ms|µs|us|μs|ns|s|sec|secs|seconds?|min|minutes?|hours?|GiB|MiB|KiB|GB/s|GiB/s|TB/s|MB/s|GB|MB|KB|TB|Gbps|%|"
    r"[TPG]?FLOPS?/?s?|[TPtp]flops?|TFLOP/s|tok(?:en)?s?/s(?:ec)?|tok/s|tps|TPS|req/s|QPS|RPS|it/s|steps?/s|"
    r"samples?/s|"
    r"cycles?|x|×)"
)
_ARROW = r"(?:->|→|=>|⇒|--?>|➜|变为|降到|提升到)"
_CHANGE = re.compile(
    rf"(?<![\w.=])(?:{_NUMBER}\s?{_UNIT}?(?:\s?/\s?\w+)?\s*{_ARROW}\s*{_NUMBER}\s?{_UNIT}(?:\s?/\s?\w+)?)(?![\w])"
    rf"|(?<![\w.])(?:{_NUMBER}\s?{_UNIT}\s*{_ARROW}\s*{_NUMBER})(?![\w])"
    rf"|\bfrom {_NUMBER}\s?{_UNIT}?(?: \w+)? to {_NUMBER}\s?{_UNIT}(?![\w])"
)
_TIMES = re.compile(
    r"(?<![\w./=])[~≈>]?\s?\d{1,4}(?:\.\d+)?(?:\s?[x×]?\s?[-–~～]\s?\d{1,4}(?:\.\d+)?)?\s?[x×](?![\w×])"
    r"(?:[ -](?:faster|slower|speed-?ups?|improvement|higher|lower|better|throughput|less|more|reduction|smaller))?"
    r"|\b\d+(?:\.\d+)?\s?倍"
)
_SHARE = re.compile(
    r"(?<![\w.])[~≈+\-−]{0,2}\d+(?:\.\d+)?\s?%?(?:\s?(?:[-–~～]|"
    r"to)\s?[~≈+\-−]?\d+(?:\.\d+)?)?\s?%(?:[~～]\d+(?:\.\d+)?)?(?!\w)(?! of (?:its|the|peak|b\d|h\d))"
    r"(?:\s(?:faster|slower|speed-?up|improvement|higher|lower|reduction|better|less|save|saving|gain|boost)\w*)?"
)
_RATE = re.compile(
    r"(?:[<>]=?\s?|~)?(?<![\w.])\d[\d,]*(?:\.\d+)?\s?(?:[TPG]FLOPS?(?:/s)?|[tp]flops|TFLOP/s|tok(?:en)?s?/s|"
    r"GB/s|TB/s|GiB/s|Gbps)(?!\w)"
)
_SPEED = re.compile(
    r"faster|speed-?ups?\b|speeds? up|improv|through?put|latency|\bperf|performance|tpot|ttft|\bitl\b|\be2e\b|"
    r"tok(?:en)?s?/s|overhead|"
    r"reduc|sav(?:e|es|ed|ing)|\bgain|boost|quicker|makespan|bandwidth|runtime|wall[- ]?(?:clock|time)|slower|"
    r"regress|drops? from|"
    r"\bfrom \d|kernel time|peak memory|memory usage|extra device memory|tflops|pflops|geomean|decode time|"
    r"startup|build time|"
    r"性能|提升|加速|降低|吞吐|时延|耗时|倍|优化|收益"
)
_NO_CLAIM = re.compile(
    r"accurac|gsm8k|mmlu|\bscore|pass(?:ed|es|ing)? rate|\bpassed\b|coverage|\bbleu\b|cosine|toleranc|mismatch|"
    r"error rate|\bwer\b|exact[_ ]match|"
    r"\bpass@|aime|gpqa|perplexity|\bppl\b|\brtol\b|\batol\b|correctness|humaneval|\brate of \d|acceptance|hit "
    r"rate|\bloss\b|"
    r"max[_ ]?(?:abs|rel|diff)|精度|time-?outs?|\binterval|\bunchanged\b|specifications?\b|peak flops|get_peak|"
    r"\bdaily\b|\bper (?:day|week)\b|heartbeat|slowdown|\bon disk\b|\b(?:wheel|binary|image|package|download) size|"
    r"\bsize of (?:a |the )?(?:stripped|binary|wheel|lib)|\bdense peak|\bdata-?sheet|flops dense\b(?! \w)"
)
_NOT_A_NUMBER = re.compile(r"[^\d.%x×-]|^[~+-]+|(?<![\d])-")
_SETTING = re.compile(
    r"(?:utili[sz]ation|fraction|threshold|ratio|confidence|quantile|percentile|top|share of|weight decay|"
    r"dropout|warmup|cpu|opacity|scale)[ =:]*$"
)
_BOUND = re.compile(
    r"\b(?:thresholds?|cut-?offs?|quotas?|time-?outs?|limits?|(?:min(?:imum)?|max(?:imum)?) (?:\w+ )?size"
    r"|default (?:value|size))\b[^.;,]{0,60}$"
)
"""Before a change of what somebody sets: a bound is no result."""
_HARDWARE_RATE = re.compile(
    r"\s(?:the |higher )?(?:[hqi]?mma|wgmma|ffma|fma|tensor[- ]cores?|instructions?|sfu|mufu) (?:throughput|rate)\b",
    re.IGNORECASE,
)
"""Behind a factor by which a chip's own instructions are faster."""
_EXCESS = re.compile(
    r"\b(?:over-\w+|overestimat\w+|oversubscri\w+|overallocat\w+|overcount\w*|overcommit\w*|wast(?:es?|ed|ing)|inflat(?:es?|ed|ing))"
    r"(?: by)?(?: about| roughly| up to)?\s*$"
)
"""Before a factor by which something was too much: the fault, not what mends it."""
_MEASURE = re.compile(r"\d\s?(?:ms|us|µs|μs|ns)\b|/s|\.\d+\s?[x×]\s*\W+\s*\d[\d.]*\s?[x×]")
"""A change of times, of rates or from one measured factor to another is a claim by itself."""
_AGAINST = re.compile(
    r"\b(?:vs\.?|versus|compared (?:to|with)|relative to|against"
    r"|(?:faster|slower|higher|lower|better|less|more|speed-?up) (?:than|over)|(?:speed-?up|improvement|gain) over)"
    r"\s+(?:the )?(?P<what>`?[\w][^,;()|]{1,38}?)(?=$|[,;()|]|\.(?:\s|$)|\s(?:on|at|for|in|with|when|and|while)\b)",
    re.IGNORECASE,
)
_LOSS_BEHIND = re.compile(
    r"\s*(?:[a-z]+ ){0,2}(?:regress\w*|slower|slow-?downs?|degradations?|penalt(?:y|ies)|worse)\b"
)
_LOSS_BEFORE = re.compile(
    r"(?:\b(?:regress\w*|degrad\w+|slow(?:s|ed|ing)?(?: down)?)(?: by| of)?|\b(?:penalty|cost|loss) of)"
    r"\s*(?:about |up to )?$"
)
_LOSS_UNDONE = re.compile(r"\b(?:fix|recover|restor|regain|remov|eliminat|avoid|resolv|revert|no longer)")
_SIZE = re.compile(r"\d\s?[x×]\s?$")
_SENTENCE_END = re.compile(r"(?<!\bvs\.)(?<!e\.g\.)(?<!i\.e\.)(?<=[.!?;。！？；])\s+|\n")
_SHAPE = re.compile(r"^\s?(?:[a-z]+_\w|[A-Z]{1,3}\d{2,3}\b|GPUs?\b|nodes?\b|\d|H\d{2}|rtx|mi\d)", re.IGNORECASE)
_ANY = re.compile(r"\d\s?(?:[x×%倍]|->|→|=>|[TPG]?FLOP|[tp]flops|tok|GB/s|TB/s)|->|→|=>|from \d", re.IGNORECASE)


_OLD_AND_NEW = re.compile(
    rf"(?P<old>\d[\d,]*(?:\.\d+)?)\s?(?:{_UNIT})?(?:\s?/\s?\w+)?\s*(?:{_ARROW}|to)\s*[~≈]?\s?(?P<new>\d[\d,]*(?:\.\d+)?)\s?[A-Za-zµμ]"
)
_FACTOR_ALONE = re.compile(r"(?P<value>[+\-−]?\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[x×%])", re.IGNORECASE)


def may_hold_figures(text: str) -> bool:
    """Whether it is worth the while to look for figures in a text."""
    return bool(_ANY.search(text, 0, TEXT_READ))


def figures_in(
    text: str, surely: bool = False, device: str | None = None, by_bot: bool = False, heading: str = ""
) -> Iterator[Figure]:
    """The figures of a title or of one paragraph, from left to right.

    `surely` says that the text stands among measurements, where a bare factor is a claim; `device` is the label of the
    hardware that the text names; `heading` is that of its section, which may say what is measured.
    """
    text = text[:TEXT_READ]
    for sentence in _SENTENCE_END.split(text):
        if _ANY.search(sentence) and not _NO_CLAIM.search(sentence.casefold()):
            for quote in _quotes(sentence, surely):
                yield _figure(quote, sentence, device, by_bot, heading)


def _figure(quote: str, sentence: str, device: str | None, by_bot: bool, heading: str) -> Figure:
    condition = " ".join(sentence.split())
    behind = condition[condition.find(quote) :] if quote in condition else condition
    compared = _AGAINST.search(behind) or _AGAINST.search(condition)
    against = compared["what"].strip(" `*.,;:)") if compared else ""
    measure = measure_of(quote, _near(condition, quote), condition, heading)
    return Figure(quote, condition[:CONDITION_LENGTH], device, by_bot, measure, against)


def _near(condition: str, quote: str) -> str:
    """What stands close to a figure in its sentence."""
    at = max(0, condition.find(quote))
    return condition[max(0, at - NEAR) : at + len(quote) + NEAR]


def _quotes(sentence: str, surely: bool) -> Iterator[str]:
    """The claims of a sentence. What a change costs is told beside what it gains; alone it is the reason for something
    else (a case that is left as it was), and no claim of the change."""
    fast = bool(_SPEED.search(sentence.casefold()))
    taken: list[tuple[int, int]] = []
    gains = False
    for pattern in (_CHANGE, _TIMES, _SHARE, _RATE):
        for found in pattern.finditer(sentence):
            start, end = found.span()
            if any(start < other_end and other < end for other, other_end in taken):
                continue
            if _is_claim(pattern, sentence, found, fast, surely):
                taken.append((start, end))
                gains = gains or not _is_loss(pattern, sentence, found)
    for start, end in sorted(taken) if gains else ():
        yield " ".join(sentence[start:end].split())


def _is_claim(pattern: re.Pattern[str], sentence: str, found: re.Match[str], fast: bool, surely: bool) -> bool:
    before, quote, after = sentence[: found.start()].casefold(), found[0], sentence[found.end() :]
    if pattern is _CHANGE:
        return not _BOUND.search(before) and (fast or surely or bool(_MEASURE.search(quote)))
    if _SETTING.search(before) or _EXCESS.search(before) or quote.endswith("slower"):
        return False
    if pattern is _TIMES:
        if _SHAPE.match(after) or _SIZE.search(before) or _HARDWARE_RATE.match(after):
            return False
        return fast or surely or (quote[-1].isalpha() and quote[-1] not in "x×")
    if pattern is _SHARE:
        return fast and quote.strip("~ ") != "100%"
    return fast or surely


def _is_loss(pattern: re.Pattern[str], sentence: str, found: re.Match[str]) -> bool:
    """Whether a share or factor is how much worse something is, and nothing says that it no longer is."""
    if pattern not in (_SHARE, _TIMES):
        return False
    before, after = sentence[: found.start()].casefold(), sentence[found.end() :].casefold()
    if not (_LOSS_BEHIND.match(after) or _LOSS_BEFORE.search(before)):
        return False
    return not _LOSS_UNDONE.search(before)


def distinct(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """The first FIGURES_KEPT figures, each number once."""
    kept: dict[str, Figure] = {}
    for figure in figures:
        kept.setdefault(_NOT_A_NUMBER.sub("", figure.quote), figure)
        if len(kept) >= FIGURES_KEPT:
            break
    return tuple(kept.values())


def times_as_good(quote: str) -> float | None:
    """How many times as good a figure says that something became: 2.0 for "2x", for "4 → 2 ms" and for "100% faster",
    0.5 for "2 → 4 ms"; None where it does not say."""
    if change := _OLD_AND_NEW.search(quote):
        old, new = _value(change["old"]), _value(change["new"])
        grows = more_is_better(quote)
        if not old or not new or grows is None:
            return None
        return new / old if grows else old / new
    factor = _FACTOR_ALONE.search(quote)
    if factor is None:
        return None
    value = _value(factor["value"])
    times = 1 + value / 100 if factor["unit"] == "%" else value
    return 1 / times if times and "slower" in quote.casefold() else times


def _value(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))
