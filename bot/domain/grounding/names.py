"""Whether every name of a sentence stands in its source: versions, models, hardware, flags, variables, identifiers.

A name may be written as the vocabulary writes it (SM120 for sm_120a); another product of the same number may not stand
in its place.
"""

from __future__ import annotations

import re
import unicodedata

from bot.domain.grounding.source import CHECKED_FACETS, Source, tags_in
from bot.domain.spelling import name_key
from bot.domain.tag import Facet, Tag
from bot.domain.tagging.finder import Finder
from bot.domain.vocabulary import Vocabulary

_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*")
_FLAG_VALUE = re.compile(r"(?<![\w-])(--[A-Za-z][\w.-]*)[ =]([A-Za-z0-9][\w.-]*)(?=\s*(?:$|[,;.):，；。）]))")
_INSTALLED = re.compile(
    r"\b(?:pip3?|uv|npm|conda|apt(?:-get)?|brew|cargo)\s+(?:pip\s+)?(?:install|add|i|get)\s+(?:-\S+\s+)*([A-Za-z][\w.-]*\w)",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"d?[A-Z]{1,2}|[a-z][A-Z]")
"""A quantity of mathematics (dQ, dKV), which code joins to what it does with it (dQaccum)."""
_TOKEN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./:+*()\[\]-]*[A-Za-z0-9_)\]*+]|[A-Za-z0-9_]")
_IDENTIFIER = re.compile(r"_|::|\w\(|[A-Za-z]\.[A-Za-z]|\w/\w+/")
_NUMBER_WITH_UNIT = re.compile(
    r"\d[\d,.]*(?:x|k|m|b|s|ms|us|ns|h|d|min|%|gi?b|mi?b|ki?b|ti?b|tok/s|tflops|pflops|gpus?)?(?:/s)?", re.IGNORECASE
)
_PIECES = re.compile(r"[-/+:()\[\]*]+")
_GENERAL = frozenset(
    ["gpu", "gpus", "cpu", "cpus", "api", "apis", "llm", "llms", "ai", "ok", "io", "i", "os", "pr", "prs"]
)
"""Abbreviations that say nothing of their own."""
_SPELT_OUT = {
    "oom": r"out[- ]of[- ](?:\w+[- ])?memory|memory exhaust",
    "oob": r"out[- ]of[- ]bounds",
    "kv": r"key[- ]?values?|kv",
    "nan": r"nans?|not a number",
    "ep": r"expert[- ]parallel",
    "tp": r"tensor[- ]parallel",
    "pp": r"pipeline[- ]parallel",
    "dp": r"data[- ]parallel",
    "cp": r"context[- ]parallel",
    "sp": r"sequence[- ]parallel",
    "pd": r"prefill.{0,20}decode|disaggregat",
    "jit": r"just[- ]in[- ]time|jit",
    "ttft": r"time[- ]to[- ]first[- ]token",
    "tpot": r"time[- ]per[- ]output[- ]token",
    "moe": r"mixture[- ]of[- ]experts|experts",
    "rl": r"reinforcement",
    "mtp": r"multi[- ]token",
    "lru": r"least[- ]recently",
    "cli": r"command[- ]line",
    "http": r"https?",
    "vlm": r"vision[- ]language",
    "cuda": r"cuda|nvidia",
    "gil": r"global interpreter",
    "rope": r"rotary",
    "swa": r"sliding[- ]window",
    "gqa": r"grouped[- ]query",
    "mha": r"multi[- ]head",
    "mla": r"latent attention",
    "ssm": r"state[- ]space",
    "json": r"json",
    "url": r"urls?|address",
    "ipc": r"inter[- ]process",
    "ft": r"fine[- ]tun",
}
_WIDE_SIGNS = re.compile("[（）【】「」《》、]")
"""Chinese signs that part words; made narrow they would seem to belong to an identifier."""
_SENTENCE_START = re.compile(r"(?:^|[.!?:;。！？：；])\s*$|(?:^|[·|])\s*$")


def strange_name(sentence: str, source: Source, vocabulary: Vocabulary, finder: Finder) -> str:
    """The first name of the sentence that its source does not hold, "" if there is none."""
    text = unicodedata.normalize("NFKC", _WIDE_SIGNS.sub(" ", sentence))
    tags = tags_in(text, finder)
    for tag in sorted(tags):
        if tag.facet in CHECKED_FACETS and not _is_told(tag, source, vocabulary):
            return str(tag)
    if wrong := _misattributed(tags, source, vocabulary):
        return str(wrong)
    for flag in _FLAG.findall(text):
        if flag.startswith("--") and not source.holds_flag(flag):
            return str(flag)
    if value := _strange_value(text, source) or _strange_package(text, source):
        return value
    labels = _labels(tags, source, vocabulary)
    for found in _TOKEN.finditer(text):
        opens = bool(_SENTENCE_START.search(text[: found.start()]))
        for token in _to_check(found[0], source):
            if _is_name(token, opens) and not _stands(token, source, labels, tags):
                return token
            opens = False
    return ""


