"""The words by which kinds are told apart. Sets are asked first; a pattern is tried only where a set has hit.

Written after the titles of 24 repositories (field/real-updates.md); nothing here names a project's own words.
"""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Prefixes, as bot/domain/tagging/heading.py folds them.
REVERT = _set("revert reverts")
SECURITY = _set("security sec cve")
RELEASE = _set("release releases version") | {"version bump"}
DEPRECATION = _set("deprecation deprecate deprecated deprecations")
CI = _set("ci cicd ci-build workflow workflows nightly infra codeowners github gha actions pre-commit") | {"ci/cd"}
TEST_CI = _set("testfix unittest unittests")
TEST = _set("test tests testing ut uts")
DOCS = _set("doc docs documentation readme docstring typo typos blog tutorial tutorials cookbook contributing")
DEPENDENCY = _set("deps deps-dev dependencies dependency dep vendor")
PERFORMANCE = _set("perf performance opt optim optimization optimize optimisation")
FIX = _set("fix bugfix hotfix bug fixes bugfixes bug-fix fixbug quickfix fixed hot-fix bugs") | {"bug fix", "hot fix"}
FEATURE = _set("feat feature features enhancement enhance feats enhancements") | {"new model", "new feature"}
REFACTOR = _set("refactor refactoring refact nfc style cleanup clean sync") | {"clean up", "code clean", "auto sync"}
CHORE = _set("chore chores")
EXAMPLES = _set("example examples")

LAST_WORDS = PERFORMANCE | FIX | CI | TEST | DOCS
"""A prefix of several words says its kind in the last one ([DSv4 Perf])."""
INNER = DOCS | TEST | CI
DOCS_OR_CI = DOCS | CI
NO_RELEASE = INNER | DEPENDENCY
REPAIRS_OR_SPEEDS = FIX | PERFORMANCE
GAINS = FEATURE | PERFORMANCE
NO_DOCS = GAINS | REFACTOR

# The first word of a title.
REMOVES = _set(
    "remove removes removed removing drop drops dropped delete deletes retire rename renames end stop removal"
)
IMPROVES = _set("improve improves improved improving enhance enhances enhanced enhancing better refine refines")
REPAIRS = _set(
    "fix fixe fixes fixed fixing hotfix bugfix correct corrects correctly handle handles avoid avoids prevent "
    "prevents guard resolve resolves "
    "repair workaround restore don dont reject rejects bypass throw raise raises validate ensure ensures harden "
    "relax disable disables missing "
    "stop never respect respects honor honors patch unbreak limit only tighten clamp strip preserve preserves "
    "propagate forbid disallow catch "
    "retry ignore clear reset skip gate protect sanitize check checks serialize parse bound recover properly "
    "always return unblock hardcode"
)
ADDS = _set(
    "add adds added adding support supports supporting enable enables enabled allow allows implement implements "
    "introduce introduces introducing expose exposes "
    "integrate initial create new provide extend register accept"
)
TIDIES = _set(
    "refactor refactors refractor refactored refactoring clean cleanup cleans rename renames renamed move moves "
    "moved remove removes removed removing delete "
    "deletes simplify simplifies extract unify unifies dedupe deduplicate consolidate consolidates factor split "
    "splits reorganize reorganise restructure "
    "modularize streamline tidy format reformat switch replace replaces decouple inline drop reorder "
    "standardize align separate centralize rewrite isolate hoist "
    "relocate prune retire polish convert migrate reuse refine nits nit minor code sync merge merged prepend "
    "typing annotate phase deprecate"
)
SPEEDS = _set("optimize optimise optimizes speed accelerate tune vectorize parallelize reduce faster")

