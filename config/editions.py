"""The editions, read from editions.toml; a fault names the file, the table and the key, before anything is posted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, time, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.digest import Layout, Section
from bot.domain.edition import Edition, Editions, Limits
from bot.domain.errors import UserError
from bot.domain.grapheme import shortened
from bot.domain.project import Projects
from bot.domain.query import Query, Sort
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.notes import Note, ReadAs
from bot.domain.reading import read
from bot.domain.schedule import Schedule
from bot.domain.tag import Facet
from bot.domain.text import clean, fold
from bot.domain.vocabulary import Vocabulary
from config.catalog import load_projects
from config.toml_reader import TomlTable, read_toml
from config.vocabulary import load_vocabulary
from config.zones import zone_named

EDITIONS = Path(__file__).with_name("editions.toml")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MOST_ITEMS = 200
MOST_TOP = 10
LONGEST_WORD = 40
LONGEST_ABOUT = 200
QUOTED = 60
"""Characters of a wrong value that its fault quotes."""


def _listed(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split()))


RESERVED = _listed(
    "whatsnew more mentions share subscribe unsubscribe subscriptions edit try stop pause resume digest"
    " sources track untrack wrong feedback undo help ? arrived resend preview now stack watch why setup"
    " status support settings details here all everything later 提及 分享 订阅 退订 取消订阅 订阅列表"
    " 我的订阅 修改 试发 停止 停 暂停 恢复 摘要 来源 跟踪 取消跟踪 标签有误 帮助 撤销 到这里 本频道 环境"
    " 为什么 关注 设置 状态 预览 unwatch 不再等待 等待 forget export 忘记 导出 mine 我的 profile zone timezone language"
    " 个人设置 时区 语言 栈 我的栈 技术栈 我的技术栈"
)
"""Words that mean something else where an edition's name may stand."""

_KEY = re.compile(r"(?=.{2,40}$)[a-z]+(?:-[a-z]+)*")
_WORD = re.compile(r"[^\W\d_][\w-]*")
"""A letter of any script, then letters, digits and hyphens: nothing that a question could take for a number, an
exclusion, a phrase, an address or a mention."""
_HOUR = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
_PLACE = re.compile(r"(?:(slack):([A-Z0-9]{1,25})/([A-Z0-9]{1,25})|(discord):([0-9]{1,25})/([0-9]{1,25}))")
_JOINED = frozenset({"or", "and", "not", "或", "和", "或者", "以及"})
_TAKEN_BY_TAGS = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL, Facet.KIND})
_ANY_DAY = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC"))
"""A question of an edition has no window of its own, so that the day on which it is read says nothing."""


@cache
def shipped_editions() -> Editions:
    """The editions of config/editions.toml with the projects and the vocabulary of config/."""
    vocabulary = load_vocabulary()
    return load_editions(EDITIONS, load_projects(vocabulary=vocabulary), vocabulary)


def load_editions(path: Path, projects: Projects, vocabulary: Vocabulary) -> Editions:
    """All editions of a file, in its order."""
    top = read_toml(path)
    if not top.keys:
        top.fail("", "names no edition")
    editions = [_edition(top.table(key), key, projects, vocabulary) for key in top.keys]
    _refuse_doubles(top, editions)
    return Editions(editions)


def _edition(table: TomlTable, key: str, projects: Projects, vocabulary: Vocabulary) -> Edition:
    if not _KEY.fullmatch(key):
        table.fail("", "is no name for an edition: lower-case letters and hyphens")
    lexicon = Lexicon(vocabulary, projects)
    _refuse_taken(table, "", key, lexicon)
    zone = _zone(table)
    closes, posted = _hour(table, "closes"), _hour(table, "posted")
    if posted < closes:
        table.fail("posted", "must not be before closes: an issue tells of a window that is over")
    days = _days(table)
    layout = _layout(table, days)
    about = table.text("about", "")
    made = Edition(
        key=key,
        words=_words(table, key, lexicon),
        closes=Schedule(zone, closes, days),
        delay=timedelta(hours=posted.hour - closes.hour, minutes=posted.minute - closes.minute),
        layout=layout,
        sections=_sections(table, layout),
        limits=_limits(table),
        query=_query(table, about, lexicon) if about else None,
        about=about,
        post_to=_places(table),
    )
    table.close()
    return made


