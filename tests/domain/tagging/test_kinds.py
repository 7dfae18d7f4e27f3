"""Kinds and noise."""

from __future__ import annotations

import pytest

from bot.domain.update import Kind
from tests.domain.tagging.tagged import tag

KINDS = (
    pytest.param('Revert "[Core] Use the new sampler" (#15)', Kind.REVERT, id="revert"),
    pytest.param("[Bugfix] Revert the default of the cache size", Kind.REVERT, id="revert behind a prefix"),
    pytest.param("Reverts 4b3a2c1d", Kind.REVERT, id="revert by commit"),
    pytest.param('[None][revert] - Revert "[TRTLLM-1][feat] Add beam search"', Kind.REVERT, id="revert twice marked"),
    pytest.param('Revert "Reland the sampler"', Kind.REVERT, id="revert of a reland"),
    pytest.param('Revert "Revert "Revert the sampler""', Kind.REVERT, id="revert of a revert of a revert"),
    pytest.param('Revert "Revert "[Feature] Use the new sampler""', Kind.FEATURE, id="revert of a revert"),
    pytest.param("Revert of revert: enable the sampler again", Kind.FEATURE, id="revert of a revert in words"),
    pytest.param('Reland "Use the new sampler"', Kind.FEATURE, id="a reland is no revert"),
    pytest.param("[Revert] Reland the sampler", Kind.FEATURE, id="a reland whatever its prefix"),
    pytest.param("Fix path traversal in the archive loader", Kind.SECURITY, id="security by what it is"),
    pytest.param("[Security] Bound the prompt list", Kind.SECURITY, id="security by prefix"),
    pytest.param("(security) Enforce an upload limit", Kind.SECURITY, id="security by a prefix in parentheses"),
    pytest.param("fix(auth): fix a timing leak", Kind.SECURITY, id="timing leak"),
    pytest.param("fix(helm): fix the security context", Kind.FIX, id="a security context is a setting"),
    pytest.param("[CI] Pin actions for security", Kind.CI, id="CI though for security"),
    pytest.param("docs(security): say that gRPC is insecure", Kind.DOCS, id="docs though about security"),
    pytest.param("bump version to 0.6.15", Kind.RELEASE, id="own version"),
    pytest.param("chore: bump flashinfer version to 0.6.15", Kind.RELEASE, id="own version by name"),
    pytest.param("Bump transformers version to 5.1", Kind.DEPENDENCY, id="another package's version"),
    pytest.param("bump versions for v1.7.0 release", Kind.RELEASE, id="versions for a release"),
    pytest.param("Bump to 4.4.0 of the dsl pin", Kind.DEPENDENCY, id="a pin is another package's"),
    pytest.param("[Release] v0.1.30", Kind.RELEASE, id="release by prefix and version"),
    pytest.param("[Release] fix the per commit wheel release pipeline", Kind.CI, id="how releases are made"),
    pytest.param("[release] Always block release images", Kind.CI, id="images of releases"),
    pytest.param("release: update release workflow to store a zip", Kind.CI, id="workflow of releases"),
    pytest.param("[Release] Use one wheel for every CUDA version", Kind.FEATURE, id="release prefix without a version"),
    pytest.param("[Version] Drop 0.16.0 support", Kind.BREAKING, id="a version whose support ends"),
    pytest.param("ggml : restore a function to avoid a major version bump", Kind.FIX, id="no version bump"),
    pytest.param("v4.6 tag release", Kind.RELEASE, id="tag release"),
    pytest.param("Release: v1.3", Kind.RELEASE, id="release commit"),
    pytest.param("[BREAKING][reward] refactor: one reward configuration", Kind.BREAKING, id="marked"),
    pytest.param("feat(api)!: return a list", Kind.BREAKING, id="exclamation mark"),
    pytest.param("Remove deprecated trainer options", Kind.BREAKING, id="removal of what users set"),
    pytest.param("Drop support for CUDA < 12.8", Kind.BREAKING, id="support dropped"),
    pytest.param("[Feature] Remove config option 'dp_allreduce'", Kind.BREAKING, id="an option, called a feature"),
    pytest.param("[Deprecation] Remove PTPC FP8", Kind.BREAKING, id="deprecation carried out"),
    pytest.param("[Model] Remove obsolete Tulip models", Kind.BREAKING, id="models"),
    pytest.param("Remove Swan model", Kind.BREAKING, id="a model"),
    pytest.param("Remove FernForCausalLM and MossForCausalLM model architectures", Kind.BREAKING, id="architectures"),
    pytest.param("[Model] Remove IvyForCausalLM", Kind.BREAKING, id="an architecture by its class"),
    pytest.param("Remove debug code in model implementation", Kind.REFACTOR, id="code of a model"),
    pytest.param("Remove verifier model type check", Kind.REFACTOR, id="a check of models"),
    pytest.param("Remove requirement of an override for IvyForCausalLM", Kind.REFACTOR, id="a burden of a model"),
    pytest.param("refactor: remove infrastructure and simplify architecture", Kind.REFACTOR, id="a design"),
    pytest.param("Remove unused helper functions", Kind.REFACTOR, id="removal of what nobody uses"),
    pytest.param("Remove `_get_parser` option", Kind.REFACTOR, id="removal of a private name"),
    pytest.param("Remove raw inputs from the transformers backend", Kind.REFACTOR, id="removal in a backend"),
    pytest.param("Delete mm.feature after the decode phase", Kind.REFACTOR, id="attribute called feature"),
    pytest.param("Remove invalid argument of barrier", Kind.FIX, id="removal of what was wrong"),
    pytest.param("[Perf] Remove redundant flags", Kind.PERFORMANCE, id="removal that speeds up"),
    pytest.param("Deprecate the old scheduler flag", Kind.DEPRECATION, id="deprecation"),
    pytest.param("Announce the upcoming change of loss_type", Kind.DEPRECATION, id="announced"),
    pytest.param("ci: use larger runners", Kind.CI, id="ci by prefix"),
    pytest.param("[TRTLLM-7181][infra] Generate results on timeout", Kind.CI, id="infra behind a ticket"),
    pytest.param("chore: add a code owner of kernels", Kind.CI, id="code owner"),
    pytest.param(
        "refactor(gateway): unify registration into one workflow", Kind.REFACTOR, id="a workflow that is no CI"
    ),
    pytest.param("[AMD] Add nightly tests for MI35x", Kind.CI, id="nightly"),
    pytest.param("Support the DeepGEMM runner for BF16", Kind.FEATURE, id="a runner that is no machine"),
    pytest.param("Fix tests for the decode radix cache", Kind.TEST, id="tests repaired"),
    pytest.param("[AMD] Fix test_kimi_k25_mxfp4.py : stage-c", Kind.TEST, id="a test by its name"),
    pytest.param("Add a grouped GEMM kernel and tests", Kind.FEATURE, id="added with its tests"),
    pytest.param("Add unit tests and benchmarks", Kind.TEST, id="tests added"),
    pytest.param("[Bugfix] Fix the planner and add unit tests", Kind.FIX, id="repaired with its tests"),
    pytest.param(
        "Fix broken sharding API and re-enable its unit test", Kind.FIX, id="repaired, and its test runs again"
    ),
    pytest.param("fix: restore the SM120 tile (test_fused_moe.py)", Kind.FIX, id="repaired, test named behind"),
    pytest.param("fix: Add tests for the tuner and fix bug in find_bucket", Kind.FIX, id="tests, and a repair"),
    pytest.param("[Bugfix] Fix the flaky planner test", Kind.TEST, id="a test, called a bug"),
    pytest.param("Fix dynamic and functional tests", Kind.TEST, id="two sorts of tests"),
    pytest.param("fix typo", Kind.DOCS, id="typo"),
    pytest.param("[doc] feat: update the installation for Atlas", Kind.DOCS, id="area doc, type feat"),
    pytest.param("[docker, doc] refactor: streamline the build", Kind.REFACTOR, id="doc beside the area"),
    pytest.param("[Tutorials] Fix block scaled matmul", Kind.DOCS, id="tutorials by prefix"),
    pytest.param("Document the backends of the kernel", Kind.DOCS, id="documented"),
    pytest.param("Bump torchao to nightly", Kind.DEPENDENCY, id="bumped to a nightly"),
    pytest.param("Integrate LLVM at llvm/llvm-project@f4e6f3", Kind.DEPENDENCY, id="integrated"),
    pytest.param("build: widen the pin of flashinfer to <0.7.0", Kind.DEPENDENCY, id="pin widened"),
    pytest.param("Upgrade to CUTLASS 4.2.1", Kind.DEPENDENCY, id="dependency"),
    pytest.param("chore(deps): bump sha2 0.10 -> 0.11", Kind.DEPENDENCY, id="dependency by scope"),
    pytest.param("[Perf] Refactor the sampler", Kind.PERFORMANCE, id="perf by prefix"),
    pytest.param("[DSv4 Perf] Sparse index cache", Kind.PERFORMANCE, id="perf as the last word of a prefix"),
    pytest.param("Extractor performance and UX enhancements", Kind.PERFORMANCE, id="perf among enhancements"),
    pytest.param("Improve startup failure and readiness logs", Kind.FEATURE, id="an improvement about failures"),
    pytest.param("Reduce peak memory of the loader", Kind.PERFORMANCE, id="perf by words"),
    pytest.param("Add fused kernel (6% speedup)", Kind.PERFORMANCE, id="addition with a figure"),
    pytest.param("Enable DBO (Dynamic Batch Optimization)", Kind.FEATURE, id="optimization in a name"),
    pytest.param("fix(kernel): use Triton FP8 on SM120", Kind.FIX, id="fix by prefix"),
    pytest.param("Don't treat ROCm GPUs as Ampere", Kind.FIX, id="fix by its first word"),
    pytest.param("[Model] Support Hy3 preview", Kind.FEATURE, id="feature"),
    pytest.param("[NFC] Name aggregate types", Kind.REFACTOR, id="no functional change"),
    pytest.param("[Feature][Refactor] DSv4 DSpark", Kind.FEATURE, id="feature beside refactor"),
    pytest.param("[None][chore] update torch_dtype to dtype", Kind.REFACTOR, id="a chore"),
    pytest.param("[None][chore] Add a runtime flag", Kind.FEATURE, id="a chore that adds"),
    pytest.param("[None][chore] Weekly mass integration of release/1.1", Kind.REFACTOR, id="merges in bulk"),
    pytest.param("Automated Code Change", Kind.REFACTOR, id="by a machine"),
)


