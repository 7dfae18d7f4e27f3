"""Answers that are not as they should be: the source is marked with a sentence, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.domain.errors import SourceError
from bot.domain.update import BodyState, Precision
from bot.sources.base import FoundVersion, Refusal
from bot.sources.content import BODY_LIMIT
from bot.sources.github.api import next_link
from bot.sources.github.cursor import parse
from bot.sources.github.payloads import RepositoryRow, read
from tests.sources.github.reading import Reader, of, raws
from tests.standins.github_world import Repository

KEY = "ada/kernels#50"


def _all_null(payload: Any) -> Any:
    return dict.fromkeys(payload) if isinstance(payload, dict) else None


def _wrong_types(payload: Any) -> Any:
    if isinstance(payload, dict):
        return {name: [value] if isinstance(value, str) else str(value) for name, value in payload.items()}
    return {"list": payload}


def _nested(_: Any) -> Any:
    deep: Any = []
    for _level in range(600):
        deep = [deep]
    return deep


@pytest.mark.parametrize("mangled", [_all_null, _wrong_types, _nested], ids=lambda one: one.__name__)
@pytest.mark.parametrize("path", ["/commits", "/releases", "/matching-refs", "/compare", "/repos/ada/kernels", ""])
async def test_an_answer_of_another_shape_is_a_fault_of_its_source(
    reader: Reader, repo: Repository, path: str, mangled: Callable[[Any], Any]
) -> None:
    """Nulls, wrong types and nonsense at any address: a sentence, and the next poll gives everything."""
    repo.squash(50, "Real")
    reader.world.mangle = lambda at, payload: mangled(payload) if path in at and at != "/graphql" else payload
    with pytest.raises(SourceError) as raised:
        await reader.poll()
    assert raised.value.sentence.endswith(".")
    assert len(raised.value.sentence) < 400
    reader.world.mangle = None
    await reader.poll()
    assert reader.times_given[KEY] == 1


@pytest.mark.parametrize("field", ["message", "author", "committer"])
async def test_one_bad_commit_does_not_cost_the_others(reader: Reader, repo: Repository, field: str) -> None:
    """A row that cannot be read is refused with a reason; its neighbours are given."""
    bad = repo.commit("Broken")
    repo.squash(50, "Good")

    def mangle(path: str, payload: Any) -> Any:
        if "/compare/" in path:
            for row in payload["commits"]:
                if row["sha"] == bad.sha:
                    row["commit"][field] = None
        return payload

    reader.world.mangle = mangle
    found = await reader.poll()
    assert [raw.key for raw in raws(found)] == [KEY]
    assert len(of(found, Refusal)) == 1


@pytest.mark.parametrize("sha", [pytest.param("", id="none"), pytest.param("HEAD", id="a name")])
async def test_a_commit_without_a_hash_is_refused(reader: Reader, repo: Repository, sha: str) -> None:
    """It could be neither asked for nor linked to; it is counted as refused, and its neighbours are given."""
    bad = repo.commit("Broken")
    repo.squash(50, "Good")

    def mangle(path: str, payload: Any) -> Any:
        if "/compare/" in path:
            payload["commits"] = [{**row, "sha": sha} if row["sha"] == bad.sha else row for row in payload["commits"]]
        return payload

    reader.world.mangle = mangle
    found = await reader.poll()
    assert [raw.key for raw in raws(found)] == [KEY]
    assert [refusal.reason for refusal in of(found, Refusal)] == ["a commit has no hash"]


async def test_one_bad_release_does_not_cost_the_others(reader: Reader, repo: Repository) -> None:
    """A release of another shape is refused; a known one is not taken for withdrawn because of it."""
    first = repo.release("v1.0.0")
    await reader.poll()
    repo.release("v1.0.1")

    def mangle(path: str, payload: Any) -> Any:
        if path.endswith("/releases"):
            return [{**row, "tag_name": 7} if row["id"] == first.id else row for row in payload]
        return payload

    reader.world.mangle = mangle
    found = await reader.poll()
    assert [raw.key for raw in raws(found)] == ["ada/kernels:v1.0.1"]
    assert len(of(found, Refusal)) == 1
    assert len(found) == len(of(found, FoundVersion)) + len(of(found, Refusal)) + 1


@pytest.mark.parametrize(
    "mangled",
    [
        pytest.param(lambda _: None, id="null"),
        pytest.param(lambda node: {**node, "message": None}, id="no message"),
        pytest.param(lambda node: {**node, "associatedPullRequests": None}, id="no pull requests"),
        pytest.param(lambda node: {**node, "associatedPullRequests": {"nodes": [None]}}, id="a null pull request"),
        pytest.param(lambda node: {**node, "associatedPullRequests": {"nodes": [{"number": "x"}]}}, id="wrong types"),
    ],
)
async def test_details_that_graphql_does_not_give(
    reader: Reader, repo: Repository, mangled: Callable[[Any], Any]
) -> None:
    """What GraphQL leaves null or wrong costs the details, never the commit."""
    repo.squash(50, "Real", labels=("perf",))

    def mangle(path: str, payload: Any) -> Any:
        return {name: mangled(node) for name, node in payload.items()} if path == "/graphql" else payload

    reader.world.mangle = mangle
    await reader.poll()
    assert reader.update(KEY).title == "Real (#50)"
    assert reader.update(KEY).labels == ()


async def test_hostile_titles_and_bodies_are_cleaned(reader: Reader, repo: Repository) -> None:
    """NUL, bidi and escape sequences are taken out, a body of 1 MB is cut, an empty title has a stand-in."""
    repo.squash(50, "A\x00B \u202eevil\u202c \x1b[31mred\x1b[0m", "x" * 2**20)
    repo.commit("")
    await reader.poll()
    found = reader.update(KEY)
    assert found.title == "AB evil red (#50)"
    assert (len(found.body.encode()), found.body_state) == (BODY_LIMIT, BodyState.CUT)
    assert "(no title)" in {raw.title for raw in raws(reader.items)}


async def test_a_date_that_cannot_be_is_replaced(reader: Reader, repo: Repository) -> None:
    """A committer's clock that is years ahead does not pin the commit on top."""
    made = repo.commit("From the future", at=reader.world.now.replace(year=2040))
    (found,) = raws(await reader.poll())
    assert found.links.commits == (made.sha,)
    assert (found.published, found.precision) == (reader.world.now, Precision.DAY)


