"""A measured claim in words: never alone, but with what was measured, on what, and who says so (WORDING.md 0)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.figure import times_as_good
from bot.domain.grapheme import shortened
from bot.domain.measure import KERNEL_LEVEL, SERVING_LEVEL, Measure, measure_of
from bot.domain.spelling import name_key
from bot.domain.tagging.measuring import is_read_whole
from bot.domain.text import clean
from bot.domain.update import BodyState, Figure, Update
from bot.wording.catalogue import message, number, say, say_count
from bot.wording.joining import beside, commas, in_brackets
from bot.wording.words import BY_AUTHOR, BY_BOT, CUT, NO_DEVICE, TITLE_ONLY

QUOTE_LIMIT = 90
"""Characters of the figures quoted side by side."""

CLAIM_LIMIT = 80
"""Characters of a source's own sentence with a figure in it."""

CONDITION_LIMIT = 60
"""Characters of what was measured; a longer condition is a sentence of its own, and the line has no room for it."""

QUOTES_SHOWN = 2
"""Figures quoted side by side where they make no range."""

SAME_WORDS = 0.7
"""From this share of common words on, two sentences say the same."""

SIDE_LIMIT = 40
"""Characters of a heading, of what is compared with, and of each of two figures that stand together."""

MEASURES = {
    Measure.UNSTATED: "",
    Measure.TTFT: message("TTFT"),
    Measure.TPOT: message("TPOT"),
    Measure.MEMORY: message("memory"),
    Measure.TESTS: message("wall clock of tests"),
    Measure.BUILD: message("build or start-up time"),
    Measure.THROUGHPUT: message("throughput"),
    Measure.END_TO_END: message("end to end"),
    Measure.BANDWIDTH: message("bandwidth"),
    Measure.COMPUTE: message("compute"),
    Measure.KERNEL: message("kernel time"),
}

_FACTOR = re.compile(r"([~≈]?[+\-−]?[\d,]+(?:\.\d+)?)\s*(x|×|%)?", re.IGNORECASE)
_UNIT = re.compile(
    r"\s*[(\[](?:ms|us|µs|μs|ns|s|sec|t/s|tok/s|[TG]B/s|TFLOPS?)[)\]]|\s(?:ms|us|µs|μs|ns)$", re.IGNORECASE
)
_BEFORE = frozenset({"before", "old", "previous", "prev", "original", "改前", "优化前", "之前"})
_ALONE = re.compile(r"([+-]?)(\d+(?:\.\d+)?)\s*(x|×|%)?(?:\s+(faster|slower|speed-?up|less|more))?", re.IGNORECASE)


_LIST_MARK = re.compile(r"^(?:[-*+•]|\d{1,2}[.)])\s+|^(?:\[[^\[\]]{1,40}\]\s*)+")
_TABLE_BARS = 3
_CLAUSE = re.compile(r"(?:[,;:]|(?<!vs)\.)\s+(?:(?:and|but|while)\s+)?|\s[—–-]\s")
_PART = re.compile(
    rf"{_CLAUSE.pattern}|\s(?:while|but)\s+|(?:(?<=\d[%x×])|(?<=\d [mun]s)|(?<=\d[mun]s))\s+and\s+(?=[a-z])"
    r"|(?<=[a-z]{3})\s+and\s+(?=[~≈]?\d+(?:\.\d+)?\s?[%x×])"
)
""" "and" joins two claims only behind a figure or before one."""
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SOFTWARE_SIZE = re.compile(
    r"\b\d[\d,.]* ?[KMG]i?B\b.{0,40}\b(?:installed|download|wheels?|binar(?:y|ies)|image|on disk)\b", re.IGNORECASE
)
"""The size of what is shipped, which anybody can look up and no GPU changes."""


def figure_text(figures: Sequence[Figure], said: str = "", tags: str = "", *, whole: bool = True) -> str:
    """The figures of an update in one phrase, "" for none: a range where several are of one kind or a table gives them,
    losses included; what was measured of a kernel and what of a server stand together. `said` is the sentence before it
    and `tags` what stands between them; neither is repeated. Where the description was not read `whole`, no GPU is
    called not stated (WORDING.md 0, rule 9); `unread` has the words for it."""
    if not figures:
        return ""
    by_bot = all(figure.by_bot for figure in figures)
    unknown = say(NO_DEVICE) if whole else ""
    if both := _kernel_and_serving(figures, said, unknown):
        parts = [both]
    else:
        claim, condition = _claim(figures, said)
        if _SOFTWARE_SIZE.search(claim) and not by_bot:
            return claim + in_brackets(condition)
        text = f"{said} {tags} {claim} {condition}"
        parts = [
            part for part in (claim, condition, _measured(figures, text), _devices(figures, text, unknown)) if part
        ]
    if by_bot:
        return beside(say("; ").join(parts), say(BY_BOT))
    return say("; ").join((*parts, say(BY_AUTHOR)))


