"""Questions that cannot be read: one sentence, and a way out."""

from __future__ import annotations

import pytest

from bot.domain.errors import UserError
from bot.domain.question.folding import MAX_QUESTION_LENGTH
from bot.domain.question.understanding import MAX_LIMIT
from tests.domain.field import reading_of

REFUSED = [
    pytest.param(
        "-rocm -npu",
        "Only exclusions: name something to look for, for example  vllm -rocm -npu",
        ["whatsnew vllm -rocm -npu"],
        id="only exclusions",
    ),
    pytest.param(
        "-rocm since:7d",
        "Only exclusions: name something to look for, for example  vllm -rocm",
        ["whatsnew vllm -rocm"],
        id="only exclusions and a window",
    ),
    pytest.param(
        "-kind:ci",
        "Only exclusions: name something to look for, for example  vllm -kind:ci",
        ["whatsnew vllm -kind:ci"],
        id="only an excluded operator",
    ),
    pytest.param(
        "hardware:sm12o",
        '"sm12o" is not a hardware tag. Nearest: sm120, sm121.',
        ["whatsnew sm120", "whatsnew sm121"],
        id="unknown tag",
    ),
    pytest.param(
        "project:vlm",
        '"vlm" is not a project that is watched. Nearest: vllm.',
        ["whatsnew vllm"],
        id="unknown project",
    ),
    pytest.param(
        "model:nvfp4",
        '"nvfp4" is not a model tag.',
        [],
        id="name of another facet",
    ),
    pytest.param("vllm knd:fix", 'There is no "knd:". Nearest: kind:', ["whatsnew kind:fix"], id="misspelt operator"),
    pytest.param("vllm sinse:7d", 'There is no "sinse:". Nearest: since:', ["whatsnew since:7d"], id="misspelt since"),
    pytest.param("vllm sort:foo", '"foo" is not an order. Try sort:best or sort:new.', [], id="unknown order"),
    pytest.param("vllm limit:ten", f'"ten" is not a number of lines: limit: takes 1 to {MAX_LIMIT}.', [], id="limit"),
]


@pytest.mark.parametrize(("question", "sentence", "commands"), REFUSED)
def test_refusals_help(question: str, sentence: str, commands: list[str]) -> None:
    """What cannot be read is told in one sentence, with command lines that can."""
    with pytest.raises(UserError) as refused:
        reading_of(question)
    assert refused.value.sentence == sentence
    assert [suggestion.command for suggestion in refused.value.suggestions] == commands


def test_suggestions_can_be_asked() -> None:
    """Every suggestion of a refusal is itself understood."""
    for case in REFUSED:
        with pytest.raises(UserError) as refused:
            reading_of(str(case.values[0]))
        for suggestion in refused.value.suggestions:
            assert not reading_of(suggestion.command.removeprefix("whatsnew ")).is_empty


@pytest.mark.parametrize("word", ["error:oom", "torch::compile", "note:this", "http:x", "fix: hang"])
def test_other_words_with_a_colon_are_words(word: str) -> None:
    """A colon alone makes no operator."""
    assert not reading_of(f"vllm {word}").is_empty


@pytest.mark.parametrize(("limit", "is_taken"), [(0, False), (1, True), (MAX_LIMIT, True), (MAX_LIMIT + 1, False)])
def test_limit_is_bounded(limit: int, is_taken: bool) -> None:
    """limit: takes 1 to MAX_LIMIT, nothing under and nothing over."""
    if is_taken:
        assert reading_of(f"vllm limit:{limit}").query.limit == limit
    else:
        with pytest.raises(UserError, match="takes 1 to"):
            reading_of(f"vllm limit:{limit}")


@pytest.mark.parametrize("length", [MAX_QUESTION_LENGTH - 1, MAX_QUESTION_LENGTH])
def test_long_questions_are_read(length: int) -> None:
    """A question of the greatest length is read."""
    assert reading_of("vllm".ljust(length, "x")).query.words


@pytest.mark.parametrize("length", [MAX_QUESTION_LENGTH + 1, 10_000])
def test_longer_questions_are_refused(length: int) -> None:
    """One character more is refused, and the sentence says how many there were."""
    with pytest.raises(UserError, match=f"That is {length:,} characters"):
        reading_of("a" * length)


def test_an_error_repeats_little_of_what_was_typed() -> None:
    """A long operand is cut in the sentence, and control characters are not in it."""
    with pytest.raises(UserError) as refused:
        reading_of("hardware:" + "x" * 500 + "\x1b[31m")
    assert len(refused.value.sentence) < 100
    assert refused.value.sentence.isprintable()
