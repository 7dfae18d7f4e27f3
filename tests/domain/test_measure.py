"""What a figure measures, by the words of its source."""

from __future__ import annotations

import pytest

from bot.domain.measure import KERNEL_LEVEL, SERVING_LEVEL, Measure, measure_of, more_is_better


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        pytest.param("mean TTFT at rate 4", Measure.TTFT, id="ttft"),
        pytest.param("ITL p99", Measure.TPOT, id="tpot"),
        pytest.param("peak memory falls", Measure.MEMORY, id="memory"),
        pytest.param("68.3 -> 0.9 GiB", Measure.MEMORY, id="memory-by-unit"),
        pytest.param("the test suite takes 4 min", Measure.TESTS, id="tests"),
        pytest.param("compile time of the kernel", Measure.BUILD, id="build"),
        pytest.param("output token throughput", Measure.THROUGHPUT, id="throughput"),
        pytest.param("120 tok/s", Measure.THROUGHPUT, id="throughput-by-unit"),
        pytest.param("end-to-end latency", Measure.END_TO_END, id="end-to-end"),
        pytest.param("6.7 TB/s", Measure.BANDWIDTH, id="bandwidth"),
        pytest.param("405 TFLOPS", Measure.COMPUTE, id="compute"),
        pytest.param("GEMM kernel, 18 us", Measure.KERNEL, id="kernel"),
        pytest.param("much faster", Measure.UNSTATED, id="unstated"),
    ],
)
def test_the_words_say_what_is_measured(text: str, measure: Measure) -> None:
    """A measure is named by its own words or its unit, else it is unstated."""
    assert measure_of(text) is measure


def test_the_nearest_words_count() -> None:
    """The first text that says it wins over those further off."""
    assert measure_of("2x", "TTFT falls", "kernel") is Measure.TTFT


def test_no_measure_is_of_two_levels() -> None:
    """What is measured of a kernel is not what is measured of a server."""
    assert KERNEL_LEVEL.isdisjoint(SERVING_LEVEL)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        pytest.param("tok/s", True, id="rate"),
        pytest.param("GB/s", True, id="bandwidth-is-no-size"),
        pytest.param("TFLOPS", True, id="compute"),
        pytest.param("latency (ms)", False, id="time"),
        pytest.param("GiB", False, id="memory"),
        pytest.param("12.5us", False, id="unit-at-its-number"),
        pytest.param("M", None, id="unknown"),
    ],
)
def test_more_or_less_is_better(text: str, more: bool | None) -> None:
    """Rates should grow, times and memory should fall."""
    assert more_is_better(text) is more
