"""Released or not: said only where commits and tags prove it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.domain.containment import Containment
from bot.domain.project import Group, Project, Scheme, TagSeries
from bot.domain.release_state import LineCommit, changed_states, state_of
from bot.domain.reverting import Reverts
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Links, Precision
from bot.domain.version import TaggedVersion, is_prerelease
from tests.factories import an_update

PROJECT = Project(
    "p",
    "P",
    Group.ENGINE,
    ("p/p",),
    series=(
        TagSeries("", r"v(?P<version>\d.*)", Scheme.PEP440),
        TagSeries("other", r"x-v(?P<version>\d.*)", Scheme.PEP440),
    ),
)


def day(of_july: int, hour: int = 0) -> datetime:
    """A day of July 2026."""
    return datetime(2026, 7, of_july, hour, tzinfo=UTC)


def commit(of_july: int, hour: int = 0, state: State = UNKNOWN, *, sample: bool = False) -> LineCommit:
    """A commit of the default branch; its key and hash tell when it was made."""
    return LineCommit(f"p/p#{of_july}{hour:02}", sha(of_july, hour), day(of_july, hour), state, sample)


def sha(of_july: int, hour: int = 0) -> str:
    """The hash of that commit."""
    return f"{of_july:038}{hour:02}"


def tag(version: str, of_july: int, on: str = "f" * 40, series: str = "") -> TaggedVersion:
    """A version tagged at noon, on a commit of the default branch or by default on a release branch."""
    pre = is_prerelease(Scheme.PEP440, version)
    return TaggedVersion("p", series, version, f"v{version}", pre, day(of_july, 12), on)


LINE = [commit(of_july) for of_july in range(1, 21)]


def stages(versions: list[TaggedVersion], line: list[LineCommit] | None = None) -> dict[int, str]:
    """What is said of the commit of each day."""
    changed = changed_states(PROJECT, versions, line or LINE)
    return {
        entry.published.day: f"{changed[entry.key].stage.value} {changed[entry.key].version}"
        for entry in line or LINE
        if entry.key in changed
    }


def test_a_tag_on_the_branch_holds_all_before_it() -> None:
    """Everything up to the tag's own commit is in it; what came later is not known to be."""
    said = stages([tag("1.0", 5, sha(5)), tag("1.1", 10, sha(10))])
    assert {said[of_july] for of_july in range(1, 6)} == {"released 1.0"}
    assert {said[of_july] for of_july in range(6, 11)} == {"released 1.1"}
    assert {said[of_july] for of_july in range(11, 21)} == {"unreleased 1.1"}


def test_a_tag_on_a_release_branch_proves_nothing() -> None:
    """A branch may have been cut before a change, or the change picked into it: neither is said."""
    said = stages([tag("1.0", 5, sha(5)), tag("1.1", 10)])
    assert not [of_july for of_july in range(6, 11) if of_july in said]
    assert said[11] == "unreleased 1.1"


def test_a_later_tag_on_the_branch_does_not_decide_for_an_earlier_one_beside_it() -> None:
    """What was made before a tag beside the branch may be in that one already: "first in 1.2" would be a guess."""
    said = stages([tag("1.0", 5, sha(5)), tag("1.1", 10), tag("1.2", 15, sha(15))])
    assert not [of_july for of_july in range(6, 11) if of_july in said]
    assert {said[of_july] for of_july in range(11, 16)} == {"released 1.2"}


def test_a_higher_version_holds_what_a_lower_one_holds() -> None:
    """A stable version beside the branch holds what a lower pre-release on the branch is proved to hold."""
    said = stages([tag("1.1rc1", 5, sha(5)), tag("1.1", 10)])
    assert {said[of_july] for of_july in range(1, 6)} == {"released 1.1"}
    assert 6 not in said


def test_a_maintenance_tag_of_an_old_line_holds_nothing_new() -> None:
    """A lower version that is tagged later does not hold what only a higher one is proved to hold."""
    said = stages([tag("1.1rc1", 5, sha(5)), tag("1.0.1", 10)])
    assert 3 not in said


