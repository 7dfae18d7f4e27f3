"""How things stand to each other: what moves to what, which side is meant, which limit and default hold, whose a number
is. Every name of a sentence may stand in its source, and the sentence still say the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.grounding.source import content_words, stem

_NAME = r"`?(?P<{}>[A-Za-z][\w.+-]{{0,60}}\w)`?"
_OLD, _NEW = _NAME.format("old"), _NAME.format("new")
_MOVES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bfrom (?:the )?{_OLD} to (?:the )?{_NEW}",
        rf"\breplac\w+ (?:the )?{_OLD} (?:with|by) (?:the )?{_NEW}",
        rf"{_NEW} (?:instead of|rather than|in place of) (?:the )?{_OLD}",
        rf"{_OLD}\s*(?:->|→|=>|➜)\s*{_NEW}",
        rf"[由从]\s?{_OLD}\s?(?:迁移|切换|改|换|升级|移植|变)?[到至为成]\s?{_NEW}",
        rf"{_OLD}\s?(?:改为|改成|换成|变为|迁移到|切换到|替换为)\s?{_NEW}",
        rf"[用以]\s?{_NEW}\s?(?:替换|代替|取代|替代)(?:了)?\s?{_OLD}",
    )
)
_SIDES = tuple(
    (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))
    for one, other in (
        (r"\beager\b", r"\bgraphs?\b|cudagraph|图模式"),
        (r"\bprefill\w*|预填充", r"\bdecod(?:e|es|ing)\b|解码"),
        (r"\bforward\b|\bfwd\b|前向", r"\bbackward\b|\bbwd\b|反向"),
        (r"\bencoders?\b|编码器", r"\bdecoders?\b|解码器"),
        (r"\bonline\b|在线", r"\boffline\b|离线"),
        (r"\bsync(?:hronous\w*)?\b|(?<!异步)同步", r"\basync\w*|异步"),
        (r"\bsingle[- ]\w|单\s?(?=[A-Z卡机节流])", r"\bmulti(?:ple)?[- ]?\w|多\s?(?=[A-Z卡机节流])"),
        (r"\bstatic\w*|静态", r"\bdynamic\w*|动态"),
        (r"\bdense\b|稠密", r"\bspars\w+|稀疏"),
        (r"\binputs?\b|输入", r"\boutputs?\b|输出"),
        (r"\bclients?\b|客户端", r"\bservers?\b|服务端|服务器"),
        (r"\brow(?:s|-wise)?\b", r"\bcolumn(?:s|-wise)?\b"),
        (r"\bleft\b", r"\bright\b"),
        (r"(?<!un)\bsigned\b|有符号", r"\bunsigned\b|无符号"),
        (r"\bmin(?:imum)?\b|最小", r"\bmax(?:imum)?\b|最大"),
        (r"\bintra-", r"\binter-"),
        (r"\blocal\w*|本地", r"\bremote\w*|远程"),
        (r"\btraining\b|训练", r"\binference\b|推理"),
        (r"(?<!a)symmetric|(?<!非)对称", r"\basymmetric|非对称"),
        (r"\bpush\w*", r"\bpull\w*"),
    )
)
_COUNT = r"(?P<count>\d[\d,]*)(?![\d.,]*\s?(?:[x×%倍]|\d))"
_MOST = re.compile(rf"(?:<=|≤|\bup to|\bat most|\bno more than|不超过|最多|至多)\D{{0,8}}?{_COUNT}", re.IGNORECASE)
_LOW = re.compile(
    r"(?:<=?|≤|\bup to|\bat most|\bno more than|\bbelow|\bunder|\b(?:less|fewer) than|不超过|最多|至多|[小低少]于)"
    rf"\D{{0,8}}?{_COUNT}",
    re.IGNORECASE,
)
_HIGH = re.compile(
    r"(?:>=?|≥|\babove|\bover|\b(?:more|greater|larger) than|\bexceed\w*|\bat least|(?<!不)超过|[大多高]于|至少)"
    rf"\D{{0,8}}?{_COUNT}",
    re.IGNORECASE,
)
_FALLS = re.compile(r"\bfall\w*[ -]?back|\b(?:reject|error|fail|disabl|skip)|回退|拒绝|报错|禁用|跳过", re.IGNORECASE)
_COMPARED = re.compile(r"(?P<left>(?<!\w)\w{1,60}(?: ?% ?\w{1,60})?) ?(?P<sign>==|!=|<=|>=|<|>|≠|≤|≥) ?(?P<right>\w+)")
_CLAUSE = re.compile(r"[;；。，\n]|[.,](?=\s)")
_VALUE = r"[`'\"]?(?P<value>[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{4,}|\d[\d,.]*\d|\d|[Tt]rue|[Ff]alse)\b"
_DEFAULT = re.compile(
    r"(?:\b[Dd]efault(?:s|ed|ing)?(?: value)?(?: (?:is|to|of|now|remains|stays))*|默认(?:值)?(?:仍)?(?:为|是|改为)?)"
    rf"\s?[:=]?\s?{_VALUE}"
)
_NEEDED = re.compile(
    r"(?P<not>\bnot |n't |\bno longer |\bwithout |无需|不再|不|无须)?"
    r"(?:\b(?:need(?:s|ing)?|requir(?:es?|ing)|must (?:be )?(?:set|have|use)|depends? on)"
    r"|必须(?:设置|使用|安装|启用)?|需要|要求|依赖)"
    r"\s?(?:the |an? )?`?(?P<what>[A-Za-z][\w-]{0,60}\w)",
    re.IGNORECASE,
)
_CARD = re.compile(r"\b(?P<card>(?:sm|gfx)[_ ]?\d+\w?)[ -](?P<part>[A-Za-z]{4,})", re.IGNORECASE)
_ALLOWS = re.compile(r"\b(?:allow|accept|permit)\w*|允许|接受", re.IGNORECASE)
_REJECTS = re.compile(r"\b(?:reject|refus|forbid|disallow)\w*|拒绝|禁止", re.IGNORECASE)
SAME_CLAUSE = 0.6
"""So much of a sentence's words in one clause of the source: that clause is what it retells."""
_OWNED = re.compile(r"(?P<owner>[A-Za-z][\w-]{1,60})(?:'s| 的|的|:)? ?(?P<count>\d+(?:\.\d+)+|\d{2,})(?![\w.]*\w)")


