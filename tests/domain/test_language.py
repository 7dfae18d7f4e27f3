"""Languages: which one somebody reads, by locale and by the words of a question."""

from __future__ import annotations

import pytest

from bot.domain.language import Language, is_chinese, language_for, language_of_locale


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        pytest.param("zh-CN", Language.CHINESE, id="discord"),
        pytest.param("zh_TW.UTF-8", Language.CHINESE, id="desktop"),
        pytest.param("en-US", Language.ENGLISH, id="english"),
        pytest.param("de-DE", None, id="none of ours"),
        pytest.param("", None, id="unknown"),
    ],
)
def test_locales(locale: str, language: Language | None) -> None:
    """A locale is read by its language alone."""
    assert language_of_locale(locale) is language


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        pytest.param("昇腾950量化最近更新", True, id="chinese"),
        pytest.param("flashinfer sm120", False, id="english"),
        pytest.param("カーネルの更新", False, id="japanese kana"),
        pytest.param("最新の更新", False, id="japanese with han"),
        pytest.param("커널", False, id="korean"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_chinese_is_told_by_its_signs(text: str, chinese: bool) -> None:
    """Chinese words count, and not the Japanese and Korean ones that borrow the signs."""
    assert is_chinese(text) is chinese


def test_the_question_goes_before_the_locale() -> None:
    """Who asks in Chinese is answered in Chinese, else the locale decides, else the program's language."""
    assert language_for("sm120 最近有什么更新", "en-US", Language.ENGLISH) is Language.CHINESE
    assert language_for("sm120", "zh-CN", Language.ENGLISH) is Language.CHINESE
    assert language_for("sm120", "fr-FR", Language.CHINESE) is Language.CHINESE
    assert language_for("sm120", "en-GB", Language.CHINESE) is Language.ENGLISH
