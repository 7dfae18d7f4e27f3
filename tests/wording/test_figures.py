"""A figure never stands alone (WORDING.md 0, rule 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.language import Language
from bot.domain.measure import Measure
from bot.domain.update import Figure, Spread
from bot.wording.catalogue import speaking
from bot.wording.figures import CONDITION_LIMIT, MEASURES, figure_text

LONG = "The median over a thousand runs of the decode benchmark on a quiet machine, with clocks locked and batch 8, "


@pytest.mark.parametrize(
    ("figures", "said", "wanted"),
    [
        pytest.param([], "", "", id="none"),
        pytest.param([Figure("2x", "decode", "H100")], "", "2x; decode; H100; author", id="whole"),
        pytest.param([Figure("2x")], "", "2x; GPU not stated; author", id="bare"),
        pytest.param([Figure("2x", by_bot=True)], "", "2x; GPU not stated (says a bot summary)", id="bot"),
        pytest.param(
            [Figure("1.7x", "MoE"), Figure("4.4x"), Figure("0.9x")],
            "",
            "0.9 to 4.4x; MoE; GPU not stated; author",
            id="range",
        ),
        pytest.param([Figure("1.2%"), Figure("-0.3%")], "", "-0.3 to 1.2 %; GPU not stated; author", id="losses"),
        pytest.param(
            [Figure("1.2% less"), Figure("1.4% less")], "", "1.2 to 1.4 % less; GPU not stated; author", id="word"
        ),
        pytest.param(
            [Figure("4.70 → 1.97 ms", device="RTX 3090"), Figure("4.50 → 5.58 tok/s"), Figure("9 W")],
            "",
            "4.70 → 1.97 ms, 4.50 → 5.58 tok/s and 1 more figure; RTX 3090; author",
            id="of-several-kinds",
        ),
        pytest.param(
            [Figure("2.9x", "- decode is 2.9x as fast at batch 8.")],
            "",
            "decode is 2.9x as fast at batch 8; GPU not stated; author",
            id="the-condition-is-its-sentence",
        ),
        pytest.param(
            [Figure("2.9%", "[Perf] Faster routing, 2.9% TPOT")],
            "Faster routing, 2.9% TPOT",
            "GPU not stated; author",
            id="said",
        ),
        pytest.param(
            [Figure("1.1x", "| 8 | 473 | 428 (1.1x) |")],
            "",
            "1.1x; from a table in the description; GPU not stated; author",
            id="row-of-a-table",
        ),
        pytest.param([Figure("2x", device="H100")], "Faster on H100", "2x; author", id="device-said"),
        pytest.param(
            [Figure("1,046 MB installed", "0.6.9, cu130")],
            "",
            "1,046 MB installed (0.6.9, cu130)",
            id="size-of-software",
        ),
    ],
)
def test_figure_text(figures: list[Figure], said: str, wanted: str) -> None:
    """Figure, what was measured, on what, who says so."""
    assert figure_text(figures, said) == wanted


def test_a_long_sentence_is_cut_around_its_figure() -> None:
    """The clause that is shown holds the figure; a clause that is too long begins at the figure."""
    assert figure_text([Figure("7.9 ms", LONG + "fell to 7.9 ms")]).startswith(
        "with clocks locked and batch 8, fell to 7.9 ms"
    )
    text = figure_text([Figure("7.9 ms", LONG.replace(",", "") + "fell to 7.9 ms a token")])
    assert text == "7.9 ms a token; GPU not stated; author"


@pytest.mark.parametrize(
    ("quotes", "condition", "wanted"),
    [
        pytest.param(
            ["1.85%", "2.25%"],
            "On plums, removing padding on the callers' side improved output throughput by 1.85% and reduced the"
            " makespan of the stable graph by 2.25%",
            "removing padding on the callers' side improved output throughput by 1.85% and 1 more figure",
            id="of-two-claims-one-whole",
        ),
        pytest.param(
            ["12 -> 44 GB/s"],
            "Measured (plums of 200 g, 2 nodes, 16 threads = 4 tight and 12 loose, 1 MB): tight flows 12 -> 44 GB/s",
            "tight flows 12 -> 44 GB/s",
            id="not-from-inside-a-bracket",
        ),
        pytest.param(
            ["386 GB/s"],
            "The plums that are picked in the morning on all of the trees reach the full rate of the wire (386 GB/s)"
            " in every run",
            "386 GB/s",
            id="not-over-the-end-of-a-bracket",
        ),
    ],
)
def test_a_long_sentence_is_cut_where_a_claim_ends(quotes: list[str], condition: str, wanted: str) -> None:
    """Neither half of a second claim nor half of a bracket is shown."""
    first, *others = (Figure(quote, condition, "H100") for quote in quotes)
    text = figure_text([first, *(replace(other, measure=Measure.END_TO_END) for other in others)])
    assert text == f"{wanted}; H100; author"


@pytest.mark.parametrize("condition", ["y" * 500, LONG * 3, "a, " * 300])
def test_a_figure_leaves_the_line_readable(condition: str) -> None:
    """However long a source's condition is, the phrase stays near 100 characters."""
    assert len(figure_text([Figure("2x", condition), Figure("7.9 ms", condition)])) <= 130