# Words anywhere in a title.
RELAND = _set("reland relands reapply reapplies unrevert redo relanded resubmit") | {"re-land"}
SECURITY_HINTS = _set(
    "cve ghsa vulnerability vulnerabilities vulnerable dos denial ssrf traversal rce xss arbitrary injection "
    "bomb redos security slip escape unsafe disclosure "
    "insecure pickle timing privilege sandbox secrets credentials zipslip"
)
RELEASE_HINTS = _set("version versions release releases bump tag chart set")
CHECKS = _set("test tests ci workflow")
NO_MODEL = _set("unused dead dummy tiny mock fake duplicate internal draft cost data performance memory object")
"""Beside "model" in a removal: no model that people run."""
INWARD = _set(
    "unused redundant dead duplicate duplicated unnecessary unneeded stale obsolete useless todo todos debug "
    "log logs logging import imports comment comments test tests "
    "ci workflow example examples script scripts internal private temporary workaround hack hardcoded warning "
    "warnings typo dependency dependencies copy copies "
    "sync code call calls file files check checks assert asserts assertion assertions guard limit limitation "
    "leftover superfluous implementation helper helpers doc docs note deadcode hotfix hotfixes redundancy outdated "
    "invalid nonexistent existent whitelist kernel kernels "
    "notes overhead build skip skips usage usages orphan orphaned incorrect wrong unify unused-import"
)
CI_WORDS = _set(
    "ci workflow workflows nightly codecov lint linter linting dependabot codeowners codeowner buildkite "
    "jenkins mergify mypy ruff cicd precommit jenkinsfile"
)
PROCESSES = _set("workflow workflows")
"""Said of CI and of agents alike; behind a typed prefix of another area they are no CI."""
PUBLISHES = _set(
    "pipeline pipelines image images docker dockerhub upload uploads publish publishing variant variants workflow "
    "workflows artifact artifacts job jobs per-commit"
)
"""What a prefix [Release] is about where no version is named."""
CI_PHRASES = (
    "github action",
    "pre-commit",
    "pre commit",
    "clang-format",
    "copy-pr-bot",
    "per-commit",
    "per commit",
    "code owner",
    "release pipeline",
    "release workflow",
    "pr-test",
    "golden value",
    "issue template",
    "pr template",
    "pull request template",
    "empty commit",
    "auto-label",
    "labeler",
)
TEST_WORDS = _set(
    "test tests unittest unittests ut uts pytest testcase testcases flaky flakey mock mocks xfail testsuite "
    "conftest testing"
)
DOCS_WORDS = _set(
    "readme doc docs documentation docstring docstrings tutorial tutorials changelog spelling cookbook roadmap "
    "citation contributing skills blog md rst"
)
BUMP_HINTS = _set(
    "bump bumps pin pins unpin upgrade upgrades upgraded downgrade version versions submodule submodules "
    "requirement requirements tag require requires "
    "dependency dependencies llvm hash cap widen loosen upgrade update updates to raise relax move"
)
SYMPTOMS = _set(
    "fix fixes fixed fixing fixe bug bugs bugfix hotfix crash crashes crashed crashing hang hangs hanging "
    "deadlock deadlocks nan nans regression regressions incorrect "
    "incorrectly wrong wrongly oob oom failure failures failing mismatch mismatched compat compatibility broken "
    "race missing 修复"
)
WEAK_SYMPTOMS = _set("failure failures failing missing mismatch mismatched compat compatibility regression regressions")
"""What an improvement may be about without repairing it."""
STRONG_SYMPTOMS = SYMPTOMS - WEAK_SYMPTOMS
FAST_WORDS = _set(
    "optimize optimizes optimized optimizing optimization optimizations optimise optimised optimisation speedup "
    "speedups faster accelerate accelerates accelerated "
    "vectorize vectorized parallelize locality perf tuning tuned 性能优化 加速"
)
FAST_HINTS = _set(
    "speed speeds improve improves improved improving improvement improvements performance reduce reduces "
    "reduced reducing eliminate eliminates eliminating avoid avoids "
    "remove removes skip minimize minimise tune tunes tunable latency throughput copy efficient efficiently "
    "peak cache caches caching once overlap hot adaptive fuse fused eliminated locality"
)
TIDY_WORDS = _set("refactor refactored refactoring cleanup copyright nfc 重构 clean")

