"""The words and patterns by which about and mention are told apart. Sets are asked first, for the patterns are slow."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


CONTRAST_WORDS = _set(
    "unlike not non except excluding exclude excludes excluded without instead rather than vs versus compared "
    "like mirror mirrors mirroring matching matches analogous similar same inherited copied ported port based "
    "derived adapted borrowed as ahead future later rely relies leave leaves keep keeps kept unchanged no "
    "affect touch change run unaffected other outside treat fall falls fallback gated guarded only previously already "
    "exist exists existing parity consistent follow follows following is has old alongside align aligns "
    "aligned e such"
)
"""Without one of these words before it, a find is in no contrast; the patterns below are slow."""
LETTERS = re.compile("[a-z]+")
ARTICLES = r"[\s\"'`(:*_\-]*(?:the |an? |our |all |any |existing |current |sibling |nvidia |amd )*$"
PLAIN_CONTRAST = (
    r"unlike|not|except|excluding|excludes?|excluded|without|instead of|rather than|than|vs\.?|versus|compared "
    r"(?:to|with)|"
    r"mirrors?|mirroring|matching|matches|analogous to|similar to|same as|inherited from|copied from|ported "
    r"from|port of|"
    r"derived from|adapted from|borrowed from|as on|as in|skip-ahead from|also matches any|later|rely on|relies "
    r"on|leaves?|"
    r"kept|unchanged (?:on|for)|no (?:change|impact|effect) (?:on|for|to)|does not (?:affect|touch|change|run on)|"
    r"doesn't affect|unaffected|other than|outside of|treat \w+(?: gpus?)? as|(?:gated|guarded) (?:only )?(?:on|by)|"
    r"only (?:supports?|supported|available|admitted|allowed|accepted|handled|checked|covered|enabled)(?: on| for)?|"
    r"previously only|already (?:supported|works|enabled|used) (?:on|by|for)|exists? (?:for|on)|parity with|"
    r"consistent with|"
    r"(?:on the )?old path (?:for|on)|alongside|align(?:s|ed)? with|inherited|such as|exclud\w+ [\w.]{1,12}"
)
CONTRAST = re.compile(
    rf"(?:\b(?:{PLAIN_CONTRAST}|non|like|based on|future|keeps?|as an?|falls? back|fallback|existing|"
    rf"follow(?:s|ing)?|is_|"
    rf"has_|e\.g\.,?|mirrors? the existing [^.;]{{0,50}})|--[\w-]*){ARTICLES}"
)
TITLE_CONTRAST = re.compile(rf"\b(?:{PLAIN_CONTRAST}){ARTICLES}|\bas an? $|\bis_$|\bhas_$|\bnon-$")
BORROWED = re.compile(r"\s?(?:mainloop|tilescheduler)")
NAME = re.compile(r"\w[\w./:]*[_.:/]\Z")
TEST_FILE = re.compile(r"\btest_\w*$")
AFTER = re.compile(
    r"^(?:[/,\w\s-]{0,24}\))?[\s)`\"'*]*(?:(?:is|are|was|were|stays?|remains?|keeps?)\s+(?:un(?:changed|"
    r"affected|touched)|not (?:affected|touched|supported|impacted|changed|covered)|"
    r"still|kept|excluded|out of scope)|paths? (?:is|are|stays?|remains?) (?:unchanged|untouched)|mainloop\b|"
    r"counterpart|equivalent|reference|behavio[u]?r is unchanged|"
    r"keep |(?:family|families|paths?|variants?|sides?) keeps? (?!\w+ing\b)|-(?:style|like)\b|\+|"
    r"(?:gpus? )?,? ?(?:which|that) (?:(?:do|does|did|can) not|cannot|don't|doesn't|didn't|can't) "
    r"(?:run|work|build) (?:on|for)\b|"
    r"and (?:older|newer|earlier|above|below) (?:is|are|stays?) )"
)
REFERRED = re.compile(r"\b(?:that|which|as|what) (?:the |our |its |an? )?[\"'`]*$")
"""Before a find that another thing is measured by, where `REFERS` follows it: "the loop that the BF16 kernel has"."""
REFERS = re.compile(
    r"[\"'`]*(?:\s+[\w`.:-]+){0,3}?\s+(?:already |also )?(?:has|have|had|does|do|did|uses?|used|supports?)\b(?! not)"
)
OLD_PATH = (
    "old path",
    "unchanged",
    "untouched",
    "unaffected",
    "not affected",
    "no functional change",
    "left as is",
    "kept on",
    "not covered",
    "out of scope",
    "future work",
    "follow-up",
    "followup",
    "byte-identical",
    "bit-identical",
)
MEANS = re.compile(r"\b(?:uses?|using|via|through|reus(?:es?|ing))\s+(?:the |an? |existing )*[\"'`]*$")
COMPATIBLE = re.compile(r"-compatible\b")
"""Behind a find in what a change makes use of (`MEANS`): "uses Ampere-compatible instructions"."""
TEST_WORDS = _set(
    "tested verified validated checked reproduced ran run passes passed passing pass confirmed built compiled "
    "correct smoke exercised local locally test tests environment hardware machine device gpu gpus node setup "
    "platform env"
)
TESTED = re.compile(
    r"\b(?:tested|verified|validated|checked|reproduced|ran|run|passes|passed|passing|pass|confirmed|built|"
    r"compiled|smoke[- ]tested|exercised|local(?:ly)?|(?:is|are|was|were) (?:already )?correct)\b"
    r"[^.;]{0,60}\b(?:on|with|using|against|under|for|in)\b[^.;]{0,60}$|\btest(?:ed|s)? (?:on|environment|"
    r"machine|hardware|bed|setup|platform)\b[^.;]{0,50}$|"
    r"\b(?:environment|hardware|machine|device|gpu|gpus|node|setup|platform|env)\s*[:=：][^.;]{0,30}$"
)
MEASURED = re.compile(
    r"\d\s?(?:[x×%]|ms\b|us\b|µs\b|tok|tflops|gb/s)|speed-?up|faster|throughput|latency|benchmark|\bperf\b|"
    r"performance|improv|tflops",
    re.IGNORECASE,
)
FILE = re.compile(r"^[\w/]*\.(?:py|cu|cuh|cc|cpp|hpp|h|md|rst|ya?ml|json|toml|txt|sh|so|mlir|cmake|td|rs|go|inc|log)\b")
IN_FOLDER = re.compile(r"/[A-Za-z_][\w.-]*(?:/|\.\w)")
LOG = re.compile(r'\bFile "|Traceback|\^{4,}|\.py:\d+\]|\bERROR\b.*\bat\b|^\s*at \S+\(|#\d+ 0x')
TEST_LINE = re.compile(r"[-*\s]*(?:tests?|tested|testing|verification|verified|validated?)\s*[:：]", re.IGNORECASE)
LOG_SIGNS = ('File "', "Traceback", "^^^^", ".py:", "ERROR", "at ", " 0x")
STOP = re.compile(r"\. |; |。|；|, (?:while|whereas|but)\b|\bwhile\b| but ")