@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_kind_is_read_from_the_title(title: str, kind: Kind) -> None:
    """The first kind that applies is taken, by what was changed rather than by the prefix."""
    assert tag(title).kind is kind


def test_an_addition_that_opens_with_fix_is_a_fix() -> None:
    """The body's first word tells a repair from an addition."""
    assert tag("Support zero-sized layouts", "Fix the conversion of empty tensors.").kind is Kind.FIX


def test_a_skipped_test_is_a_test() -> None:
    """A title that skips something is a test where the body says so (WORDING.md 0.5)."""
    assert tag("[NVIDIA] Skip scalar atomic_cas on sm120", "The pytest run is poisoned by it.").kind is Kind.TEST


def test_the_sources_own_kind_stands() -> None:
    """A release feed knows better than the words of its title."""
    assert tag("Fix things", kind=Kind.RELEASE).kind is Kind.RELEASE


NOISE = (
    pytest.param("[CI] Use new label for runners", True, id="ci"),
    pytest.param("Fix tests for the decode radix cache", True, id="test"),
    pytest.param("fix typo", True, id="typo"),
    pytest.param("[Docs] Add user guide for CPU binding", False, id="a new guide"),
    pytest.param("[Docs] Update user guide for CPU binding", True, id="an old guide"),
    pytest.param("docs: add a model to the supported models documentation", True, id="a row in a table"),
    pytest.param("[https://nvbugs/5437384][test] fix launch", True, id="test behind an address"),
    pytest.param("Bump the actions group with 3 updates", True, id="a bot's group"),
    pytest.param("Move helpers to utils", True, id="internal refactor"),
    pytest.param("Bump docker/setup-qemu-action from 3 to 4", True, id="bot bump"),
    pytest.param("chore(beep boop 🤖): Bump  (main) (2026-07-06)", True, id="a bot's bump without a subject"),
    pytest.param("Upgrade to CUTLASS 4.2.1", False, id="a dependency that matters"),
    pytest.param('Revert "ci: add codecov"', True, id="revert of a chore"),
    pytest.param('Revert "[MoE] nvfp4 kernel"', False, id="revert that matters"),
    pytest.param("fix(gdn): reject invalid sm120 lowering", False, id="fix"),
    pytest.param("[Bugfix] Fix broken offline example", True, id="an example"),
    pytest.param("[Bugfix] Fix example 92", True, id="an example by number"),
    pytest.param("[Bugfix] Keep bf16 inputs, for example of norms", False, id="for example"),
    pytest.param("[Bugfix] Fix sharded loading + new weight sync example", False, id="an example beside it"),
    pytest.param("Fix performance regression in the GEMM examples", False, id="a regression seen in examples"),
    pytest.param("[Bugfix] Ship examples/ in the CPU image", False, id="the examples' folder"),
    pytest.param("[Bugfix] Improve the timeout error message", True, id="a message"),
    pytest.param("Fix number of blocks and improve assert message", False, id="a message beside it"),
    pytest.param("Fix unpacked store with `16x32bx2` message", False, id="a message of hardware"),
    pytest.param("[Model] Remove obsolete Tulip models", False, id="models go"),
)


@pytest.mark.parametrize(("title", "noise"), NOISE)
def test_noise(title: str, noise: bool) -> None:
    """What no engineer wants in a digest is noise."""
    assert tag(title).noise is noise
