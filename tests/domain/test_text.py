"""The one tokenizer, and text made clean: what search finds, and what readers can never be sent."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text import BREAK, clean, clean_body, fold, holds, stream, words

ANY_TEXT = st.text(max_size=200)
CHINESE = st.text("量化支持投机解码稀疏注意力昇腾卸载", min_size=2, max_size=8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("mm_fp4", ["mm", "fp4"], id="snake-case"),
        pytest.param("max_num_partial_prefills", ["max", "num", "partial", "prefill"], id="long-snake-case"),
        pytest.param("--kv-cache-dtype", ["kv", "cache", "dtype"], id="flag"),
        pytest.param("v0.6.15", ["0.6.15"], id="version-with-v"),
        pytest.param("0.6.15rc2", ["0.6.15rc2"], id="pre-release"),
        pytest.param("0.6.15.post1", ["0.6.15", "post1"], id="post-release"),
        pytest.param("Kimi K2.5 and K2", ["kimi", "k2.5", "and", "k2"], id="model-version"),
        pytest.param("deepseek-v4", ["deepseek", "v4"], id="v-without-a-dot"),
        pytest.param("sm_120a", ["sm", "120a"], id="architecture"),
        pytest.param("KimiK25", ["kimik25"], id="humps-are-no-words"),
        pytest.param("GPUs hang, hangs; class tps", ["gpu", "hang", "hang", "class", "tps"], id="plurals"),
        pytest.param("end of 3. Next", ["end", "of", "3", "next"], id="full-stop"),
        pytest.param("1.4x of 1,046", ["1.4x", "of", "1", "046"], id="numbers"),
        pytest.param("ＳＭ１２０　Ｋ２．５", ["sm120", "k2.5"], id="full-width"),
        pytest.param("稀疏注意力", ["稀疏", "疏注", "注意", "意力"], id="chinese-pairs"),
        pytest.param("支持FP8量化。", ["支持", "fp8", "量化"], id="chinese-and-latin"),
        pytest.param("量 a", ["量", "a"], id="one-character"),
        pytest.param("!?… --- 🚀", [], id="no-words"),
        pytest.param("", [], id="empty"),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    """A text is cut into the words that engineers search for."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "question"),
    [
        pytest.param("mm_fp4 is slow", "mm_fp4", id="identifier-whole"),
        pytest.param("mm_fp4 is slow", "fp4", id="identifier-by-part"),
        pytest.param("set max_num_partial_prefills=2", "partial prefills", id="part-with-plural"),
        pytest.param("released in v0.6.15", "0.6.15", id="version-without-v"),
        pytest.param("released in 0.6.15", "v0.6.15", id="version-with-v"),
        pytest.param("Illegal memory\naccess (cu_seqlens)", "illegal memory access", id="phrase-over-lines"),
        pytest.param("enable KimiK25 here", "kimik25", id="hump-name-whole"),
        pytest.param("enable KimiK25 here", "kimi", id="hump-name-first-part"),
        pytest.param("enable KimiK25 here", "Kimi K25", id="hump-name-parts"),
        pytest.param("DeepseekV4ForCausalLM", "v4", id="hump-between"),
        pytest.param("the FP8MoE layer", "moe", id="two-capitals-stay-together"),
        pytest.param("新增稀疏注意力kernel", "注意力", id="chinese-inside-a-run"),
        pytest.param("--kv-cache-dtype fp8", "kv-cache-dtype", id="flag"),
    ],
)
def test_found(text: str, question: str) -> None:
    """What somebody types is found in a text that has it, whole or by its parts."""
    assert holds(stream(text), words(question))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        pytest.param("Kimi K2.5", "k2", id="version-never-by-prefix"),
        pytest.param("released in 0.6.15", "0.6.1", id="no-prefix-of-a-number"),
        pytest.param("prefill", "fill", id="no-inside-of-a-word"),
        pytest.param("enable KimiK25 FusedMoE", "k25 fused", id="not-over-two-names"),
        pytest.param("the end KimiK25", "kimik25 kimi", id="not-over-words-and-humps"),
        pytest.param("vLLM and MoE", "llm", id="single-letters-are-no-hump"),
        pytest.param("稀疏 注意力", "疏注", id="chinese-not-over-a-blank"),
        pytest.param("fp8", "", id="no-words-find-nothing"),
    ],
)
def test_not_found(text: str, question: str) -> None:
    """What only looks alike is not found."""
    assert not holds(stream(text), words(question))


