"""Which papers and posts readers of this bot care for."""

from __future__ import annotations

import pytest

from bot.domain.project import Projects
from bot.domain.tagging.relevance import wanted_by
from bot.domain.tagging.tagger import Tagger
from tests.factories import a_vocabulary, some_projects

WANTED = wanted_by(Tagger(a_vocabulary(), some_projects()), some_projects())


@pytest.mark.parametrize(
    ("title", "text", "wanted"),
    [
        pytest.param("Serving a million users with vLLM", "", True, id="a project's name in the title"),
        pytest.param("How we serve", "It runs on SGLang.", True, id="a project's name in the text"),
        pytest.param("Four bits are enough", "We train in NVFP4.", True, id="a format"),
        pytest.param("A faster kernel", "Measured on SM120.", True, id="a card"),
        pytest.param("Faster GEMM", "", True, id="a topic of systems in the title"),
        pytest.param("Attention and its meaning", "", False, id="a broad topic in the title"),
        pytest.param("Mixture of experts for poems", "DeepSeek-V4 writes them.", False, id="a model and a broad topic"),
        pytest.param("A survey of birds", "They sing.", False, id="nothing"),
        pytest.param("The vllms of spring", "", False, id="a longer word that holds a name"),
    ],
)
def test_wanted(title: str, text: str, wanted: bool) -> None:
    """What names a system is kept; what everybody trains or compares is not."""
    assert WANTED(title, text) is wanted


def test_without_projects() -> None:
    """A catalogue without projects makes nothing wanted by name."""
    assert not wanted_by(Tagger(a_vocabulary(), Projects(())), Projects(()))("Serving with vLLM", "")