def test_a_figure_that_the_sentence_tells_is_not_told_again() -> None:
    """The source's title is known again although names are spelled otherwise in the sentence."""
    title = "Optimize dsv4 routing with a specialized kernel, 2.94% E2E TPOT improvement"
    said = title.replace("dsv4", "DeepSeek-V4")
    assert figure_text([Figure("2.94% E2E TPOT", title)], said) == "GPU not stated; author"


def test_a_device_among_the_tags_is_not_told_again() -> None:
    """What stands between sentence and figure is known."""
    assert figure_text([Figure("2x", device="SM103")], "Faster", "SM103, FP8") == "2x; author"


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_the_limit_of_conditions(extra: int) -> None:
    """A condition of exactly the limit stays whole, of one that is longer only whole clauses stay."""
    condition = "y" * (CONDITION_LIMIT + extra)
    assert (condition in figure_text([Figure("2x", condition)])) is (extra <= 0)
    assert "; batch 8; " in figure_text([Figure("2x", f"batch 8, {condition}")])


KERNEL = Figure("4.70 → 1.97 ms", "the kernel", "RTX 3090", measure=Measure.KERNEL)
SERVING = Figure("4.50 → 5.58 tok/s", "serving", measure=Measure.THROUGHPUT)


@pytest.mark.parametrize(
    ("figures", "wanted"),
    [
        pytest.param(
            [Figure("1.71x", "speedup", "H100", measure=Measure.KERNEL, against="plumlib", spread=Spread("4.38x", 4))],
            "1.71 to 4.38x against plumlib; kernel time; H100; author",
            id="factors",
        ),
        pytest.param(
            [Figure("-0.58%", "Gain", against="Main", spread=Spread("+4.58%", 9, 2))],
            "Gain: -0.58 to +4.58 % against Main, 2 of 9 worse; GPU not stated; author",
            id="losses",
        ),
        pytest.param(
            [Figure("11 → 12 us", "Time", against="before", spread=Spread("10 → 9 us", 7, 5))],
            "Time: 11 → 12 us to 10 → 9 us, 5 of 7 worse; GPU not stated; author",
            id="before-and-after",
        ),
        pytest.param(
            [Figure("1.00", "Speedup", against="t/s master", spread=Spread("1.04", 2))],
            "Speedup: 1.00 to 1.04 against t/s master; GPU not stated; author",
            id="bare-factors",
        ),
        pytest.param(
            [Figure("1.1x", "speedup", by_bot=True, spread=Spread("1.3x", 3, whole=False))],
            "1.1 to 1.3x (table cut); GPU not stated (says a bot summary)",
            id="cut-and-of-a-bot",
        ),
        pytest.param(
            [Figure("2x"), Figure("1.1x", "speedup", spread=Spread("1.3x", 3))],
            "1.1 to 1.3x and 1 more figure; GPU not stated; author",
            id="a-range-goes-before-a-best-value",
        ),
        pytest.param(
            [KERNEL, SERVING],
            "kernel time 4.70 → 1.97 ms (RTX 3090), but throughput 4.50 → 5.58 tok/s (GPU not stated); author",
            id="kernel-and-serving",
        ),
        pytest.param(
            [KERNEL, Figure("30 → 10 ms", measure=Measure.TTFT, device="RTX 3090")],
            "kernel time 4.70 → 1.97 ms (RTX 3090), and TTFT 30 → 10 ms (RTX 3090); author",
            id="serving-gains-more",
        ),
        pytest.param(
            [Figure("2x", measure=Measure.END_TO_END)], "2x; end to end; GPU not stated; author", id="measure"
        ),
        pytest.param(
            [Figure("2x", "kernel speed", measure=Measure.KERNEL)],
            "2x; kernel speed; GPU not stated; author",
            id="measure-said",
        ),
        pytest.param(
            [Figure("1.85%", measure=Measure.THROUGHPUT), Figure("2.25%", measure=Measure.MEMORY)],
            "1.85%, 2.25%; throughput; GPU not stated; author",
            id="two-measures-are-no-range",
        ),
    ],
)
def test_ranges_and_measures(figures: list[Figure], wanted: str) -> None:
    """A table is told by its range with its losses, a kernel's gain beside a server's; what was measured is named."""
    assert figure_text(figures) == wanted


def test_every_measure_has_its_words() -> None:
    """A measure without words would be left out silently."""
    assert set(MEASURES) == set(Measure)


def test_ranges_in_chinese() -> None:
    """The words between figures are those of the language."""
    with speaking(Language.CHINESE):
        text = figure_text([Figure("0.9x", "", "H100", measure=Measure.KERNEL, spread=Spread("1.3x", 3, 1))])
    assert "3 项中 1 项变差" in text
    assert "内核时间" in text