def turns_relation(sentence: str, source: str) -> bool:
    """Whether the sentence has its source's names and numbers in another relation than the source has them."""
    return (
        _moves_back(sentence, source)
        or _takes_other_side(sentence, source)
        or _compares_otherwise(sentence, source)
        or _limits_otherwise(sentence, source)
        or _defaults_otherwise(sentence, source)
        or _needs_otherwise(sentence, source)
        or _swaps_owners(sentence, source)
        or _swaps_cards(sentence, source)
        or _allows_otherwise(sentence, source)
    )


def _moves_back(sentence: str, source: str) -> bool:
    """Whether what the source replaces takes the place of what replaces it."""
    said = set(_moves(sentence))
    if not said:
        return False
    there = set(_moves(source))
    return any((new, old) in there and (old, new) not in there for old, new in said)


def _moves(text: str) -> Iterator[tuple[str, str]]:
    for pattern in _MOVES:
        for found in pattern.finditer(text):
            yield found["old"].casefold(), found["new"].casefold()


def _takes_other_side(sentence: str, source: str) -> bool:
    """Whether the sentence speaks of the one of two opposites where the source speaks only of the other."""
    for pair in _SIDES:
        for ours, theirs in (pair, pair[::-1]):
            one_sided = ours.search(sentence) and not theirs.search(sentence)
            if one_sided and theirs.search(source) and not ours.search(source):
                return True
    return False


def _compares_otherwise(sentence: str, source: str) -> bool:
    """Whether two things that the source compares are compared by another sign."""
    there = set(_compared(source))
    pairs = {(left, right) for left, _, right in there}
    return any((left, right) in pairs and (left, sign, right) not in there for left, sign, right in _compared(sentence))


def _compared(text: str) -> Iterator[tuple[str, str, str]]:
    for found in _COMPARED.finditer(text):
        yield found["left"].replace(" ", ""), found["sign"], found["right"]


