"""Signs of breaking: what is proof, what is a maybe, and what is neither."""

from __future__ import annotations

import pytest

from bot.domain.breaking import READ_CHARACTERS, authored_text, evidence, is_left_out, is_marked
from bot.domain.evidence import Sign
from bot.domain.floors import dependency_change
from bot.domain.removals import names
from bot.domain.update import Kind
from tests.factories import an_update


@pytest.mark.parametrize(
    ("title", "kind", "sign"),
    [
        pytest.param("[BREAKING][trainer] fix: same step granularity", Kind.FIX, Sign.MARKED, id="bracket"),
        pytest.param("[BC breaking][FRONTEND] Remove block pointers", Kind.FEATURE, Sign.MARKED, id="bc-breaking"),
        pytest.param("feat(api)!: a new layout", Kind.FEATURE, Sign.MARKED, id="exclamation"),
        pytest.param("Drop vLLM 0.11 support (#5549)", Kind.BREAKING, Sign.DROPPED, id="dropped-version"),
        pytest.param("[Python] Drop Python 3.9 support (#2218)", Kind.FEATURE, Sign.DROPPED, id="dropped-python"),
        pytest.param("Remove `forward_masked_logits` (#5626)", Kind.BREAKING, Sign.REMOVED, id="removed-name"),
        pytest.param("[Misc] Remove VLLM_OLD_SWITCH (#9668)", Kind.REFACTOR, Sign.REMOVED, id="removed-env"),
        pytest.param("Rename VLLM_A_USE_TD to VLLM_B_USE_TD", Kind.REFACTOR, Sign.RENAMED, id="renamed-env"),
        pytest.param("Align KTO with DPO: Remove model_init parameter", Kind.FEATURE, Sign.REMOVED, id="parameter"),
    ],
)
def test_a_mark_or_a_quotable_name_is_proof(title: str, kind: Kind, sign: Sign) -> None:
    """Breaking is said where the source marks it or the name that went can be quoted."""
    found = evidence(an_update(title, kind=kind))
    assert found is not None
    assert (found.sign, found.proven) == (sign, True)
    assert found.quote in title


@pytest.mark.parametrize(
    ("title", "kind", "sign"),
    [
        pytest.param("Deprecate `use_transformers_paged` (#5544)", Kind.DEPRECATION, Sign.DEPRECATED, id="deprecation"),
        pytest.param("remove deprecated mamba params (#3411)", Kind.FEATURE, Sign.REMOVED, id="no-name"),
        pytest.param("Remove bshd support (#2100)", Kind.FEATURE, Sign.DROPPED, id="lower-case-word"),
        pytest.param("A new layout of the reward configuration", Kind.BREAKING, Sign.REMOVED, id="tagger-says-so"),
        pytest.param("Rename request timeout env vars", Kind.FEATURE, Sign.RENAMED, id="renamed-without-names"),
    ],
)
def test_a_sign_without_proof_is_a_maybe(title: str, kind: Kind, sign: Sign) -> None:
    """What cannot be quoted is never proven."""
    found = evidence(an_update(title, kind=kind))
    assert found is not None
    assert (found.sign, found.proven) == (sign, False)


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        pytest.param("Remove redundant .contiguous() in the loss", Kind.REFACTOR, id="redundant-call"),
        pytest.param("Remove unused EVS functions in qwen3_vl.py", Kind.REFACTOR, id="unused"),
        pytest.param('docs: drop duplicate "a" in example', Kind.DOCS, id="docs"),
        pytest.param("[CI] Remove flaky layerwise offload case", Kind.CI, id="ci"),
        pytest.param("Remove `_internal_cache` of the loader", Kind.FEATURE, id="private-name"),
        pytest.param("[Bugfix] Fix tool_use handling dropping args", Kind.FIX, id="bug-that-drops"),
        pytest.param("Fix CUDA shims breaking Torch Dynamo", Kind.FIX, id="breaking-as-a-verb"),
        pytest.param("Fix fallback to default tactic of the autotuner", Kind.FIX, id="default-as-a-word"),
        pytest.param("Run autotune on non-default stream", Kind.FIX, id="non-default-stream"),
        pytest.param("[non-breaking] Tidy the API", Kind.REFACTOR, id="non-breaking"),
        pytest.param("feat(ws): add endpoint with subscription support", Kind.FEATURE, id="endpoint-is-no-end"),
        pytest.param("Workaround deprecated warning", Kind.FIX, id="deprecated-as-an-adjective"),
        pytest.param("Rename internal variables: `a_x` to `a_y`", Kind.FEATURE, id="internal-rename"),
    ],
)
def test_what_nobody_has_to_change_carries_no_sign(title: str, kind: Kind) -> None:
    """Dead code, tests, docs and words used otherwise are no sign."""
    assert evidence(an_update(title, kind=kind)) is None


def test_noise_carries_a_sign_only_where_its_title_is_marked() -> None:
    """Noise is not looked at, unless its source marks it."""
    assert evidence(an_update("Remove --old-flag option", kind=Kind.FEATURE, noise=True)) is None
    assert evidence(an_update("[BREAKING] Remove --old-flag option", kind=Kind.FEATURE, noise=True)) is not None


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("- [ ] [BREAKING] in the title if the change breaks an API", id="checklist"),
        pytest.param("<!-- BREAKING CHANGE: say what breaks -->", id="comment"),
        pytest.param("## Summary by CodeRabbit\n\nBREAKING CHANGE: flag renamed to --x", id="bot"),
        pytest.param("BREAKING CHANGE: none", id="denied"),
        pytest.param("> BREAKING CHANGE: quoted from elsewhere", id="quotation"),
        pytest.param("Does this PR break an API? Add `[BREAKING]` to the beginning of the title.", id="template"),
    ],
)
def test_words_that_nobody_wrote_about_the_change_are_not_read(body: str) -> None:
    """Templates, comments, bots and denials never make a change breaking."""
    assert evidence(an_update("Add a kernel", kind=Kind.FEATURE, body=body)) is None


