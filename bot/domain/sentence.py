"""From a title to the sentence of an item, without a model (WORDING.md 0.5).

Prefixes become tags and labels elsewhere; here they go. Names are spelled as the vocabulary spells them, identifiers as
the source does. What else an item's line says (label, figure, state, date, link) is bot/wording/item.py.
"""

from __future__ import annotations

import re

from bot.domain.excerpt import first_sentence, symptom
from bot.domain.grapheme import shortened
from bot.domain.imperative import stands_alone
from bot.domain.label import Label
from bot.domain.spelling import Spelling, spelling_of
from bot.domain.text import clean
from bot.domain.title import bare, marks, part, without_part
from bot.domain.update import Kind, Update
from bot.domain.vocabulary import Vocabulary

SENTENCE_LIMIT = 140
"""Characters of a sentence (WORDING.md 0, rule 3)."""

TITLE_LIMIT = 1_000
"""Characters of a title that are looked at; foreign titles may have 10,000."""

_SCOPE_LIMIT = 24
_NO_SCOPE_WORDS = (
    "api backend bc bench benchmark bug bugfix bugs build breaking cfg cherry-pick cherrypick chore ci cd cleanup "
    "clean code codex common config cookbook core dependency deps dev doc docs easy enhancement env example examples "
    "experimental feat feature features feats fix fixes general hardware hotfix infra kernel kernels lint main major "
    "master minor misc model models module new nfc nit non-breaking notes ops opt optim optimization optimize other "
    "perf performance refactor release releases revert rfc security style test testing tests tool tooling typo update "
    "upstream ut utils version wip"
)
_LONG_SCOPE = {"attn": "attention", "spec": "speculative", "quant": "quantiz", "mm": "multimodal", "ckpt": "checkpoint"}
"""Scopes that a text says in full."""
_ACRONYM = 5
"""Capitals of the longest scope that is read as an abbreviation."""
_SAYS_NO_SCOPE = frozenset(_NO_SCOPE_WORDS.split())
_CONVENTIONAL = re.compile(r"^[A-Za-z-]+\s?\(([^()]+)\)!?$")
_TYPE = re.compile(r"(?:feat|fix|perf|chore|refactor|build|breaking|misc)!?", re.IGNORECASE)
_NAMED_ON = re.compile(r" [A-Z][a-z]+(?: [a-z]|$)")
"""A name that goes on: "Megatron" in "Megatron Bridge default"."""
_GENERIC_SCOPE = re.compile(r"^([A-Za-z][\w.+/-]{1,30})\s*:\s+(?=\S)")
_REVERT = re.compile(r"^(?:\W*)revert(?:s|ed|ing)?\b\s*:?\s*", re.IGNORECASE)
_QUOTES = "\"'“”‘’«»"
_FIX = re.compile(
    r"^(?:bug[- ]?)?fix(?:e[sd]|ing)?\b\s*:?\s+(?:for\s+)?"
    r"(?:(?:an?|the)\s+(?:bug|issue|problem)\s+(?:where|in which|that|when|of)\s+)?",
    re.IGNORECASE,
)
_FIX_TAIL = re.compile(r"(?<=\w{3})\s+(?:bug\s?)?fix(?:es)?$", re.IGNORECASE)
_BRANCH = re.compile(r"^[a-z]{2,12}/[\w.-]*\d{2,}", re.IGNORECASE)
_IDLE_WORDS = (
    "a an and as bug bugs change changes code comments commit fix fixed fixes for from in initial into issue "
    "issues main master merge minor misc of pr review small some stuff the things this to tweak tweaks update "
    "updates various wip work"
)
_SAYS_NOTHING = frozenset(_IDLE_WORDS.split())
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+(?:[.-]?(?:rc|post|dev|alpha|beta|a|b)\.?\d+)*)", re.IGNORECASE)
_DECORATION = re.compile(r"^(?:[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]|:[a-z_]{2,30}:|\s)+")
_DEFAULT = re.compile(r"^default\s+(?=\S.*\sto\s)", re.IGNORECASE)
_CUT_WORD = re.compile(r"(?<=\w{3})\s+[^\s…]{1,30}…$")
_TICKS = re.compile(r"`([^`]*)`")


def sentence(
    update: Update, vocabulary: Vocabulary, detail: str = "", label: Label | None = None, *, labelled: bool = True
) -> str:
    """What the update says, in one line of at most SENTENCE_LIMIT characters; "" where title and description are empty.

    An update's own summary was written by a person and stands as it is. `detail` is a quoted change that says it better
    than the title ("mega_moe_max_tokens 65536 → 131072"). A word that `label` says already is dropped from the front
    (Fix, Revert); where it stands only above as a heading (not `labelled`), a fix keeps its verb if nothing but a name
    would be left. A release gives its version.
    """
    if update.summary:
        return shortened(clean(update.summary), SENTENCE_LIMIT)
    spelling = spelling_of(vocabulary)
    if detail:
        return _finished(clean(detail), spelling, is_name=label is Label.NEEDS)
    if update.kind is Kind.RELEASE and (version := _version(update)):
        return version
    if update.kind is Kind.FIX and label in {None, Label.FIX} and (wrong := symptom(update.body)):
        return _finished(wrong, spelling)
    title = clean(update.title[:TITLE_LIMIT])
    text, suffix = _from_title(title, update, spelling, label, labelled)
    return _finished(text, spelling, suffix)