def is_told_whole(update: Update) -> bool:
    """Whether all that an update's source says of its figures was read: its description, or its own summary."""
    return bool(update.summary) or is_read_whole(update)


def unread(update: Update) -> str:
    """What is missing of a description that may state the GPU of figures that name none; "" where nothing is."""
    if update.summary or all(figure.device for figure in update.figures):
        return ""
    match update.body_state:
        case BodyState.MISSING:
            return say(TITLE_ONLY)
        case BodyState.CUT:
            return say(CUT)
        case BodyState.WHOLE:
            return ""


def _kernel_and_serving(figures: Sequence[Figure], said: str, unknown: str) -> str:
    """ "kernel 4.70 → 1.97 ms (RTX 3090), but serving ...": what a part gains alone is not told without what the whole
    gains, where the source tells both; "" where it does not, or where the sentence says one of them."""
    alone = next((figure for figure in figures if figure.measure in KERNEL_LEVEL), None)
    whole = next((figure for figure in figures if figure.measure in SERVING_LEVEL), None)
    if alone is None or whole is None or any(clean(figure.quote) in said for figure in (alone, whole)):
        return ""
    places = {"alone": _with_device(alone, unknown), "whole": _with_device(whole, unknown)}
    gains = times_as_good(alone.quote), times_as_good(whole.quote)
    if gains[0] is not None and gains[1] is not None and gains[1] < gains[0]:
        return say("{alone}, but {whole}", **places)
    return say("{alone}, and {whole}", **places)


def _with_device(figure: Figure, unknown: str) -> str:
    value = _spread(figure) if figure.spread else shortened(clean(figure.quote), SIDE_LIMIT)
    device = clean(figure.device) if figure.device else unknown
    return beside(say(MEASURES[figure.measure]), value) + in_brackets(device)


def _measured(figures: Sequence[Figure], said: str) -> str:
    """What the first figure measures, unless the words before it say so."""
    measure = next((figure.measure for figure in figures if figure.spread), figures[0].measure)
    if measure is Measure.UNSTATED or measure_of(said) is measure or say(MEASURES[measure]) in said:
        return ""
    return say(MEASURES[measure])


def _spread(figure: Figure) -> str:
    """A table's range: "1.71 to 4.38x against cutlass, 2 of 19 worse"."""
    low, spread = clean(figure.quote), figure.spread
    high = clean(spread.highest) if spread else low
    ends = _FACTOR.fullmatch(low), _FACTOR.fullmatch(high)
    text, heading = low, clean(figure.condition)
    if ends[0] and ends[1] and _unit_of(ends[0]) == _unit_of(ends[1]) != "":
        unit = " %" if _unit_of(ends[0]) == "%" else "x"
        text = say("{low} to {high}{unit}", low=ends[0][1], high=ends[1][1], unit=unit)
        heading = heading if unit == " %" else ""
    elif low != high:
        text = say("{low} to {high}{unit}", low=low, high=high, unit="")
    if heading:
        text = say("{heading}: {text}", heading=shortened(heading, SIDE_LIMIT), text=text)
    if against := _compared(figure.against):
        text = say("{text} against {what}", text=text, what=shortened(against, SIDE_LIMIT))
    if spread and spread.losses:
        worse = say("{count} of {total} worse", count=number(spread.losses), total=number(spread.cells))
        text = say(", ").join((text, worse))
    return text if spread is None or spread.whole else text + in_brackets(say("table cut"))


def _unit_of(factor: re.Match[str]) -> str:
    return (factor[2] or "").replace("×", "x").lower()


def _compared(against: str) -> str:
    """What a figure is compared with, without its unit; "" where that is only called "before"."""
    what = _UNIT.sub("", clean(against)).strip()
    return "" if what.casefold() in _BEFORE else what


def _claim(figures: Sequence[Figure], said: str) -> tuple[str, str]:
    """What is claimed, and under which condition. Where the condition is the source's own sentence with the figure in
    it, that sentence is the claim."""
    ranges = [figure for figure in figures if figure.spread]
    if ranges:
        return _more(_spread(ranges[0]), len(figures) - 1), ""
    quotes = list(dict.fromkeys(clean(figure.quote) for figure in figures))
    condition = next((text for figure in figures if (text := _plain(figure.condition))), "")
    if len({figure.measure for figure in figures}) == 1 and (spread := _range(quotes)):
        return spread, _opening(condition)
    told = [quote for quote in quotes if quote in said]
    if told and (not condition or _is_said(condition, said)):
        return "", ""
    first = next((quote for quote in quotes if quote in condition), None)
    if first is not None:
        shown = _around(condition, first)
        return _more(shown, sum(quote not in shown for quote in quotes)), ""
    together = say(", ").join(quotes[:QUOTES_SHOWN])
    count, shown = (QUOTES_SHOWN, together) if len(together) <= QUOTE_LIMIT else (1, shortened(quotes[0], QUOTE_LIMIT))
    return _more(shown, len(quotes) - count), _opening(condition)


