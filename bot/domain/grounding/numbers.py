"""Numbers with their units, written one way: 1,024 is 1024, 4.70 ms is 4.7 ms, "9 to 31 %" is 9 % and 31 %.

Nothing is converted: 0.5 s for 500 ms is another number. Names with digits (SM120, 0.6.15rc2) are names.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

_UNITS: Mapping[str, str] = {
    spelling: unit
    for unit, spellings in {
        "ms": "ms millisecond milliseconds 毫秒",
        "us": "us μs microsecond microseconds 微秒",
        "ns": "ns nanosecond nanoseconds 纳秒",
        "s": "s sec secs second seconds 秒 秒钟",
        "min": "min mins minute minutes 分钟",
        "h": "h hr hrs hour hours 小时",
        "day": "d day days 天 日",
        "week": "week weeks 周",
        "%": "% percent pct 个百分点",
        "x": "x times fold 倍",
        "gib": "gib",
        "mib": "mib",
        "kib": "kib",
        "tib": "tib",
        "gb": "gb",
        "mb": "mb",
        "kb": "kb",
        "tb": "tb",
        "gb/s": "gb/s gbps gib/s",
        "tb/s": "tb/s tbps tib/s",
        "mb/s": "mb/s mbps mib/s",
        "tok/s": "tok/s toks/s token/s tokens/s tps t/s token/秒 tokens/秒",
        "tflops": "tflops tflop/s tflop tflops/s",
        "pflops": "pflops pflop/s",
        "gflops": "gflops gflop/s",
        "req/s": "req/s reqs/s requests/s qps rps",
        "it/s": "it/s steps/s samples/s",
        "k": "k",
        "m": "m million 百万",
        "b": "b bn billion 十亿",
        "w": "w watt watts kw 瓦",
        "bit": "bit bits 位 比特",
        "byte": "byte bytes 字节",
        "token": "token tokens 个token 个tokens",
        "gpu": "gpu gpus card cards 卡 张卡 个gpu",
        "node": "node nodes 节点 个节点 台机器",
        "rank": "rank ranks 个rank",
        "layer": "layer layers 层",
        "expert": "expert experts 专家 个专家",
        "head": "head heads 个头 头",
        "request": "request requests 请求 个请求",
        "step": "step steps 步",
        "sm": "sms",
        "thread": "thread threads 线程 个线程",
        "stage": "stage stages 级",
        "row": "row rows 行",
        "dim": "dim dims 维",
        "model": "model models",
        "kernel": "kernel kernels",
    }.items()
    for spelling in spellings.split()
}
_COUNTED = frozenset(
    [
        "token",
        "gpu",
        "node",
        "rank",
        "layer",
        "expert",
        "head",
        "request",
        "step",
        "sm",
        "thread",
        "stage",
        "row",
        "dim",
        "model",
        "kernel",
        "bit",
        "byte",
        "k",
        "m",
        "b",
        "day",
    ]
)
"""Units that a source may leave away or write in a place of its own."""
_MAGNITUDES: Mapping[str, int] = {"万": 10**4, "亿": 10**8, "千": 10**3}
_WORDS: Mapping[str, str] = {
    word: str(value)
    for value, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], start=2
    )
}
_CHINESE: Mapping[str, str] = {
    "两": "2", "双": "2", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9",
    "十": "10",
}  # fmt: skip
_MEASURES = "个种条倍次项张路处层组块步卡份类款台"
_SPELT = sorted(_UNITS, key=len, reverse=True)
_LATIN_UNITS = "|".join(re.escape(spelling) for spelling in _SPELT if spelling.isascii() and spelling != "%")
_OTHER_UNITS = "|".join(re.escape(spelling) for spelling in _SPELT if not spelling.isascii())
_NUMBER = re.compile(
    r"(?<![\w.])(?P<value>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*)"
    rf"(?:\s?(?P<scale>[万亿千])\s?)?"
    rf"(?:(?:\s?-?(?P<unit>%|(?:{_LATIN_UNITS})(?![a-z0-9_])|(?:{_OTHER_UNITS})))|(?![a-z0-9_]))",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?<![A-Za-z\d.])\d+(?:\.\d+)*|\d+(?:\.\d+)*(?![A-Za-z\d]|\.\d)")
"""Numbers, also those that a name begins or ends with (TP8), but not those within one (ue8m0)."""
_AFTER_LETTERS = re.compile(r"百分之\s?(\d+(?:\.\d+)?)")
_BETWEEN = re.compile(
    r"\s*(?:-|~|to|and|or|->|-->|=>|→|➜|/|,|;|至|到|和|与|或|、|降至|降到|降为|升至|升到|升为|增至|增到|提升到|提升至|提高到|提高至|改为|"
    r"变为|改成|down to|up to|vs\.?|versus|against|from|instead of|而非|对)\s*~?\s*",
    re.IGNORECASE,
)
_COUNT_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b(?![ -](?:of|by)\b)", re.IGNORECASE)
_CHINESE_COUNT = re.compile(
    rf"(?<![一-鿿第])([{''.join(_CHINESE)}])\s?(?=[{_MEASURES}])|([两三四五六七八九十])(?=倍|个|种|项)"
    r"|([双两三四五六七八九十])\s?(?=[A-Z])"
)
_ARROW = re.compile(
    r"(\d[\d.,]*)\s?([a-z%/μ]{0,6})\s*(?:->|-->|=>|→|➜|to|至|到|降至|降到|降为|升至|升到|增至|提升到|提升至|提高到|提高至|改为|变为|改成)"
    r"\s*~?(\d[\d.,]*)",
    re.IGNORECASE,
)
_DOUBLE = re.compile(r"\b(?:twice|doubl\w+)\b|翻(?:了)?(?:一)?倍|翻番", re.IGNORECASE)
_DOUBLED_IN = re.compile(
    r"\b(?:twice|doubl\w+|two times)\b|(?<![\d.])2(?:\.0+)?\s?(?:x\b|times|倍)|两倍|翻倍|100\s?%", re.IGNORECASE
)
_HALF = re.compile(r"\bhal(?:f|ve[sd]?|ving)\b|减半|一半|折半", re.IGNORECASE)
_HALVED_IN = re.compile(
    r"\bhal(?:f|ve[sd]?|ving)\b|减半|一半|折半|(?<![\d.])(?:50\s?%|0\.50?\s?x|2(?:\.0+)?\s?x)", re.IGNORECASE
)
_TRIPLE = re.compile(r"\b(?:triple[sd]?|thrice|quadrupl\w+)\b", re.IGNORECASE)
_ORDER = re.compile(r"\borders? of magnitude\b|数量级", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is compared: digits without commas, zeros at the end of a decimal cut where it has a unit."""

    value: str
    unit: str = ""


