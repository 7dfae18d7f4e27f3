"""The answer's form: WORDING.md 2, 2b, 2c, 2d, 10 as golden files, and its rules one by one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.answer import Answer, Nearest, WindowChoice
from bot.domain.document import Actions, Button, Document, Heading, List, Paragraph, Small, plain
from bot.domain.label import Label, SectionHeading
from bot.domain.query import VersionRange
from bot.domain.question.notes import ReadAs
from bot.domain.reading import Choice, Reading, UnknownWord
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import BodyState, Kind, Links
from bot.domain.window import Window
from bot.renderers.markdown import render as markdown
from bot.renderers.terminal import render as terminal
from bot.wording.answer import answer_document
from bot.wording.facts import Facts, Held, Loading
from bot.wording.introduction import Occasion, Whose
from tests.factories import (
    FLASHINFER,
    NOW,
    SHANGHAI,
    VLLM,
    a_query,
    a_section,
    a_story,
    a_tag,
    an_answer,
    an_update,
    at,
)
from tests.golden_files import assert_golden
from tests.wording.scenes import a_reading, empty_answer, found, sections_of, sm120_answer, some_facts, wide_answer

ANSWER_LIMIT = 2_200
"""Characters of an answer (WORDING.md 0.4)."""


def document(answer: Answer, facts: Facts | None = None, **changes: object) -> Document:
    """The answer in words, read without remarks."""
    return answer_document(answer, a_reading(answer), facts or some_facts(**changes))


def lines(answer: Answer, facts: Facts | None = None) -> list[str]:
    """All lines of text of an answer."""
    out = []
    for block in document(answer, facts).blocks:
        match block:
            case Heading(_, children) | Small(children) | Paragraph(children):
                out.append(plain(children))
            case List(items):
                out += [plain(item) for item in items]
            case _:
                pass
    return out


def buttons(drawn: Document) -> list[tuple[str, str]]:
    """Labels and command lines of all buttons."""
    return [
        (element.label, element.command)
        for block in drawn.blocks
        if isinstance(block, Actions)
        for element in block.elements
        if isinstance(element, Button)
    ]


@pytest.mark.parametrize(
    ("name", "answer"),
    [("answer", sm120_answer()), ("answer_wide", wide_answer()), ("answer_nothing", empty_answer())],
)
def test_golden(name: str, answer: Answer) -> None:
    """Whole answers, in the terminal and in Markdown."""
    assert_golden(f"{name}.txt", terminal(document(answer)))
    assert_golden(f"{name}.md", markdown(document(answer)))


def test_the_answer_keeps_its_budget() -> None:
    """Eight items of ordinary length stay within what a chat takes at once."""
    assert sum(len(text) for text in lines(sm120_answer())) <= ANSWER_LIMIT


def test_first_lines_of_the_answer() -> None:
    """Heading, what SM120 is with the latest release, and the counts, literally."""
    assert lines(sm120_answer())[:3] == [
        "FlashInfer, SM120 · 22 Jun to 22 Jul",
        "SM120: RTX 50, RTX PRO 6000. SM12x counts, SM121 alone does not. Latest release: 0.6.15.post1 (21 Jul).",
        "16 stories, 8 shown. 6 more updates only mention it. Docs and tests left out: 5.",
    ]


def test_a_heading_says_unreleased_for_all_its_items() -> None:
    """Only where every item is, and never over the look-outs, whose state is the fix's."""
    said = [plain(block.children) for block in document(sm120_answer()).blocks if isinstance(block, Heading)]
    assert said[1:] == ["Look out", "New (unreleased)", "Perf (unreleased)", "Fixed"]


def test_buttons_are_command_lines() -> None:
    """More, subscribe, share, mentions."""
    assert buttons(document(sm120_answer())) == [
        ("8 more", "more 8 flashinfer sm120"),
        ("Subscribe", "subscribe flashinfer sm120"),
        ("Share here", "share flashinfer sm120"),
        ("Mentions (6)", "mentions flashinfer sm120"),
    ]