def test_only_in_a_pre_release() -> None:
    """A change is only in a pre-release if no stable version was tagged after it."""
    said = stages([tag("1.0", 2, sha(2)), tag("1.1rc1", 10, sha(10))])
    assert (said[1], said[5], said[15]) == ("released 1.0", "prerelease 1.1rc1", "unreleased 1.0")


def test_commits_of_one_second_have_no_order() -> None:
    """Of two commits in one second only the tagged one is known to be in the tag."""
    twin = LineCommit("p/p#twin", "e" * 40, day(5))
    changed = changed_states(PROJECT, [tag("1.0", 5, sha(5))], [*LINE, twin])
    assert changed["p/p#500"].stage is Stage.RELEASED
    assert "p/p#twin" not in changed


def test_tags_of_another_series_are_no_proof_and_forbid_unreleased() -> None:
    """The project's release is its main series; but what another series may hold is not called unreleased."""
    said = stages([tag("1.0", 5, sha(5)), tag("4.0", 10, sha(10), series="other")])
    assert 8 not in said
    assert said[11] == "unreleased 1.0"


def test_nothing_is_said_without_tags() -> None:
    """Without tags, and with tags of other series alone, no state is touched."""
    assert stages([]) == {}
    assert stages([tag("4.0", 10, sha(10), series="other")]) == {}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(State(Stage.RELEASED, "1.0"), None, id="what was released stays"),
        pytest.param(State(Stage.UNRELEASED, "1.0"), UNKNOWN, id="unreleased ends with a tag that may hold it"),
        pytest.param(State(Stage.PRERELEASE, "1.1rc1"), UNKNOWN, id="so does only-in-a-pre-release"),
        pytest.param(State(Stage.OPEN), None, id="open is not for tags to say"),
        pytest.param(State(Stage.REVERTED, at=day(9), by="p/p#9"), None, id="nor is reverted"),
    ],
)
def test_what_a_new_tag_takes_back(before: State, after: State | None) -> None:
    """A tag that may hold a change ends what was said against it, and nothing else."""
    changed = changed_states(PROJECT, [tag("1.0", 5, sha(5)), tag("1.1", 10)], [*LINE, commit(8, 1, before)])
    assert changed.get("p/p#801") == after


def test_the_samples_own_states_stay() -> None:
    """What the sample states by hand is not decided by tags; what it leaves open is."""
    by_hand = commit(3, 1, State(Stage.UNRELEASED, "0.9"), sample=True)
    changed = changed_states(PROJECT, [tag("1.0", 5, sha(5))], [*LINE, by_hand, commit(3, 2, sample=True)])
    assert by_hand.key not in changed
    assert changed["p/p#302"] == State(Stage.RELEASED, "1.0")


def test_the_state_of_one_update() -> None:
    """One update is read as the whole line is; what is no commit keeps its state."""
    update = an_update(key="p/p#3", published=day(3), links=Links(pull=3, commits=(sha(3),)))
    known = {sha(5): day(5)}
    assert state_of(update, PROJECT, [tag("1.0", 5, sha(5))], known) == State(Stage.RELEASED, "1.0")
    ranged = an_update(key="p/p#3", published=day(3), links=Links(commits=(sha(3),)), precision=Precision.RANGE)
    assert state_of(ranged, PROJECT, [tag("1.0", 5, sha(5))], known) == UNKNOWN


def holds(version: str, since: str, *commits: str, pulls: tuple[int, ...] = (), whole: bool = True) -> Containment:
    """What the host says that a version's tag holds beyond the one before it."""
    return Containment("p", f"v{version}", f"v{since}" if since else "", frozenset(commits), frozenset(pulls), whole)


def said_of(versions: list[TaggedVersion], *contents: Containment, on: int = 8, **entry: int) -> State | None:
    """What is said of the change of a day."""
    line = [replace(commit(on), **entry) if found.published.day == on else found for found in LINE]  # type: ignore[arg-type]
    return changed_states(PROJECT, versions, line, contents).get(f"p/p#{on}00")


