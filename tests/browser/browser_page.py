"""An issue's page in a real browser: it fits a phone, follows light and dark, asks nobody for anything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from bot.domain.document import Document, Heading, List, Paragraph, Strong, Text, line
from bot.domain.language import Language
from bot.renderers.chart import Names, stacked_bars
from bot.renderers.html import Picture, render
from bot.wording.catalogue import speaking
from bot.wording.digest import digest_document
from tests.renderers.documents import HOSTILE
from tests.wording.scenes import daily, some_facts

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
READABLE = 4.5
"""The contrast of text that readers with weak eyes still read (WCAG AA)."""
CONTRAST = """() => {
  const lum = c => { const v = c.match(/[0-9.]+/g).slice(0, 3).map(x => x / 255)
      .map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
  const ground = lum(getComputedStyle(document.body).backgroundColor);
  return Math.min(...[...document.querySelectorAll('h1,h2,p,li,small,a')].map(e => {
    const ink = lum(getComputedStyle(e).color);
    return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05); }));
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; the tier fails where it is missing."""
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: .ci/chromium installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


def page_of(language: Language) -> str:
    """The page of a daily with a chart and every hostile title."""
    with speaking(language):
        document = digest_document(daily(), some_facts())
    hostile = [
        line(Strong(text), f" {text}") for text in (*HOSTILE, "<script>document.title='run'</script>", "x" * 500)
    ]
    blocks = (
        *document.blocks,
        Heading(2, line("Hostile")),
        List(tuple(hostile)),
        Paragraph((Text("مرحبا vLLM 中文"),)),
    )
    chart = Picture(stacked_bars(((3, 1), (1, 0)), Names(("vLLM", "Triton"), ("new", "fixes"))), "vLLM 4", "Updates")
    return render(Document(blocks), "zh-CN" if language is Language.CHINESE else "en", (chart,))


@pytest.fixture(params=[Language.ENGLISH, Language.CHINESE], ids=str)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The page as a file, as somebody would open it."""
    file = tmp_path / "page.html"
    file.write_text(page_of(request.param), encoding="utf-8")
    return file


def opened(browser: Browser, file: Path, *, size: dict[str, int], scheme: str) -> tuple[Page, list[str]]:
    """The page on a screen, and everything that went wrong or was asked for while it was drawn."""
    page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]  # a literal of playwright's
    noticed: list[str] = []
    page.on("console", lambda message: noticed.append(message.text))
    page.on("pageerror", lambda error: noticed.append(str(error)))
    page.on("request", lambda request: noticed.append(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    return page, noticed


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_can_be_read_everywhere(browser: Browser, source: Path, size: dict[str, int], scheme: str) -> None:
    """Nothing reaches over the screen's edge, and all text stands out from the ground in light and dark."""
    page, noticed = opened(browser, source, size=size, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate(CONTRAST) >= READABLE
    assert noticed == []


def test_nothing_of_a_page_runs(browser: Browser, source: Path) -> None:
    """Foreign text runs nothing, loads nothing and has no name but the page's own; each picture says what it shows."""
    page, noticed = opened(browser, source, size=DESKTOP, scheme="light")
    assert page.title() != "run"
    assert page.locator("script, iframe, form, object").count() == 0
    assert page.locator("img:not([alt]), img[alt='']").count() == 0
    assert noticed == []


def test_contents_and_references_lead_to_their_place(browser: Browser, source: Path) -> None:
    """Every link inside the page has its target."""
    page, _ = opened(browser, source, size=DESKTOP, scheme="light")
    targets = page.eval_on_selector_all("a[href^='#']", "all => all.map(a => a.getAttribute('href').slice(1))")
    assert targets
    assert all(page.locator(f"[id='{target}']").count() == 1 for target in set(targets))