def test_a_later_page_counts_on() -> None:
    """The second page says which stories it shows and asks for the next ones."""
    page = replace(sm120_answer(), skipped=8, stories=20)
    assert lines(page)[2].startswith("20 stories, 9 to 16 shown.")
    assert buttons(document(page))[0] == ("4 more", "more 16 flashinfer sm120")
    last = replace(sm120_answer(), skipped=8)
    assert buttons(document(last))[0][0] == "Subscribe"


def test_a_page_after_the_last_says_so() -> None:
    """Nothing is offered that is not there."""
    answer = an_answer(stories=16, skipped=16)
    assert lines(answer) == ["FlashInfer, SM120 · all 16 were shown."]
    assert buttons(document(answer)) == []


def test_the_latest_release_is_said_once() -> None:
    """With several projects the first unreleased item of each says what the latest is, the others do not."""
    stories = [found(1, 9, "one", Label.FIX, Kind.FIX), found(2, 8, "two", Label.FIX, Kind.FIX)]
    stories.append(found(3, 7, "three", Label.FIX, Kind.FIX, state=State(Stage.RELEASED, "0.6.15")))
    answer = an_answer(*sections_of(*stories), query=a_query("hardware:sm120"))
    assert lines(answer, some_facts(latest={}))[-3:] == [
        "Fix FlashInfer: one · unreleased, latest is 0.6.15.post1 · 9 Jul #1",
        "Fix FlashInfer: two · unreleased · 8 Jul #2",
        "Fix FlashInfer: three · in 0.6.15 · 7 Jul #3",
    ]


@pytest.mark.parametrize(
    ("repositories", "footer"),
    [
        ((VLLM,), "Release state unknown: vLLM's tags have not been read."),
        ((VLLM, "a/verl"), "Release state unknown: the tags of vLLM and verl have not been read."),
        (
            (VLLM, "a/verl", "a/triton", "a/sglang", "a/x"),
            "Release state unknown: the tags of 5 projects have not been read.",
        ),
    ],
)
def test_unread_tags_are_said_once_below(repositories: tuple[str, ...], footer: str) -> None:
    """A footer names the projects, the lines say nothing of it."""
    stories = [a_story(an_update("x", repository=name, number=place)) for place, name in enumerate(repositories, 1)]
    said = lines(an_answer(*sections_of(*stories), query=a_query("format:fp8")))
    assert said[-1] == footer
    assert not any("release unknown" in text for text in said)


def test_tags_that_were_read_are_not_called_unread() -> None:
    """Where the project's releases are known, the footer says only that some states are not."""
    answer = an_answer(*sections_of(a_story(an_update("x", state=UNKNOWN))))
    assert lines(answer)[-1] == "Release unknown where no state is given."


def test_what_names_only_the_family_is_counted_and_the_family_named() -> None:
    """With sort:best, how many stories are about the family as a whole, and which family that is."""
    answer = replace(an_answer(a_section(), query=a_query("hardware:sm120")), family=1)
    assert any("1 of them names only its family: Blackwell." in text for text in lines(answer))
    assert any("2 of them name only its family" in text for text in lines(replace(answer, family=2)))


def test_stored_tags_are_not_called_unread() -> None:
    """Where versions of the project are stored, the footer does not say that its tags were not read, although the
    question named no project."""
    answer = an_answer(*sections_of(a_story(an_update("x", state=UNKNOWN))), query=a_query("hardware:sm120"))
    said = lines(answer, some_facts(latest={}, tags_read=frozenset({"flashinfer"})))
    assert said[-1] == "Release unknown where no state is given."


def test_titles_only_is_said_once_below_several() -> None:
    """Two title-only items share a footer, a single one says it itself."""
    update = an_update("alpha", body_state=BodyState.MISSING, state=State(Stage.RELEASED, "1.0"))
    one = lines(an_answer(*sections_of(a_story(update))))
    assert "(title only)" in one[-1]
    two = lines(an_answer(*sections_of(a_story(update), a_story(replace(update, key="b", url="https://h/b")))))
    assert two[-1] == "Titles only: the descriptions are not at hand."
    assert not any("(title only)" in text for text in two)


