"""Names are spelled as the vocabulary writes them, identifiers as the source does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.spelling import name_key, spelling_of
from bot.domain.tag import Tag
from bot.domain.vocabulary import Alias, Entry, Vocabulary
from tests.factories import a_vocabulary

SPELLING = spelling_of(a_vocabulary())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sm120, sm_121 and sm90a", "SM120, SM121 and SM90a"),
        ("sm12x only", "SM12x only"),
        ("nvfp4 kv cache", "NVFP4 KV cache"),
        ("deepseek v4, deepseek-v4, DeepseekV4", "DeepSeek-V4, DeepSeek-V4, DeepSeek-V4"),
        ("qwen3.5-397b", "Qwen3.5-397b"),
        ("qwen3.51", "qwen3.51"),
        ("DeepseekV4ForCausalLM", "DeepseekV4ForCausalLM"),
        ("is_sm120_supported", "is_sm120_supported"),
        ("--sm120", "--sm120"),
        ("`sm120` sm120", "`sm120` SM120"),
        ("torch.fp8 setup.py fp8()", "torch.fp8 setup.py fp8()"),
        ("https://h/fp8", "https://h/fp8"),
        ("moe tma MOE", "MoE TMA MOE"),
    ],
)
def test_respelled(text: str, wanted: str) -> None:
    """Same letters and digits are respelled, whatever is an identifier is not."""
    assert SPELLING.respelled(text) == wanted


def test_names_that_are_ordinary_words_stay() -> None:
    """A name that needs its exact case or a context is left as it was written (Step, Ring)."""
    entry = Entry(Tag.parse("model:ring"), "Ring", (Alias("Ring", exact_case=True),))
    assert spelling_of(Vocabulary((entry,))).respelled("ring attention") == "ring attention"


def test_is_name() -> None:
    """Words of the vocabulary are known in any spelling."""
    assert SPELLING.is_name("KV-Cache")
    assert not SPELLING.is_name("gluon")


@given(st.text(max_size=200))
def test_only_spelling_changes(text: str) -> None:
    """Respelling keeps every letter and digit."""
    assert name_key(SPELLING.respelled(text)) == name_key(text)
