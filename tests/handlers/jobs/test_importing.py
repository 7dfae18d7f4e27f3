"""Importing files: from bytes to the store, once and twice, whole and broken."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.tag import Tag
from bot.domain.update import BodyState, Kind, Precision, Update
from handlers.deps import Deps
from handlers.jobs import importing
from handlers.jobs.import_report import NAMES_KEPT, REFUSALS_KEPT, ImportReport, Tally
from handlers.jobs.importing import Progress, import_files
from handlers.jobs.intake import Intake
from storage.updates import Saved, Updates
from tests.sources.rows import FLASHINFER, SHA, a_commit, a_tag_row, write_lines

ARTICLE = f"""Weekly · 2026-07-12~07-18
Consumer cards get an FP8 GEMM[1] A commit is told of[2] [1] https://github.com/FlashInfer-AI/flashinfer/pull/3891 \
[2] https://github.com/FlashInfer-AI/flashinfer/commit/{SHA}
"""


def run(deps: Deps, *paths: Path, **changes: object) -> ImportReport:
    """One import."""
    return import_files(paths, deps.store, deps.vocabulary, deps.projects, deps.now(), **changes)  # type: ignore[arg-type] # progress and saved


def told(report: ImportReport) -> tuple[int, int, int, int]:
    """New, changed, known, refused."""
    return report.new, report.changed, report.known, report.refused


def stored(deps: Deps, key: str) -> Update:
    """The update of a key, which has to be there."""
    update = deps.store.updates.get(key)
    assert update is not None
    return update


def day(of_july: int) -> str:
    """Noon of a day."""
    return f"2026-07-{of_july:02}T12:00:00Z"


def test_importing_twice_changes_nothing(deps: Deps, tmp_path: Path) -> None:
    """The second import of commits, tags and an article knows everything, and nothing in the store has changed."""
    paths = [
        write_lines(tmp_path / "a.jsonl.gz", [a_commit(3891), a_commit(None), a_commit(5, body="Speeds up FP8.")]),
        write_lines(tmp_path / "tags.jsonl", [a_tag_row()]),
        tmp_path / "article.txt",
    ]
    paths[2].write_text(ARTICLE)
    first = run(deps, *paths)
    assert told(first) == (4, 2, 0, 0)
    keys = [f"{FLASHINFER}#3891", f"{FLASHINFER}@{SHA}", f"{FLASHINFER}#5", f"{FLASHINFER}:v0.6.15"]
    before = [stored(deps, key) for key in keys]
    assert told(run(deps, *paths)) == (0, 0, 6, 0)
    assert [stored(deps, key) for key in keys] == before


def test_a_template_that_is_learnt_later_does_not_change_what_is_known(deps: Deps, tmp_path: Path) -> None:
    """Tags stay as they are although the second import would know more of the repository's template."""
    form = "Tested on SM90 hardware as our form asks."
    rows = [a_commit(number, body=f"Change {number}.\n{form}") for number in range(1, 9)]
    assert run(deps, write_lines(tmp_path / "few.jsonl", rows[:2])).new == 2
    assert told(run(deps, write_lines(tmp_path / "all.jsonl", rows))) == (6, 0, 2, 0)
    assert told(run(deps, tmp_path / "all.jsonl")) == (0, 0, 8, 0)


def test_the_template_is_learnt_from_the_head_of_a_file_and_kept(deps: Deps, tmp_path: Path) -> None:
    """The lines that recur in a repository's bodies are known to later imports."""
    form = "- [ ] I have read the rules."
    rows = [a_commit(number, body=f"Change {number}.\n{form}") for number in range(1, 9)]
    run(deps, write_lines(tmp_path / "a.jsonl", rows))
    assert deps.store.sources.template(FLASHINFER.upper()) == {form.casefold()}


def test_an_edited_line_is_a_change(deps: Deps, tmp_path: Path) -> None:
    """A corrected title is stored and read anew, and counted as changed."""
    path = write_lines(tmp_path / "a.jsonl", [a_commit(7, subject="Add a GEMM (#7)")])
    run(deps, path)
    write_lines(path, [a_commit(7, subject="Add a GEMM for SM120 (#7)")])
    assert told(run(deps, path)) == (0, 1, 0, 0)
    update = stored(deps, f"{FLASHINFER}#7")
    assert Tag.parse("hardware:sm120") in update.about()
    assert update.revision == 2


