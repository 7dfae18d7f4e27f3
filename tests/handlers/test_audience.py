"""No road leads from a private project to a place that its audience does not name (E11)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import UserError
from bot.domain.project import Group, Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.subscription import Cadence
from bot.domain.version import TaggedVersion
from handlers.audience import seen_by_everybody, seen_from
from handlers.completion import completions
from handlers.deps import Deps
from handlers.exports import answer_json
from handlers.jobs.match import match_now
from handlers.jobs.publish import Post, publish
from handlers.router import dispatch
from storage.store import Store
from storage.tracked import Tracked
from tests.editions import SYSTEMS_DAILY
from tests.factories import (
    NOW,
    a_command,
    a_project,
    a_query,
    a_subscription,
    a_vocabulary,
    an_actor,
    an_update,
    at,
    some_projects,
)
from tests.fakes import texts

WORKSPACES = ("T1", "T2", "T3")
PLACES = tuple(
    Recipient("slack", workspace, kind, number)
    for workspace in WORKSPACES
    for kind, number in ((RecipientKind.CHANNEL, "C1"), (RecipientKind.CHANNEL, "C2"), (RecipientKind.USER, "U1"))
)
ALLOWED = {
    # The private project is read in T1 and in one channel of T2; what T3 tracks, in T3.
    "privateword": {
        place for place in PLACES if place.workspace == "T1" or (place.workspace, place.id) == ("T2", "C1")
    },
    "trackedword": {place for place in PLACES if place.workspace == "T3"},
    "goneword": set[Recipient](),
    "publicword": set(PLACES),
}
QUESTIONS = (
    "",
    "sm120",
    "secret",
    "sekret",
    "owner/repo",
    "secret sm120 sort:best",
    '"privateword"',
    "trackedword",
    "privateword trackedword goneword publicword",
    "secret/secret#1",
    "https://github.com/secret/secret/pull/1",
    "secret 1.0",
    "more 0 sm120",
    "mentions sm90",
    "share sm120",
    "digest daily",
    "weekly",
    "sources",
    "subscribe sm120 weekly",
    "help",
    "-vllm sm120",
    "kind:fix",
)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deps]:
    """A store in which one project is private, one tracked elsewhere, one tracked no more, and one public."""
    vocabulary = a_vocabulary()
    secret = a_project(
        "secret",
        "Sekret Privateword",
        Group.ENGINE,
        "secret/secret",
        audience=("slack:T1", "slack:T2/C1"),
        aliases=("sekret",),
    )
    projects = Projects((*some_projects().all, secret))
    path: Path = tmp_path_factory.mktemp("audience") / "store.db"
    with Store.open(f"sqlite:///{path}", closure=vocabulary.closure) as store:
        for place, (project, repository, word) in enumerate(
            (
                ("secret", "secret/secret", "privateword"),
                ("owner/repo", "owner/repo", "trackedword"),
                ("gone/gone", "gone/gone", "goneword"),
                ("vllm", "vllm-project/vllm", "publicword"),
            )
        ):
            store.updates.save(
                [
                    an_update(
                        f"Fix the {word} of number {number}",
                        number=number,
                        repository=repository,
                        project=project,
                        tags=("hardware:sm120",),
                        mentions=("hardware:sm90",),
                        published=NOW - timedelta(hours=3 + number, minutes=place),
                        first_seen=NOW - timedelta(hours=2),
                    )
                    for number in range(1, 4)
                ]
            )
            store.versions.save([TaggedVersion(project, "", "1.0", "v1.0", False, at(20), "f" * 40)])
        for workspace, name in (("T3", "owner/repo"), ("T2", "gone/gone")):
            store.tracked.add(Tracked("slack", workspace, f"github:{name}", name, name, "U1", at(1)))
        store.tracked.remove("slack", "T2", "github:gone/gone")
        yield Deps(store, projects, vocabulary, Lexicon(vocabulary, projects), lambda: NOW)


def leaked(text: str, place: Recipient) -> set[str]:
    """The words that stand in a text and may not be read at a place."""
    return {word for word, readers in ALLOWED.items() if word in text.casefold() and place not in readers}


def asked_at(place: Recipient, text: str) -> object:
    """A command given at a place."""
    return a_command(text, actor=an_actor(platform="slack", workspace=place.workspace, user="U1"), place=place)


@given(place=st.sampled_from(PLACES), text=st.sampled_from(QUESTIONS))
async def test_no_answer_tells_it(everything: Deps, place: Recipient, text: str) -> None:
    """Whatever is asked at whichever place, no word of what it may not see is in the answer, unless it was typed."""
    command = a_command(text, actor=an_actor(platform="slack", workspace=place.workspace, user="U1"), place=place)
    try:
        (shown,) = texts([await dispatch(command, everything)])
    except UserError as error:
        shown = error.sentence + " ".join(suggestion.command for suggestion in error.suggestions)
    typed = {word for word in ALLOWED if word in text}
    assert leaked(shown, place) <= typed


@pytest.mark.parametrize("place", PLACES, ids=str)
async def test_who_may_is_told(everything: Deps, place: Recipient) -> None:
    """Where it may be read it is found, so that the test above means something."""
    command = a_command("sm120 limit:50", actor=an_actor(platform="slack", workspace=place.workspace), place=place)
    (shown,) = texts([await dispatch(command, everything)])
    assert {word for word in ALLOWED if f"{word} of number" in shown.casefold()} == {
        word for word in ALLOWED if place in ALLOWED[word]
    }


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_programs_are_told_no_more(everything: Deps, place: Recipient) -> None:
    """`ask --json` respects the same audience."""
    command = a_command("sm120 limit:50", actor=an_actor(platform="slack", workspace=place.workspace), place=place)
    assert not leaked(answer_json(command, everything), place)


def test_pages_for_everybody(everything: Deps) -> None:
    """A public page holds what everybody may read, and names nothing else."""
    seen = seen_by_everybody(everything)
    assert set(seen.store.updates.coverage()) == {"vllm"}
    assert "secret" not in seen.projects.by_key


def test_no_completion_names_it(everything: Deps) -> None:
    """Who types is not known where words are completed, so a private project is offered to nobody."""
    assert all(
        "sec" not in one.text or "secret" not in one.text for one in completions("sec", everything, search=False)
    )


async def test_deliveries(everything: Deps) -> None:
    """Digests and subscriptions bring to each place what it may read, also where one issue goes to many."""
    store = everything.store
    for place in PLACES:
        for cadence in (Cadence.AT_ONCE, Cadence.DAILY):
            store.subscriptions.add(
                a_subscription(
                    f"sm120 {cadence.value}",
                    recipient=place,
                    query=a_query("hardware:sm120"),
                    cadence=cadence,
                    created=NOW - timedelta(days=9),
                )
            )
    match_now(everything)
    store.meta.set("published until", (NOW - timedelta(days=1)).isoformat())
    await publish([Post(SYSTEMS_DAILY, place) for place in PLACES], everything)
    sent: dict[Recipient, str] = {}
    while claimed := store.deliveries.claim(NOW + timedelta(days=1), timedelta(hours=1), 100):
        for delivery in claimed:
            sent[delivery.recipient] = sent.get(delivery.recipient, "") + "\n".join(texts(delivery.parts))
            store.deliveries.finish(delivery.key, delivery.token, NOW)
    assert set(sent) == set(PLACES)
    for place, text in sent.items():
        assert not leaked(text, place), place
        assert {word for word in ALLOWED if place in ALLOWED[word]} == {
            word for word in ALLOWED if f"{word} of number" in text.casefold()
        }


def test_nothing_hidden_costs_nothing(deps: Deps) -> None:
    """Where nothing is private and nothing tracked, everybody is handed the same dependencies."""
    assert seen_from(PLACES[0], deps) is deps


def test_sights_are_kept(everything: Deps) -> None:
    """The names of a place's field are made once, not for every question."""
    assert seen_from(PLACES[0], everything).lexicon is seen_from(PLACES[1], everything).lexicon
    assert seen_from(PLACES[0], replace(everything)).lexicon is seen_from(PLACES[0], everything).lexicon


def test_commands_open_no_store_of_their_own() -> None:
    """A command uses the store that it is handed, which is its place's: none imports one or opens one."""
    folder = Path(__file__).parents[2] / "handlers" / "commands"
    for path in folder.glob("*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert "open" not in names, path
