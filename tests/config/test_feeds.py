"""Reading sources.toml: what a table becomes, and what is refused with file, table and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from bot.domain.feed import Feed, WatchList
from config.catalog import load_projects
from config.feeds import load_feeds

BLOG = '[[feed]]\nkey = "b"\nname = "Blog"\nurl = "https://b.example/feed"\n'


def load(tmp_path: Path, text: str) -> WatchList:
    file = tmp_path / "sources.toml"
    file.write_text(text, encoding="utf-8")
    return load_feeds(file, load_projects())


def test_a_table_becomes_a_feed(tmp_path: Path) -> None:
    """All keys end in their fields; a feed without a known address is listed and not readable."""
    watched = load(
        tmp_path,
        BLOG
        + 'project = "vllm"\neverything = true\ndigest = true\n'
        + '[[feed]]\nkey = "c"\nname = "Community"\nurl = "none"\n[arxiv]\ncategories = ["cs.LG", "quant-ph"]\n',
    )
    blog = Feed("b", "Blog", "https://b.example/feed", "vllm", everything=True, digest=True)
    assert watched == WatchList((blog, Feed("c", "Community", None)), ("cs.LG", "quant-ph"))
    assert watched.readable == (blog,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(BLOG + BLOG, "key stands in two tables", id="the same key twice"),
        pytest.param(BLOG + BLOG.replace('"b"', '"c"'), "url is that of b too", id="the same address twice"),
        pytest.param(BLOG.replace("https", "file"), "url must be the http", id="B032 a file's address"),
        pytest.param(BLOG.replace("https://b.example/feed", "/etc/hostname"), "url must be the http", id="B032 a path"),
        pytest.param(BLOG.replace("b.example", "me:pw@b.example"), "url must be the http", id="B132 a password"),
        pytest.param(BLOG.replace('"b"', '"B b"'), "key must be lower-case", id="a key with spaces"),
        pytest.param(BLOG + 'project = "nobody"', "is not the key of a project", id="a project that is not there"),
        pytest.param(BLOG + "colour = 1", "colour is not a key that is known here", id="an unknown key"),
        pytest.param('[arxiv]\ncategories = ["cs LG"]', "is no arXiv category", id="no category"),
        pytest.param('[arxiv]\ncategories = ["cs.LG", "cs.LG"]', "names one twice", id="a category twice"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """A fault is a ConfigError that names what is wrong."""
    with pytest.raises(ConfigError, match=r"sources\.toml") as refused:
        load(tmp_path, text)
    assert said in refused.value.sentence


def test_the_shipped_file_can_be_read() -> None:
    """Its feeds belong to projects of the catalogue, and blogs whose address is not certain are marked so."""
    watched = load_feeds(projects=load_projects())
    assert {feed.key for feed in watched.feeds if feed.url is None} == {"ascend-community"}
    assert {"vllm-blog", "lmsys-blog", "pytorch-blog", "nvidia-blog", "rocm-blog"} <= {
        feed.key for feed in watched.readable
    }
    assert "cs.LG" in watched.categories