class Numbers:
    """The numbers of a source text."""

    def __init__(self, text: str) -> None:
        self._text = _one_writing(text)
        self._units: dict[str, set[str]] = {}
        for one in quantities(text):
            self._units.setdefault(_plain(one.value), set()).add(one.unit)
        self._values = {one.value for one in quantities(text)} | set(_DIGITS.findall(self._text))
        self._any_units = {unit for units in self._units.values() for unit in units} | _bare_units(self._text)
        self._counts = {_WORDS[word.casefold()] for word in _COUNT_WORD.findall(self._text)}
        self._counts |= {_CHINESE["".join(found)] for found in _CHINESE_COUNT.findall(self._text)}
        self._steps = set(_steps(self._text))

    @property
    def directions(self) -> frozenset[str]:
        """Whether figures fall ("less") or rise ("more") here, as concepts.py calls it."""
        ratios = [_ratio(*step) for step in self._steps]
        falls, rises = any(0 < one < 1 for one in ratios), any(one > 1 for one in ratios)
        return frozenset(name for name, is_so in (("less", falls), ("more", rises)) if is_so)

    def hold(self, sentence: str) -> bool:
        """Whether every number of the sentence stands here with its unit, and no change runs the other way."""
        text = _one_writing(sentence)
        if not all(map(self._holds, quantities(sentence))):
            return False
        counts = [_WORDS[word.casefold()] for word in _COUNT_WORD.findall(text)]
        counts += [_CHINESE["".join(found)] for found in _CHINESE_COUNT.findall(text)]
        if any(count not in self._counts and count not in self._values for count in counts):
            return False
        changes = {_ratio(*step) for step in self._steps}
        if (_HALF.search(text) and 0.5 in changes) or (_DOUBLE.search(text) and 2.0 in changes):
            text = _DOUBLE.sub("", _HALF.sub("", text))
        for said, needed in ((_DOUBLE, _DOUBLED_IN), (_HALF, _HALVED_IN), (_TRIPLE, _TRIPLE), (_ORDER, _ORDER)):
            if said.search(text) and not needed.search(self._text):
                return False
        return not any(
            (after, before) in self._steps for before, after in _steps(text) if (before, after) not in self._steps
        )

    def _holds(self, one: Quantity) -> bool:
        units = self._units.get(_plain(one.value))
        if units is None:
            return not one.unit and (one.value in self._values or one.value in self._counts)
        if one.unit in units:
            return True
        if not one.unit:
            return one.value in self._values or _plain(one.value) in self._units
        if "" in units:
            # A table writes the unit in its head.
            return one.unit in self._any_units or one.unit in _COUNTED
        return one.unit in _COUNTED and not units - _COUNTED - {""} and not units & _COUNTED


