"""Answers, errors, dates and messages in Chinese (WORDING.md 8b, 8c)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.domain.digest import Coverage, CoverageStatus
from bot.domain.document import plain
from bot.domain.errors import UserError
from bot.domain.label import Label
from bot.domain.language import Language
from bot.domain.state import Stage, State
from bot.domain.update import BodyState, Kind
from bot.domain.window import Window
from bot.renderers.terminal import render
from bot.wording.answer import answer_document
from bot.wording.catalogue import speaking
from bot.wording.dates import calendar_day, coming_day, exact_span, moment, span, weekday_moment
from bot.wording.detail import detail_document
from bot.wording.digest import digest_document
from bot.wording.errors import error_document
from bot.wording.help import help_document
from bot.wording.issue.parts import issue_parts
from bot.wording.item import Known, item_line
from bot.wording.states import state_text
from tests.factories import NOW, SHANGHAI, a_story, an_update, at
from tests.golden_files import assert_golden
from tests.wording import issues
from tests.wording.scenes import a_reading, empty_answer, empty_daily, sm120_answer, some_facts, wide_answer


@pytest.fixture(autouse=True)
def _in_chinese() -> Iterator[None]:
    """Everything here is said in Chinese."""
    with speaking(Language.CHINESE):
        yield


def test_golden_answers() -> None:
    """WORDING.md 8b, a question that is too wide, and nothing found."""
    for name, answer in (
        ("answer", sm120_answer()),
        ("answer_wide", wide_answer()),
        ("answer_nothing", empty_answer()),
    ):
        assert_golden(f"{name}.zh.txt", render(answer_document(answer, a_reading(answer), some_facts())))


def test_golden_detail_and_help() -> None:
    """Everything known of one change, and what can be typed."""
    assert_golden("detail.zh.txt", render(detail_document(issues.HANG, some_facts())))
    assert_golden("help.zh.txt", render(help_document()))


def test_the_empty_day_is_two_lines() -> None:
    """WORDING.md 8c, literally but for its numbers."""
    drawn = render(digest_document(empty_daily(), some_facts(now=at(12, hour=0)), at(13, hour=0), scope="SM120"), 400)
    assert drawn.split("\n") == [
        "系统日报 · 2026年7月12日（周日） · 没有与 SM120 有关的更新",
        "窗口 7月11日 07:00 至 7月12日 07:00（UTC+8）· 已读 3 个项目 58 条更新，来源均正常"
        " · 下一期：7月13日（周一）08:00",
    ]


def test_an_error_and_its_way_out() -> None:
    """WORDING.md 8c: the sentence, and quotation marks of the language."""
    error = UserError(
        'Not subscribed: "{word}" is not a tag. Nearest: {nearest}.', word="sm12o", nearest="sm120、sm121"
    )
    assert render(error_document(error)) == "未订阅：不认识 “sm12o”。最接近：sm120、sm121。"


def test_the_head_of_the_daily() -> None:
    """WORDING.md 8a: the heading, and the small line with full-width signs and enumeration commas."""
    coverage = tuple(Coverage(f"p{at_}", CoverageStatus.DATA, 10) for at_ in range(13)) + tuple(
        Coverage(key, CoverageStatus.NO_DATA) for key in ("sglang", "vllm", *"abcdefg")
    )
    digest = replace(issues.full_daily(), coverage=coverage, corrections=())
    lines = render(issue_parts(digest, some_facts(now=at(8, hour=0), latest={}))[0], 400).split("\n")
    assert lines[0] == "系统日报 · 2026年7月8日（周三）"
    assert lines[1] == (
        "窗口 7月7日 07:00 至 7月8日 07:00（UTC+8）· 13 个项目 163 条更新 · 22 个项目中 9 个无数据，含 SGLang、vLLM"
    )


def test_an_item_without_a_model() -> None:
    """WORDING.md 8a: the sentence stays as the source wrote it, behind a Latin colon."""
    known = Known(date=True, latest={"flashinfer": "0.6.14"})
    assert plain(item_line(issues.HANG, some_facts(), known)) == (
        "修复 FlashInfer: FP8-Q sliding-window prefill deadlocks on Hopper (SM90) · 未发布（最新为 0.6.14）#3682"
    )


def test_an_item_with_a_model() -> None:
    """WORDING.md 8a: a Chinese sentence stands behind a wide colon, the remark behind it without a blank."""
    facts = some_facts(sentences={issues.NAN.lead.key: "Hopper 上 MXFP4 scale 越界读取导致 NaN，已修"})
    story = replace(issues.NAN, lead=replace(issues.NAN.lead, tags=()))
    known = Known(date=True, stages=frozenset({Stage.UNKNOWN}))
    assert plain(item_line(story, facts, known)) == (
        "修复 vLLM：Hopper 上 MXFP4 scale 越界读取导致 NaN，已修（仅标题）#47910"
    )


def test_a_title_in_chinese_stays() -> None:
    """A source that writes Chinese is not translated back."""
    story = a_story(an_update("修复 NVFP4 注意力 (#1)", number=1, kind=Kind.FIX, body_state=BodyState.WHOLE), Label.FIX)
    assert "FlashInfer：修复 NVFP4 注意力" in plain(item_line(story, some_facts(), Known(date=True)))


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        pytest.param(State(Stage.RELEASED, "0.6.15"), "已发布于 0.6.15", id="released"),
        pytest.param(State(Stage.PRERELEASE, "0.6.15rc2"), "仅见于预发布 0.6.15rc2", id="pre-release"),
        pytest.param(State(Stage.UNRELEASED, "0.6.14"), "未发布（最新为 0.6.14）", id="unreleased"),
        pytest.param(State(Stage.OPEN), "未合并", id="open"),
        pytest.param(State(Stage.CLOSED), "关闭未合并", id="closed"),
        pytest.param(State(Stage.REVERTED, at=at(11)), "已于 7月11日回退", id="reverted"),
        pytest.param(State(Stage.UNKNOWN), "发布状态未知", id="unknown"),
    ],
)
def test_states(state: State, wanted: str) -> None:
    """WORDING.md 0.2."""
    latest = "0.6.14" if state.stage is Stage.UNRELEASED else ""
    assert state_text(state, NOW, SHANGHAI, latest) == wanted


def test_dates() -> None:
    """Month and day, the weekday in wide brackets, spans without blanks, the zone as it is."""
    assert moment(at(7, hour=15, minute=56), SHANGHAI) == "7月7日 23:56"
    assert weekday_moment(at(9, hour=0), SHANGHAI) == "7月9日（周四）08:00"
    assert calendar_day(at(8).date()) == "2026年7月8日（周三）"
    assert coming_day(at(23), NOW, SHANGHAI) == "明天"
    month = Window(at(22, 6), at(22), SHANGHAI)
    assert span(month, NOW) == "6月22日至7月22日"
    assert span(Window(at(15), at(22), SHANGHAI), NOW) == "7月15日至22日"
    assert exact_span(month) == "窗口 6月22日 12:00 至 7月22日 12:00（UTC+8）"
