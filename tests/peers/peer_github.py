"""Our GitHub stand-in and our questions against GitHub's own descriptions of its REST and GraphQL.

What the description demands of a payload is demanded in full where the stand-in gives an object whole; of repositories
and people it gives the part that is read, and there the fields that it gives are judged.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from jsonschema import Draft202012Validator

from bot.sources.github import graphql
from tests.peers.node import installed, run
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import TOKEN, Pull, Repository

HERE = Path(__file__).parent
NAME = "ada/kernels"
SHORTENED = {"private-user", "simple-user", "full-repository", "repository"}
"""Objects of which the stand-in gives no more than a part: what they must have is not demanded."""

Json = dict[str, Any]


@cache
def description() -> Json:
    """GitHub's description, its schemas as JSON Schema has them."""
    path = installed(HERE) / "@octokit" / "openapi" / "generated" / "api.github.com.json"
    whole: Json = json.loads(path.read_text(encoding="utf-8"))
    for name, schema in whole["components"]["schemas"].items():
        if name in SHORTENED:
            schema.pop("required", None)
    return {"paths": whole["paths"], "components": {"schemas": _as_json_schema(whole["components"]["schemas"])}}


def _as_json_schema(part: Any) -> Any:
    """OpenAPI 3.0 writes `nullable`, where JSON Schema has a type more."""
    if isinstance(part, list):
        return [_as_json_schema(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: _as_json_schema(value) for name, value in part.items() if name not in ("example", "examples")}
    if made.pop("nullable", None) is True:
        return {"anyOf": [{"type": "null"}, made]}
    return made


def faults(path: str, payload: Any) -> list[str]:
    """What GitHub's description of an address has against a payload."""
    answers = description()["paths"][path]["get"]["responses"]
    schema = _as_json_schema(answers["200"]["content"]["application/json"]["schema"])
    judge = Draft202012Validator({**schema, "components": description()["components"]})
    return [
        f"{path}: {'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}"
        for fault in judge.iter_errors(payload)
    ]


def a_world(github: GitHubStandIn) -> Repository:
    """A repository with one of everything."""
    repo = github.world.repository(NAME, commits=2)
    repo.squash(17, "Faster MoE", "Why.", labels=("perf",))
    repo.merge(18, "A merge", ["One", "Two"])
    repo.commit("Without a pull request", "Body.")
    repo.pulls[19] = Pull(19, "An open one", "Soon.")
    repo.release("v1.0.0")
    repo.release("v1.1.0rc1", prerelease=True)
    repo.tag("v0.9.0")
    repo.tag("v0.9.1", annotated=True)
    return repo


@pytest.fixture
async def github() -> AsyncIterator[GitHubStandIn]:
    """A stand-in with one repository."""
    async with GitHubStandIn() as standin:
        a_world(standin)
        yield standin


async def got(github: GitHubStandIn, path: str) -> Any:
    """What the stand-in answers."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{github.api}{path}") as response:
        assert response.status == 200
        return await response.json()


@pytest.mark.parametrize(
    ("described", "path"),
    [
        ("/repos/{owner}/{repo}", ""),
        ("/repos/{owner}/{repo}/commits", "/commits?per_page=1"),
        ("/repos/{owner}/{repo}/releases", "/releases"),
        ("/repos/{owner}/{repo}/releases/tags/{tag}", "/releases/tags/v1.0.0"),
        ("/repos/{owner}/{repo}/git/matching-refs/{ref}", "/git/matching-refs/tags"),
        ("/repos/{owner}/{repo}/compare/{basehead}", "/compare/v0.9.0...v1.0.0"),
        ("/repos/{owner}/{repo}/compare/{basehead}", "/compare/v1.0.0...main"),
    ],
)
async def test_rest_answers_are_as_described(github: GitHubStandIn, described: str, path: str) -> None:
    """Every kind of REST answer that sources read is one that GitHub describes."""
    assert faults(described, await got(github, f"/repos/{NAME}{path}")) == []


async def test_the_description_can_refuse(github: GitHubStandIn) -> None:
    """What GitHub does not describe fails the check."""
    payload = await got(github, f"/repos/{NAME}/releases")
    payload[0]["id"] = "one"
    del payload[1]["tag_name"]
    assert len(faults("/repos/{owner}/{repo}/releases", payload)) == 2


def questions(repo: Repository) -> list[tuple[str, str, Json]]:
    """Every question that is asked of GraphQL, with its variables."""
    owner, _, name = NAME.partition("/")
    names: Json = {"owner": owner, "name": name}
    shas = sorted(repo.commits)
    since = "2026-10-01T00:00:00+00:00"
    tags = {"t0": "refs/tags/v0.9.0", "t1": "refs/tags/v0.9.1", "t2": "refs/tags/none"}
    return [
        ("history", graphql.HISTORY, {**names, "head": repo.head, "since": since, "until": None, "after": None}),
        ("commits", graphql.commits_query([*shas, "0" * 40]), names),
        ("tags", graphql.tags_query(3), {**names, **tags}),
        ("pulls", graphql.pulls_query([17, 19, 404]), names),
    ]


async def test_questions_and_answers_are_of_githubs_schema(github: GitHubStandIn, tmp_path: Path) -> None:
    """GraphQL questions are valid, and the stand-in's answers are what a server of that schema would give."""
    repo = github.world.repositories[github.world.names[NAME]]
    cases = []
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {TOKEN}"}) as session:
        for name, query, variables in questions(repo):
            body = {"query": query, "variables": variables}
            async with session.post(f"{github.api}/graphql", json=body) as response:
                answer = (await response.json())["data"]
            cases.append({"name": name, "query": query, "variables": variables, "answer": answer})
    assert checked(tmp_path, cases) == []


def test_the_schema_can_refuse(tmp_path: Path) -> None:
    """An unknown field and an answer of a wrong type are faults."""
    query = 'query { repository(owner: "a", name: "b") { %s } }'
    found = checked(
        tmp_path,
        [
            {"name": "field", "query": query % "stars", "variables": {}, "answer": None},
            {
                "name": "type",
                "query": query % "databaseId",
                "variables": {},
                "answer": {"repository": {"databaseId": "x"}},
            },
        ],
    )
    assert [line.partition(":")[0] for line in found] == ["field", "type"]


def checked(folder: Path, cases: list[Json]) -> list[str]:
    """What GraphQL's own implementation has against questions and answers."""
    asked = folder / "asked.json"
    asked.write_text(json.dumps(cases), encoding="utf-8")
    return run(HERE / "check_graphql.mjs", str(installed(HERE)), str(asked), cwd=HERE).splitlines()
