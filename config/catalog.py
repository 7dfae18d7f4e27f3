"""The projects that the bot watches, read from projects.toml; a fault names the file, the table and the key.

The vocabulary has its own file and reader (config/vocabulary.py).
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.domain.audience import is_place
from bot.domain.project import Group, Project, Projects, Scheme, TagSeries
from bot.domain.tag import Tag
from bot.domain.vocabulary import Vocabulary
from config.toml_reader import TomlTable, read_toml

PROJECTS = Path(__file__).with_name("projects.toml")
COMMON_VERSION = r"\d+(?:\.\d+)+(?:[._-]?(?:alpha|beta|post|pre|dev|rc|a|b)(?:[._-]?\d+)?){0,3}"
"""A version as most projects write it: 0.6.15, 0.6.15rc4, 0.6.15.post1, 1.0.0-rc0, 4.0.0.beta21, 0.23.dev0."""
CIRCLES = (1, 2)

_KEY = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}")


def load_projects(path: Path = PROJECTS, vocabulary: Vocabulary | None = None) -> Projects:
    """All projects of a file, in its order; with a vocabulary, the tags of every update of a repository must be in it.

    A project without series has one: an optional `v` and COMMON_VERSION. A series gives a `prefix` that stands in its
    place, or a `pattern` of its own.
    """
    top = read_toml(path)
    tables = top.tables("project")
    top.close()
    if not tables:
        top.fail("project", "is missing: there must be at least one")
    projects = [_project(table, vocabulary) for table in tables]
    _refuse_doubles(tables, projects)
    return Projects(projects)


def _project(table: TomlTable, vocabulary: Vocabulary | None) -> Project:
    project = Project(
        key=_matching(table, "key", _KEY, "must be lower-case letters, digits, full stops and hyphens"),
        name=table.text("name"),
        group=_group(table),
        repositories=table.texts("repositories", None),
        aliases=table.texts("aliases"),
        series=_all_series(table),
        ignored_tags=tuple(_pattern(table, "ignored_tags", text) for text in table.texts("ignored_tags")),
        defaults=_defaults(table, vocabulary),
        circle=table.number("circle", 1),
        also=table.texts("also"),
        audience=table.texts("audience"),
        packages=table.texts("packages"),
        numbered_apart=table.texts("numbered_apart"),
    )
    if project.circle not in CIRCLES:
        table.fail("circle", "must be 1 or 2")
    if not project.repositories:
        table.fail("repositories", "must name at least one")
    for repository in project.repositories:
        if not _REPOSITORY.fullmatch(repository):
            table.fail("repositories", f'has "{repository}", which is not owner/name')
    for place in project.audience:
        if not is_place(place):
            table.fail("audience", f'has "{place}", which is not platform:workspace or platform:workspace/channel')
    if table.has("audience") and not project.audience:
        table.fail("audience", "names nobody: leave it out where everybody may read")
    table.close()
    return project


def _matching(table: TomlTable, key: str, pattern: re.Pattern[str], what: str) -> str:
    text = table.text(key)
    if not pattern.fullmatch(text):
        table.fail(key, what)
    return text


def _group(table: TomlTable) -> Group:
    text = table.text("group")
    try:
        return Group(text)
    except ValueError:
        table.fail("group", f'"{text}" is not one of {", ".join(Group)}')


def _all_series(table: TomlTable) -> tuple[TagSeries, ...]:
    tables = table.tables("series", name="name")
    series = tuple(_series(inner) for inner in tables) or (
        TagSeries("", f"v?(?P<version>{COMMON_VERSION})", Scheme.PEP440),
    )
    names = [one.name for one in series]
    if len(set(names)) < len(names):
        table.fail("series", "has two of the same name")
    return series


def _series(table: TomlTable) -> TagSeries:
    name, scheme = table.text("name", ""), table.text("scheme", Scheme.PEP440.value)
    if table.has("prefix") == table.has("pattern"):
        table.fail("prefix", "or pattern must be given, and not both")
    if table.has("prefix"):
        pattern = f"{re.escape(table.text('prefix'))}(?P<version>{COMMON_VERSION})"
    else:
        pattern = _pattern(table, "pattern", table.text("pattern"))
        if "version" not in re.compile(pattern).groupindex:
            table.fail("pattern", "has no group (?P<version>...)")
    if scheme not in set(Scheme):
        table.fail("scheme", f'"{scheme}" is not one of {", ".join(Scheme)}')
    table.close()
    return TagSeries(name, pattern, Scheme(scheme))


def _pattern(table: TomlTable, key: str, text: str) -> str:
    try:
        re.compile(text)
    except re.error as fault:
        table.fail(key, f'has "{text}", which is not a regular expression: {fault}')
    return text


def _defaults(table: TomlTable, vocabulary: Vocabulary | None) -> tuple[Tag, ...]:
    tags = []
    for text in table.texts("defaults"):
        try:
            tag = Tag.parse(text)
        except ValueError:
            table.fail("defaults", f'has "{text}", which is not facet:name')
        if vocabulary is not None and tag not in vocabulary.entries:
            table.fail("defaults", f'has "{text}", which is not in the vocabulary')
        tags.append(tag)
    return tuple(tags)


def _refuse_doubles(tables: tuple[TomlTable, ...], projects: list[Project]) -> None:
    """A word or a repository belongs to one project; `also` names keys that are there."""
    words: dict[str, str] = {}
    repositories: dict[str, str] = {}
    keys = {project.key for project in projects}
    for table, project in zip(tables, projects, strict=True):
        for key, taken, ours in (
            ("key", words, [project.key]),
            ("name", words, [project.name] if project.name.casefold() != project.key else []),
            ("aliases", words, project.aliases),
            ("packages", words, project.packages),
            ("numbered_apart", words, project.numbered_apart),
            ("repositories", repositories, project.repositories),
        ):
            for word in ours:
                if word.casefold() in taken:
                    table.fail(key, f'has "{word}", which {taken[word.casefold()]} has already')
                taken[word.casefold()] = project.key
        for other in project.also:
            if other not in keys or other == project.key:
                table.fail("also", f'has "{other}", which is not the key of another project')
