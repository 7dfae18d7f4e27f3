"""Typing slips: a word that is no name, but clearly nearest to one word of one.

Only letters are mended. A word with a digit is never (sm12o is not sm120 for sure), nor one of three letters, nor an
ordinary word of the field; where two words are equally near, none is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.domain.question.fillers import FILLERS, listed
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.scanning import OPERATORS, TIME_OPERATORS
from bot.domain.tag import Facet

SHORTEST = 4
"""Letters of the shortest word that is mended; one of four only where two neighbours are swapped (vlml)."""
ONE_SLIP = 5
TWO_SLIPS = 9
"""Letters from which on one slip, and two, may be mended."""
LONGEST = 40
NEAREST = 3
"""Names that are offered for an unknown word."""
LIKENESS = 76
"""How alike (0 to 100) a name must be to be offered; sm12o and sm120 are 80."""

ORDINARY = listed(
    """
    ablation accept access accuracy action activate adapter adaptive agent alert align alignment allocate allocator
    almost among anthropic apple array async atomic attach author auto average avoid backend backward balance
    bandwidth barrier base based batch batched batches before behavior below beta better bias binary bits block
    blocks board body branch break bridge broadcast broken buffer buffers build builds burst byte cache cached
    caches caching call calls cancel candidate capture card cards case causal chain chunk chunked claim class clean
    client clone close cluster code codec collect column commit commits common compare config configs context
    convert copy core cores correct corrupt cost count counter crash crashes create critical cross current custom
    cycle daemon data dead deadlock debug decode decoded decoder default defaults delay delete delta dense deploy
    depth design detect device devices diff dimension direct disable dispatch document double download draft drain
    draw driver drop dropped dtype dummy dump dynamic early easy edge effort embed embedding empty enable encode
    encoder engine entry error errors evict eviction exact except exit expand expert experts export expose extend extra
    fail failed fails failure fake false fast feature file fill filter final finish first fixed flag flags flash
    float flow flush fold force fork format forward frame free fresh front full function fuse fused fusion garbage
    gate gather general generate global gloo grad gradient graph graphs grid group grouped guard guide hang hangs
    hardware hash head heads health heavy hidden high hint hook hooks host hot huge idle ignore illegal image images
    import improve include index inference infer init initial inline inner input inputs insert install instance
    invalid issue items join jobs json keep kernel kernels keys kill label large last latency launch layer layers
    layout lazy leak leaks length level library license limit limits line linear list load loader loading local lock
    logic logits long loop loss lower main make manager mask masked match matrix medium mega member memory merge
    merged message metal method metric metrics mini mixed mode model models module mount move multi name names
    native need needs negative nested network node nodes noise normal note null number object offline offload online
    open operator option order origin other outer output over pack packed padding page paged pages pair panic
    parallel param params parse parser part partial pass patch path peak penalty perfect persist phase pick piece
    pipe pipeline place plain plan platform plugin point policy pool port ports power prefill prefix print probe
    process profile program progress project prompt prompts proof proxy prune pull push query queue quick quiet race
    random range rank ranks rate ratio reach read ready real reason recipe record recover reduce reference reject
    remote remove rename render replace replay reply report request requests reset reshape resize result resume
    retry return reuse reward right ring role roll root rope round route router routing rows rule rules runner
    runtime safe sample sampler sampling save scalar scale scales scan scatter schedule schema scope score script
    search seed segment select self send sequence serial serve server service serving session setup shape shapes
    shard share shared shift ship short show side sign signal silent simple single size skip slice slide slim slot slots
    slow small smart socket solver sort source space span spark sparse spawn spec speed spill split stable stack
    stage stale stall start state static status step steps stop storage store stream streaming stress stride string
    strong struct style subset suffix sum support swap switch symbol sync system table tail task tasks team tensor
    tensors term test text thread threads throughput tile tiles time timeout timer title token tokens tool tools
    topk torch total trace track train trainer transfer transform tree trend trick trigger trim true trunk trust
    tune tuned tuning tuple turn twice type types unique unit units unsafe unused update upload upper user users
    valid value values vector verb verify version video view virtual visible vision voice wait warm warmup warning
    wave weight weights wheel wide width window wire word work worker workers world worse wrap wrapper write wrong
    yield zero
    """
)
"""Ordinary words of the field, which are words even where they resemble a name (verb is not verl)."""


def correction(word: str, lexicon: Lexicon) -> str | None:
    """The one word of a name that was clearly meant; None if the word may stand as it is."""
    if not _may_be_a_slip(word, lexicon):
        return None
    cutoff = 2 if len(word) >= TWO_SLIPS else 1
    near = [
        (int(distance), part)
        for part, distance, _ in process.extract(
            word, lexicon.parts, scorer=OSA.distance, score_cutoff=cutoff, limit=8, processor=None
        )
        if _same_start(word, part) and len(part) >= SHORTEST and part.isascii() and part.isalpha()
    ]
    if len(word) < ONE_SLIP:
        near = [(distance, part) for distance, part in near if sorted(part) == sorted(word)]
    if not near:
        return None
    nearest = min(distance for distance, _ in near)
    best = [part for distance, part in near if distance == nearest]
    return best[0] if len(best) == 1 else None


def nearest_names(word: str, lexicon: Lexicon, facet: Facet | None = None) -> tuple[str, ...]:
    """Up to NEAREST names that look like an unknown word, the most alike first; of one facet if it is given."""
    if (word in ORDINARY and facet is None) or len(word) > LONGEST or len(word) < SHORTEST - (facet is not None):
        return ()
    key = word.replace("_", "").replace("-", "")
    found = process.extract(
        key, lexicon.keys, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=None if facet else 4 * NEAREST
    )
    ordered = sorted(found, key=lambda one: (-one[1], one[0]))
    return _distinct(spelling for near, _, _ in ordered for spelling in lexicon.spellings(near, facet))[:NEAREST]


def nearest_operator(name: str) -> str | None:
    """The operator that a misspelt one was meant for; None for a word that resembles none, and for an operator."""
    known = (*OPERATORS, *TIME_OPERATORS)
    if name in known:
        return None
    found = process.extractOne(name, known, scorer=OSA.distance, score_cutoff=1 if len(name) < 6 else 2)
    return found[0] if found and found[0][0] == name[0] else None


def _may_be_a_slip(word: str, lexicon: Lexicon) -> bool:
    return (
        SHORTEST <= len(word) <= LONGEST
        and word.isascii()
        and word.isalpha()
        and word not in ORDINARY
        and word not in FILLERS
        and word not in lexicon.parts
    )


def _same_start(word: str, part: str) -> bool:
    """Whether the first letters agree, or were swapped: slips rarely hit the first one alone."""
    return word[0] == part[0] or (word[0] == part[1:2] and word[1:2] == part[0])


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def corrections(words: Sequence[str], lexicon: Lexicon) -> dict[str, str]:
    """The words that are slips, with what was meant."""
    return {word: meant for word in dict.fromkeys(words) if (meant := correction(word, lexicon)) is not None}
