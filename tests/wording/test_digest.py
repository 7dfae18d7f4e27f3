"""Digests: the full form, the short ones, and what was not read (WORDING.md 3 and 3c)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection, LeftOut
from bot.domain.document import Heading, List, Paragraph, Small, plain
from bot.domain.label import Label
from bot.domain.state import Stage, State
from bot.domain.update import Kind
from bot.domain.window import Window
from bot.renderers.markdown import render as markdown
from bot.renderers.terminal import render as terminal
from bot.wording.digest import digest_document, edition_title
from tests.factories import SHANGHAI, a_digest, a_story, an_update, at
from tests.golden_files import assert_golden
from tests.wording.scenes import daily, empty_daily, found, some_facts

NEXT = at(9, hour=0)


def lines(digest: Digest, **changes: object) -> list[str]:
    """All lines of an issue of 8 July."""
    facts = some_facts(**{"now": at(8, hour=0), "latest": {}, **changes})
    out = []
    for block in digest_document(digest, facts, NEXT).blocks:
        match block:
            case Heading(_, children) | Small(children) | Paragraph(children):
                out.append(plain(children))
            case List(items):
                out += [plain(item) for item in items]
            case _:
                pass
    return out


def test_golden() -> None:
    """A whole daily and an empty one, in the terminal and in Markdown."""
    full = digest_document(daily(), some_facts(now=at(8, hour=0), latest={}), NEXT)
    assert_golden("daily.txt", terminal(full))
    assert_golden("daily.md", markdown(full))
    empty = digest_document(empty_daily(), some_facts(now=at(12, hour=0)), at(13, hour=0), scope="SM120")
    assert_golden("daily_empty.txt", terminal(empty))


def test_the_empty_day_is_two_lines() -> None:
    """Nothing about the scope, that everything was read, and when the next one comes; literally."""
    drawn = digest_document(empty_daily(), some_facts(now=at(12, hour=0)), at(13, hour=0), scope="SM120")
    assert terminal(drawn, width=400).split("\n") == [
        "Systems daily, Sun 12 Jul 2026 · nothing about SM120",
        "11 Jul 07:00 to 12 Jul 07:00 (UTC+8) · 58 updates from 3 projects read, all sources answered"
        " · next: Mon 13 Jul 08:00",
    ]


def test_an_empty_day_without_scope_says_what_was_left_out() -> None:
    """Nothing new is a claim about what was read, so what was left out is counted."""
    said = lines(empty_daily())
    assert said[0] == "Systems daily, Sun 12 Jul 2026 · nothing new"
    assert said[2] == "Left out 58 of 58: 58 changes to docs, CI and tests"


def test_a_thin_day_names_the_project_in_the_line() -> None:
    """One or two items have no headings by project, and no date."""
    story = found(646, 12, "SM120 uses Triton for FP8 quantization", Label.FIX, Kind.FIX, tags=())
    said = lines(a_digest(DigestSection("flashinfer", (story,))))
    assert said[2] == "Fix FlashInfer: SM120 uses Triton for FP8 quantization · unreleased, latest is 0.6.15.post1 #646"


def test_a_source_that_failed_comes_first() -> None:
    """An incomplete issue says so in its heading, and since when and why a project could not be read."""
    failed = [
        Coverage(key, CoverageStatus.FAILED, since=at(13, hour=11, minute=10), reason="GitHub rate limit")
        for key in ("vllm", "flashinfer")
    ]
    digest = a_digest(
        number="2026-07-14", window=Window(at(12, hour=23), at(13, hour=23), SHANGHAI), coverage=tuple(failed)
    )
    assert lines(digest)[:2] == [
        "Systems daily, Tue 14 Jul 2026 · incomplete",
        "13 Jul 07:00 to 14 Jul 07:00 (UTC+8) · vLLM and FlashInfer could not be read since 13 Jul 19:10 "
        '(GitHub rate limit). What is missed will stand in tomorrow\'s as "late".',
    ]


def test_an_issue_over_two_days_says_so() -> None:
    """After an outage of the bot one issue covers what two should have."""
    digest = replace(daily(), catch_up=True, window=Window(at(5, hour=23), at(7, hour=23), SHANGHAI))
    said = lines(digest)
    assert said[0] == "Systems daily, Wed 8 Jul 2026 · covers two days"
    assert "the edition of 7 Jul was not sent" in said[1]
    longer = replace(digest, window=Window(at(4, hour=23), at(7, hour=23), SHANGHAI))
    assert lines(longer)[0].endswith("covers three days")
    assert "the editions before it were not sent" in lines(longer)[1]


def test_a_monday_covers_the_weekend_without_a_word() -> None:
    """A window that is long by its edition's own days makes up for nothing."""
    digest = replace(daily(), window=Window(at(4, hour=23), at(7, hour=23), SHANGHAI))
    assert lines(digest)[0] == "Systems daily, Wed 8 Jul 2026"


def test_quiet_without_data_and_never_read_are_three_things() -> None:
    """Each kind of silence has its own words."""
    said = lines(daily())
    assert "Quiet: Triton. No data: SGLang and FlashAttention since 24 Jun. Never read: verl." in said
    assert said[1].endswith("no data for 3 of 7 projects, SGLang and FlashAttention among them")


def test_long_silence_is_counted() -> None:
    """Fifty projects that were never read are not fifty names."""
    coverage = tuple(Coverage(f"p{at_}", CoverageStatus.NO_DATA) for at_ in range(50))
    said = lines(replace(daily(), coverage=coverage))
    assert any(text.endswith("p11 and 38 more.") for text in said)


def test_a_project_heading_says_what_holds_for_all() -> None:
    """The latest release, unreleased, and titles only are said beside the project's name."""
    stories = tuple(
        found(number, 7, "x", Label.FIX, Kind.FIX, state=State(Stage.UNRELEASED, "0.6.14")) for number in (1, 2, 3)
    )
    weekly = a_digest(DigestSection("flashinfer", stories), edition="frameworks-weekly", number="2026-W28")
    said = lines(weekly)
    at_heading = said.index("FlashInfer · latest 0.6.14, unreleased")
    assert said[at_heading + 1] == "Fix x · SM120 #1"


def test_weeklies_are_numbered_and_keep_their_form() -> None:
    """A weekly has its ISO week, weekdays in its window, and headings however few items."""
    weekly = a_digest(
        DigestSection("vllm", (a_story(an_update("x", repository="vllm-project/vllm")),)),
        edition="frameworks-weekly",
        number="2026-W28",
        window=Window(at(6, hour=1), at(13, hour=1), SHANGHAI),
    )
    assert edition_title(weekly) == "Frameworks weekly, 2026-W28"
    said = lines(weekly)
    assert said[1].startswith("Mon 6 Jul 09:00 to Mon 13 Jul 09:00 (UTC+8) · 1 update from 1 project")
    assert "Engines (1 item)" in said
    assert "vLLM · release unknown" in said


@pytest.mark.parametrize("count", [0, 1])
def test_what_was_left_out_is_counted_or_absent(count: int) -> None:
    """A reason without updates is not named."""
    said = lines(replace(daily(), left_out=(LeftOut("ranked lower", count),)))
    assert any(text.startswith("Left out 1 of 163: 1 ranked lower") for text in said) is bool(count)


def test_a_sample_issue_says_that_it_is_one() -> None:
    """No issue of the shipped sample passes for live data."""
    assert any("sample" in text for text in lines(daily(), sample=True))
