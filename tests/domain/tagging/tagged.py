"""What the tests of this room share: a tagger over the shipped vocabulary, and readers of what it says."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.domain.project import Group, Project, Projects
from bot.domain.tag import Facet, Role, Tag
from bot.domain.tagging import Tagged, Tagger
from bot.domain.tagging.finder import Finder
from bot.domain.tagging.tokens import words_of
from bot.domain.template import EMPTY, Template
from bot.domain.vocabulary import Vocabulary
from config.vocabulary import load_vocabulary
from tests.factories import a_raw_update

ASCEND = Tag(Facet.HARDWARE, "ascend")
PROJECTS = Projects(
    (
        Project("flashinfer", "FlashInfer", Group.KERNELS, ("flashinfer-ai/flashinfer",)),
        Project("vllm-ascend", "vLLM Ascend", Group.VENDOR, ("vllm-project/vllm-ascend",), defaults=(ASCEND,)),
        Project("triton", "Triton", Group.COMPILER, ("triton-lang/triton",)),
        Project("megatron", "Megatron-LM", Group.TRAINING, ("NVIDIA/Megatron-LM",)),
    )
)


@cache
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return load_vocabulary()


@cache
def _finder() -> Finder:
    return Finder(vocabulary())


@cache
def _tagger() -> Tagger:
    return Tagger(vocabulary(), PROJECTS)


def named(text: str, facet: Facet) -> set[str]:
    """The names of one facet that a text's words stand for, whatever their role."""
    words = words_of(text)
    held = set(words.folded)
    return {match.tag.name for match in _finder().find(words, held.__contains__) if match.tag.facet is facet}


def tag(title: str, body: str = "", template: Template = EMPTY, **changes: Any) -> Tagged:
    """What the tagger says of an update with this title and body."""
    return _tagger().tag(a_raw_update(title=title, body=body, **changes), template)


def about(tagged: Tagged, facet: Facet) -> set[str]:
    """The names of one facet that the update is about."""
    return {found.tag.name for found in tagged.tags if found.tag.facet is facet and found.role is Role.ABOUT}


def mentioned(tagged: Tagged, facet: Facet) -> set[str]:
    """The names of one facet that the update only mentions."""
    return {found.tag.name for found in tagged.tags if found.tag.facet is facet and found.role is Role.MENTION}
