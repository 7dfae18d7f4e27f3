"""A line finds its command, a word that only looks like one stays a question, and whatever fails has an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import UserError
from bot.domain.language import Language
from bot.renderers.terminal import render as terminal
from bot.wording.catalogue import spoken
from handlers import router
from handlers.command_table import COMMANDS, UNCLEAR, UNLISTED
from handlers.commands import whatsnew
from handlers.deps import Deps
from tests.factories import a_command
from tests.fakes import texts


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        pytest.param("flashinfer sm120", "whatsnew", "flashinfer sm120", id="a question"),
        pytest.param("whatsnew flashinfer sm120", "whatsnew", "flashinfer sm120", id="own name dropped"),
        pytest.param("/whatsnew flashinfer sm120", "whatsnew", "flashinfer sm120", id="with a slash"),
        pytest.param("ＷＨＡＴＳＮＥＷ help", "help", "", id="full width, then a command"),
        pytest.param("", "whatsnew", "", id="nothing"),
        pytest.param("help", "help", "", id="help"),
        pytest.param("帮助", "help", "", id="help in Chinese"),
        pytest.param("？", "help", "", id="a full-width question mark"),
        pytest.param("help me with vllm", "whatsnew", "help me with vllm", id="help as a word"),
        pytest.param("support nvfp4 kv cache", "whatsnew", "support nvfp4 kv cache", id="WORDING.md 6"),
        pytest.param("daily", "daily", "", id="the daily"),
        pytest.param("日报", "daily", "", id="the daily in Chinese"),
        pytest.param("周报", "weekly", "", id="the weekly in Chinese"),
        pytest.param("digest", "digest", "", id="digest alone"),
        pytest.param("digest weekly", "digest", "weekly", id="digest with an edition"),
        pytest.param("digest authentication vllm", "whatsnew", "digest authentication vllm", id="digest as a word"),
        pytest.param("more 8 flashinfer sm120", "more", "8 flashinfer sm120", id="more"),
        pytest.param("more", "more", "", id="more of nothing"),
        pytest.param("more memory on vllm", "whatsnew", "more memory on vllm", id="more as a word"),
        pytest.param("more 999999 vllm", "whatsnew", "more 999999 vllm", id="more, one digit too many"),
        pytest.param("stop", "stop", "", id="stop"),
        pytest.param("stop token ignored vllm", "whatsnew", "stop token ignored vllm", id="stop as a word"),
        pytest.param("退订", "stop", "", id="stop in Chinese"),
        pytest.param("停止", "stop", "", id="another word for stop in Chinese"),
        pytest.param("停一周", "stop", "一周", id="stop for a week, without a blank"),
        pytest.param("停止词处理", "whatsnew", "停止词处理", id="stop in a longer Chinese word"),
        pytest.param("忘记我", "forget", "我", id="forget me, without a blank"),
        pytest.param("为什么flashinfer#3838", "why", "flashinfer#3838", id="why, without a blank"),
        pytest.param("stop until monday", "stop", "until monday", id="stop until a day"),
        pytest.param("stop 365 days", "stop", "365 days", id="stop for too long is not a search"),
        pytest.param("digest here", "digest", "here", id="the daily's name may be left out"),
        pytest.param("日报 here", "daily", "here", id="the daily to this channel"),
        pytest.param("digest daily preview", "digest", "daily preview", id="what is done with an edition"),
        pytest.param("digest cuda graphs", "whatsnew", "digest cuda graphs", id="digest of a topic"),
        pytest.param("help stop", "help", "stop", id="help with a command"),
        pytest.param("export onnx", "whatsnew", "export onnx", id="export as a word"),
        pytest.param("try 4 bit weights", "whatsnew", "try 4 bit weights", id="a number in a question"),
        pytest.param("profile guided optimization", "whatsnew", "profile guided optimization", id="profile as a word"),
        pytest.param("退订 flashinfer", "unsubscribe", "flashinfer", id="unsubscribe in Chinese"),
        pytest.param("undo subscribe 12", "undo", "subscribe 12", id="undo"),
        pytest.param("undo unsubscribe 12 13", "undo", "unsubscribe 12 13", id="undo of several"),
        pytest.param("undo stop", "undo", "stop", id="undo of stop"),
        pytest.param("undo subscribe", "whatsnew", "undo subscribe", id="undo without a number"),
        pytest.param("undo subscribe ١٢", "whatsnew", "undo subscribe ١٢", id="undo with digits of another script"),
        pytest.param("subscriptions", "subscriptions", "", id="subscriptions"),
        pytest.param("subscriptions 12 weekly 8:30", "subscriptions", "12 weekly 8:30", id="a change"),
        pytest.param("subscriptions api vllm", "whatsnew", "subscriptions api vllm", id="subscriptions as a word"),
        pytest.param("subscribe flashinfer sm120", "subscribe", "flashinfer sm120", id="subscribe"),
        pytest.param("subscribe flashinfer sm12o", "subscribe", "flashinfer sm12o", id="subscribe with a typo"),
        pytest.param(
            "subscribe callback never invoked vllm",
            "subscribe",
            "callback never invoked vllm",
            id="subscribe before words",
        ),
        pytest.param("unsubscribe 12", "unsubscribe", "12", id="unsubscribe"),
        pytest.param("share flashinfer sm120", "share", "flashinfer sm120", id="share"),
        pytest.param("share weights across ranks", "whatsnew", "share weights across ranks", id="share as a word"),
        pytest.param("mentions flashinfer sm120", "mentions", "flashinfer sm120", id="mentions"),
        pytest.param("mentions", "mentions", "", id="mentions of nothing"),
        pytest.param("share", "share", "", id="share of nothing"),
        pytest.param("undo", "undo", "", id="undo of nothing"),
        pytest.param("unsubscribe", "unsubscribe", "", id="unsubscribe of nothing"),
        pytest.param("edit", "edit", "", id="edit of nothing"),
        pytest.param("try", "try", "", id="try of nothing"),
        pytest.param("stack", "stack", "", id="stack"),
        pytest.param("stack vllm/vllm-openai:v0.24.0", "stack", "vllm/vllm-openai:v0.24.0", id="stack of an image"),
        pytest.param("stack vllm==0.24.0 sm90", "stack", "vllm==0.24.0 sm90", id="stack of requirements"),
        pytest.param("stack vllm sm90 nvfp4", "stack", "vllm sm90 nvfp4", id="stack of names"),
        pytest.param("stack vllm 0.24.0 numpy 2.1", "stack", "vllm 0.24.0 numpy 2.1", id="stack of a list"),
        pytest.param("stack vllm 0.24.0 on 8xsm90", "stack", "vllm 0.24.0 on 8xsm90", id="stack in a sentence"),
        pytest.param("技术栈 vllm sm90", "stack", "vllm sm90", id="stack in Chinese"),
        pytest.param("我的栈", "stack", "", id="my stack in Chinese"),
        pytest.param("stack - vllm=0.24.0=py_0", "stack", "- vllm=0.24.0=py_0", id="stack of conda's pin"),
        pytest.param("stack +sm120 -sm90", "stack", "+sm120 -sm90", id="stack of a change"),
        pytest.param("stack -rocm crash", "whatsnew", "stack -rocm crash", id="stack as a word without ROCm"),
        pytest.param("stack junk", "stack", "junk", id="stack of a stray word"),
        pytest.param("stack overflow in vllm", "whatsnew", "stack overflow in vllm", id="stack as a word"),
        pytest.param("stack attention", "whatsnew", "stack attention", id="stack of a topic"),
        pytest.param("watch flashinfer#3838", "watch", "flashinfer#3838", id="watch"),
        pytest.param("watch dog timeout in vllm", "whatsnew", "watch dog timeout in vllm", id="watch as a word"),
        pytest.param("why flashinfer#3822", "why", "flashinfer#3822", id="why"),
        pytest.param("why does vllm hang", "whatsnew", "why does vllm hang", id="why as a word"),
        pytest.param("setup", "setup", "", id="setup"),
        pytest.param("setup vllm", "whatsnew", "setup vllm", id="setup as a word"),
        pytest.param("status", "status", "", id="status"),
        pytest.param("support nvfp4", "support", "nvfp4", id="support of a format"),
        pytest.param("support deepseek-v4 nvfp4", "support", "deepseek-v4 nvfp4", id="support of a model"),
        pytest.param("support vllm", "whatsnew", "support vllm", id="support of a project"),
        pytest.param("he\x1b[31mlp\u202e", "help", "", id="control and bidi characters are not there"),
    ],
)
def test_route(line: str, name: str, rest: str, deps: Deps) -> None:
    """A first word is a command only if the rest parses as its arguments."""
    entry, found = router.route(line, deps)
    assert (entry.name, found) == (name, rest)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("stop 3", id="a number"),
        pytest.param("resume 3 days", id="a duration"),
        pytest.param("digest daily owner @bob", id="a person"),
        pytest.param("digest daily role <@&42>", id="a role as Discord writes it"),
        pytest.param("export 😀", id="no word at all"),
        pytest.param("watch vllm", id="a project alone behind what takes one thing"),
        pytest.param("stop flashinfer#3838", id="a change"),
        pytest.param("profile 1 2 3", id="several numbers"),
        pytest.param("unsubscribe 1 2 3", id="several numbers behind what takes one"),
        pytest.param("edit 3 daily 09:00 Asia/Shanghai maybe flashinfer", id="a number and a rhythm, then anything"),
        pytest.param("sources daily", id="an edition"),
        pytest.param("weekly 28", id="half an issue's number"),
        pytest.param("digest foo here", id="a place"),
        pytest.param("stop on friday", id="a day without until"),
        pytest.param("stop until the release", id="an end that is no day"),
        pytest.param("unsubscribe 1,2", id="numbers with a comma"),
    ],
)
async def test_a_command_that_is_not_understood_is_no_search(line: str, deps: Deps) -> None:
    """What stands behind a command's word shows that it is meant: nothing is done, and its usage is said."""
    assert router.route(line, deps) == (UNCLEAR, line)
    with pytest.raises(UserError, match="Nothing was done") as caught:
        await router.dispatch(a_command(line), deps)
    for suggestion in caught.value.suggestions:
        assert router.route(suggestion.command, deps)[0] is not UNCLEAR