# Patterns.
REVERTS = re.compile(r"\W*(?:reverts?|reverted|reverting|roll(?:s|ed)? ?back|back(?:s|ed)? ?out)\b")
NESTED = re.compile(r"(?:\W*(?:reverts?|rollback)\b(?:\W+(?:of|the|pr|commit)\b)*)+")
"""The reverts that a title opens with, one inside the other: an even number of them brings the change back."""
ONE_REVERT = re.compile(r"\b(?:reverts?|rollback)\b")
RELANDS = re.compile(r"\W*(?:re-?land|re-?apply)")
SECURITY_FIX = re.compile(
    r"\bcve-\d|\bghsa-|vulnerab|\bdos\b|denial of service|\bssrf\b|(?:path|directory) traversal|\brce\b|\bxss\b|"
    r"(?:arbitrary|remote) (?:code|file|command)|(?:code|command|shell|sql|log|header|template) injection|"
    r"bomb\b|zip ?slip|\bredos\b|"
    r"security (?:fix|issue|hardening|advisory|patch)|symlink escape|(?:unsafe|insecure) (?:deserialization|"
    r"pickle|yaml)|\btiming (?:attack|leak)|"
    r"leak\w* (?:secrets|credentials)|privilege escalation|sandbox escape"
)
RELEASES = re.compile(
    r"^(?:prepare |draft |cut |tag )?releases?:? ?(?:of |for |version )?v?\d|"
    r"^v?\d+\.\d+(?:\.\d+)*\S* (?:\w+ )?(?:release|update|tag)|^v?\d+\.\d+(?:\.\d+)*(?:[.-]?(?:rc|post|dev|a|"
    r"b)\d+)?$|\btag v\d|^set version|^bump (?:to )?v?\d+\.\d+(?!.*\bpins?\b)|^bump dev\b|\b(?:bump|update|set|"
    r"upgrade|change|increase|prepare)\w* (?:the )?(?:[\w.-]+ ){0,2}versions?\b(?! of\b| in (?!\S*(?:pyproject|"
    r"version|setup|cargo|init|toml|package)))|^set [\w.-]+ to v?\d+\.\d|^(?:\w+ ){0,2}version bump|^release (?:v|"
    r"version|notes? for)|^prepare (?:for )?(?:the )?(?:next )?release|\bbump chart\b"
)
OTHER_PACKAGE = re.compile(
    r"\bversions? (?:of|for) (?!v?\d)[\w.-]+|^set (?!version)[\w.-]+ to v?\d|(?:bump|update|upgrade|set|"
    r"change)\w* (?:the )?(?!package\b|project\b|dev\b|chart\b|helm\b|core\b|patch\b|minor\b|major\b|release\b|"
    r"crate\b|crates\b|version|wheel\b|python package|to\b|and\b|v?\d)[\w.-]+ (?:\w+ )?versions?\b"
)
BREAKS = re.compile(r"\bbreaking[ -]changes?\b|^\(?breaking\)?\b|\bbc[- ]breaking\b")
VERSION = re.compile(r"\bv?\d+\.\d+")
PLACE = re.compile(r" (?:from|in|after|when|before|instead of|on) ")
"""Behind it stands where something is removed, not what."""
PRIVATE = re.compile(r"(?<![\w-])_[a-z]|\._[a-z]")
"""A name that begins with an underscore is nobody's but the project's own."""
DROPS_SUPPORT = re.compile(r"(?:drop|drops|dropped|remove|removes|end|stop) (?:[\w.<>=+-]+ ){0,4}?support\b")
OUTWARD = re.compile(
    r"\b(?:deprecated|support for|options?|flags?|args?|arguments?|params?|parameters?|env(?:ironment)? ?vars?|"
    r"environs?|environment variables?|endpoints?|apis?|cli|(?<![.\w])features?|fields?|kwargs?|metrics?|"
    r"entry ?points?|commands?|legacy (?:api|path|mode|engine)|trainer|backend|v0|unsupported)\b"
)
MODELS = re.compile(
    r"\w+ (?:(?!of\b|for\b|and\b)[\w.,/+-]+ ){1,3}(?:and [\w.-]+ ){0,2}"
    r"(?:models|model arch\w*|model famil\w+|architectures)$"
    r"|\w+ (?:the |old |legacy |obsolete )?[\w.-]+ model$"
    r"|\w+ (?:the |old |legacy |obsolete )?`?(?:[\w.-]+(?:, | \()){0,4}\w+for(?:causallm|conditionalgeneration)\b"
)
"""Of a removal: what goes are models, which people run."""
DEPRECATES = re.compile(
    r"^announc\w+\b.*\b(?:change|removal|deprecat)|"
    r"^(?:soft[- ])?deprecat(?:e|es|ed|ing|ion)\b|\bdeprecation (?:shim|notice|path|window)\b|\band deprecate\b"
)
BUMPS_ACTION = re.compile(
    r"bumps? (?:[\w.-]+/[\w./-]+|the [\w-]+ group)|(?:bump|upgrade|pin|update)s? \S+ to (?:[\w-]+ )?nightl|"
    r"integrate [\w-]+ at\b"
)
DOCS_FIRST = re.compile(r"\W*(?:docs?|documentation)[\],】]")
WITH_TESTS = re.compile(r"\b(?:and|with|plus|\+|&) (?:[\w-]+ ){0,2}tests?\b")
FIX_WITH_TESTS = re.compile(
    r"(?:\s*\b(?:and|with|plus)|\s*[,+&]) (?:(?:adds?|added|adding|new|re-?enables?|enables?|extends?|updates?"
    r"|its|an?|the|regression|unit|e2e|more|missing|some) ){1,5}(?:tests?|unit-?tests?|uts?|test ?cases?)\b.*"
    r"|\(\S*tests?_?\S*\)"
)
"""What a repair brings along: that it is tested does not make it a test."""
FIXES_TOO = re.compile(r"\band (?:fix|fixes|fixed|repair|repairs) (?!.*\b(?:tests?|ut|uts|ci)\b)")
MERGES = re.compile(
    r"(?:weekly )?mass (?:integration|merge)|automated code change|auto[- ]?sync\b|merge (?:commits|changes) from|"
    r"merge (?:remote-tracking )?branch\b"
)
CI_RUNNER = re.compile(r"\b(?:\w*\d[\w.]*|gpu|cpu|npu|amd|ascend|ci|hosted|arm|linux|macos|github) runners?\b")
NOT_A_TEST = re.compile(r"\b(?:a/b|load|stress) test|\btest[- ]time\b|\btest-?bed")
TEST_NAME = re.compile(r"(?<![\w/])(?:test_\w+|\w+_test\b)")
DOCS_PHRASES = re.compile(
    r"^documents? |\buser guide\b|\bbroken links?\b|\bbest practices?\b|\b(?:fix|update|correct|remove|add|wrong|"
    r"incorrect) (?:\w+ ){0,2}(?:code )?(?:comments?|notes?)\b(?! out)|\bcommunity meeting\b|\bsponsor"
)
BUMPS = re.compile(
    r"^updates? (?:\w+ )?dependenc(?:y|ies)\b|^(?:bump|bumps|pin|unpin|upgrade|upgrades|downgrade|upgraded)\b|"
    r"^updates? .{0,60}\b(?:versions?|tag|pins?|submodules?|requirements?|hash|lkg|commit)\b|^(?:require|requires|"
    r"relax|raise|lower|cap|widen|loosen)\b.{0,40}(?:requirements?|\bpins?\b|>=|<=|==|<|version|dependency)|"
    r"\bupgrade (?:to )?\w+ (?:to )?v?\d|\bbump \S+ (?:to|from|version)|^(?:update|updates|move|switch|"
    r"set) (?:\S+ ){1,3}to v?\d+\.\d|\bsubmodule update\b|^build llvm\b|^(?:update|upgrade) to \S+ v?\d|"
    r"^\S+ (?:version )?(?:upgrade|bump)$|\bllvm (?:bump|hash|pin)|^sync\b.*\bsubmodule"
)
BUILDS_FASTER = re.compile(r"^speed(?:s|ing)? up .*\bbuilds?$")
FASTER = re.compile(
    r"\bspeed(?:s|ing)? ?up\b|\bimprov(?:e|es|ed|ing) .{0,50}\b(?:perf|performance|throughput|latency|speed|"
    r"efficiency)\b|\bperformance (?:and \w+ )?(?:improv|enhanc|optim|boost|gain|regression|issue)|"
    r"\breduc(?:e|es|ed|ing) .{0,60}\b(?:overhead|latency|memory|time|copies|copy|syncs?|launches|launch|"
    r"traffic|allocations?|usage|cost|process|calls|footprint|bubbles?|registers?|pressure)\b|"
    r"\b(?:eliminat|avoid|remov|skip|minimi[sz])\w* .{0,30}\b(?:(?:redundant|extra|unnecessary|host|device|gpu|"
    r"cpu)\S* (?:\w+ )?(?:cop(?:y|ies)|syncs?|synchroni[sz]ations?|compute|computation|calls?|\.contiguous|"
    r"allocations?|work)|"
    r"overhead|d2h|h2d|round-?trips?|recompilations?|cpu syncs?)|^tune\b|\btunable\b|\blow(?:er)? latency\b|"
    r"\d\s?[%x×].{0,40}\bimprovements?\b|\bimprovements? (?:of|for|on)\b|\bthroughput\b.*\bimprov|"
    r"\bzero[- ]copy\b|\bmore efficient(?:ly)?\b|\bpeak memory\b|\bonly once\b|\b\w+ing \S+ once\b|\bhot path\b|"
    r"^cache\b|^fuse\b|\badaptive\b.*\bbased on\b|\bbound peak\b|^overlap\b|\bmulti-stream\b"
)
ADDS_SPEED = re.compile(
    r"\d.*\b(?:speed-?ups?|faster|improvement)\b|\blocality\b|\bfaster\b|\bto (?:reduce|improve|speed up|avoid|"
    r"eliminate)\b"
)
ADDS_GUARD = re.compile(
    r"(?:add|adds|adding) (?:an? |the |some )?(?:missing\b|guards?\b|checks?\b|\w+ guards?\b|cudaguard|filelock|"
    r"validation|fallback|missing|null check|bounds? check|device guard|\w+ lock\b|safety)"
)
REPAIR_PHRASES = re.compile(
    r"^do not\b|^make sure\b|^fall ?back\b|\bfalls? back\b|\bout[- ]of[- ]bounds\b|\bmemory leak\b|\binvalid\b|"
    r"\berrors?\b(?! message)|\binstead of\b|^work ?around\b|"
    r"\brace condition\b|\bnot working\b|\bunable to\b|\bwhen .{0,40}\bis (?:none|empty|missing|not|unavailable)\b|修复"
)
OPENS_WITH_FIX = re.compile(r"\W*(?:fix(?:es|ed)?|bug)\b", re.IGNORECASE)
BODY_FIX = re.compile(r"\bfix(?:es|ed)?\b|\bbug\b|修复")
EXAMPLE_CHANGE = re.compile(r"^(?:update|fix|add|adds|fixes)\b(?: \S+){0,4} examples?\b")