def _limits_otherwise(sentence: str, source: str) -> bool:
    """Whether another number of the source is called its limit, or what happens beyond a limit happens below it."""
    limits = _counts(_MOST, source)
    if limits and not _counts(_MOST, sentence) <= limits | _counts(_HIGH, source):
        return True
    for clause in _CLAUSE.split(sentence):
        if _FALLS.search(clause):
            low, high = _falling(_LOW, source), _falling(_HIGH, source)
            if _counts(_LOW, clause) & (high - low) or _counts(_HIGH, clause) & (low - high):
                return True
    return False


def _counts(pattern: re.Pattern[str], text: str) -> set[str]:
    return {found["count"].replace(",", "") for found in pattern.finditer(text)}


def _falling(pattern: re.Pattern[str], source: str) -> set[str]:
    clauses = [clause for clause in _CLAUSE.split(source) if _FALLS.search(clause)]
    return set().union(*(_counts(pattern, clause) for clause in clauses))


def _defaults_otherwise(sentence: str, source: str) -> bool:
    """Whether a value is called the default where the source calls another one so, and never this one."""
    there = {found["value"].casefold() for found in _DEFAULT.finditer(source)}
    for found in _DEFAULT.finditer(sentence) if there else ():
        value = found["value"].casefold()
        near = rf"(?<![\w.]){re.escape(value)}(?![\w.]*\w)"
        beside = rf"\bdefault\b[^\n]{{0,40}}{near}|{near}[^\n]{{0,20}}\bdefault|默认[^\n]{{0,20}}{near}"
        if value not in there and not re.search(beside, source.casefold()):
            return True
    return False


def _needs_otherwise(sentence: str, source: str) -> bool:
    """Whether something is needed that the source says is not, or the other way round."""
    there = {(found["what"].casefold(), bool(found["not"])) for found in _NEEDED.finditer(source)}
    said = {(found["what"].casefold(), bool(found["not"])) for found in _NEEDED.finditer(sentence)}
    return any((what, not denied) in there and (what, denied) not in there for what, denied in said)


def _swaps_owners(sentence: str, source: str) -> bool:
    """Whether a measured number stands beside a name whose line in the source's table has another of the sentence's
    numbers, and not this one."""
    owned = {(found["owner"].casefold(), found["count"]) for found in _OWNED.finditer(sentence)}
    numbers = set(re.findall(r"\d+(?:\.\d+)+|\d{2,}", sentence))
    if not owned or len(numbers) < 2:
        return False
    lines = [line.casefold() for line in source.split("\n")]
    for owner, count in owned:
        theirs = [line for line in lines if re.search(rf"(?<!\w){re.escape(owner)}(?!\w)", line)]
        has = any(_holds(line, count) for line in theirs)
        if not has and any(_holds(line, other) for line in theirs for other in numbers - {count}):
            return True
    return False


def _swaps_cards(sentence: str, source: str) -> bool:
    """Whether a part (kernel, mainloop) is said to be of one card that the source says is of another only."""
    there = set(_cards(source))
    parts, cards = {part for _, part in there}, {card for card, _ in there}
    return any(part in parts and card in cards and (card, part) not in there for card, part in _cards(sentence))


def _cards(text: str) -> Iterator[tuple[str, str]]:
    for found in _CARD.finditer(text):
        yield re.sub("[_ ]", "", found["card"].casefold()), stem(found["part"])


def _allows_otherwise(sentence: str, source: str) -> bool:
    """Whether the sentence allows what the source rejects in the clause that it retells, or the other way round."""
    words = {stem(word) for word in content_words(sentence)}
    for ours, theirs in ((_ALLOWS, _REJECTS), (_REJECTS, _ALLOWS)):
        if not ours.search(sentence) or theirs.search(sentence) or not words:
            continue
        for clause in _CLAUSE.split(source):
            if theirs.search(clause) and not ours.search(clause):
                shared = words & {stem(word) for word in content_words(clause)}
                if len(shared) >= SAME_CLAUSE * len(words):
                    return True
    return False


def _holds(line: str, number: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.]*\d)", line))