@pytest.mark.parametrize("article_first", [False, True])
def test_an_article_meets_the_commits_that_it_cites(deps: Deps, tmp_path: Path, article_first: bool) -> None:
    """A cited pull request and a cited commit are no second updates; the sentence is their text, in either order."""
    commits = write_lines(tmp_path / "a.jsonl", [a_commit(3891, body="Adds a kernel."), a_commit(12, sha=SHA)])
    article = tmp_path / "b.md"
    article.write_text(ARTICLE)
    paths = [article, commits] if article_first else [commits, article]
    run(deps, *paths)
    assert deps.store.updates.total() == 2
    cited = stored(deps, f"{FLASHINFER}#3891")
    assert (cited.title, cited.summary) == (a_commit(3891)["subject"], "Consumer cards get an FP8 GEMM")
    assert (cited.body, cited.body_state, cited.precision) == ("Adds a kernel.", BodyState.WHOLE, Precision.SECOND)
    assert {"hardware:sm120", "format:fp8"} <= {str(found.tag) for found in cited.tags}
    by_commit = stored(deps, f"{FLASHINFER}#12")
    assert (by_commit.summary, by_commit.links.pull) == ("A commit is told of", 12)
    assert told(run(deps, *paths)) == (0, 0, 4, 0)


def test_what_only_an_article_tells(deps: Deps, tmp_path: Path) -> None:
    """An update that nobody else told of has the sentence as its title, and the article's date."""
    article = tmp_path / "b.md"
    article.write_text(ARTICLE)
    assert told(run(deps, article)) == (2, 0, 0, 0)
    update = stored(deps, f"{FLASHINFER}#3891")
    assert (update.title, update.precision) == ("Consumer cards get an FP8 GEMM", Precision.RANGE)
    assert Tag.parse("format:fp8") in update.about()
    assert update.state == UNKNOWN


def test_a_sentence_about_several_only_mentions(deps: Deps, tmp_path: Path) -> None:
    """Tags of a sentence that cites several things are mentions of each; what is about one alone stays about it."""
    article = tmp_path / "b.md"
    article.write_text(
        "Daily 2026-07-12\nOne for SM120[1] One for SM90[2] Both do FP8[1][2]\n"
        f"[1] https://github.com/{FLASHINFER}/pull/1\n[2] https://github.com/{FLASHINFER}/pull/2\n"
    )
    run(deps, article)
    update = stored(deps, f"{FLASHINFER}#1")
    assert Tag.parse("hardware:sm120") in update.about()
    assert Tag.parse("format:fp8") in update.mentioned()
    assert update.body == "Both do FP8"


def test_two_commits_of_one_pull_request_are_one_update(deps: Deps, tmp_path: Path) -> None:
    """A reland under the same number joins the first; the second import knows both."""
    rows = [a_commit(7, sha="a" * 40, committed_at=day(1)), a_commit(7, sha="b" * 40, committed_at=day(2))]
    path = write_lines(tmp_path / "a.jsonl", rows)
    assert run(deps, path).new == 1
    assert stored(deps, f"{FLASHINFER}#7").links.commits == ("a" * 40, "b" * 40)
    assert told(run(deps, path)) == (0, 0, 2, 0)


@pytest.mark.parametrize("tags_first", [False, True])
def test_states_follow_from_tags(deps: Deps, tmp_path: Path, tags_first: bool) -> None:
    """Commits and tags in either order, also in two imports, give the same release states."""
    commits = write_lines(
        tmp_path / "a.jsonl",
        [
            a_commit(1, committed_at=day(1)),
            a_commit(2, committed_at=day(5), subject="bump version to 0.6.15 (#2)"),
            a_commit(3, committed_at=day(9)),
        ],
    )
    tags = write_lines(tmp_path / "t.jsonl", [a_tag_row("v0.6.15", sha=f"{2:040x}", tagged_at=day(5))])
    paths = [tags, commits] if tags_first else [commits, tags]
    assert sum(run(deps, path).states for path in paths) == 3
    assert [stored(deps, f"{FLASHINFER}#{number}").state for number in (1, 2, 3)] == [
        State(Stage.RELEASED, "0.6.15"),
        State(Stage.RELEASED, "0.6.15"),
        State(Stage.UNRELEASED, "0.6.15"),
    ]
    assert [told(run(deps, path))[:2] for path in paths] == [(0, 0), (0, 0)]
    assert stored(deps, f"{FLASHINFER}#3").state == State(Stage.UNRELEASED, "0.6.15")
    later = write_lines(tmp_path / "u.jsonl", [a_tag_row("v0.6.16", sha="e" * 40, tagged_at=day(12))])
    assert run(deps, later).states == 1
    assert stored(deps, f"{FLASHINFER}#3").state == UNKNOWN