def _named(table: TomlTable, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """A list of names that are there once each; not empty where it must be there."""
    names = table.texts(key, default)
    if default is None and not names:
        table.fail(key, "must name at least one")
    for name in names:
        if names.count(name) > 1:
            table.fail(key, f"has {_quoted(name)} twice")
    return names


def _words(table: TomlTable, own: str, lexicon: Lexicon) -> tuple[str, ...]:
    """What people call it: one word each, that means nothing else."""
    words = _named(table, "words")
    before = {fold(own)}
    for word in words:
        if clean(word) != word or " " in word or len(word) > LONGEST_WORD:
            table.fail("words", f"has {_quoted(word)}, which is not one word of at most {LONGEST_WORD} characters")
        if not _WORD.fullmatch(word):
            table.fail("words", f"has {_quoted(word)}, which is not a letter and then letters, digits and hyphens")
        _refuse_taken(table, "words", word, lexicon)
        if fold(word) in before:
            table.fail("words", f"has {_quoted(word)} twice, or as the edition's key")
        before.add(fold(word))
    return words


def _refuse_taken(table: TomlTable, key: str, word: str, lexicon: Lexicon) -> None:
    if fold(word) in RESERVED:
        table.fail(key, f"has {_quoted(word)}, which is a command or one of its words")
    if lexicon.projects.named(word) is not None:
        table.fail(key, f"has {_quoted(word)}, which is a project")
    try:
        query = read(word, lexicon, now=_ANY_DAY, zone=ZoneInfo("UTC")).query
    except UserError:  # "today" is a time, which at this instant has not begun
        query = None
    if query is None or query.window or any(tag.facet in _TAKEN_BY_TAGS for tag in query.tags):
        table.fail(key, f"has {_quoted(word)}, which means something else in a question")


def _zone(table: TomlTable) -> ZoneInfo:
    name = table.text("zone")
    try:
        return zone_named(name)
    except ValueError:
        table.fail("zone", f"is {_quoted(name)}, which is no zone such as Asia/Shanghai")


def _hour(table: TomlTable, key: str) -> time:
    match = _HOUR.fullmatch(table.text(key))
    if not match:
        table.fail(key, 'must be an hour such as "07:00"')
    return time(int(match[1]), int(match[2]))


def _days(table: TomlTable) -> frozenset[int]:
    days = _named(table, "days")
    for day in days:
        if day not in WEEKDAYS:
            table.fail("days", f"has {_quoted(day)}; days are {', '.join(WEEKDAYS)}")
    return frozenset(WEEKDAYS.index(day) + 1 for day in days)


def _layout(table: TomlTable, days: Collection[int]) -> Layout:
    """How it is laid out; a verdict is a daily's, the others number their issues by the week."""
    name = table.text("layout")
    if name not in set(Layout):
        table.fail("layout", f"is {_quoted(name)}; there are {', '.join(Layout)}")
    if (name == Layout.VERDICT) == (len(days) == 1):
        table.fail("layout", f"is {_quoted(name)}: verdict goes with several days, the others with one")
    return Layout(name)


def _sections(table: TomlTable, layout: Layout) -> frozenset[Section]:
    names = _named(table, "sections")
    for name in names:
        if name not in set(Section):
            table.fail("sections", f"has {_quoted(name)}; there are {', '.join(Section)}")
    elsewhere = Section.HIGHLIGHTS if layout is Layout.VERDICT else Section.VERDICT
    if elsewhere in names:
        table.fail("sections", f'has "{elsewhere}", for which the layout {layout} has no place')
    return frozenset(map(Section, names))


def _limits(table: TomlTable) -> Limits:
    items, top = table.number("items"), table.number("top")
    if not 1 <= items <= MOST_ITEMS:
        table.fail("items", f"must be 1 to {MOST_ITEMS}")
    if not 1 <= top <= MOST_TOP:
        table.fail("top", f"must be 1 to {MOST_TOP}")
    if top > items:
        table.fail("top", "must not be more than items")
    return Limits(items, top)


def _query(table: TomlTable, about: str, lexicon: Lexicon) -> Query:
    """What an edition is about: names alone, spelt as they are known, so that nothing has to be guessed."""
    if clean(about) != about or len(about) > LONGEST_ABOUT:
        table.fail("about", f"is {_quoted(about)}, which is not one line of at most {LONGEST_ABOUT} characters")
    try:
        reading = read(about, lexicon, now=_ANY_DAY, zone=ZoneInfo("UTC"))
    except UserError as fault:
        table.fail("about", f"is {_quoted(about)}: {clean(fault.sentence)}")
    for typed, word in (slip for note in reading.notes for slip in _slips(note)):
        table.fail("about", f"has {_quoted(typed)}, which may be {word}; write it as it is called")
    for word in _JOINED.intersection(fold(about).split()):
        table.fail(
            "about", f"has {_quoted(word)}: names alone; of two cards either is meant, of a card and a format both"
        )
    if reading.query.limit is not None or reading.query.sort is not Sort.NEW:
        table.fail("about", f"is {_quoted(about)}: how much and in which order is not its affair")
    if reading.unknown or reading.query.words or reading.reference or reading.is_empty or reading.query.window:
        table.fail("about", f"is {_quoted(about)}, which must be names of projects, cards, formats, models or topics")
    if reading.choices:
        table.fail("about", f"is {_quoted(about)}, which can mean several things: write which, as in hardware:sm120")
    return reading.query


def _slips(note: Note) -> tuple[tuple[str, str], ...]:
    return tuple((one.typed, one.word) for one in note.corrections) if isinstance(note, ReadAs) else ()


def _places(table: TomlTable) -> tuple[Recipient, ...]:
    places = []
    for text in _named(table, "post_to", ()):
        match = _PLACE.fullmatch(text)
        if not match:
            table.fail("post_to", f"has {_quoted(text)}, which is not like slack:T0123/C0123 or discord:7001/8001")
        platform, workspace, channel = filter(None, match.groups())
        places.append(Recipient(platform, workspace, RecipientKind.CHANNEL, channel))
    return tuple(places)


def _quoted(text: str) -> str:
    """A wrong value as its fault may show it: on one line, without what cannot be seen, cut."""
    return f'"{shortened(clean(text), QUOTED)}"'


def _refuse_doubles(top: TomlTable, editions: Iterable[Edition]) -> None:
    owner: dict[str, str] = {}
    for edition in editions:
        for word in (edition.key, *edition.words):
            if owner.setdefault(fold(word), edition.key) != edition.key:
                top.table(edition.key).fail("words", f"has {_quoted(word)}, which is {owner[fold(word)]} already")
