"""What a question means: names in both languages, words, phrases, exclusions, and what is said of a guess."""

from __future__ import annotations

import pytest

from bot.domain.query import Query, Sort
from bot.domain.question.ambiguity import AMBIGUOUS
from bot.domain.question.notes import (
    Ambiguous,
    BothWays,
    Correction,
    EitherProject,
    EverywhereNot,
    NotMeant,
    ProductIs,
    ReadAs,
    WordsCut,
)
from bot.domain.question.rules import RULES
from bot.domain.reading import Reading, UnknownWord
from tests.domain.field import reading_of, tag, tags

NAMES = [
    pytest.param("flashinfer sm120", ("project:flashinfer", "hardware:sm120"), id="project and card"),
    pytest.param("SM120 FlashInfer", ("project:flashinfer", "hardware:sm120"), id="any order and case"),
    pytest.param("sm_120a", ("hardware:sm120",), id="suffix and underscore"),
    pytest.param("ｓｍ１２０", ("hardware:sm120",), id="full-width letters"),
    pytest.param("sm120，moe", ("hardware:sm120", "topic:moe"), id="Chinese comma"),
    pytest.param("blackwell", ("hardware:blackwell",), id="family stands for itself"),
    pytest.param("rtx 5090", ("hardware:sm120",), id="product"),
    pytest.param("5090", ("hardware:sm120",), id="bare product"),
    pytest.param("B300", ("hardware:sm103",), id="B300"),
    pytest.param("MI355X", ("hardware:gfx950",), id="MI355X"),
    pytest.param("mi3xx", ("hardware:gfx942", "hardware:gfx950"), id="one word for two cards"),
    pytest.param("910B qwen3", ("hardware:ascend", "model:qwen3"), id="910B"),
    pytest.param("ds v4", ("model:deepseek-v4",), id="short model name"),
    pytest.param("DeepSeekV4", ("model:deepseek-v4",), id="model in one word"),
    pytest.param("deepseek_v4.1", ("model:deepseek-v4.1",), id="unlisted version"),
    pytest.param("kimi 2.5", ("model:kimi-k2.5",), id="version without its letter"),
    pytest.param("kimi k3", ("model:kimi-k3",), id="k3 is not k3.1"),
    pytest.param("kimi k3.1", ("model:kimi-k3.1",), id="k3.1 is not k3"),
    pytest.param("qwen3 next", ("model:qwen3-next",), id="variant"),
    pytest.param("w4a8", ("format:w4a8",), id="a format before a topic"),
    pytest.param("eplb", ("topic:moe", "topic:parallelism"), id="two topics of one word"),
    pytest.param("nvfp4 mxfp4 fp8", ("format:nvfp4", "format:mxfp4", "format:fp8"), id="either by repetition"),
    pytest.param("flash infer kv-cache", ("project:flashinfer", "topic:kv-cache"), id="gaps in names"),
    pytest.param("int 4", ("format:int4",), id="gap between letters and digits"),
    pytest.param("openai/triton", ("project:triton",), id="old repository name"),
    pytest.param("https://github.com/vllm-project/vllm", ("project:vllm",), id="front page"),
    pytest.param("llama.cpp", ("project:llama.cpp", "project:ggml"), id="project with its kernels"),
    pytest.param("昇腾 deepseek v4", ("hardware:ascend", "model:deepseek-v4"), id="Chinese name"),
    pytest.param("昇腾950量化最近更新", ("hardware:ascend950", "topic:quantization"), id="no spaces"),
    pytest.param("kv 卸载 mooncake", ("project:mooncake", "topic:kv-cache", "topic:offload"), id="two languages"),
    pytest.param("flashinfer 最近有什么更新", ("project:flashinfer",), id="Chinese fillers"),
    pytest.param("what's new in flashinfer?", ("project:flashinfer",), id="English fillers"),
    pytest.param("vllm security", ("project:vllm", "kind:security"), id="kind"),
    pytest.param("vllm 破坏性变更", ("project:vllm", "kind:breaking"), id="Chinese kind"),
    pytest.param("docs vllm", ("project:vllm", "kind:docs"), id="kind without an entry"),
    pytest.param("a2 910b", ("hardware:ascend",), id="name with its company"),
    pytest.param("Ring fp8", ("model:ring", "format:fp8"), id="name in its case"),
    pytest.param("project:vllm,sglang moe", ("project:vllm", "project:sglang", "topic:moe"), id="two by operator"),
    pytest.param("model:ring", ("model:ring",), id="operator sets case aside"),
    pytest.param("topic:w4a8", ("topic:quantization",), id="operator chooses the facet"),
    pytest.param("项目：vllm 类型：fix", ("project:vllm", "kind:fix"), id="Chinese operators"),
    pytest.param('hardware:"rtx pro 6000"', ("hardware:sm120",), id="quoted operand"),
]