def test_widened_and_narrowed_windows_are_said() -> None:
    """A window that nobody named is explained where it is not the usual one."""
    wide = Window(NOW - timedelta(days=90), NOW, SHANGHAI)
    answer = an_answer(a_section(), window=wide, choice=WindowChoice.WIDENED)
    assert "1 story. Little in 30 days: this is 90 days." in lines(answer)[2]
    narrowed = lines(wide_answer())[1]
    assert narrowed.startswith("1,122 updates in 30 days: this is the last 7 days, the 3 that matter most.")
    assert narrowed.endswith("Narrower: vllm sm100 · vllm fp8 · vllm breaking")
    assert buttons(document(wide_answer()))[0] == ("More", "more 3 vllm")


def test_an_open_window_says_since_when() -> None:
    """All that the store holds begins somewhere."""
    answer = an_answer(a_section(), window=Window(None, NOW, SHANGHAI), choice=WindowChoice.NAMED)
    assert lines(answer)[0] == "FlashInfer, SM120 · since 1 Feb"


@pytest.mark.parametrize(
    ("changes", "facts", "heading"),
    [
        pytest.param(
            {}, {}, "nothing in 30 days, nor in all 697 FlashInfer updates since 1 Feb.", id="looked-everywhere"
        ),
        pytest.param(
            {"window": Window(at(1), at(8), SHANGHAI), "choice": WindowChoice.NAMED},
            {},
            "nothing in 7 days (1 to 8 Jul).",
            id="named",
        ),
        pytest.param(
            {}, {"held": {"vllm": Held(1, at(1))}}, "FlashInfer was never read, so nothing is known.", id="never-read"
        ),
        pytest.param(
            {},
            {"held": {"flashinfer": Held(5, at(1, 2), at(1, 6))}},
            "no data for FlashInfer since 1 Jun.",
            id="data-ended",
        ),
        pytest.param(
            {"query": a_query("project:vllm", "kind:release")},
            {},
            "no release is known, because its tags have not been read.",
            id="releases-of-unread-tags",
        ),
        pytest.param({}, {"held": {}}, "nothing in 30 days.", id="nothing-known-of-the-store"),
        pytest.param(
            {"query": a_query("format:awq")},
            {},
            "nothing in 30 days, nor in all 9,697 updates since 1 Feb.",
            id="every-project",
        ),
        pytest.param(
            {"query": a_query(words=("asdfgh",))}, {}, "nothing is called that, and no text has it.", id="unknown-word"
        ),
    ],
)
def test_nothing_says_how_far_we_looked(changes: dict[str, object], facts: dict[str, object], heading: str) -> None:
    """Nothing found, no data and never read are different sentences (rule 9)."""
    answer = replace(an_answer(), **changes)  # type: ignore[arg-type]
    assert lines(answer, some_facts(**facts))[0].partition(" · ")[2] == heading


def test_nothing_offers_the_nearest() -> None:
    """Neighbours are buttons that ask their question, and a subscription waits for the first one."""
    assert buttons(document(empty_answer())) == [
        ("Without AWQ", "whatsnew flashinfer sm120"),
        ("AWQ anywhere", "whatsnew awq"),
        ("Tell me when there is one", "subscribe flashinfer sm120 awq"),
    ]


def test_nothing_but_mentions() -> None:
    """What only mentions the tags is counted and a button away."""
    answer = an_answer(mentions=1, noise=2, nearest=(Nearest("flashinfer", (a_tag("hardware:sm120"),), 0, 3),))
    assert lines(answer)[1] == ("Without SM120: 3 since 1 Feb. 1 update only mentions it. Docs and tests left out: 2.")
    assert ("Mentions (1)", "mentions flashinfer sm120") in buttons(document(answer))


def test_a_phrase_that_was_left_away_is_quoted() -> None:
    """The neighbours of a question with a phrase say what they keep."""
    query = a_query("project:flashinfer", phrases=("illegal memory access",))
    offers = (
        Nearest("flashinfer", (), 3, 40, query.phrases),
        Nearest('"illegal memory access"', (a_tag("project:flashinfer"),), 2, 9),
    )
    answer = replace(an_answer(nearest=offers), query=query)
    assert lines(answer)[1] == (
        'Without "illegal memory access": 3 in 30 days. "illegal memory access" in other projects: 2 in 30 days.'
    )


