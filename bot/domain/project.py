"""Projects that the bot watches, as the catalogue describes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from bot.domain.tag import Tag


class Group(StrEnum):
    """The order in which digests go through the projects."""

    ENGINE = "engine"
    GATEWAY = "gateway"
    KERNELS = "kernels"
    COMPILER = "compiler"
    VENDOR = "vendor"
    RL = "rl"
    TRAINING = "training"
    CONTROL_PLANE = "control plane"


class Scheme(StrEnum):
    """How the versions of a tag series are ordered; always within the series."""

    PEP440 = "pep440"
    SEMVER = "semver"
    CALENDAR = "calendar"
    BUILD = "build"


@dataclass(frozen=True, slots=True)
class TagSeries:
    """Tags of a repository that count up together.

    `pattern` is a regular expression over the whole tag with a group `version`; the first series of a project that
    matches is the tag's. The series named "" is the project's main one.
    """

    name: str
    pattern: str
    scheme: Scheme


@dataclass(frozen=True, slots=True)
class Project:
    """A watched project. `key` is lower case; `repositories` are owner/name, the present one first, then old names
    and other spellings; `aliases` are words for it in questions; `defaults` are tags of every update of it; `also` are
    keys of projects that a question for it finds as well (llama.cpp: ggml, where its kernels are written). `audience`
    names who may read what comes from it, "slack:T0123" or "slack:T0123/C0001"; empty is everybody, and then a private
    repository is not read (bot/domain/audience.py). `packages` are names of its packages on PyPI, conda or npm beside
    key, name and aliases (torch); those of `numbered_apart` have versions that are not the project's."""

    key: str
    name: str
    group: Group
    repositories: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    series: tuple[TagSeries, ...] = ()
    ignored_tags: tuple[str, ...] = ()
    defaults: tuple[Tag, ...] = ()
    circle: int = 1
    also: tuple[str, ...] = ()
    audience: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    numbered_apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Package:
    """The project that a package is of, and whether the package counts its versions in its own way (sgl-kernel)."""

    project: Project
    numbered_apart: bool = False


class Projects:
    """All projects, found by key, by word and by repository in any case."""

    def __init__(self, projects: Iterable[Project]) -> None:
        self.all: tuple[Project, ...] = tuple(projects)
        self.by_key: Mapping[str, Project] = MappingProxyType({project.key: project for project in self.all})
        self._by_repository = {
            repository.casefold(): project for project in self.all for repository in project.repositories
        }
        self._by_word = {
            _folded(word): project
            for project in reversed(self.all)
            for word in (*project.aliases, project.name, project.key)
        }
        self._by_package = {
            _folded(name): Package(project, apart)
            for project in self.all
            for names, apart in ((project.packages, False), (project.numbered_apart, True))
            for name in names
        }

    def of_repository(self, repository: str) -> Project | None:
        """The project that owner/name belongs to, in any case and under any name that it ever had."""
        return self._by_repository.get(repository.casefold())

    def key_for(self, repository: str) -> str:
        """The project's key; for a repository that is not in the catalogue its own name, folded."""
        project = self.of_repository(repository)
        return project.key if project else repository.casefold()

    def named(self, word: str) -> Project | None:
        """The project that a package's name or an alias means, in any case and with any of "-", "_" and "." (packages
        are called flashinfer-python, flash_attn)."""
        folded = _folded(word)
        return self._by_word.get(folded) or self._by_word.get(folded.removesuffix("python"))

    def packaged(self, name: str) -> Package | None:
        """The project that a package is of, by the package's name or any word for the project, as `named` reads it."""
        if found := self._by_package.get(_folded(name)):
            return found
        project = self.named(name)
        return Package(project) if project else None

    def name(self, key: str) -> str:
        """How the project is written for readers; an unknown key stands for itself."""
        project = self.by_key.get(key)
        return project.name if project else key


def _folded(word: str) -> str:
    return "".join(character for character in word.casefold() if character.isalnum())