def test_a_footer_of_the_author_marks_a_change() -> None:
    """Conventional Commits write what breaks into a footer of its own."""
    found = evidence(an_update("Move the API", kind=Kind.FEATURE, body="Why.\n\nBREAKING CHANGE: run() takes a plan"))
    assert found is not None
    assert found.sign is Sign.MARKED


def test_a_stripped_body_is_read_instead_of_the_updates_own() -> None:
    """Who knows the repository's template hands in what is left."""
    update = an_update("Move the API", kind=Kind.FEATURE, body="BREAKING CHANGE: a line of the template")
    assert evidence(update, body="") is None


@pytest.mark.parametrize(
    ("length", "read"),
    [
        pytest.param(READ_CHARACTERS - 1, READ_CHARACTERS - 1, id="under"),
        pytest.param(READ_CHARACTERS, READ_CHARACTERS, id="at"),
        pytest.param(READ_CHARACTERS + 1, READ_CHARACTERS, id="over"),
    ],
)
def test_a_long_description_is_read_up_to_its_limit(length: int, read: int) -> None:
    """A description of 64 kB costs no more than its beginning."""
    assert len(authored_text("x" * length)) == read


@pytest.mark.parametrize(
    ("title", "change"),
    [
        pytest.param("[Dependency] bump vllm 0.20.0 → 0.25.1 (#3280)", "vllm 0.20.0 → 0.25.1", id="arrow"),
        pytest.param("Upgrade sglang to v0.5.15.post1 (#2228)", "sglang 0.5.15.post1", id="post"),
        pytest.param("chore(deps): update toml requirement from 0.9 to 1.0", "toml 0.9 → 1.0", id="from-to"),
        pytest.param("Update the docs", "", id="none"),
    ],
)
def test_a_dependency_change_names_package_and_version(title: str, change: str) -> None:
    """A pin is told as package and version, with the old one where it is known."""
    assert dependency_change(title) == change


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("`a b` and --flag-x", ("a b", "--flag-x"), id="ticks-and-flags"),
        pytest.param("VLLM_USE_V1 of RLOOConfig.max_len", ("VLLM_USE_V1", "RLOOConfig.max_len"), id="env-and-dotted"),
        pytest.param("`_private` CODE_OF_CONDUCT.md plain words", (), id="private-and-files"),
    ],
)
def test_names_are_what_people_type(text: str, expected: tuple[str, ...]) -> None:
    """Flags, environment variables, dotted and quoted names are names; private ones and files are not."""
    assert names(text) == expected


@pytest.mark.parametrize(
    ("title", "marked"),
    [
        pytest.param("[BREAKING] x", True, id="mark"),
        pytest.param("[non-breaking] x", False, id="non-breaking"),
        pytest.param("Fix tie-breaking order", False, id="tie-breaking"),
        pytest.param("refactor!: x", True, id="bang"),
    ],
)
def test_only_a_source_s_own_mark_marks(title: str, marked: bool) -> None:
    """The word alone is no mark."""
    assert is_marked(title) is marked


_OUTSIDE = ("docs/models.md", "plum/models/pear.py", "plum/config/model.py", "tests/models/test_pear.py")


def test_a_name_that_goes_from_where_people_meet_it_is_proof() -> None:
    """A refactoring that takes a model with its docs away breaks who serves it, and no digest leaves it out."""
    gone = an_update("Remove Pear2", kind=Kind.REFACTOR, noise=True, paths=_OUTSIDE, additions=2, deletions=600)
    found = evidence(gone)
    assert found is not None
    assert (found.sign, found.quote, found.proven) == (Sign.REMOVED, "Pear2", True)
    assert not is_left_out(gone)


def test_a_name_that_goes_from_the_inside_is_no_proof() -> None:
    """The same words about what nobody outside meets prove nothing."""
    inside = an_update(
        "Rename PLUM_STATE to PEAR_STATE", kind=Kind.REFACTOR, noise=True, paths=("plum/core/scheduler.py",)
    )
    found = evidence(inside)
    assert found is None or not found.proven
    assert is_left_out(inside)


def test_many_small_clues_are_a_maybe_and_few_are_not_told() -> None:
    """Clues alone never prove; where they are few, a change is looked at and not warned of."""
    paths = ("plum/config/model.py", "tests/test_config.py", "docs/config.md")
    moved = evidence(an_update("Migrate pears to OOT plugin", kind=Kind.REFACTOR, noise=True, paths=paths))
    assert moved is not None
    assert (moved.sign, moved.proven, moved.telling) == (Sign.CLUES, False, True)
    few = evidence(an_update("Update torch to 2.13", kind=Kind.DEPENDENCY))
    assert few is not None
    assert (few.sign, few.telling) == (Sign.CLUES, False)


def test_an_update_that_is_no_noise_is_never_left_out() -> None:
    """Leaving out is for noise alone."""
    assert not is_left_out(an_update("Add a kernel", kind=Kind.FEATURE))
