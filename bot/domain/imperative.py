"""Whether a fix can be told without its verb: "Reject invalid TMA", "EAGLE3 mixed-step hang", but "Fix uv install".

The verbs are those that open titles of fixes in 24 repositories; what a sentence is otherwise made of is
bot/domain/sentence.py.
"""

from __future__ import annotations

import re

_LISTED = (
    "abort accept access account acquire adapt add address adjust align allocate allow annotate apply assert assign "
    "associate attach autotune avoid backport batch bind block bound broadcast build bump bypass cache call cancel "
    "cap capture carry cast catch centralize change check clamp clarify classify clean cleanup clear clone close "
    "coerce collect combine compare complete compute configure constrain convert copy correct count cover create "
    "decide declare decompose decouple dedupe dedup default defer delay delegate delete deprecate derive detach "
    "detect disable disallow dispatch do document don't drain drop dump eliminate emit enable enforce enhance ensure "
    "error exclude expand expose extend extract fail fall fallback fill filter finish fix fixes flatten flush follow "
    "forbid force format forward free fuse gate generalize get give guard handle harden hardcode hoist honor honour "
    "ignore implement import improve include increase infer inherit init initialize initialise inject inline insert "
    "install integrate invalidate isolate keep legalize let limit link load lock log lookup lower make map mark mask "
    "match merge migrate mount move narrow normalize notify offload omit only open optimize override pack pad parse "
    "pass patch pause persist pin place plug plumb populate prefer prefix preserve prevent print probe promote "
    "propagate protect prune quote raise read recompute reconcile record recover reduce refactor refine refresh "
    "refuse register reject relax release reland remove rename render reorder repair replace report require reserve "
    "reset resolve respect restore restrict retain retry return reuse revert revise reword rework rewrite roll round "
    "route run sanitize save scale schedule scope seed select send separate serialize set share shard show silence "
    "simplify size skip slice snapshot solve sort specify split stabilize standardize start stop store stream strip "
    "support suppress surface switch sync synchronize take terminate thread throw tighten tolerate track treat trim "
    "truncate try tune turn type unblock unbreak unify unload unpad unset unwrap update upgrade use validate verify "
    "wait warn widen wire work workaround wrap write zero"
)
_VERBS = frozenset(_LISTED.split())
_LISTED_ADVERBS = "always automatically correctly explicitly gracefully never no not only properly safely"
_ADVERBS = frozenset(_LISTED_ADVERBS.split())
_SYMPTOM = re.compile(
    r"(?:(?!(?:on|for|to|in|with|of|when|from|by|and|if|raises|throws|causes|gets|has|is|are)\b|\S*:)\S{1,60}\s+){0,6}"
    r"(?:errors?|fail(?:ure|uer)s?|crash|hang|bugs?|issues?|problems?|mismatch(?:es)?|ooms?|ima|leaks?|races?|deadlocks?"
    r"|regressions?|nans?|overflows?|corruption|segfaults?)\b"
    r"(?=$|,| (?:in|on|when|for|with|of|at|during|if|due|after|under|caused|and|by|from|while|where)\b| \()",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[A-Za-z][A-Za-z'’]*(?=$|[\s,-])")


_STATES = re.compile(
    r"\b(?:is|are|was|were|does(?:n't)?|do(?:n't)?|did(?:n't)?|has|have|can(?:'t|not)?|could|should|must|will|not|never"
    r"|no longer|fails?|failed|breaks?|broke|hangs|crashes|crashed|returns|raises|throws|leaks|loses|gets?|stuck)\b",
    re.IGNORECASE,
)


def stands_alone(text: str) -> bool:
    """Whether a text under "Fixed" needs no verb before it: it opens with one, says what happened, or is the name of a
    fault (an error, a hang, a leak, with where and when at the most)."""
    first = _FIRST.match(text)
    word = first[0].casefold().replace("’", "'") if first else ""
    opens = word in _VERBS or word in _ADVERBS or word.endswith(("ing", "ed"))
    return opens or _STATES.search(text) is not None or _SYMPTOM.match(text) is not None