def counts_otherwise(sentence: str, title: str) -> bool:
    """Whether a sentence counts other experts, cards or heads than the title does, and never the title's."""
    titled: dict[str, set[str]] = {}
    for one in quantities(title):
        if one.unit in _COUNTED:
            titled.setdefault(one.unit, set()).add(one.value)
    said = [one for one in quantities(sentence) if one.unit in titled]
    return bool(said) and not any(one.value in titled[one.unit] for one in said)


def quantities(text: str) -> list[Quantity]:
    """The numbers of a text from left to right; of "9 to 31 %" both have the unit."""
    plain = _one_writing(text)
    found = [_read(match) for match in _NUMBER.finditer(plain)]
    spans = [match.span() for match in _NUMBER.finditer(plain)]
    for place in range(len(found) - 2, -1, -1):
        between = plain[spans[place][1] : spans[place + 1][0]]
        if not found[place].unit and found[place + 1].unit and _BETWEEN.fullmatch(between):
            found[place] = _quantity(found[place].value, found[place + 1].unit)
    return found + [_quantity(value, "%") for value in _AFTER_LETTERS.findall(plain)]


def _read(match: re.Match[str]) -> Quantity:
    value = match["value"].replace(",", "")
    if match["scale"] and value.count(".") < 2:
        value = _digits(Decimal(value) * _MAGNITUDES[match["scale"]])
    before = match.string[max(0, match.start() - 4) : match.start()]
    unit = _UNITS.get((match["unit"] or "").casefold(), "")
    return _quantity(value, unit or ("%" if before.endswith("百分之") else ""))


def _quantity(value: str, unit: str) -> Quantity:
    return Quantity(_plain(value) if unit else value, unit)


def _plain(value: str) -> str:
    """A decimal without zeros at its end; versions with two points stay."""
    return _digits(Decimal(value)) if value.count(".") <= 1 else value


def _digits(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _one_writing(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub("[‐-―−－]", "-", plain.replace("×", "x").replace("µ", "μ").replace("~", "~").replace("∼", "~"))
    # 8x MI300X and 8xH800 are eight cards, no factor.
    plain = re.sub(r"(?<![\w.])(\d{1,4})\s?[xX*]\s?(?=[A-Z]{1,4}\d)", r"\1 gpus ", plain)
    # A Chinese character is a letter to \\w, but no part of a number's word.
    return re.sub(r"(?<=[一-鿿，。；：、（）])(?=\d)|(?<=\d)(?=[，。；：、（）])", " ", plain)


def _steps(text: str) -> Iterator[tuple[str, str]]:
    """Changes "from a to b" as they run, equal ends left out."""
    for before, _, after in _ARROW.findall(text):
        ends = _plain_end(before), _plain_end(after)
        if ends[0] != ends[1] and all(ends):
            yield ends


def _ratio(before: str, after: str) -> float:
    """How many times as much a change leaves, to one place; 0 where that cannot be said."""
    try:
        return round(float(after) / float(before), 1)
    except (ValueError, ZeroDivisionError):
        return 0.0


def _plain_end(text: str) -> str:
    value = text.replace(",", "").strip(".")
    return _plain(value) if re.fullmatch(r"\d+(?:\.\d+)?", value) else value


def _bare_units(text: str) -> set[str]:
    """Units that stand without a number: in the head of a table, in brackets."""
    found: Iterable[str] = re.findall(rf"[(\[|/ ]\s?(%|{_LATIN_UNITS})\s?(?=[)\]|, ]|$)", text, re.IGNORECASE)
    units = {_UNITS[spelling.casefold()] for spelling in found}
    return units | ({"x"} if re.search(r"speed-?up|ratio|加速比|倍", text, re.IGNORECASE) else set())