@pytest.mark.parametrize(
    ("line", "said", "button"),
    [
        pytest.param("support nvfp4 kv cache", "Read as a search for: NVFP4, KV cache.", "", id="WORDING.md 6"),
        pytest.param("stop token in vllm", 'vLLM, "stop", "token"', "help stop", id="how the command is used"),
        pytest.param("trl kind:breaking", "", "", id="a plain question"),
    ],
)
async def test_a_search_that_begins_with_a_commands_word(line: str, said: str, button: str, deps: Deps) -> None:
    """It is answered, and says first that it was read as a search."""
    (seen,) = texts([await router.dispatch(a_command(line), deps)])
    assert ("Read as a search for" in seen) == bool(said)
    assert said in seen
    assert ("help stop" in seen) == bool(button)


@pytest.mark.parametrize(
    ("line", "said", "ways"),
    [
        pytest.param(
            "stop vllm 9.9.9", "Read as a search for: stop vllm 9.9.9.", ("stop [here]", "help stop"), id="en"
        ),
        pytest.param(
            "等待 vllm 9.9.9 崩溃", "按搜索理解：等待 vllm 9.9.9 崩溃", ("watch [CHANGE", "help watch"), id="zh"
        ),
        pytest.param("support vllm 9.9.9", "Read as a search for: support vllm 9.9.9.", (), id="not to be used yet"),
        pytest.param("vllm 9.9.9", "", (), id="a plain question"),
    ],
)
async def test_the_error_of_a_search_that_begins_with_a_commands_word(
    line: str, said: str, ways: tuple[str, ...], deps: Deps
) -> None:
    """What cannot be looked up is said, and that the line was read as a search and no command was carried out."""
    (seen,) = texts([await router.answer(a_command(line), deps)])
    assert "9.9.9" in seen
    assert "whatsnew vllm" in seen
    assert said in seen
    assert all(way in seen for way in ways)
    assert ("Read as a search" in seen or "按搜索理解" in seen) == bool(said)


