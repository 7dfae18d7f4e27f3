"""How names of hardware, formats and models are spelled in running text: as the vocabulary writes them (SM120, NVFP4).

Only what has the same letters and digits is respelled: "sm_120", "deepseek v4", "nvfp4"; a model's short name with its
version too ("dsv4"). Identifiers, flags, paths and
whatever stands in backticks keep their spelling. What a word means is bot/domain/vocabulary.py's affair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from bot.domain.tag import Facet
from bot.domain.vocabulary import Entry, Vocabulary

_RESPELLED = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})
_LONGEST_NAME = 4
"""Words of the longest name that is looked up ("RTX PRO 6000 Server")."""

_ABBREVIATED = (
    "AOT API BLAS CLC CLI CTA CUDA DCP DeepEP DeepGEMM DP DPO DSA DSL EP EPLB FA2 FA3 FA4 FFN FlashInfer FlashMLA "
    "FSDP GDN GEMM GPU GQA GRPO HIP HTTP IMA IR JIT JSON KDA KL KV LLM LoRA LSE MHA MLA MLIR MLP MoE MQA MTP NaN NCCL "
    "NIXL NPU NVLink OOB OOM PCP PD PDL PP PPO PTX PyTorch RDMA RL RMSNorm RoPE RPC SFT SGLang SIMD SMEM SSD SSM SWA "
    "TMA TMEM TP TPOT TPU TTFT UCX ViT vLLM VLM XPU"
)
_ABBREVIATIONS = {name.casefold(): name for name in _ABBREVIATED.split()}
_PRODUCTS = "A100 A800 B200 B300 GB10 GB200 GB300 GH200 H20 H100 H200 H800 L40S MI300X MI325X MI350X MI355X TRTLLM"
_ABBREVIATIONS |= {name.casefold(): name for name in _PRODUCTS.split()}
_CHUNK = re.compile(r"`[^`]*`|\S+")
_IDENTIFIER = re.compile(
    r"^[`<@]"  # a code span, a mention, a tag
    r"|^[\"'(\[]*(?:--?[A-Za-z]|/)"  # a flag, a path
    r"|::|://|\\|=|\w\(|\)\w"
    r"|[^/]/[^/]+/"  # a path of three parts
    r"|[A-Za-z]\.[A-Za-z]"  # a dotted name, a file
    r"|(?<!\bsm)_|_(?!\d{2,3}[a-z]?\b)",  # snake_case; sm_120 is hardware
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:\.\d+)*")
_SM = re.compile(r"(?<![\w-])sm[_ ]?(\d{2,3}|\d{1,2}x)([afx]?)\b", re.IGNORECASE)
_GAPS = frozenset({" ", "-"})


def name_key(name: str) -> str:
    """The letters, digits and dots of a name, folded: what two spellings of it share."""
    return "".join(sign for sign in name.casefold() if sign.isalnum() or sign == ".")


class Spelling:
    """The spellings of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._labels: dict[str, str] = {}
        self._known: set[str] = set()
        for entry in vocabulary.entries.values():
            self._known.update({name_key(entry.label), name_key(entry.tag.name)})
            self._known.update(name_key(alias.text) for alias in entry.aliases)
            if entry.tag.facet in _RESPELLED:
                for key in _safe_keys(entry):
                    self._labels.setdefault(key, entry.label)

    def is_name(self, text: str) -> bool:
        """Whether the text is a word of the vocabulary, in any facet and spelling."""
        return name_key(text) in self._known

    def respelled(self, text: str) -> str:
        """The text with names written as the vocabulary writes them."""
        return "".join(run if fixed else self._names(_SM.sub(_sm, run)) for fixed, run in _runs(text))

    def _names(self, run: str) -> str:
        words = list(_WORD.finditer(run))
        out, at, index = [], 0, 0
        while index < len(words):
            length, label = self._longest(run, words[index : index + _LONGEST_NAME])
            first, last = words[index], words[index + length - 1]
            out += [run[at : first.start()], label if label is not None else first[0]]
            at, index = last.end(), index + length
        return "".join((*out, run[at:]))

    def _longest(self, run: str, words: list[re.Match[str]]) -> tuple[int, str | None]:
        reach = 1
        while reach < len(words) and run[words[reach - 1].end() : words[reach].start()] in _GAPS:
            reach += 1
        for length in range(reach, 0, -1):
            key = name_key("".join(word[0] for word in words[:length]))
            label = self._labels.get(key)
            if label is not None and (length == 1 or any(sign.isdigit() for sign in key)):
                return length, label
        word = words[0][0]
        return 1, _ABBREVIATIONS.get(word) if word.islower() else None


@lru_cache(maxsize=8)
def spelling_of(vocabulary: Vocabulary) -> Spelling:
    """The spellings of a vocabulary, built once."""
    return Spelling(vocabulary)


def _safe_keys(entry: Entry) -> Iterator[str]:
    """Keys under which a name may be respelled: not those that are ordinary words too (Step, Ring), nor longer names of
    a model, which say more than its label does (Step3-VL)."""
    traps = {name_key(alias.text) for alias in entry.aliases if alias.exact_case or alias.needs or alias.forbids}
    for name in (entry.label, entry.tag.name):
        if name_key(name) not in traps:
            yield name_key(name)
    for alias in entry.aliases if entry.tag.facet is Facet.MODEL else ():
        key = name_key(alias.text)
        is_short = len(key) <= len(name_key(entry.label))
        if is_short and key not in traps and _version_in(key) and _version_in(key) == _version_in(entry.label):
            yield key


def _version_in(name: str) -> str:
    """The digits and dots of a model's name: short names (DSv4) are told by them."""
    return "".join(sign for sign in name if sign.isdigit() or sign == ".")


def _sm(found: re.Match[str]) -> str:
    return f"SM{found[1].lower()}{found[2].lower()}"


def _runs(text: str) -> Iterator[tuple[bool, str]]:
    """The text in runs: whether a run is an identifier that keeps its spelling, and the run."""
    at = 0
    for chunk in _CHUNK.finditer(text):
        if _IDENTIFIER.search(chunk[0]):
            yield False, text[at : chunk.start()]
            yield True, chunk[0]
            at = chunk.end()
    yield False, text[at:]