BRANCHED = [tag("1.0", 5, sha(5)), tag("1.1", 10), tag("1.2", 15, sha(15))]
"""1.1 was tagged on a release branch, 1.2 on the default branch: FlashInfer 0.6.14, 0.6.15, 0.6.16."""


def test_in_a_release_by_a_pick() -> None:
    """A change that was picked into a release branch is in that release, though ancestry says the next one
    (FlashInfer #3863 is in 0.6.15)."""
    by_hash = said_of(BRANCHED, holds("1.1", "1.0", sha(8)))
    by_number = said_of(BRANCHED, holds("1.1", "1.0", "f" * 40, pulls=(3863,)), pull=3863)
    assert by_hash == by_number == State(Stage.RELEASED, "1.1")


def test_not_in_a_release_that_was_read_whole() -> None:
    """Where the release branch is known not to hold it, the next release that does is the one."""
    assert said_of(BRANCHED, holds("1.1", "1.0", "f" * 40)) == State(Stage.RELEASED, "1.2")
    assert said_of(BRANCHED, holds("1.1", "1.0", "f" * 40, whole=False)) is None
    assert said_of(BRANCHED, holds("1.1", "0.9", "f" * 40)) is None


def test_a_range_counts_from_the_tag_before() -> None:
    """A release holds what its candidates held: 1.1 since rc2, rc2 since rc1."""
    versions = [tag("1.0", 5, sha(5)), tag("1.1rc1", 9), tag("1.1rc2", 10), tag("1.1", 11)]
    contents = [holds("1.1rc1", "1.0", sha(8)), holds("1.1rc2", "1.1rc1"), holds("1.1", "1.1rc2")]
    assert said_of(versions, *contents) == State(Stage.RELEASED, "1.1")
    assert said_of(versions[:3], *contents[:2]) == State(Stage.PRERELEASE, "1.1rc1")


def test_a_tag_without_a_date_of_its_own() -> None:
    """A lightweight tag has its commit's date, which may lie before that of a lower version with a date of its own: the
    lower one was made first all the same."""
    undated = TaggedVersion("p", "", "1.2", "v1.2", False, day(9), sha(9))
    assert said_of([tag("1.0", 5, sha(5)), tag("1.1", 10), undated]) == State(Stage.RELEASED, "1.2")
    picked = holds("1.1", "1.0", sha(8))
    assert said_of([tag("1.0", 5, sha(5)), tag("1.1", 10), undated], picked) == State(Stage.RELEASED, "1.1")


def test_unreleased_although_tags_came_after_it() -> None:
    """A change that no tag after it holds is unreleased."""
    versions = [tag("1.0", 5, sha(5)), tag("1.0.1", 10)]
    assert said_of(versions, holds("1.0.1", "1.0")) == State(Stage.UNRELEASED, "1.0.1")
    beside = [*versions, tag("9", 12, series="other")]
    assert said_of(beside, holds("1.0.1", "1.0")) is None


def test_contents_that_name_each_other() -> None:
    """A host that says nonsense proves nothing, and ends."""
    versions = [tag("1.1", 10), tag("1.2", 11)]
    assert said_of(versions, holds("1.1", "1.2"), holds("1.2", "1.1")) is None


def test_reverted_and_back() -> None:
    """A reverted change says so, also without tags; once the revert is taken back, tags decide again."""
    out = State(Stage.REVERTED, at=day(9), by="p/p#900")
    key = "p/p#800"
    assert changed_states(PROJECT, [], LINE, reverts=Reverts({key: out}))[key] == out
    line = [replace(entry, state=out) if entry.key == key else entry for entry in LINE]
    assert key not in changed_states(PROJECT, BRANCHED, line)
    again = changed_states(PROJECT, [tag("1.2", 15, sha(15))], line, reverts=Reverts({}, frozenset({"p/p#900"})))
    assert again[key] == State(Stage.RELEASED, "1.2")