def test_a_version_is_stored_once(deps: Deps, tmp_path: Path) -> None:
    """Tags become versions of their project and releases that are found; the tag's commit stays the commit's."""
    path = write_lines(tmp_path / "t.jsonl", [a_tag_row(), a_tag_row("v0.6.15rc1"), a_tag_row("v0.6.15")])
    report = run(deps, path)
    assert (report.new, report.versions) == (2, 2)
    assert {version.version for version in deps.store.versions.of("flashinfer")} == {"0.6.15", "0.6.15rc1"}
    assert deps.store.updates.by_commit(SHA) == ()
    assert stored(deps, f"{FLASHINFER}:v0.6.15").kind is Kind.RELEASE


def test_a_line_written_by_hand_is_stored_as_it_stands(deps: Deps, tmp_path: Path) -> None:
    """The sample's kind, tags and noise win over what its words say, and a real update ends it."""
    row = a_commit(1, sample=True, kind="docs", tags=["model:glm-5"], noise=True, summary="Ours")
    path = write_lines(tmp_path / "s.jsonl", [row])
    run(deps, path)
    update = stored(deps, f"{FLASHINFER}#1")
    assert (update.kind, update.noise, update.summary, update.sample) == (Kind.DOCS, True, "Ours", True)
    assert [str(found.tag) for found in update.tags] == ["model:glm-5"]
    assert told(run(deps, path)) == (0, 0, 1, 0)
    assert run(deps, write_lines(tmp_path / "a.jsonl", [a_commit(1)])).changed == 1
    assert not stored(deps, f"{FLASHINFER}#1").sample
    assert told(run(deps, path)) == (0, 0, 1, 0)


def test_bad_lines_are_told_and_the_rest_goes_on(deps: Deps, tmp_path: Path) -> None:
    """Each refused line has file, number and reason, and the import counts as failed."""
    path = write_lines(tmp_path / "a.jsonl", [a_commit(1), b"{", a_commit(2, committed_at="soon"), a_commit(3)])
    report = run(deps, path)
    assert told(report) == (2, 0, 0, 2)
    assert [(refused.file, refused.line) for refused in report.refusals] == [("a.jsonl", 2), ("a.jsonl", 3)]
    assert report.failed


def test_a_broken_file_loses_nothing_and_stops_nobody(deps: Deps, tmp_path: Path) -> None:
    """What stood before a fault is saved, the fault is told, and the next file is imported."""
    whole = write_lines(tmp_path / "a.jsonl.gz", [a_commit(number) for number in range(1, 3_000)])
    whole.write_bytes(whole.read_bytes()[:-2_000])
    good = write_lines(tmp_path / "b.jsonl", [a_commit(5_000)])
    report = run(deps, whole, tmp_path / "missing.jsonl", tmp_path / "c.csv", good)
    assert report.new > 1_000
    assert stored(deps, f"{FLASHINFER}#5000")
    assert [unreadable.file for unreadable in report.unreadable] == ["a.jsonl.gz", "missing.jsonl", "c.csv"]
    assert report.failed


def test_a_bomb_of_a_line_is_refused_and_the_rest_goes_on(deps: Deps, tmp_path: Path) -> None:
    """A JSON line of many megabytes is one refused line."""
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"subject": "' + b"x" * 8_000_000 + b'"}\n')
    path.write_bytes(path.read_bytes() + write_lines(tmp_path / "b.jsonl.gz", [a_commit(1)]).read_bytes())
    assert told(run(deps, path)) == (1, 0, 0, 1)


def test_what_is_named_without_an_address_is_no_failure(deps: Deps, tmp_path: Path) -> None:
    """It is told, not stored, and the exit status stays 0."""
    article = tmp_path / "b.md"
    article.write_text("Daily 2026-07-12\n\nvLLM v0.33.0 and vLLM 0.32 are compared.\n")
    report = run(deps, article)
    assert (report.new, report.named, report.failed) == (1, ("vLLM 0.32",), False)


def test_a_directory_stands_for_its_files(deps: Deps, tmp_path: Path) -> None:
    """Files of known kinds in a directory are imported by name, its README is not."""
    write_lines(tmp_path / "b.jsonl", [a_commit(2)])
    write_lines(tmp_path / "a.jsonl.gz", [a_commit(1)])
    (tmp_path / "README.md").write_text("No digest.")
    (tmp_path / "notes.csv").write_text("1,2")
    report = run(deps, tmp_path)
    assert (report.new, report.failed) == (2, False)