@pytest.mark.parametrize(("question", "wanted"), NAMES)
def test_names_become_tags(question: str, wanted: tuple[str, ...]) -> None:
    """Projects, cards, formats, models, topics and kinds are read in both languages and all their spellings."""
    reading = reading_of(question)
    assert reading.query.tags == tags(*wanted)
    assert not reading.unknown


WORDS = [
    pytest.param("vllm in t4", ("t4",), id="in t4 is not int4"),
    pytest.param("a2 nvidia", ("a2",), id="name without its company"),
    pytest.param("a2 npu nvidia", ("a2",), id="name in bad company"),
    pytest.param("ring buffer", ("ring", "buffer"), id="ordinary word in lower case"),
    pytest.param("vllm deadlock", ("deadlock",), id="unknown word"),
    pytest.param("vllm max_num_partial_prefills", ("max_num_partial_prefills",), id="identifier stays whole"),
    pytest.param("vllm cuda 12.8", ("12.8",), id="number of something else"),
    pytest.param("vllm 上下文长度", ("上下文长度",), id="Chinese word with a filler in it"),
    pytest.param("vllm 显存泄漏最近更新", ("显存泄漏",), id="Chinese fillers at its end"),
    pytest.param("k3", ("k3",), id="version without its family"),
    pytest.param("flashinfer sm12o", ("sm12o",), id="never mended: a digit"),
    pytest.param("word:vllm fp8", ("vllm",), id="said to be a word"),
    pytest.param("vllm asd asd", ("asd",), id="once"),
]


@pytest.mark.parametrize(("question", "wanted"), WORDS)
def test_what_names_nothing_is_a_word(question: str, wanted: tuple[str, ...]) -> None:
    """A word that names nothing is kept, folded, for ranking."""
    assert reading_of(question).query.words == wanted


def test_fillers_drop_unless_quoted() -> None:
    """Words of asking are dropped, but stand when they are quoted."""
    assert reading_of("is vllm working yet").query == Query(tags("project:vllm"))
    assert reading_of('vllm "working yet"').query == Query(tags("project:vllm"), phrases=("working yet",))


@pytest.mark.parametrize(
    "question",
    [
        pytest.param('"illegal memory access" sm120', id="straight"),
        pytest.param("“illegal memory access” sm120", id="curly"),
        pytest.param("「Illegal Memory  Access」sm120", id="Chinese, case, blanks"),
    ],
)
def test_phrases(question: str) -> None:
    """Quoted words are one phrase, whatever the quotes."""
    assert reading_of(question).query == Query(tags("hardware:sm120"), phrases=("illegal memory access",))


def test_a_flag_is_a_phrase_not_an_exclusion() -> None:
    """`--enable-prefix-caching` is looked for as it is written."""
    query = reading_of("vllm --enable-prefix-caching").query
    assert query.phrases == ("enable-prefix-caching",)
    assert not query.excluded_words


@pytest.mark.parametrize("minus", ["-", "–", "—", "−", "－"])
def test_every_minus_takes_away(minus: str) -> None:
    """Tags, words and phrases behind a minus of any kind are taken away."""
    query = reading_of(f"moe {minus}rocm {minus}deadlock").query
    assert query.tags == tags("topic:moe")
    assert query.excluded == tags("hardware:rocm")
    assert query.excluded_words == ("deadlock",)


def test_more_exclusions() -> None:
    """Operators and phrases can be taken away; a lone dash is nothing."""
    query = reading_of('vllm - -kind:ci -"kv cache" -project:sglang').query
    assert query.tags == tags("project:vllm")
    assert query.excluded == tags("kind:ci", "project:sglang")
    assert query.excluded_words == ("kv cache",)


def test_project_operator_makes_a_second_project_a_word() -> None:
    """project:vllm flashinfer is FlashInfer in vLLM."""
    query = reading_of("project:vllm flashinfer").query
    assert query.tags == tags("project:vllm")
    assert query.phrases == ("flashinfer",)


def test_two_projects_are_either_and_it_is_said() -> None:
    """Two bare projects are read as either, the names rank, and the way to have both is offered."""
    reading = reading_of("vllm flashinfer")
    assert reading.query.tags == tags("project:vllm", "project:flashinfer")
    assert reading.query.words == ("flashinfer", "vllm")
    assert reading.notes == (EitherProject(("vllm", "flashinfer"), "flashinfer", "project:vllm flashinfer"),)