async def test_a_next_page_at_another_host_is_not_followed(reader: Reader, repo: Repository) -> None:
    """The token goes to the API's own host and nowhere else, whatever a Link header says."""
    assert next_link('<https://evil.example/p2>; rel="next", <https://a.example/p9>; rel="last"') == (
        "https://evil.example/p2"
    )
    assert reader.state is not None
    cursor = parse(reader.state)
    assert cursor is not None
    with pytest.raises(SourceError, match="another host"):
        await reader.source.api.get("https://evil.example/p2", "ada/kernels")
    with pytest.raises(SourceError, match="another host"):
        await reader.source.api.get(reader.github.api.replace("http://", "http://evil@") + "/x", "ada/kernels")


@pytest.mark.parametrize(
    ("header", "address"),
    [
        pytest.param("", None, id="none"),
        pytest.param('<https://a/2>; rel="next"', "https://a/2", id="one"),
        pytest.param('<https://a/9>; rel="last", <https://a/2>; rel="next"', "https://a/2", id="second"),
        pytest.param("<https://a/2>;rel=next", "https://a/2", id="unquoted"),
        pytest.param('<https://a/1>; rel="prev"', None, id="no next"),
        pytest.param("<" * 5000, None, id="garbage"),
    ],
)
def test_link_headers(header: str, address: str | None) -> None:
    """C05: the address with rel="next", in the ways in which it is written."""
    assert next_link(header) == address


@pytest.mark.parametrize("text", ["", "{}", "null", "[1]", "not json", '{"id": "x"}', '{"version": 99}', "\udcff"])
def test_a_cursor_that_cannot_be_read_is_a_first_start(text: str) -> None:
    """A text of another version or of another hand does not stop the source."""
    assert parse(text) is None


async def test_a_cursor_that_cannot_be_read_gives_the_same_keys_again(reader: Reader) -> None:
    """A first start over what is stored already gives the same keys, which the store knows."""
    before = reader.keys
    reader.state = "{}"
    await reader.poll()
    assert reader.keys == before


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b'{"id": null}', "nothing where a number should be, at id", id="null"),
        pytest.param(b'{"id": 5, "full_name": 7}', "a number where text should be, at full_name", id="other kind"),
        pytest.param(b"[]", "a list where an object should be", id="other shape"),
        pytest.param(b'{"id": 5}', "full_name is missing", id="missing"),
        pytest.param(b"<html>", "JSON is malformed: invalid character (byte 0)", id="no JSON"),
    ],
)
def test_what_is_wrong_is_said_in_words(body: bytes, said: str) -> None:
    """A reader is told what stands where something else should, in no library's signs."""
    with pytest.raises(SourceError) as refused:
        read(body, RepositoryRow, "ada/kernels")
    assert refused.value.sentence == f"GitHub's answer for ada/kernels is not as it should be: {said}."