def _strange_value(text: str, source: Source) -> str:
    """The value of a flag at the end of a clause that the source does not name, where it gives that flag a value."""
    for flag, value in _FLAG_VALUE.findall(text):
        gives_one = re.search(rf"(?<![\w-]){re.escape(flag.casefold())}[ =][a-z0-9]", source.folded)
        if gives_one and not source.holds_literally(value):
            return str(value)
    return ""


def _strange_package(text: str, source: Source) -> str:
    """The package that a command in the sentence installs, where the source does not name it."""
    return next((name for name in _INSTALLED.findall(text) if not source.holds_literally(name)), "")


def _is_told(tag: Tag, source: Source, vocabulary: Vocabulary) -> bool:
    """A family may stand for its member, never a member for its family."""
    del vocabulary
    return tag in source.tags


def _misattributed(tags: frozenset[Tag], source: Source, vocabulary: Vocabulary) -> Tag | None:
    """Hardware or a format that the source only mentions (a contrast, a test machine), where none that its title names,
    or that it is about, is named."""
    for facet in (Facet.HARDWARE, Facet.FORMAT):
        titled = {tag for tag in source.titled if tag.facet is facet}
        about = titled or {tag for tag in source.about if tag.facet is facet}
        named = {tag for tag in tags if tag.facet is facet}
        related = vocabulary.closure(frozenset(named)) & about or vocabulary.closure(frozenset(about)) & named
        if about and named and not related:
            return min(named)
    return None


def _labels(tags: frozenset[Tag], source: Source, vocabulary: Vocabulary) -> frozenset[str]:
    """Keys of the names under which the vocabulary writes the tags that sentence and source share, part by part."""
    found: set[str] = set()
    for tag in tags & source.tags:
        label = vocabulary.label(tag)
        found.add(name_key(label))
        found.update(name_key(piece) for piece in re.split(r"[\s-]+", label) if tag in source.written_tags)
    return frozenset(found)


def _to_check(token: str, source: Source) -> list[str]:
    """A token as a whole where the source has it so or it is an identifier, else its pieces."""
    bare = token.rstrip(".:,*+").lstrip("*")
    if bare.endswith(")") and "(" not in bare:
        bare = bare.rstrip(")")
    if not bare or source.holds_literally(bare):
        return []
    listed = bare.split("/")
    if len(listed) > 2 and all(name_key(piece) in source.grams for piece in listed):
        return []
    if _IDENTIFIER.search(bare.replace("/", " ") if bare.count("/") < 2 else bare):
        return [bare]
    if name_key(bare) in source.grams and not re.search(r"\d\.\d|\d[-/]\d", bare):
        return []
    return [piece for piece in _PIECES.split(bare) if piece]


def _is_name(token: str, opens: bool) -> bool:
    """Whether the token is a name and no ordinary word or number; `opens`: it stands at a sentence's beginning."""
    if _NUMBER_WITH_UNIT.fullmatch(token):
        return False
    if _IDENTIFIER.search(token) or any(sign.isdigit() for sign in token):
        return True
    if any(sign.isupper() for sign in token[1:]):
        return True
    return token[:1].isupper() and not opens and len(token) > 1


def _stands(token: str, source: Source, labels: frozenset[str], tags: frozenset[Tag]) -> bool:
    key = name_key(token)
    if key in source.grams or key in labels or key in _GENERAL:
        return True
    if _IDENTIFIER.search(token):
        return source.holds_literally(token.rstrip("()"))
    if _SYMBOL.fullmatch(token) and re.search(rf"(?<![A-Za-z]){token}(?![A-Z])", source.text):
        return True
    if any(sign.isdigit() for sign in token):
        return False
    if key.endswith("s") and (key[:-1] in source.grams or key[:-1] in _GENERAL):
        return True
    spelt = _SPELT_OUT.get(key) or _SPELT_OUT.get(key.removesuffix("s"))
    if spelt:
        return bool(re.search(spelt, source.folded))
    topics = {
        tag
        for tag in tags
        if tag.facet is Facet.TOPIC and key in (name_key(tag.name), name_key(tag.name.replace("-", "")))
    }
    return bool(topics & source.tags)