@given(before=st.text("量化支持ab ", max_size=6), word=CHINESE, after=st.text("投机解码ab ", max_size=6))
def test_chinese_is_found_as_like_finds_it(before: str, word: str, after: str) -> None:
    """A Chinese word of two characters and more is found wherever it stands, with or without blanks around it."""
    assert holds(stream(f"{before}{word}{after}"), words(word))


@given(text=st.text("量化支持投机ab -", max_size=12), word=CHINESE)
def test_chinese_is_found_only_where_it_stands(text: str, word: str) -> None:
    """A Chinese word is found in no text that does not have its characters side by side."""
    assert holds(stream(text), words(word)) == (word in text)


@given(text=ANY_TEXT)
def test_every_word_of_a_text_finds_it(text: str) -> None:
    """Each word, and the run of all words, is found in the text's stream."""
    found = words(text)
    assert all(holds(stream(text), [word]) for word in found)
    assert not found or holds(stream(text), found)


@given(text=ANY_TEXT)
def test_words_hold_nothing_that_parts_them(text: str) -> None:
    """No word is empty or has a blank, a quote or the break in it, so that an index takes the stream as it is."""
    assert all(word and not set(word) & {" ", '"', BREAK, "\x00"} for word in words(text))


@given(text=st.text(st.characters(codec="ascii"), max_size=100))
def test_case_and_width_do_not_matter(text: str) -> None:
    """A text in capitals or in full width has the same words."""
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)
    assert words(wide) == words(text)
    assert words(text.upper()) == words(text.lower()) == words(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 64_000, id="one-word"),
        pytest.param("aB" * 32_000, id="humps"),
        pytest.param("1." * 32_000, id="dots"),
        pytest.param("量" * 64_000, id="chinese"),
        pytest.param("\x1b]" * 32_000, id="escapes"),
        pytest.param("\u202e" * 64_000, id="bidi"),
    ],
)
def test_long_hostile_text(text: str) -> None:
    """A body of the greatest length is cut and cleaned whatever stands in it, and its stream stays of its size."""
    assert len(stream(text)) <= 4 * len(text) + 2
    assert len(clean(text)) <= len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a \n\t b\r\nc", "a b c", id="white-space"),
        pytest.param("\x1b[31mred\x1b[0m", "red", id="ansi-colour"),
        pytest.param("\x1b]8;;http://x\x07label\x1b]8;;\x07", "label", id="ansi-link"),
        pytest.param("a\u202eb\u2066c\u200bd\ufeffe\u00adf", "abcdef", id="bidi-and-zero-width"),
        pytest.param("a\x00b\x07c\x7fd\x9be", "abcde", id="control"),
        pytest.param("a\ud800b", "ab", id="unpaired-surrogate"),
        pytest.param("\U000e0041x", "x", id="tag-characters"),
        pytest.param("<!channel> @everyone é 量化", "<!channel> @everyone é 量化", id="kept"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    """A title is one line without anything that a reader cannot see."""
    assert clean(text) == expected


@given(text=ANY_TEXT)
def test_clean_leaves_only_what_is_seen(text: str) -> None:
    """Whatever comes in, no control or format character that moves text is left, and cleaning again changes nothing."""
    cleaned = clean(text)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in cleaned)
    assert not set(cleaned) & set("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
    assert clean(cleaned) == cleaned


def test_clean_body_keeps_lines() -> None:
    """A body keeps its lines, without blanks at their ends and without more than one empty line in a row."""
    assert clean_body("a \r\n\r\n\r\n\r\n  b\t c\x00 \n") == "a\n\n b c"


@given(text=ANY_TEXT)
def test_clean_body_twice(text: str) -> None:
    """Cleaning a clean body changes nothing."""
    assert clean_body(clean_body(text)) == clean_body(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("“illegal memory access” SM120", '"illegal memory access" sm120', id="curly-quotes"),
        pytest.param("moe –rocm", "moe -rocm", id="en-dash"),
        pytest.param("sm120，moe、fp8", "sm120 moe fp8", id="chinese-commas"),
        pytest.param("ｓｍ１２０", "sm120", id="full-width"),
        pytest.param("「量化」", '"量化"', id="corner-brackets"),
        pytest.param("  a\u202e \x1b[1mB ", "a b", id="unseen"),
        pytest.param("since：7d", "since:7d", id="full-width-colon"),
    ],
)
def test_fold(text: str, expected: str) -> None:
    """Questions are brought to one writing before they are read."""
    assert fold(text) == expected


@given(text=ANY_TEXT)
def test_fold_twice(text: str) -> None:
    """Folding a folded question changes nothing."""
    assert fold(fold(text)) == fold(text)
