"""The languages in which the bot speaks, and which of them somebody reads.

How a sentence reads in a language is bot/wording's affair; what the source wrote stands in the source's language.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Language(StrEnum):
    """A language of words of our own, by its code."""

    ENGLISH = "en"
    CHINESE = "zh"


_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002ffff]")
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")


def language_of_locale(locale: str) -> Language | None:
    """The language of a locale ("zh-CN", "en_US.UTF-8"), None where it is none of ours."""
    code = re.split(r"[-_.@]", locale.strip(), maxsplit=1)[0].casefold()
    return next((language for language in Language if language.value == code), None)


def is_chinese(text: str) -> bool:
    """Whether a text holds Chinese words; Japanese and Korean, which borrow the signs, do not count."""
    return _HAN.search(text) is not None and _KANA_OR_HANGUL.search(text) is None


def language_for(text: str, locale: str, otherwise: Language) -> Language:
    """The language of a reply: Chinese to a question in Chinese, else that of the asker's locale, else `otherwise`."""
    if is_chinese(text):
        return Language.CHINESE
    return language_of_locale(locale) or otherwise
