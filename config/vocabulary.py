"""Reads config/vocabulary.toml into the domain's Vocabulary. What the words mean is bot/domain/vocabulary.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.domain.tag import Facet, Tag
from bot.domain.vocabulary import Alias, Entry, Versions, Vocabulary, written
from config.toml_reader import TomlTable, read_toml

VOCABULARY = Path(__file__).with_name("vocabulary.toml")
FACETS = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL, Facet.TOPIC, Facet.KIND)
WHERE = ("both", "question", "text")
NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_")


def load_vocabulary(path: Path = VOCABULARY) -> Vocabulary:
    """The vocabulary of a file; ConfigError names file, table and key of a fault."""
    top = read_toml(path)
    entries: dict[Tag, Entry] = {}
    tables: dict[Tag, TomlTable] = {}
    for facet in FACETS:
        for table in top.tables(facet.value, name="tag"):
            entry = _entry(facet, table)
            if entry.tag in entries:
                table.fail("tag", "stands in two tables")
            for each in (entry, *_members(entry)):
                if each.tag in entries:
                    table.fail("versions", f'knows "{each.tag.name}", which has a table of its own')
                entries[each.tag] = each
                tables[each.tag] = table
    top.close()
    for tag, entry in entries.items():
        for family in entry.families:
            if Tag(tag.facet, family) not in entries:
                tables[tag].fail("families", f'names "{family}", which has no table of its own')
            if family == tag.name:
                tables[tag].fail("families", "must not name the tag itself")
    return Vocabulary(entries.values())


def _entry(facet: Facet, table: TomlTable) -> Entry:
    name = table.text("tag")
    if not set(name) <= NAME_LETTERS:
        table.fail("tag", "must be lower case without spaces")
    entry = Entry(
        tag=Tag(facet, name),
        label=table.text("label"),
        aliases=_aliases(table),
        families=table.texts("families"),
        note=table.text("note", default=""),
        versions=_versions(table.table("versions")) if table.has("versions") else None,
        fine=table.flag("fine"),
        home=table.texts("home"),
        otherwise=table.texts("otherwise"),
    )
    table.close()
    return entry


def _members(entry: Entry) -> Iterator[Entry]:
    """The entries of a family's known versions; updates are read by the family's rule, so their words are for
    questions and completion."""
    versions = entry.versions
    if versions is None:
        return
    for version in versions.known:
        aliases = tuple(Alias(stem + join + version, where="question") for stem in versions.stems for join in ("", " "))
        tag = Tag(entry.tag.facet, versions.name.format(version))
        yield Entry(tag, versions.label.format(written(version)), aliases, families=(entry.tag.name,))


def _aliases(table: TomlTable) -> tuple[Alias, ...]:
    both = [Alias(text) for text in table.texts("words")]
    question = [Alias(text, where="question") for text in table.texts("question")]
    text = [Alias(text, where="text", loose=True) for text in table.texts("text")]
    prefix = [Alias(text, where="text", prefix=True) for text in table.texts("prefix")]
    special = [_special(inner) for inner in table.tables("special", name="text")]
    return (*both, *question, *text, *prefix, *special)


def _special(table: TomlTable) -> Alias:
    where = table.text("where", default="both")
    if where not in WHERE:
        table.fail("where", f"must be one of {', '.join(WHERE)}")
    alias = Alias(
        text=table.text("text"),
        where=where,
        needs=table.texts("needs"),
        forbids=table.texts("forbids"),
        exact_case=table.flag("exact_case"),
    )
    table.close()
    return alias


def _versions(table: TomlTable) -> Versions:
    plain = Versions(name="", label="", stems=())
    versions = Versions(
        name=_pattern(table, "name"),
        label=_pattern(table, "label"),
        stems=table.texts("stems", default=None),
        letters=table.texts("letters"),
        variants=table.texts("variants"),
        joins=table.marks("joins", plain.joins),
        known=table.texts("known"),
        decimal=table.flag("decimal"),
        exact_case=table.flag("exact_case"),
        marks=table.flag("marks"),
        forbids=table.texts("forbids"),
    )
    table.close()
    return versions


def _pattern(table: TomlTable, key: str) -> str:
    pattern = table.text(key)
    if pattern.count("{}") != 1:
        table.fail(key, "must hold {} once, where the version stands")
    return pattern