def _is_said(condition: str, said: str) -> bool:
    """Whether a condition is the sentence before it in other spelling: dsv4 there is DeepSeek-V4 here."""
    if condition in said or name_key(said) in name_key(condition):
        return True
    words = {name_key(word) for word in condition.split()}
    shared = words & {name_key(word) for word in said.split()}
    return len(shared) >= SAME_WORDS * len(words)


def _devices(figures: Sequence[Figure], said: str, unknown: str) -> str:
    """On what it was measured, or that this is `unknown`; "" where it was said already."""
    devices = dict.fromkeys(clean(figure.device) for figure in figures if figure.device)
    if not devices:
        return unknown
    return shortened(commas(device for device in devices if device.casefold() not in said.casefold()), QUOTE_LIMIT)


def _more(shown: str, left: int) -> str:
    if left <= 0:
        return shown
    more = say_count("{count} more figure", "{count} more figures", left)
    return say("{shown} and {more}", shown=shown, more=more) if shown else more


def _plain(condition: str) -> str:
    """A condition without the marks of a list or of code; a row of a table says nothing by itself."""
    if condition.count("|") >= _TABLE_BARS:
        return say("from a table in the description")
    return _LIST_MARK.sub("", clean(condition)).replace("`", "").rstrip(".;:, ")


def _opening(condition: str) -> str:
    """A condition, or as many of its first clauses as a line has room for; "" if there is room for none."""
    if len(condition) <= CONDITION_LIMIT:
        return condition
    ends = [found.start() for found in _borders(_CLAUSE, condition) if found.start() <= CONDITION_LIMIT]
    return condition[: max(ends, default=0)]


def _borders(pattern: re.Pattern[str], sentence: str) -> list[re.Match[str]]:
    """Where clauses meet: not inside of brackets, which stay whole."""
    spans = [bracket.span() for bracket in _BRACKETS.finditer(sentence)]
    found = pattern.finditer(sentence)
    return [border for border in found if not any(start < border.start() < end for start, end in spans)]


def _around(sentence: str, quote: str) -> str:
    """The clause of a sentence that holds the quote, with as many before and behind it as a line has room for; where
    the clause itself is too long, the part of it that tells of one figure; where that is too long too, its rest from
    the quote on."""
    for pattern in (_CLAUSE, _PART):
        if clause := _clauses_around(_borders(pattern, sentence), sentence, quote):
            return clause
    at = sentence.index(quote)
    end = min((part.start() for part in _borders(_PART, sentence) if part.start() >= at + len(quote)), default=None)
    return shortened(_before_stray_bracket(sentence[at:end]), CLAIM_LIMIT)


def _before_stray_bracket(text: str) -> str:
    """A text up to a bracket that is closed there and was not opened in it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return text[:at]
    return text


def _clauses_around(borders: Sequence[re.Match[str]], sentence: str, quote: str) -> str:
    """As many clauses around the quote as a line has room for; "" if there is room for none."""
    starts = [0, *(border.end() for border in borders)]
    ends = [*(border.start() for border in borders), len(sentence)]
    at = sentence.index(quote)
    first = max(index for index, start in enumerate(starts) if start <= at)
    last = min(index for index, end in enumerate(ends) if end >= at + len(quote))
    if ends[last] - starts[first] > CLAIM_LIMIT:
        return ""
    while first and ends[last] - starts[first - 1] <= CLAIM_LIMIT:
        first -= 1
    while last + 1 < len(ends) and ends[last + 1] - starts[first] <= CLAIM_LIMIT:
        last += 1
    return sentence[starts[first] : ends[last]]


def _range(quotes: Sequence[str]) -> str:
    """Bare figures of one kind as a range: "1.7x", "4.4x" is "1.7 to 4.4x"; "" where they are not of one kind."""
    found = [_ALONE.fullmatch(quote) for quote in quotes]
    bare = [match for match in found if match is not None and match[3]]
    if len(bare) < 2 or len(bare) != len(quotes) or len({(match[3].lower(), match[4]) for match in bare}) > 1:
        return ""
    values = sorted((float(match[1] + match[2]), match[1] + match[2]) for match in bare)
    unit = " %" if bare[0][3] == "%" else "x"
    spread = say("{low} to {high}{unit}", low=values[0][1], high=values[-1][1], unit=unit)
    return f"{spread} {bare[0][4]}" if bare[0][4] else spread
