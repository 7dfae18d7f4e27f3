"""First sentences and symptoms out of descriptions."""

from __future__ import annotations

import pytest

from bot.domain.excerpt import first_sentence, symptom


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        pytest.param("## What\n\nIt now works on SM121. More.", "It now works on SM121.", id="heading-skipped"),
        pytest.param("- [x] done\n- [ ] todo\n\nThe real text is here.", "The real text is here.", id="checklist"),
        pytest.param(
            "<!-- template -->\nThe text stands\nover two lines. Next.", "The text stands over two lines.", id="wrapped"
        ),
        pytest.param(
            "See [the docs](http://x/y), e.g. **this** one. Next.", "See the docs, e.g. this one.", id="markup"
        ),
        pytest.param(
            "What does this PR do?\n\nIt frees the memory early.", "It frees the memory early.", id="question"
        ),
        pytest.param("```\ncode here now\n```\nAfter the code comes text.", "After the code comes text.", id="fence"),
        pytest.param("支持昇腾。更多。", "支持昇腾。", id="chinese"),
        pytest.param("", "", id="empty"),
        pytest.param("Fix", "", id="too-short"),
    ],
)
def test_first_sentence(body: str, wanted: str) -> None:
    """The first sentence that is one: no heading, list mark, code or template."""
    assert first_sentence(body) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("Fixes #3578: prefill deadlocks on Hopper. More.", "prefill deadlocks on Hopper."),
        ("Closes vllm-project/vllm#12 - the server crashes on start", "the server crashes on start"),
        ("Fixes an issue where requests hang forever.", "requests hang forever."),
        ("Fixes #3578", ""),
        ("Fixes #3578: see the issue for more", ""),
        ("It is fixed.", ""),
    ],
)
def test_symptom(body: str, wanted: str) -> None:
    """What went wrong, only where the description says it beside the issue."""
    assert symptom(body) == wanted


@pytest.mark.parametrize(
    "body", ["_*_*_*" * 20_000, "[" * 100_000, "<a" * 50_000, "- " * 50_000, "Fixes #1: " * 10_000]
)
def test_hostile_bodies_are_read_to_an_end(body: str) -> None:
    """Patterns do not run away on 100 kB of markup (B125)."""
    assert len(first_sentence(body)) < 10_000
    assert len(symptom(body)) < 10_000