def test_progress_runs_over_all_files(deps: Deps, tmp_path: Path) -> None:
    """Progress never goes back and ends at the sum of the files' sizes."""
    paths = [
        write_lines(tmp_path / f"{name}.jsonl", [a_commit(start + number) for number in range(1, 450)])
        for name, start in (("a", 0), ("b", 1_000))
    ]
    seen: list[Progress] = []
    run(deps, *paths, progress=seen.append)
    read = [progress.bytes_read for progress in seen]
    assert read == sorted(read)
    assert {progress.bytes_all for progress in seen} == {read[-1]} == {sum(path.stat().st_size for path in paths)}
    assert len(seen) > 4


def test_the_new_keys_are_told_batch_by_batch(deps: Deps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who matches subscriptions hears of the keys that are new, after each batch is saved, and of no others."""
    monkeypatch.setattr(importing, "HEAD", 3)
    monkeypatch.setattr(importing, "BATCH", 2)
    told_of: list[Sequence[str]] = []

    def saved(keys: Sequence[str]) -> None:
        assert all(deps.store.updates.get(key) for key in keys)
        told_of.append(keys)

    path = write_lines(tmp_path / "a.jsonl", [a_commit(number) for number in range(1, 9)])
    run(deps, path, saved=saved)
    run(deps, path, saved=saved)
    assert [len(keys) for keys in told_of] == [3, 2, 2, 1]


def test_long_descriptions_make_batches_end_early(deps: Deps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many characters of descriptions are held at a time: at the limit a batch is saved."""
    monkeypatch.setattr(importing, "HELD_CHARACTERS", 100)
    sizes: list[int] = []
    rows = [a_commit(number, body="x" * length) for number, length in ((1, 99), (2, 1), (3, 101), (4, 99))]
    run(deps, write_lines(tmp_path / "a.jsonl", rows), saved=lambda keys: sizes.append(len(keys)))
    assert sizes == [2, 1, 1]


def test_refusals_are_kept_to_a_limit() -> None:
    """All refused lines are counted, the first ones are kept with their reason; names likewise."""
    for count in (REFUSALS_KEPT - 1, REFUSALS_KEPT, REFUSALS_KEPT + 1):
        tally = Tally()
        for line in range(count):
            tally.refuse("a", line, "bad")
            tally.name(str(line))
        report = tally.report()
        assert (report.refused, len(report.refusals)) == (count, min(count, REFUSALS_KEPT))
        assert len(report.named) == min(count, NAMES_KEPT)


def test_dates_are_held_against_the_clock_that_is_given(deps: Deps, tmp_path: Path) -> None:
    """With an earlier clock what comes later is refused, so that the store is as it was then."""
    earlier = replace(deps, now=lambda: deps.now() - timedelta(days=30))
    assert told(run(earlier, write_lines(tmp_path / "a.jsonl", [a_commit(1)]))) == (0, 0, 0, 1)


def test_an_import_that_was_cut_off_is_made_good(deps: Deps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill that left updates without their release state, importing the same again reads the states."""
    run(deps, write_lines(tmp_path / "tags.jsonl", [a_tag_row()]))
    path = write_lines(tmp_path / "a.jsonl", [a_commit(None, sha=SHA, committed_at=day(1), subject="Add a GEMM")])

    def killed(_: Intake) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Intake, "settle", killed)
        with pytest.raises(KeyboardInterrupt):
            run(deps, path)
    assert stored(deps, f"{FLASHINFER}@{SHA}").state == UNKNOWN
    assert told(run(deps, path)) == (0, 0, 1, 0)
    assert stored(deps, f"{FLASHINFER}@{SHA}").state.stage is Stage.RELEASED


def test_what_another_import_saves_meanwhile_is_kept(
    deps: Deps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two imports of one update, the second saving while the first has read and not yet written, lose nothing."""
    paths = write_lines(tmp_path / "a.jsonl", [a_commit(7, paths=["a.cu"])])
    sizes = write_lines(tmp_path / "b.jsonl", [a_commit(7, additions=3)])
    run(deps, write_lines(tmp_path / "c.jsonl", [a_commit(7, body="For SM120.")]))
    write = Updates.save

    def save(self: Updates, batch: Sequence[Update], made_of: Sequence[int] | None = None) -> Saved:
        monkeypatch.setattr(Updates, "save", write)
        run(deps, sizes)
        return write(self, batch, made_of)

    monkeypatch.setattr(Updates, "save", save)
    assert told(run(deps, paths)) == (0, 1, 0, 0)
    update = stored(deps, f"{FLASHINFER}#7")
    assert (update.paths, update.body, update.additions) == (("a.cu",), "For SM120.", 3)
