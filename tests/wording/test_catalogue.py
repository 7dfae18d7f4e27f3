"""The catalogue: every message has its Chinese, with the same places, and languages do not leak."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.domain.document import Link, Text
from bot.domain.errors import UserError
from bot.domain.language import Language
from bot.wording.catalogue import listed, number, say, say_count, say_inline, sentence_of, speaking, spoken
from bot.wording.joining import beside, dotted
from tests.wording.messages import chinese_messages, messages_in, sources, spoken_messages, unmarked

PLACE = re.compile(r"\{(\w+)\}")


def _translated() -> list[tuple[str, str]]:
    """Every message of the catalogue with its Chinese; of a count the message of many."""
    pairs = []
    for message in chinese_messages():
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[-1]
        chinese = message.string if isinstance(message.string, str) else (message.string or ("",))[0]
        pairs.append((english, chinese))
    return pairs


def test_every_message_has_its_chinese() -> None:
    """What the code says stands in the catalogue, translated; refresh it with python -m tests.wording.messages."""
    known = {message.id: message.string for message in chinese_messages() if message.id and not message.fuzzy}
    missing = [message.id for message in spoken_messages() if message.id and not any(known.get(message.id) or ())]
    assert missing == []


def test_nothing_is_translated_that_nobody_says() -> None:
    """The catalogue holds no message that is gone from the code."""
    said = {message.id for message in spoken_messages()}
    assert [message.id for message in chinese_messages() if message.id and message.id not in said] == []


@pytest.mark.parametrize(("english", "chinese"), _translated())
def test_the_places_are_the_same(english: str, chinese: str) -> None:
    """A translation has the places of its message, no more and no fewer, and no blank beside a wide sign."""
    assert sorted(PLACE.findall(english)) == sorted(PLACE.findall(chinese))
    assert not re.search(r"[，。；！？、（）] | [，。；！？、（）]", chinese)


def test_readers_are_spoken_to_in_one_form() -> None:
    """The polite and the plain "you" are not mixed: 你 stands everywhere."""
    assert [chinese for _, chinese in _translated() if "您" in chinese] == []


def test_no_message_is_a_count_elsewhere() -> None:
    """gettext knows a message either alone or with its plural, and the other would not be found."""
    said = [found for _, text in sources() for found in messages_in(text)]
    pairs = {found[0] for found in said if isinstance(found, tuple)}
    assert pairs.isdisjoint(found for found in said if isinstance(found, str))


def test_no_message_is_put_together() -> None:
    """A message is a literal, for what is put together cannot be found for translation."""
    assert [f"{name}:{at}" for name, text in sources() for at in unmarked(text)] == []


def test_messages_are_read_out_of_the_source() -> None:
    """Both halves of a condition, both numbers of a count, and marked tables are found; variables are not."""
    source = 'say("a" if x else "b"); say_count("one", "many", 3); T = message("c"); say(T); UserError("d {e}", e=1)'
    assert [str(found) for found in messages_in(source)] == ["a", "b", "('one', 'many')", "c", "d {e}"]


def test_english_is_spoken_unless_told_otherwise() -> None:
    """The message itself, with places, counts and lists."""
    assert say("latest {version}", version="0.6.14") == "latest 0.6.14"
    assert say_count("{count} project", "{count} projects", 1_122) == "1,122 projects"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert number(1_000) == "1,000"


def test_chinese() -> None:
    """Messages, counts and lists as WORDING.md 8 has them; what has no translation stays as it is."""
    with speaking(Language.CHINESE):
        assert say("in {version}", version="0.6.15") == "已发布于 0.6.15"
        assert say_count("{count} project", "{count} projects", 14) == "14 个项目"
        assert listed(["SGLang", "TensorRT-LLM"]) == "SGLang、TensorRT-LLM"
        assert listed(["a", "b"], "or") == "a 或 b"
        assert say("no such message, ever") == "no such message, ever"
        assert say("") == ""
    assert spoken() is Language.ENGLISH


async def test_a_language_goes_into_threads_and_not_to_others() -> None:
    """Two readers at once are each answered in their own language, in threads too."""

    async def ask(language: Language) -> str:
        with speaking(language):
            await asyncio.sleep(0)
            return await asyncio.to_thread(say, "Subscribe")

    chinese, english = await asyncio.gather(ask(Language.CHINESE), ask(Language.ENGLISH))
    assert (chinese, english) == ("订阅", "Subscribe")


def test_an_error_of_the_domain_is_said_in_the_readers_language() -> None:
    """The sentence keeps its message and its places apart."""
    error = UserError('Not subscribed: "{word}" is not a tag.', word="sm12o")
    assert error.sentence == 'Not subscribed: "sm12o" is not a tag.'
    with speaking(Language.CHINESE):
        assert sentence_of(error) == "未订阅：不认识 “sm12o”。"


def test_links_stand_where_the_language_wants_them() -> None:
    """Inline content keeps its kind; a foreign text cannot pass for it."""
    link = Link("#1", "https://example.org/1")
    said = say_inline("{text} {link}: {reason}", text="x\x00link\x00", link=link, reason="y")
    assert said == (Text("xlink "), link, Text(": y"))
    with speaking(Language.CHINESE):
        assert say_inline("(continues {link} of {issue})", link=link, issue="8 Jul") == (
            Text("（接 8 Jul "),
            link,
            Text("）"),
        )


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        pytest.param(("a", "b"), "a · b", id="latin"),
        pytest.param(("窗口（UTC+8）", "14 个项目"), "窗口（UTC+8）· 14 个项目", id="after a wide bracket"),
        pytest.param(("a", "", "b"), "a · b", id="nothing between"),
        pytest.param((), "", id="nothing"),
    ],
)
def test_dots_between_parts(parts: tuple[str, ...], line: str) -> None:
    """A wide sign brings its own room."""
    assert dotted(parts) == line


def test_sentences_side_by_side() -> None:
    """English sentences have a blank between them, Chinese ones none, remarks in wide brackets neither."""
    assert beside("One.", "Two.") == "One. Two."
    assert beside("一。", "二。") == "一。二。"
    assert beside("越界读取", "（仅标题）") == "越界读取（仅标题）"
