"""The rules of the query language, in one table that /help and README print; a test reads every example."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """What may be typed, and what it means. `example` is a whole question; `key` names the rule for translations."""

    key: str
    example: str
    meaning: str


RULES: tuple[Rule, ...] = (
    Rule("order", "flashinfer sm120", "Words in any order: project, card, format, model, topic. All must fit."),
    Rule("languages", "昇腾950量化最近更新", "English and Chinese, also without spaces; words of asking are dropped."),
    Rule("family", "blackwell mla", "A family finds its members: SM100, SM103, SM110, SM120, SM121."),
    Rule("product", "rtx 5090 nvfp4", "A product finds its number: 5090, DGX Spark, B300, MI355X."),
    Rule("model", "kimi 2.5", "A version of a model is meant exactly: k3 is not k3.1."),
    Rule("either", "vllm nvfp4 mxfp4", "Two of a kind: either will do (two cards, two formats, two projects)."),
    Rule("both", "project:vllm flashinfer", "With project: the next project is a word: FlashInfer in vLLM."),
    Rule("without", "moe -rocm -test", "A minus takes a tag or a word away."),
    Rule("phrase", 'sm120 "illegal memory access"', "Quoted words must stand side by side in title or description."),
    Rule("facets", "trl kind:breaking", "Also project: hardware: format: model: topic: where a bare word is unclear."),
    Rule("since", "vllm since:7d", "Or since:2026-07-01, since:2026-06, since monday, 2w, last week, 近两周, 上周."),
    Rule("until", "vllm since:2026-06 until:2026-07-01", "Up to the end of that day, week or month."),
    Rule("version", "flashinfer 0.6.15", "What it brought. 0.6.14..0.6.15 is all between, since 0.26 all after."),
    Rule("one change", "vllm#47910", "One change in full; its address or `vllm 47910` will do."),
    Rule("sort", "vllm h200 sort:best", "best: what matters most in the whole window; new: the newest first."),
    Rule("limit", "vllm limit:20", "So many lines."),
    Rule("words", "vllm deadlock", "Any other word ranks and never empties a good answer; slips are mended and said."),
)