@pytest.mark.parametrize("question", ["vllm ascend", "ascend vllm", "vllm npu", "vllm 昇腾"])
def test_project_and_card_that_name_a_project_together(question: str) -> None:
    """`vllm ascend` is vLLM with Ascend, or vllm-ascend; the hyphen decides."""
    reading = reading_of(f"{question} moe")
    assert reading.query.tags == tags("project:vllm", "hardware:ascend", "topic:moe")
    assert reading.query.either == (tags("project:vllm-ascend", "topic:moe"),)
    assert reading.notes[0] == BothWays("vllm-ascend", "vllm", tag("hardware:ascend"))
    assert reading_of("vllm-ascend moe").query == Query(tags("project:vllm-ascend", "topic:moe"))


def test_backend_is_found_in_every_project() -> None:
    """fa3 is the backend everywhere and says so; with a project there is nothing to say."""
    assert reading_of("fa3").notes == (EverywhereNot(tag("topic:fa3"), "flash-attention"),)
    assert reading_of("vllm fa3").notes == ()
    assert reading_of("fa").query.tags == tags("project:flash-attention")


def test_products_say_their_number() -> None:
    """A product says which number is looked for, as its maker writes it, and what it is not."""
    assert reading_of("5090 llama.cpp").notes == (ProductIs("RTX 5090", tag("hardware:sm120")),)
    assert reading_of("rtx 5070 ti").notes == (ProductIs("RTX 5070 Ti", tag("hardware:sm120")),)
    assert reading_of("910b").notes == (ProductIs("910B", tag("hardware:ascend")),)
    assert reading_of("dgx spark").notes == (
        ProductIs("DGX Spark", tag("hardware:sm121")),
        NotMeant("DSpark", tag("topic:speculative-decoding")),
    )
    assert reading_of("sm_120a nvfp4").notes == ()
    assert reading_of("昇腾").notes == ()


def test_ambiguous_card_shows_the_first_and_offers_all() -> None:
    """RTX 6000 is three cards: the first is shown, each can be chosen."""
    reading = reading_of("rtx 6000 fp8")
    assert reading.query.tags == tags("hardware:sm120", "format:fp8")
    assert reading.notes == (Ambiguous("RTX 6000", 3, "RTX PRO 6000", tag("hardware:sm120")),)
    assert [(choice.label, choice.text) for choice in reading.choices] == [
        ("RTX PRO 6000 · SM120", "sm120 fp8"),
        ("RTX 6000 Ada · SM89", "sm89 fp8"),
        ("RTX A6000 · SM86", "sm86 fp8"),
    ]
    assert len(AMBIGUOUS["rtx6000"]) == len(reading.choices)


def test_slips_are_mended_and_said() -> None:
    """A word that is clearly nearest to one name is taken for it, and the reader is told."""
    reading = reading_of("flashinfr blackwel mla")
    assert reading.query.tags == tags("project:flashinfer", "hardware:blackwell", "topic:mla")
    assert reading.notes == (
        ReadAs(
            (tag("project:flashinfer"), tag("hardware:blackwell"), tag("topic:mla")),
            corrections=(Correction("flashinfr", "flashinfer"), Correction("blackwel", "blackwell")),
        ),
    )


MENDED = [
    pytest.param("deepseak v4", ("model:deepseek-v4",), id="part of a name"),
    pytest.param("speculativ decoding", ("topic:speculative-decoding",), id="word of a phrase"),
    pytest.param("tirton", ("project:triton",), id="swapped letters"),
    pytest.param("vlml", ("project:vllm",), id="swapped letters in a short word"),
]


@pytest.mark.parametrize(("question", "wanted"), MENDED)
def test_parts_of_names_are_mended(question: str, wanted: tuple[str, ...]) -> None:
    """A slip in one word of a longer name is mended with the rest of it."""
    assert reading_of(question).query.tags == tags(*wanted)


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("vlm", id="three letters"),
        pytest.param("sm12o", id="a digit"),
        pytest.param("verb", id="ordinary word of the field"),
        pytest.param("hop", id="short"),
        pytest.param("xlashinfer", id="another first letter"),
        pytest.param("speculativ", id="only part of a name"),
    ],
)
def test_what_is_never_mended(word: str) -> None:
    """Short words, words with digits, ordinary words and halves of names stand as they were typed."""
    reading = reading_of(f"moe {word}")
    assert reading.query.words == (word,)
    assert reading.notes == ()


def test_unknown_words_offer_the_nearest_names() -> None:
    """A word that looks like a name comes with what it may be; an ordinary word comes alone."""
    assert reading_of("flashinfer sm12o").unknown == (UnknownWord("sm12o", ("sm120", "sm121")),)
    assert reading_of("flashinfer deadlock").unknown == (UnknownWord("deadlock", ()),)
    assert reading_of("flashinfer word:sm12o").unknown == ()


