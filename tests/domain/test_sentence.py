"""From titles to sentences: every row of WORDING.md 0.5, and what hostile titles leave."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.label import Label
from bot.domain.sentence import SENTENCE_LIMIT, sentence
from bot.domain.update import Kind, Links
from tests.factories import a_vocabulary, an_update

VOCABULARY = a_vocabulary()
DRAIN = (
    "## Summary\nFixes #3578: FP8-Q sliding-window prefill deadlocks on Hopper (SM90).\n\n## Root cause\nThe consumer."
)


@pytest.mark.parametrize(
    ("title", "body", "label", "kind", "detail", "wanted"),
    [
        pytest.param(
            "[Bugfix] Patch Hopper MXFP4 OOB scales reads leading to NaN (#47910)",
            "",
            Label.FIX,
            Kind.FIX,
            "",
            "Patch Hopper MXFP4 OOB scales reads leading to NaN",
            id="bracket-prefix",
        ),
        pytest.param(
            "fix(gdn): reject invalid sm120 tma lowering (#3844)",
            "",
            Label.FIX,
            Kind.FIX,
            "",
            "GDN: reject invalid SM120 TMA lowering",
            id="scope-kept",
        ),
        pytest.param(
            "fix(attention): add LEFT_SLIDING_WINDOW drain loop to FP8 Hopper prefill (#3578) (#3682)",
            DRAIN,
            Label.FIX,
            Kind.FIX,
            "",
            "FP8-Q sliding-window prefill deadlocks on Hopper (SM90)",
            id="named-by-its-symptom",
        ),
        pytest.param(
            "fix(security): bound completion prompt list to prevent unbounded engine fan-out (#47845)",
            "",
            Label.SECURITY,
            Kind.SECURITY,
            "",
            "Bound completion prompt list to prevent unbounded engine fan-out",
            id="scope-is-the-label",
        ),
        pytest.param(
            "[BREAKING][megatron] chore: deprecate vanilla mBridge and make Megatron Bridge default (#6951)",
            "",
            Label.BREAKING,
            Kind.BREAKING,
            "",
            "Megatron: deprecate vanilla mBridge and make Megatron Bridge default",
            id="module-before-the-type",
        ),
        pytest.param(
            "[BugFix] mega moe max token default value fix (#11584)",
            "Change the default value of mega_moe_max_tokens from 65536 to 131072.",
            Label.DEFAULT,
            Kind.FIX,
            "mega_moe_max_tokens 65536 → 131072",
            "mega_moe_max_tokens 65536 → 131072",
            id="quoted-change",
        ),
        pytest.param(
            "feat: make moe_ep (EP) part of the default install; drop nccl submodule (#3821)",
            "",
            Label.DEFAULT,
            Kind.FEATURE,
            "",
            "Make moe_ep (EP) part of the default install; drop NCCL submodule",
            id="identifier-and-name",
        ),
        pytest.param(
            'sycl : rename the env vars from "disable" to "enable" (llama/25042)',
            "",
            Label.MAY_BREAK,
            Kind.REFACTOR,
            "",
            'SYCL: rename the env vars from "disable" to "enable"',
            id="spaced-scope",
        ),
        pytest.param(
            "[Misc] Remove old now unsupported `max_num_partial_prefills` and `max_long_partial_prefills` (#49244)",
            "",
            Label.BREAKING,
            Kind.BREAKING,
            "Remove max_num_partial_prefills and max_long_partial_prefills",
            "Remove max_num_partial_prefills and max_long_partial_prefills",
            id="quoted-removal",
        ),
        pytest.param(
            "[vllm, rollout] fix: require vLLM>=0.22.0 for Qwen3.5 router replay (R3) (#6922)",
            "",
            Label.NEEDS,
            Kind.FIX,
            "vLLM 0.22.0 for Qwen3.5 router replay (R3)",
            "vLLM 0.22.0 for Qwen3.5 router replay (R3)",
            id="floor",
        ),
        pytest.param(
            "[3/n] Disaggregated rollout: engine-side /pull_weights (#2181)",
            "",
            Label.NEW,
            Kind.FEATURE,
            "",
            "Disaggregated rollout: engine-side /pull_weights (part 3)",
            id="part-number",
        ),
        pytest.param(
            "Fix/3170 dense blockscaled sm12x (#3180)",
            '## Description\n\nmm_fp4 with backend "b12x" is allowed on sm_121. The message is updated.',
            Label.FIX,
            Kind.FIX,
            "",
            'mm_fp4 with backend "b12x" is allowed on SM121',
            id="title-says-nothing",
        ),
        pytest.param("v4.6 tag release. (#3362)", "", Label.RELEASE, Kind.RELEASE, "", "4.6", id="release-commit"),
        pytest.param(
            'Revert "[Misc][Quantization] Remove kvcache quant weight related patches." (#11615)',
            "Reverts vllm-project/vllm-ascend#11053",
            Label.REVERTED,
            Kind.REVERT,
            "",
            "Remove kvcache quant weight related patches",
            id="revert",
        ),
        pytest.param(
            "Optimize FP4 V-scale dequant for h512 FA2 prefill (#3822)",
            "",
            Label.PERF,
            Kind.PERFORMANCE,
            "",
            "Optimize FP4 V-scale dequant for h512 FA2 prefill",
            id="plain",
        ),
    ],
)
def test_rows_of_the_table(title: str, body: str, label: Label, kind: Kind, detail: str, wanted: str) -> None:
    """Each title of WORDING.md 0.5 becomes its sentence."""
    assert sentence(an_update(title, body=body, kind=kind), VOCABULARY, detail, label) == wanted


@pytest.mark.parametrize(
    ("title", "label", "wanted"),
    [
        pytest.param("Fix hybrid_attn crash with ngram", Label.FIX, "hybrid_attn crash with ngram", id="fix-verb"),
        pytest.param("fix: fix a bug where dsv4 hangs", Label.FIX, "DeepSeek-V4 hangs", id="fix-a-bug-where"),
        pytest.param("Fully async OOM bug fix", Label.FIX, "Fully async OOM", id="fix-at-the-end"),
        pytest.param("Fix the docs", Label.NEW, "Fix the docs", id="verb-stays-under-another-label"),
        pytest.param("feat(moe): add b12x to the MoE API", Label.NEW, "Add b12x to the MoE API", id="scope-in-text"),
        pytest.param("[Gluon] Add support", Label.NEW, "Gluon: Add support", id="bracket-that-says-something"),
        pytest.param("[NVFP4] Add support", Label.NEW, "Add support", id="bracket-that-is-a-tag"),
        pytest.param("[1/2] Add support (#1)", Label.NEW, "Add support (part 1 of 2)", id="part-of"),
        pytest.param("🚀 add deepseek v4 for rtx", Label.NEW, "Add DeepSeek-V4 for rtx", id="emoji-in-front"),
        pytest.param('ci: Revert "feat: add x_y (#1)" (#2)', Label.REVERTED, "Add x_y", id="revert-behind-a-type"),
        pytest.param("torch.compile: fix graph breaks", Label.PERF, "torch.compile: fix graph breaks", id="dotted"),
        pytest.param("qwen3.5-moe on sm_120 and fp8/bf16", Label.NEW, "Qwen3.5-MoE on SM120 and FP8/BF16", id="names"),
        pytest.param(
            "`fp8_gemm` in csrc/fp8/gemm.cu for --fp8 and fp8_kv",
            Label.NEW,
            "fp8_gemm in csrc/fp8/gemm.cu for --fp8 and fp8_kv",
            id="identifiers",
        ),
        pytest.param("docs", Label.CHANGED, "Docs", id="one-word"),
    ],
)
def test_more_titles(title: str, label: Label, wanted: str) -> None:
    """What is said already goes, what says something stays, identifiers keep their spelling."""
    kind = Kind.REVERT if label is Label.REVERTED else Kind.FIX if label is Label.FIX else Kind.FEATURE
    assert sentence(an_update(title, kind=kind), VOCABULARY, label=label) == wanted


def test_summary_stands_as_it_is() -> None:
    """A sentence that a person wrote is not respelled, capitalised or replaced by a quoted detail."""
    update = an_update("x", summary="diskcache is replaced: lse in fp8")
    assert sentence(update, VOCABULARY, detail="a → b") == "diskcache is replaced: lse in fp8"


@pytest.mark.parametrize(
    ("tag", "title", "wanted"),
    [
        ("v0.6.15.post1", "v0.6.15.post1", "0.6.15.post1"),
        ("fa4-v4.0.0.beta21", "release", "fa4-v4.0.0.beta21"),
        (None, "chore: bump version to 0.6.15rc1 (#3)", "0.6.15rc1"),
        (None, "Release notes", "Release notes"),
    ],
)
def test_releases_give_their_version(tag: str | None, title: str, wanted: str) -> None:
    """A tag without its v, or the version that the title names, or the title."""
    update = an_update(title, kind=Kind.RELEASE, links=Links(tag=tag))
    assert sentence(update, VOCABULARY, label=Label.RELEASE) == wanted


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_the_limit(extra: int) -> None:
    """A title of exactly the limit stays whole, one character more is cut with an ellipsis."""
    title = "A" + "b" * (SENTENCE_LIMIT - 1 + extra)
    text = sentence(an_update(title), VOCABULARY)
    assert len(text) <= SENTENCE_LIMIT
    assert text.endswith("…") is (extra > 0)


def test_cut_keeps_the_part_number_and_whole_words() -> None:
    """A long title is cut at a word and keeps saying which part it is."""
    text = sentence(an_update("[2/n] " + "alpha beta " * 30), VOCABULARY)
    assert text.endswith(("alpha… (part 2)", "beta… (part 2)"))
    assert len(text) <= SENTENCE_LIMIT


def test_cut_never_splits_an_emoji() -> None:
    """A family emoji at the limit is kept whole or left out whole (B122)."""
    text = sentence(an_update("x" * (SENTENCE_LIMIT - 3) + "👩\u200d👩\u200d👧\u200d👦" * 3), VOCABULARY)
    assert not text.removesuffix("…").endswith("\u200d")
    assert len(text) <= SENTENCE_LIMIT


def test_a_title_that_its_host_cut_goes_on_in_the_body() -> None:
    """GitHub cuts a long title and lets the description begin with the rest."""
    update = an_update(
        "[BugFix] Keep the engine from hanging after KV cache initialization fai…", body="…lure (#36262)\n\nMore."
    )
    text = sentence(update, VOCABULARY, label=Label.FIX)
    assert text == "Keep the engine from hanging after KV cache initialization failure"


def test_hostile_titles_leave_clean_text() -> None:
    """Escapes, direction marks and line ends go; mentions and markup are literal text for the renderers."""
    title = "\x1b[31mred\x1b[0m <!channel> @everyone \u202eevil\nnext\x07"
    assert sentence(an_update(title), VOCABULARY) == "Red <!channel> @everyone evil next"


def test_empty_titles_fall_back_to_the_description() -> None:
    """Without a title the description speaks, without both nothing does (B090)."""
    assert sentence(an_update("", body="The cache is freed at last. More."), VOCABULARY) == "The cache is freed at last"
    assert sentence(an_update(" \u200b "), VOCABULARY) == ""


@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from(Kind), st.sampled_from(Label))
def test_any_title_gives_one_clean_line(title: str, body: str, kind: Kind, label: Label) -> None:
    """Whatever comes in, the sentence is one line within the limit without control characters."""
    text = sentence(an_update(title, body=body, kind=kind), VOCABULARY, label=label)
    assert len(text) <= SENTENCE_LIMIT
    assert not any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in text)
    assert "\u202e" not in text


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        pytest.param("[Bugfix] Fix act fn in dsv4", "Fix act fn in DeepSeek-V4", id="bare-thing-keeps-its-verb"),
        pytest.param("Fix uv installation", "Fix uv installation", id="thing-without-a-place"),
        pytest.param("Fix EAGLE3 mixed-step hang", "EAGLE3 mixed-step hang", id="fault"),
        pytest.param(
            "fix: fix OOM in prefill when DP is on", "OOM in prefill when DP is on", id="fault-with-its-place"
        ),
        pytest.param("Fix the issue of DP services getting stuck", "DP services getting stuck", id="issue-of"),
        pytest.param("Fix weights that are not loaded", "Weights that are not loaded", id="says-what-happened"),
        pytest.param("[Bugfix] Reject invalid TMA", "Reject invalid TMA", id="verb-of-its-own"),
        pytest.param("[BugFix] Linear failure when out_dim=1", "Linear failure when out_dim=1", id="no-verb-at-all"),
    ],
)
def test_a_fix_under_its_heading(title: str, wanted: str) -> None:
    """Under Fixed the verb goes where a fault or another verb is left, and stays before the bare name of a thing."""
    update = an_update(title, kind=Kind.FIX)
    assert sentence(update, VOCABULARY, label=Label.FIX, labelled=False) == wanted


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        pytest.param("Block backend selection withou…", "Block backend selection…", id="cut-word-goes"),
        pytest.param("Add configs for RTX PRO …", "Add configs for RTX PRO …", id="cut-between-words"),
        pytest.param("[attn] Add sparse attention", "Add sparse attention", id="scope-said-in-full"),
        pytest.param("[BACKEND] Add it", "Add it", id="scope-that-says-nothing"),
        pytest.param("[CI Bug] Add it", "Add it", id="scope-of-such-words"),
        pytest.param("[AUTOTUNER] Add it", "Autotuner: Add it", id="shouted-scope"),
        pytest.param("optimize: fuse the casts", "Fuse the casts", id="kind-as-a-scope"),
        pytest.param("Add configs of h200 and gb300", "Add configs of H200 and GB300", id="products"),
    ],
)
def test_clean_sentences(title: str, wanted: str) -> None:
    """No cut word, no scope that says nothing or what follows, products as their makers write them."""
    assert sentence(an_update(title, kind=Kind.FEATURE), VOCABULARY, label=Label.NEW) == wanted


def test_a_default_is_not_said_twice() -> None:
    """Behind the label Default a title need not begin with the word."""
    update = an_update("Default topk recall_target to 0.99", kind=Kind.FEATURE)
    assert sentence(update, VOCABULARY, label=Label.DEFAULT) == "Topk recall_target to 0.99"


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        pytest.param(
            "[cute] Add on-disk caching for the cute backend (#1)",
            "Add on-disk caching for the cute backend",
            id="said",
        ),
        pytest.param(
            "[Helion][1/N] Add Helion kernel for x_y (#1)", "Add Helion kernel for x_y (part 1)", id="said as a word"
        ),
        pytest.param(
            "[alpha] feat: make Alpha Bridge default (#1)", "Alpha: make Alpha Bridge default", id="a longer name"
        ),
        pytest.param(
            "[diffusion] feat: use srt allreduce (#1)", "Diffusion: use srt allreduce", id="module before the type"
        ),
    ],
)
def test_a_scope_is_said_once(title: str, wanted: str) -> None:
    """A scope that stands in the text as a word of its own is not set before it; a longer name is another thing."""
    assert sentence(an_update(title, kind=Kind.FEATURE), VOCABULARY, label=Label.NEW) == wanted


def test_a_package_keeps_its_small_letter() -> None:
    """What a change needs is a package, whose name is no word to open a sentence with."""
    update = an_update("Pin httpx>=0.25.0", kind=Kind.DEPENDENCY)
    assert sentence(update, VOCABULARY, "httpx 0.25.0", Label.NEEDS) == "httpx 0.25.0"