async def test_a_command_without_what_it_needs(deps: Deps) -> None:
    """Its word alone is no search: it is said how it is used."""
    with pytest.raises(UserError, match=r'"forget" alone does nothing\.') as caught:
        await router.dispatch(a_command("forget"), deps)
    assert [one.command for one in caught.value.suggestions] == ["help forget"]


def test_words_are_taken_once_unless_arguments_tell() -> None:
    """No two commands answer to one word, except 退订, which is `stop` alone and `unsubscribe` with a name, and those
    that pause and resume all that is sent where everything is named."""
    words = [word for entry in COMMANDS for word in (entry.name, *entry.aliases)]
    assert {word for word in words if words.count(word) > 1} == {
        "退订",
        *("pause", "暂停", "resume", "恢复"),
    }


async def test_user_error_becomes_a_reply(deps: Deps) -> None:
    """What cannot be done is answered with its sentence and ways out."""
    (seen,) = texts([await router.answer(a_command("subscribe flashinfer sm12o"), deps)])
    assert 'Not subscribed: "sm12o" is not a tag.' in seen


class Noted:
    """A logger that keeps what was logged."""

    def __init__(self) -> None:
        self.values: list[dict[str, object]] = []

    def exception(self, event: str, **values: object) -> None:
        """Keeps the values."""
        self.values.append(values)


