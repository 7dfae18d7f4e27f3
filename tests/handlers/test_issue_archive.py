"""Pages of issues that went out: for everybody, of numbers that went out, and composed once for many readers."""

from __future__ import annotations

import pytest

from handlers.deps import Deps
from handlers.issue_archive import Archive
from handlers.issues import latest_issue, remember


def test_an_issue_that_went_out_has_a_page(deps: Deps) -> None:
    """What was posted is listed once, and its page is kept: the second reader costs nothing."""
    edition = deps.editions.first
    digest = latest_issue(edition, deps)
    remember(digest, deps, "a channel's own")
    remember(digest, deps)
    archive = Archive(deps)
    assert [(issue.edition, issue.number) for issue in archive.issues()] == [(edition.key, digest.number)]
    page = archive.page(edition.key, digest.number)
    assert page is not None
    assert page.casefold().startswith("<!doctype html>")
    assert archive.page(edition.key, digest.number) is page


@pytest.mark.parametrize(
    ("edition", "number"),
    [
        pytest.param("systems-daily", "2026-07-09", id="a number that did not go out"),
        pytest.param("nothing-daily", "2026-07-08", id="no such edition"),
        pytest.param("daily", "2026-07-08", id="an edition's other name"),
    ],
)
def test_what_did_not_go_out_has_none(edition: str, number: str, deps: Deps) -> None:
    """Nothing is composed because somebody typed an address."""
    assert Archive(deps).page(edition, number) is None
