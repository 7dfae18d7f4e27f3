"""Issues as readers see them, every form in English and Chinese: the message and the replies of its thread."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.domain.digest import Digest
from bot.domain.language import Language
from bot.renderers.markdown import render as markdown
from bot.renderers.terminal import render as terminal
from bot.wording.catalogue import speaking
from bot.wording.digest import digest_document
from bot.wording.issue.parts import issue_parts
from tests.factories import at
from tests.golden_files import assert_golden
from tests.wording import issues
from tests.wording.scenes import empty_daily, some_facts

NEXT = at(9, hour=0)
REPLY = "\n\n" + "=" * 20 + " reply\n\n"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("name", "digest"),
    [
        pytest.param("daily_stack", issues.full_daily, id="full, with a stack and a correction"),
        pytest.param("daily_everyone", issues.plain_daily, id="full, without a stack"),
        pytest.param("daily_thin", issues.thin_daily, id="thin"),
        pytest.param("daily_nothing", empty_daily, id="empty"),
        pytest.param("daily_incomplete", issues.incomplete_daily, id="incomplete"),
        pytest.param("daily_two_days", issues.two_days, id="two days"),
        pytest.param("weekly", issues.weekly, id="weekly"),
        pytest.param("deployment", issues.deployment, id="deployment"),
    ],
)
def test_issue_in_both_languages(name: str, digest: Callable[[], Digest], language: Language) -> None:
    """All that is posted of an issue, part by part."""
    with speaking(language):
        parts = issue_parts(digest(), some_facts(now=at(8, hour=0), latest={}), NEXT)
    assert_golden(f"issue_{name}.{language.value}.txt", REPLY.join(terminal(part) for part in parts))


@pytest.mark.parametrize("language", list(Language))
def test_whole_issue_as_a_page(language: Language) -> None:
    """The whole weekly in one document, its references numbered and listed at its end."""
    with speaking(language):
        document = digest_document(issues.weekly(), some_facts(now=at(8, hour=0), latest={}), NEXT)
    assert_golden(f"issue_weekly.{language.value}.md", markdown(document))