def test_a_project_that_was_never_read() -> None:
    """Its name is not said twice."""
    answer = replace(an_answer(), query=a_query("project:verl"))
    assert lines(answer)[0] == "verl · never read, so nothing is known of it."


def test_one_line_speaks_of_release_states() -> None:
    """Where some tags were read and some were not, one sentence says both."""
    stories = [
        a_story(an_update(str(number), number=number, repository=name))
        for number, name in enumerate((VLLM, FLASHINFER))
    ]
    drawn = lines(an_answer(a_section(SectionHeading.FIXED, *stories), query=a_query("hardware:sm120")))
    footer = "Release state unknown: vLLM's tags have not been read; elsewhere where no state is given."
    assert [text for text in drawn if text.startswith("Release ")] == [footer]


def test_versions_of_which_only_the_tags_are_known() -> None:
    """Nothing is promised that is not there."""
    releases = [
        a_story(an_update(name, kind=Kind.RELEASE, links=Links(tag=name)), Label.RELEASE) for name in ("v1", "v2")
    ]
    versions = VersionRange("flashinfer", None, "0.6.15")
    query = replace(a_query("project:flashinfer"), versions=versions)
    answer = replace(an_answer(a_section(SectionHeading.RELEASES, *releases)), query=query)
    drawn = lines(answer)
    assert drawn[0] == "FlashInfer 0.6.15 · its tags; what it brought is not known"
    assert drawn[1].startswith("Its changes are not known, because the branch that it was cut from was not read.")
    more = replace(answer, stories=9)
    assert "what it brought, look-outs first" in lines(more)[0]


@pytest.mark.parametrize(
    ("standing", "offered"),
    [
        pytest.param('vllm "deadlock"', [("Subscribe", 'subscribe vllm "deadlock"')], id="what was shown"),
        pytest.param("", [], id="a window alone"),
    ],
)
def test_the_button_subscribes_to_the_standing_question(standing: str, offered: list[tuple[str, str]]) -> None:
    """Not to the line that was typed, which may hold what no subscription can."""
    answer = an_answer(a_section())
    drawn = answer_document(answer, Reading(answer.query, "vllm deadlock", standing), some_facts())
    assert [button for button in buttons(drawn) if button[0] == "Subscribe"] == offered


def test_unknown_words_get_examples() -> None:
    """A word that names nothing is answered with three things to type."""
    drawn = lines(replace(an_answer(), query=a_query(words=("asdfgh",)), text="asdfgh"))
    assert drawn[0].startswith('"asdfgh" · nothing is called that')
    assert len(drawn) == 5


def test_history_that_is_loading() -> None:
    """WORDING.md 2d: what was found so far, and how far back that is."""
    facts = some_facts(loading=Loading("flashinfer", at(14), 11, 22, 10))
    assert lines(an_answer(a_section(), stories=3), facts)[:2] == [
        "FlashInfer, SM120 · 3 found so far",
        "History is still loading: FlashInfer back to 14 Jul, 11 of 22 projects done. Ask again in about 10 minutes.",
    ]


def test_versions_in_the_heading() -> None:
    """A release has its date, a range its ends; one release is not repeated on each line."""
    released = State(Stage.RELEASED, "0.6.15")
    section = sections_of(found(1, 9, "one", Label.NEW, Kind.FEATURE, state=released))
    query = replace(a_query("project:flashinfer"), versions=VersionRange("flashinfer", None, "0.6.15"))
    facts = some_facts(released={"0.6.15": at(17)})
    said = lines(an_answer(*section, query=query), facts)
    assert said[0] == "FlashInfer 0.6.15 (17 Jul) · what it brought, look-outs first"
    assert "in 0.6.15" not in said[-1]
    ranged = replace(query, versions=VersionRange("flashinfer", "0.6.14", "0.6.15"))
    said = lines(an_answer(*section, query=ranged), facts)
    assert said[0] == "FlashInfer 0.6.14 to 0.6.15 · what it brought, look-outs first"
    assert "in 0.6.15" in said[-1]
    assert "Subscribe" not in dict(buttons(document(an_answer(*section, query=ranged), facts)))


