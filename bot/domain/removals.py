"""What is gone or called otherwise: removed and renamed names, dropped support, as a title says it.

Most removals are of nobody's concern (dead code, a redundant copy, a test). A name counts where people type it: a flag,
an environment variable, a parameter, a public class. The rest is at most a maybe.
"""

from __future__ import annotations

import re

from bot.domain.evidence import Evidence, Sign
from bot.domain.update import Kind

DETAIL_CHARACTERS = 140
"""The longest detail: an item's sentence (WORDING.md 0)."""

_IDENTIFIER = re.compile(
    r"`(?!\s)([^`\n]{2,80})`"
    r"|(?<![\w-])(--[a-z][\w-]+)"
    r"|(?<![\w.-])([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?!\w|\.\w)"
    r"|(?<![\w./-])([A-Za-z]\w*(?:\.[A-Za-z]\w*)*_\w+(?:\.\w+)*)(?![\w/])"
    r"|(?<![\w.-])([A-Z][a-z0-9]+[A-Z][A-Za-z0-9]+)(?!\w)"
)
_FILE = re.compile(r"\.(?:md|rst|txt|py|pyi|cu|cuh|cc|cpp|h|hpp|sh|toml|ya?ml|json|in)$")
_TYPED_NAME = re.compile(r"^--[a-z]|^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+$")
_TYPED_WORD = re.compile(
    r"\b(?:flags?|arg(?:ument)?s?|param(?:eter)?s?|options?|env(?:iron(?:ment)?)?s?(?:[ _]var\w*)?|cli|apis?"
    r"|config(?:uration)?s?|endpoints?|fields?|settings?|unsupported|deprecated|public|metrics?|pybind|bindings?)\b",
    re.IGNORECASE,
)
_INTERNAL = re.compile(
    r"\b(?:un-?used|dead|redundan\w+|duplicat\w*|un-?necessary|un-?needed|useless|no-?op|stale|left-?over|debug\w*"
    r"|prints?|comments?|todos?|imports?|tests?|unittests?|asserts?|assertions?|logs?|logging|warnings?|copy|copies|sync\w*"
    r"|overhead|work-?arounds?|hacks?|checks?|checking|limits?|limitations?|restrictions?|requirements?|calls?|typos?"
    r"|lint\w*|code|deadcode|never|allocations?|branch(?:es)?|guards?|skips?|contiguous|clones?|scaffold\w*|placeholder\w*|boilerplate"
    r"|docs?|readme|benchmarks?|examples?|scripts?|jobs?|workflows?|caches?|locks?|barriers?|waits?|memory|files?"
    r"|dependenc\w+|conflict\w*|extra|empty|hard-?coded|temporary|internal|private|patch(?:es)?|monkey\w*|loops?"
    r"|kernels?|silent\w*|incorrect|wrong|broken|invalid|non-?existent|accidental\w*|too|spurious|misleading|per-\w+"
    r"|paths?|sentinel|headers?|link|stray|flaky|plumbing|wrapper|helpers?|variables?)\b",
    re.IGNORECASE,
)
_HOUSEKEEPING = re.compile(
    r"\b(?:(?:issue|pr|auto)[- ]?labell?(?:er|ing|s)?|labell?er|(?:issue|pr|pull request) (?:labels?|templates?)"
    r"|(?:stale|merge|label|review|issue|release|ci) ?bot|codeowners?|dependabot|renovate|mergify|codecov|pre-?commit"
    r"|github actions?|ci)\b",
    re.IGNORECASE,
)
"""What a repository is kept with; nobody who uses the project has it."""
_REMOVAL = re.compile(
    r"(?:^|[:;,+.(]\s*|\b(?:and|to|also|then|&)\s+)(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drops?|retir(?:e|es|ed)"
    r"|get rid of)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"(?:[^:]{1,40}:\s*)?(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drops?|retire[sd]?|renam(?:e|es|ed|ing))\b",
    re.IGNORECASE,
)
_LEADING_REMOVAL = re.compile(
    r"(?:[^:]{1,40}:\s*)?\W{0,4}(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drops?|retire[sd]?)\b\s*"
    r"(?:the\s+|support for\s+)?",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\s(?:from|in|when|if|for|so|with|on|at|by|during|after|since|that|which|inside|using|because|due|as"
    r"|and (?:use|add|fix)\w*)\s",
    re.IGNORECASE,
)
_PROPER = re.compile(r"(?<![\w.-])[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\b|\b[A-Z][a-z]+\d\w*\b")
_NAMELESS = re.compile(
    r"\b(?:deprecated|deprecation|obsolete|legacy|old|outdated|unsupported|custom|dummy|items?|things?|stuff|parts?|code|objects?"
    r"|features?|modules?|functions?|classes|class|methods?|arguments?|parameters?|options?|flags?|usages?|logic|support|more"
    r"|all|some|several|multiple|various)\b",
    re.IGNORECASE,
)
_NAMING = re.compile(r"\w\w")
"""What is left of an object's words behind those that name nothing."""
_JOINING = re.compile(
    r"\b(?:and|models?|architectures?|class(?:es)?|backends?|registry|alias(?:es)?)\b|[,&\s()-]", re.IGNORECASE
)
_FEW_WORDS = re.compile(r"[\w.+-]+(?: [\w.+-]+){0,2}")
"""An object of up to three words is a name where what goes is known outside."""
_DROPPED = re.compile(
    r"\b(?:drop|drops|remov(?:e|es|ing)|ends?|discontinu(?:e|es|ing))\s+(?:(?:the|old|legacy|official)\s+)?"
    r"(?:support (?:for|of)\s+(?P<after>[^,;()]{2,60})|(?P<before>[\w .+<>=/-]{2,50}?)\s+support\b)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\d|[A-Z]{2}|[_`]|[a-z][A-Z]")
_RENAME = re.compile(
    r"\brenam(?:e|es|ed|ing)\b\s[^;]{0,60}?[`\"']?(?P<old>-{0,2}[\w.-]*\w)[`\"']?\s*(?:->|→|=>|\bto\b|\binto\b|\bas\b)\s*"
    r"[`\"']?(?P<new>-{0,2}[\w.-]*\w)[`\"']?",
    re.IGNORECASE,
)
_PRIVATE = re.compile(
    r"\b(?:internal|private|variables?|files?|tests?|modul\w+ tests?|directory|folder)\b", re.IGNORECASE
)
_RENAME_WORD = re.compile(r"\brenam(?:e|es|ed|ing)\b", re.IGNORECASE)
_ASIDE = re.compile(r"\b(?:the|an|back|again|consistently|properly|correctly|once)\b", re.IGNORECASE)
_TICKED = re.compile(r"`[^`\n]*`")
_FILLING = re.compile(
    r"\b(?:old|now|unsupported|deprecated|the|and|obsolete|legacy|parameter|flag|option)\b|[`,&\s.]", re.I
)


def names(text: str) -> tuple[str, ...]:
    """The identifiers in a text, in order and without their quotes: flags, environment variables, dotted and
    underscored names, CamelCase, whatever stands in backticks. Files are none, nor what begins with an underscore."""
    found = (next(group for group in match.groups() if group) for match in _IDENTIFIER.finditer(text))
    return tuple(dict.fromkeys(name for name in found if not name.startswith("_") and not _FILE.search(name)))


def dropped(text: str) -> Evidence | None:
    """Support that a title's `text` ends; proof where what is no longer supported has a name."""
    found = _DROPPED.search(text)
    if found is None:
        return None
    what = (found["after"] or found["before"]).strip()
    if _INTERNAL.search(what):
        return None
    return Evidence(Sign.DROPPED, found[0].strip(), proven=bool(_NAMED.search(what)))


def renamed(text: str, kind: Kind) -> Evidence | None:
    """What a title's `text` renames; proof where both names can be quoted and are such as people type."""
    if not _RENAME_WORD.search(text) or _PRIVATE.search(text):
        return None
    public = kind not in {Kind.REFACTOR, Kind.FIX} or bool(_TYPED_WORD.search(text))
    quoted = names(text)
    pair = _RENAME.search(text)
    if pair is not None and all(any(pair[side] in name for name in quoted) for side in ("old", "new")):
        typed = kind is Kind.BREAKING or bool(_TYPED_WORD.search(text) or _TYPED_NAME.search(pair["old"]))
        whole = "/" not in text[max(0, pair.start("old") - 1)] + text[pair.end("new") : pair.end("new") + 1]
        detail = f"{pair['old']} → {pair['new']}" if whole else ""
        return Evidence(Sign.RENAMED, pair[0], detail, proven=typed) if public or typed else None
    return Evidence(Sign.RENAMED, text) if public and (quoted or _TYPED_WORD.search(text)) else None


def removed(text: str, kind: Kind) -> Evidence | None:
    """What a title's `text` takes away; proof where a name that people type can be quoted."""
    verb = _REMOVAL.search(text)
    if verb is None:
        return None
    rest = text[verb.end() :]
    gone = names(_taken(rest))
    if kind in {Kind.FIX, Kind.PERFORMANCE} and not any(_TYPED_NAME.search(name) for name in gone):
        return None
    breaking = kind in {Kind.BREAKING, Kind.DEPRECATION}
    unticked = _TICKED.sub("", rest)
    if not breaking and (_INTERNAL.search(unticked) or _HOUSEKEEPING.search(unticked)):
        return None
    if not (breaking or _TYPED_WORD.search(rest) or any(_TYPED_NAME.search(name) for name in gone)):
        if kind is Kind.REFACTOR and (whole := _named_whole(text)):
            return Evidence(Sign.REMOVED, whole)
        inner = kind in {Kind.REFACTOR, Kind.PERFORMANCE, Kind.FIX, Kind.FEATURE} or not gone
        return None if inner else Evidence(Sign.REMOVED, text)
    if not gone:
        return Evidence(Sign.REMOVED, text[verb.start() :])
    return Evidence(Sign.REMOVED, gone[0], _removal_detail(text[verb.start() :], verb.start(), gone), proven=True)


def removed_by_name(text: str) -> Evidence | None:
    """Proof of a title that opens with taking away something by its name ("Remove Plamo2", "Drop Python 3.9"), which
    holds for what people outside use: whether it is that, is for the caller to know."""
    verb = _LEADING_REMOVAL.match(text)
    if verb is None or is_inward(text[verb.end() :]):
        return None
    taken = _taken(text[verb.end() :]).replace("`", "").strip(" .;,")
    if not _NAMING.search(_NAMELESS.sub("", taken)) or not (
        names(taken) or has_proper_name(taken) or _FEW_WORDS.fullmatch(taken)
    ):
        return None
    return Evidence(Sign.REMOVED, taken, proven=True)


def _named_whole(text: str) -> str:
    """What a title takes away as a whole, where it names nothing else ("Remove APlan, BPlan"); "" otherwise."""
    verb = _LEADING_REMOVAL.match(text)
    taken = _taken(text[verb.end() :]).replace("`", "").strip(" .;,") if verb else ""
    return taken if has_proper_name(taken) and not _JOINING.sub("", _PROPER.sub("", taken)) else ""


def _taken(rest: str) -> str:
    """What stands between a verb of removal and the words that say from where, when or why."""
    place = _PLACE.search(rest)
    return rest[: place.start()] if place else rest


def leads_with_removal(text: str) -> bool:
    """Whether a title's `text` opens, behind a scope at the most, with removing or renaming what is not plainly
    internal. A rename says of what."""
    verb = _LEADING.match(text)
    if verb is None:
        return False
    rest = text[verb.end() :]
    unticked = _TICKED.sub("", rest)
    if _INTERNAL.search(unticked) or _HOUSEKEEPING.search(unticked):
        return False
    return not _RENAME_WORD.search(verb[0]) or bool(_NAMING.search(_NAMELESS.sub("", _ASIDE.sub("", rest))))


def _removal_detail(text: str, start: int, gone: tuple[str, ...]) -> str:
    """ "Remove a_b and c_d" where the title is nothing but a verb, filling and names; else "", and the title stands."""
    rest = text
    for name in sorted(gone, key=len, reverse=True):
        rest = rest.replace(name, "")
    if start or _FILLING.sub("", _REMOVAL.sub("", rest)):
        return ""
    listed = f"{', '.join(gone[:-1])} and {gone[-1]}" if len(gone) > 1 else gone[0]
    detail = f"Remove {listed}"
    return detail if len(detail) <= DETAIL_CHARACTERS else ""


def is_inward(text: str) -> bool:
    """Whether the words of a title's `text` outside of quotes speak of what is inside a project: dead code, logs."""
    return bool(_INTERNAL.search(_TICKED.sub("", text)))


def has_proper_name(text: str) -> bool:
    """Whether a text names something as models and classes are named: inner capitals, or a capital and a number."""
    return _PROPER.search(text) is not None


def names_typed(text: str) -> bool:
    """Whether a title's `text` names a flag or an environment variable, or speaks of what people type."""
    return bool(_TYPED_WORD.search(text)) or any(_TYPED_NAME.search(name) for name in names(text))
