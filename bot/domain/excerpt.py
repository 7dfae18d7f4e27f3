"""Sentences out of a description: its first one, one that says more, and the symptom that a fix is known by.

Descriptions are Markdown by many hands, up to 64 kB; only the beginning is read, by patterns that cannot run away
(B125, B126). What is no author's sentence (comments, checklists, bots' summaries) is left out by bot/domain/breaking.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.breaking import authored_text
from bot.domain.spelling import name_key
from bot.domain.text import clean
from bot.domain.title import bare
from bot.domain.update import Kind, Update

_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}\)")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__)(?=\S)([^*_\n]{1,200}?)(?<=\S)\1(?!\w)")
_NO_SENTENCE = re.compile(
    r"^\s*(?:#|\||```|>|---|===|!\[|\*\*[^*]{1,80}\*\*:?\s*$|(?:https?://|Reverts |Co-authored|Signed-off)\S*)"
)
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_END = re.compile(r"(?<=[.!?。！？])(?:\s+|$)|(?<=[。！？])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|cf|etc|approx|fig|no|resp)\.$", re.IGNORECASE)
_SYMPTOM_LEAD = re.compile(
    r"\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\s+(?:[\w.-]{1,80}/[\w.-]{1,80})?#\d{1,7}\s*[:—–-]\s*"
    r"|\bfix(?:es|ed)?\s+(?:an?|the)\s+(?:bug|issue|problem|regression)\s+(?:where|in which|that|when)\s+",
    re.IGNORECASE,
)
_SYMPTOM = re.compile(
    r"\b(?:hangs?|hung|hanging|dead-?locks?|crash\w*|fail(?:s|ed|ing|ure)?|wrong\w*|incorrect\w*|nans?|inf|garbage"
    r"|corrupt\w*|leaks?\w*|oom|out[- ]of|illegal|errors?|exceptions?|segfaults?|stuck|loses?|lost|overwr\w+|never"
    r"|cannot|can't|does not|doesn't|did not|drops?|dropped|ignor\w+|mismatch\w*|overflow\w*|slow\w*|regress\w*"
    r"|breaks?|broken|raises?|throws?|missing)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 3


def first_sentence(body: str) -> str:
    """The first sentence of a description that is one, in a single line; "" if there is none."""
    return next((found for text in _paragraphs(body) if (found := _sentence(text))), "")


def sentence_beside(body: str, told: str) -> str:
    """The first sentence of a description that does not say what is `told` already; "" if there is none."""
    key = name_key(told)
    for text in _paragraphs(body):
        found = name_key(_SYMPTOM_LEAD.sub("", _sentence(text)))
        if found and key not in found and found not in key:
            return bare(_sentence(text))
    return ""


def symptom(body: str) -> str:
    """What went wrong, as the description says it beside the issue that it fixes ("Fixes #3578: ... deadlocks"); ""
    where it does not."""
    for text in _paragraphs(body):
        lead = _SYMPTOM_LEAD.search(text)
        if lead is not None:
            found = _sentence(text[lead.end() :])
            if found and _SYMPTOM.search(found):
                return found
    return ""


def as_told(update: Update) -> Update:
    """The update under the words that its reader sees: a fix is named by its symptom where the description gives one
    (WORDING.md 0.5)."""
    wrong = symptom(update.body) if update.kind is Kind.FIX and not update.summary else ""
    return replace(update, title=wrong) if wrong else update


def _paragraphs(body: str) -> list[str]:
    """Prose paragraphs, list items among them, each in one line and without markup."""
    paragraphs: list[list[str]] = [[]]
    fenced = False
    for line in authored_text(body).splitlines():
        fence = line.lstrip().startswith("```")
        fenced = fenced != fence
        if fence or fenced or not line.strip() or _NO_SENTENCE.match(line):
            paragraphs.append([])
        elif _BULLET.match(line):
            paragraphs.append([_BULLET.sub("", line, count=1)])
        else:
            paragraphs[-1].append(line)
    return [_plain(" ".join(lines)) for lines in paragraphs if lines]


def _plain(markdown: str) -> str:
    text = _TAG.sub("", _LINK.sub(r"\1", markdown))
    return clean(_EMPHASIS.sub(r"\2", text))


def _sentence(text: str) -> str:
    """The text up to the end of its first sentence, "" if that is too short to say anything or only announces more."""
    end = len(text)
    for found in _END.finditer(text):
        if not _ABBREVIATION.search(text[: found.start()]):
            end = found.start()
            break
    sentence = text[:end].strip()
    announces = sentence.endswith((":", "?", "：", "？"))
    too_short = len(sentence.split()) < _FEWEST_WORDS and sentence.isascii()
    return "" if announces or too_short else sentence