def test_questions_say_how_they_were_read() -> None:
    """A whole question is answered by how it was read, in the order of typing, in both languages."""
    wanted = (tag("model:deepseek-v4"), tag("format:nvfp4"), tag("hardware:sm120"))
    assert reading_of("is deepseek v4 nvfp4 working on sm120 yet").notes == (ReadAs(wanted, is_question=True),)
    chinese = reading_of("sm120 能跑 deepseek v4 nvfp4 吗").notes
    assert chinese == (ReadAs((wanted[2], wanted[0], wanted[1]), is_question=True),)
    assert reading_of("flashinfer 最近更新").notes == ()


def test_names_without_gaps_say_how_they_were_read() -> None:
    """Chinese without spaces, and an odd dash, are guesses and are said."""
    together = (tag("hardware:ascend950"), tag("topic:quantization"))
    assert reading_of("昇腾950量化最近更新").notes == (ReadAs(together),)
    assert reading_of("moe –rocm").notes == (ReadAs((tag("topic:moe"),), (tag("hardware:rocm"),)),)
    assert reading_of("moe -rocm").notes == ()


def test_order_and_number_of_lines() -> None:
    """sort: and limit: are read and are no subject."""
    reading = reading_of("vllm sort:best limit:5")
    assert (reading.query.sort, reading.query.limit) == (Sort.BEST, 5)
    assert reading_of("sort:best").is_empty


@pytest.mark.parametrize(
    ("question", "standing"),
    [
        pytest.param("vllm moe", "vllm moe", id="nothing to leave away"),
        pytest.param("vllm flashinfer", "project:flashinfer project:vllm", id="several projects"),
        pytest.param("910B qwen3", "ascend qwen3", id="a card's number"),
        pytest.param("vllm moe deadlock", 'vllm moe "deadlock"', id="a typed word"),
        pytest.param("deadlock", '"deadlock"', id="words alone"),
        pytest.param("vllm last week sort:best limit:2", "vllm", id="time, order and number"),
        pytest.param("this week", "", id="time alone"),
    ],
)
def test_standing_spelling(question: str, standing: str) -> None:
    """What an answer shows can stand as a subscription, and no word only ranks in it."""
    assert reading_of(question).standing == standing
    again = reading_of(standing)
    assert (again.text, again.query.words) == (standing, ())


@pytest.mark.parametrize(
    "question",
    ["", "   ", "???", "最近", "what is new", "🤖🎉", "\x00\x1b[31m\u202e\u200b", '""', "-", ",，、"],
)
def test_empty_questions(question: str) -> None:
    """Nothing, fillers, emoji and unseen characters are the empty question."""
    reading = reading_of(question)
    assert reading == Reading(Query(), "", is_empty=True)


def test_unseen_characters_do_not_part_or_show() -> None:
    """Control, bidirectional and zero-width characters neither hide a name nor reach the spelling."""
    reading = reading_of("flash\u200binfer \u202esm120\x07 \x1b[31mdeadlock")
    assert reading.text == "flashinfer sm120 deadlock"


def test_narrow_words_of_a_topic_rank() -> None:
    """A topic's narrower word stays in the question and ranks; the topic's own name does not."""
    reading = reading_of("投机解码 mtp")
    assert reading.query == Query(tags("topic:speculative-decoding"), words=("mtp",))
    assert reading.text == "mtp"
    assert reading_of("kv cache").query.words == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("cve", ("cve",), id="a-kind-of-security"),
        pytest.param("security", (), id="security-itself"),
        pytest.param("fa3", (), id="numbered-backend"),
        pytest.param("h200", (), id="product-of-a-number"),
    ],
)
def test_narrow_words_of_other_facets_rank(text: str, words: tuple[str, ...]) -> None:
    """A CVE is one kind of security; a tag's own name, or a number that says it all, ranks nothing."""
    assert reading_of(text).query.words == words


def test_words_are_bounded() -> None:
    """At most 32 words are looked for, and it is said."""
    at_limit = reading_of(" ".join(f"zq{number}x" for number in range(32)))
    over = reading_of(" ".join(f"zq{number}x" for number in range(33)))
    assert len(at_limit.query.words) == len(over.query.words) == 32
    assert at_limit.notes == ()
    assert over.notes == (WordsCut(32, 33),)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_every_rule_of_the_table_reads(rule: object) -> None:
    """Each example of the table that people are shown is understood without a doubt."""
    example = getattr(rule, "example", "")
    reading = reading_of(example)
    assert not reading.is_empty
    assert all(not unknown.nearest for unknown in reading.unknown)
