"""An issue as a page: its document with its charts, for the command line and for the web door."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.domain.digest import Digest
from bot.domain.edition import Edition
from bot.domain.grid import Grid, by_project_and_kind, hardware_by_project
from bot.domain.language import Language
from bot.renderers.chart import Names, count_map, stacked_bars, writes_chinese
from bot.renderers.html import Picture, render
from bot.wording.catalogue import speaking, spoken
from bot.wording.charts import ChartWords, hardware_chart, in_english, project_chart
from bot.wording.facts import Facts
from handlers.asking import facts_about
from handlers.deps import Deps
from handlers.issues import issue_document

Draw = Callable[[Sequence[Sequence[int]], Names], bytes]

HTML_LANGUAGES = {Language.ENGLISH: "en", Language.CHINESE: "zh-CN"}


def issue_page(digest: Digest, edition: Edition, deps: Deps) -> str:
    """The issue as a standalone page in the language that is spoken, with charts of all updates of its window. Reads
    the store and draws: call it in a thread."""
    document = issue_document(digest, edition, deps, buttons=False)
    return render(document, HTML_LANGUAGES[spoken()], _pictures(digest, deps))


def _pictures(digest: Digest, deps: Deps) -> tuple[Picture, ...]:
    updates = deps.store.updates.in_window(digest.window, None)
    facts = facts_about((), deps.now(), digest.window.zone, deps)
    projects, hardware = by_project_and_kind(updates), hardware_by_project(updates)
    drawn = ((projects, project_chart, stacked_bars), (hardware, hardware_chart, count_map))
    return tuple(_picture(grid, words, draw, facts) for grid, words, draw in drawn if not grid.is_empty)


def _picture(grid: Grid, words: Callable[[Grid, Facts], ChartWords], draw: Draw, facts: Facts) -> Picture:
    """A chart with its text alternative; its names are English where the machine can draw no others, which is said."""
    told, language = words(grid, facts), spoken() if writes_chinese() else Language.ENGLISH
    with speaking(language):
        drawn = words(grid, facts)
    alt = told.alt if language is spoken() else in_english(told.alt)
    return Picture(draw(grid.counts, Names(drawn.rows, drawn.columns)), alt, told.title)