async def test_fault_of_ours_has_a_number(deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails on our side is said so, with a number that stands in the log; the reason is not shown."""

    async def fail(command: Command, deps: Deps) -> Document:
        raise RuntimeError("password=hunter2")

    log = Noted()
    monkeypatch.setattr(whatsnew, "whatsnew", fail)
    monkeypatch.setattr(router, "new_error_id", lambda: "E-7Q2M")
    monkeypatch.setattr(router, "log", log)
    (seen,) = texts([await router.answer(a_command("vllm"), deps)])
    assert "E-7Q2M" in seen
    assert "hunter2" not in seen
    assert [values["fault"] for values in log.values] == ["E-7Q2M"]


async def test_everything_has_an_answer(deps: Deps) -> None:
    """Every command answers its plainest form over an empty store, and never with a fault of ours."""
    for entry in (*COMMANDS, *UNLISTED):
        (seen,) = texts([await router.answer(a_command(entry.name), deps)])
        assert seen.strip()
        assert "on our side" not in seen, entry.name


@pytest.mark.parametrize("prefix", ["", "whatsnew ", "/whatsnew "])
async def test_own_name_changes_nothing(prefix: str, deps: Deps) -> None:
    """A question reads the same with and without the bot's name before it."""
    with_name = await router.answer(a_command(f"{prefix}flashinfer sm120"), deps)
    assert with_name == await router.answer(replace(a_command(), text="flashinfer sm120"), deps)


@pytest.mark.parametrize(
    ("text", "locale", "wanted"),
    [
        pytest.param("edit", "zh-CN", "哪一个？", id="a Chinese locale"),
        pytest.param("help", "en-US", "What you can ask", id="an English one"),
        pytest.param("帮助", "en-US", "可以这样问", id="a Chinese question"),
        pytest.param("help", "fr-FR", "What you can ask", id="neither: the program's language"),
    ],
)
async def test_the_reply_is_in_the_askers_language(text: str, locale: str, wanted: str, deps: Deps) -> None:
    """The question's language, else the asker's, decides how replies and errors read; nobody else's changes."""
    reply = await router.answer(a_command(text, locale=locale), deps)
    assert isinstance(reply, Document)
    assert wanted in terminal(reply)
    assert spoken() is Language.ENGLISH