@pytest.mark.parametrize(
    ("occasion", "heading"),
    [
        (Occasion(Whose.EVERYONE), "Since yesterday · 1 that matters to everyone"),
        (Occasion(Whose.STACK, at(20, hour=2, minute=12)), "For your stack since Mon 20 Jul 10:12 · 6"),
        (Occasion(Whose.SUBSCRIPTIONS, at(20, hour=2, minute=12)), "For your subscriptions since Mon 20 Jul 10:12 · 6"),
    ],
)
def test_answers_that_nobody_asked_for(occasion: Occasion, heading: str) -> None:
    """The empty question has a heading of its own."""
    answer = an_answer(a_section(), stories=6, query=a_query(), text="")
    drawn = answer_document(answer, a_reading(answer), some_facts(), occasion=occasion)
    first = drawn.blocks[0]
    assert isinstance(first, Heading)
    assert plain(first.children) == heading
    assert ("Subscribe", "subscribe ") not in buttons(drawn)


def test_an_overview_without_news_shows_examples() -> None:
    """Nothing new is said, with something to type."""
    answer = an_answer(query=a_query(), text="")
    drawn = answer_document(answer, a_reading(answer), some_facts(), occasion=Occasion(Whose.EVERYONE))
    assert "nothing new" in terminal(drawn)
    assert "whatsnew flashinfer sm120" in terminal(drawn)


def test_remarks_and_choices_of_the_reading() -> None:
    """How the question was read stands below the heading, other readings are the first buttons."""
    answer = an_answer(a_section())
    reading = Reading(
        query=answer.query,
        text=answer.text,
        notes=(ReadAs((a_tag("project:flashinfer"), a_tag("hardware:sm120"))),),
        choices=(Choice("RTX PRO 6000 · SM120", "sm120"),),
        unknown=(UnknownWord("mla2", ("mla",)), UnknownWord("plain")),
    )
    drawn = answer_document(answer, reading, some_facts())
    assert [plain(block.children) for block in drawn.blocks if isinstance(block, Small)][:2] == [
        "Read as FlashInfer, SM120.",
        '"mla2" is no tag and is looked for as a word. Nearest: mla.',
    ]
    assert buttons(drawn)[0] == ("RTX PRO 6000 · SM120", "whatsnew sm120")


def test_mentions_are_headed_as_such() -> None:
    """The list of what only mentions the tags says so and offers no mentions of its own."""
    answer = an_answer(a_section(), mentions=3)
    drawn = answer_document(answer, a_reading(answer), some_facts(), only_mentions=True)
    first = drawn.blocks[0]
    assert isinstance(first, Heading)
    assert plain(first.children).endswith("· only mentioned")
    assert not any(command.startswith("mentions") for _, command in buttons(drawn))
    empty = answer_document(an_answer(), a_reading(an_answer()), some_facts(), only_mentions=True)
    assert "nothing only mentions it." in terminal(empty)


def test_a_sample_says_that_it_is_one() -> None:
    """No answer of the shipped sample passes for live data."""
    assert "sample" in terminal(document(sm120_answer(), sample=True))
    assert "sample" in terminal(document(empty_answer(), sample=True))


def test_words_of_a_heading_are_cleaned_and_cut() -> None:
    """A phrase of 10,000 characters with escapes gives a heading of one sane line."""
    answer = an_answer(query=a_query(phrases=("\x1b[31m" + "x" * 10_000 + "\u202e",)))
    heading = lines(answer)[0]
    assert len(heading) < 200
    assert "\x1b" not in heading


def test_exclusions_are_part_of_the_heading() -> None:
    """What was taken away is said."""
    query = replace(a_query("topic:moe"), excluded=frozenset({a_tag("hardware:rocm")}))
    assert lines(an_answer(a_section(), query=query))[0].startswith("MoE without ROCm · ")


def test_section_heading_takes_the_label_from_its_items() -> None:
    """Under Fixed no line has the label Fix, under Also every line has its label."""
    assert not any(text.startswith("Fix ") for text in lines(an_answer(a_section(SectionHeading.FIXED))))
    assert any(text.startswith("Fix ") for text in lines(an_answer(*sections_of(a_story()))))