def _version(update: Update) -> str:
    """The version that a release's tag or title names: without its v where the tag is nothing but the version."""
    tag = clean(update.links.tag or "")
    if tag:
        return tag[1:] if re.match(r"[vV]\d", tag) else tag
    found = _VERSION.search(update.title[:TITLE_LIMIT])
    return found[1] if found else ""


def _from_title(title: str, update: Update, spelling: Spelling, label: Label | None, labelled: bool) -> tuple[str, str]:
    """The text of a title with its scope, and its part number as a suffix."""
    found = part(title)
    of = f" of {found.total}" if found and found.total else ""
    suffix = f" (part {found.number}{of})" if found else ""
    plain = without_part(title) if found else title
    text = _continued(_bare(plain), update.body)
    undone = update.kind is Kind.REVERT or label is Label.REVERTED
    if undone and _REVERT.match(text):
        plain = _REVERT.sub("", text).strip(_QUOTES + " ")
        text = _bare(plain)
    elif label is Label.FIX:
        text = _without_fix(text, labelled)
    elif label is Label.DEFAULT:
        text = _DEFAULT.sub("", text)
    if _says_nothing(text):
        return first_sentence(update.body) or text, suffix
    scope = _scope(marks(plain), text, spelling)
    return f"{scope}: {text}" if scope else _spaced_scope(text, spelling), suffix


def _without_fix(text: str, labelled: bool) -> str:
    """A fix without the verb that its label or heading says, unless what is left under a heading would be the bare name
    of a thing ("Fix act fn in dsv4")."""
    rest = _FIX_TAIL.sub("", _FIX.sub("", text)) or text
    return rest if labelled or stands_alone(rest) else text


def _bare(title: str) -> str:
    return _DECORATION.sub("", bare(_DECORATION.sub("", title))).strip()


def _continued(text: str, body: str) -> str:
    """A title that its host cut ("... initialization fai…") with the rest that then opens the description; without a
    rest, without the word that was cut."""
    if text.endswith("…") and body.startswith("…"):
        rest = clean(body[1:].split("\n", 1)[0][:TITLE_LIMIT])
        return bare(text[:-1] + rest)
    return _CUT_WORD.sub("…", text)


def _says_nothing(text: str) -> bool:
    words = re.findall(r"[^\W_]+", text.casefold())
    return bool(_BRANCH.match(text)) or all(word in _SAYS_NOTHING or word.isdigit() for word in words)


def _scope(found: tuple[str, ...], text: str, spelling: Spelling) -> str:
    """The last prefix that says where the change is, where neither the text nor a tag says it; "" if none does."""
    for at in range(len(found) - 1, -1, -1):
        conventional = _CONVENTIONAL.match(found[at])
        name = conventional[1] if conventional else found[at]
        word = name.strip(" !").casefold()
        if _SAYS_NO_SCOPE.issuperset(word.split()) or "," in word or len(word) > _SCOPE_LIMIT:
            continue
        if not any(sign.isalpha() for sign in word) or _is_said(word, text, spelling):
            continue
        is_module = conventional or (at + 1 < len(found) and _TYPE.fullmatch(found[at + 1]))
        if spelling.is_name(word) and not is_module:
            continue
        written = spelling.respelled(name.strip())
        return _capital(
            written.lower() if len(written) > _ACRONYM and written.isupper() and written.isalpha() else written
        )
    return ""


def _is_said(scope: str, text: str, spelling: Spelling) -> bool:
    """Whether a text says its scope: at its beginning, in full, or as a word; "Megatron Bridge" is not Megatron."""
    folded = text.casefold()
    if folded.startswith(scope) or _LONG_SCOPE.get(scope, scope + "?") in folded:
        return True
    places = [found.span() for found in re.finditer(rf"(?<![\w-]){re.escape(scope)}(?![\w-])", text, re.IGNORECASE)]
    if places:
        return not all(_NAMED_ON.match(text[end:]) and text[start].isupper() for start, end in places)
    return spelling.is_name(scope) and scope in folded


def _spaced_scope(text: str, spelling: Spelling) -> str:
    """A text that opens with a scope of its own ("sycl : rename ..."), the scope spelled and its colon set close."""
    found = _GENERIC_SCOPE.match(text)
    if found and found[1].casefold() in _SAYS_NO_SCOPE:
        return _capital(text[found.end() :])
    return f"{spelling.respelled(found[1])}: {text[found.end() :]}" if found else _capital(text)


def _finished(text: str, spelling: Spelling, suffix: str = "", *, is_name: bool = False) -> str:
    """Names spelled, code marks and the full stop gone, first letter large unless it `is_name` (of a package), cut to
    the limit."""
    seen = _TICKS.sub(r"\1", spelling.respelled(text)).strip()
    if seen.endswith((".", "。")) and not seen.endswith(".."):
        seen = seen[:-1].rstrip()
    return shortened(seen if is_name else _capital(seen), SENTENCE_LIMIT - len(suffix)) + suffix if seen else ""


def _capital(text: str) -> str:
    """The text with a large first letter, if its first word is a plain one and no identifier or scope."""
    word = re.match(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?=[\s,;]|$)", text)
    if word is None or not word[0].islower():
        return text
    return text[0].upper() + text[1:]
