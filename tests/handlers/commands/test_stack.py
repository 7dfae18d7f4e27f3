"""A stack is said, shown, moved on, forgotten and taken back; a channel's by those who manage it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.command import Rights
from bot.domain.delivery import RecipientKind
from bot.domain.errors import UserError
from bot.domain.form import Form, filled
from bot.domain.reply import Shows
from bot.domain.stack import Pin
from bot.domain.stack_reading import MOST_LINES
from bot.domain.version import TaggedVersion
from bot.wording.stacks import REMARKS_SHOWN
from handlers.commands import stack as commands
from handlers.commands.stack import CHANGE, FORGET, NOW, SET, Wish, wish_of
from handlers.deps import Deps
from handlers.router import dispatch, shows
from handlers.stacks import passed_pins, stack_of
from tests.factories import a_command, a_recipient, a_tag, an_actor, at
from tests.fakes import texts

CHANNEL = a_recipient(RecipientKind.CHANNEL, id="infra")
MANAGER = an_actor(rights=Rights(manager=True))
EXAMPLE = "stack vllm==0.24.0 flashinfer==0.6.14 rtx5090 nvfp4 deepseek-v4"


async def say(deps: Deps, text: str, **changes: object) -> str:
    """What the bot answers to a line, as the shell draws it."""
    (seen,) = texts([await dispatch(replace(a_command(text), **changes), deps)])  # type: ignore[arg-type]  # any field
    return seen


def tagged(deps: Deps, *versions: str) -> None:
    """FlashInfer has these versions, tagged on the first days of July."""
    deps.store.versions.save(
        [
            TaggedVersion("flashinfer", "", version, f"v{version}", "rc" in version, at(day), "")
            for day, version in enumerate(versions, 1)
        ]
    )


@pytest.mark.parametrize(
    ("rest", "wish"),
    [
        pytest.param("", Wish(), id="show"),
        pytest.param("here", Wish(here=True), id="show the channel's"),
        pytest.param("vllm sm90", Wish(False, SET, "vllm sm90"), id="set"),
        pytest.param("here vllm", Wish(True, SET, "vllm"), id="set the channel's"),
        pytest.param("set vllm", Wish(False, SET, "vllm"), id="set from a form"),
        pytest.param("now vllm==0.25.0", Wish(False, NOW, "vllm==0.25.0"), id="move on"),
        pytest.param("forget", Wish(False, FORGET), id="forget"),
        pytest.param("here forget", Wish(True, FORGET), id="forget the channel's"),
        pytest.param("clear", Wish(False, FORGET), id="forget in another word"),
        pytest.param("+sm120 -sm90", Wish(False, CHANGE, "+sm120 -sm90"), id="change"),
        pytest.param("here add sm120", Wish(True, CHANGE, "+sm120"), id="add in a word"),
        pytest.param("remove sm90", Wish(False, CHANGE, "-sm90"), id="drop in a word"),
        pytest.param("forget vllm", Wish(False, SET, "forget vllm"), id="no verb with more behind it"),
    ],
)
def test_wish(rest: str, wish: Wish) -> None:
    """The place first, then the verb; what has no verb is set."""
    assert wish_of(rest) == wish


async def test_said_and_shown(deps: Deps) -> None:
    """What was said is kept, and shown as readers write it."""
    seen = await say(deps, EXAMPLE)
    assert "Your stack: FlashInfer 0.6.14, vLLM 0.24.0, RTX5090, NVFP4, DeepSeek-V4" in seen
    stack = stack_of(a_recipient(), deps)
    assert stack.pins == (Pin("flashinfer", "0.6.14"), Pin("vllm", "0.24.0"))
    assert stack.tags == {a_tag("hardware:sm120"), a_tag("format:nvfp4"), a_tag("model:deepseek-v4")}
    again = await say(deps, "stack")
    assert "Your stack: FlashInfer 0.6.14, vLLM 0.24.0" in again
    assert "stack edit" in again


async def test_of_an_image(deps: Deps) -> None:
    """WORDING.md 10: where the version is from is told."""
    assert "Your stack: vLLM 0.24.0 (from the image name)" in await say(deps, "stack vllm/vllm-openai:v0.24.0")


async def test_what_is_not_understood_is_told(deps: Deps) -> None:
    """A line that is no requirement stops nothing (Bad input of issue 6)."""
    seen = await say(deps, "stack vllm==0.24.0 numpy==2.1.0 ???")
    assert 'Not understood: "???"' in seen
    assert "1 package is of no project that is read here." in seen
    assert stack_of(a_recipient(), deps).pins == (Pin("vllm", "0.24.0"),)


async def test_a_minus_in_a_line_that_sets(deps: Deps) -> None:
    """What was left out is neither shown as run nor kept."""
    seen = await say(deps, "stack vllm==0.24.0 rtx5090 -sm90")
    assert "Your stack: vLLM 0.24.0, RTX5090\n" in seen
    assert 'Not understood: "-sm90".' in seen
    assert deps.store.stacks.of(a_recipient()) == "vllm==0.24.0 rtx5090"


@pytest.mark.parametrize("line", ["stack set nothing known", "stack numpy==2.1.0"])
async def test_nothing_of_it_is_known(line: str, deps: Deps) -> None:
    """A stack that would touch nothing is not kept."""
    with pytest.raises(UserError, match="Nothing of that"):
        await dispatch(a_command(line), deps)
    assert stack_of(a_recipient(), deps).is_empty


async def test_moved_on_and_taken_back(deps: Deps) -> None:
    """`now` replaces the pins that it names and keeps the rest; the reply carries the line that undoes it."""
    await say(deps, EXAMPLE)
    before = deps.store.stacks.of(a_recipient())
    seen = await say(deps, "stack now flashinfer==0.6.15")
    assert "FlashInfer 0.6.15, vLLM 0.24.0, RTX5090" in seen
    undo = f"stack set {before}"
    assert undo in seen
    await say(deps, undo)
    assert deps.store.stacks.of(a_recipient()) == before
    assert "Your stack: FlashInfer 0.6.15, vLLM 0.24.0, RTX5090, DeepSeek-V4\n" in await say(
        deps, "stack now flashinfer==0.6.15 -nvfp4"
    )


async def test_changed_and_taken_back(deps: Deps) -> None:
    """What is added stays beside the rest, what is dropped leaves it, and the last name that leaves ends the stack;
    each time the stack is said as it is then, and Undo takes it back."""
    await say(deps, "stack vllm==0.24.0 sm90")
    assert "Your stack: vLLM 0.24.0, SM90, SM120" in await say(deps, "stack +sm120")
    seen = await say(deps, "stack -sm90 -verl + fp8")
    assert "Your stack: vLLM 0.24.0, SM120, FP8" in seen
    assert "verl was not in the stack." in seen
    assert "stack set vllm==0.24.0 sm90 sm120" in seen
    seen = await say(deps, "stack -vllm -sm120 -fp8")
    assert "The stack is forgotten." in seen
    assert "stack set vllm==0.24.0 sm120 fp8" in seen


@pytest.mark.parametrize(
    ("line", "shown", "told"),
    [
        pytest.param("stack vllm==latest", "vLLM", '"latest" is no version', id="no version"),
        pytest.param("stack vllm>=0.24,<1", "vLLM", '">=0.24,<1" is a range', id="a range"),
        pytest.param("stack vllm==0.24.0 vllm==0.23.0", "vLLM 0.23.0", "0.24.0 was not taken", id="twice"),
        pytest.param("stack git+https://x.test/a/vllm@abc", "vLLM", '"abc" is a commit or a branch', id="a commit"),
        pytest.param("stack git+https://x.test/a/vllm", "vLLM", "The address names no version", id="an address"),
        pytest.param("stack nvcr.io/nvidia/vllm:25.09-py3", "vLLM", "is the container's number", id="a container"),
        pytest.param("stack vllm 0.24.0 numpy 2.1.0", "vLLM 0.24.0", "1 package is of no project", id="a list"),
    ],
)
async def test_how_a_pin_was_read_is_told(line: str, shown: str, told: str, deps: Deps) -> None:
    """Where a pin is not kept as it was typed, the answer says so."""
    seen = await say(deps, line)
    assert f"Your stack: {shown}\n" in seen
    assert told in seen


@pytest.mark.parametrize(("count", "left"), [(REMARKS_SHOWN - 1, 0), (REMARKS_SHOWN, 0), (REMARKS_SHOWN + 1, 1)])
async def test_so_many_remarks(count: int, left: int, deps: Deps) -> None:
    """A long list of ranges does not fill the answer."""
    seen = await say(deps, "stack " + " ".join(f"vllm>=0.{number}" for number in range(count)))
    assert seen.count("is a range") == count - left
    assert ("1 more remark is left out." in seen) == bool(left)


@pytest.mark.parametrize("count", [MOST_LINES - 1, MOST_LINES])
async def test_what_stands_after_the_limit(count: int, deps: Deps) -> None:
    """A project in the last line that is read counts; one after it does not, and then it is said that the text was
    cut."""
    line = "stack " + " ".join(f"p{number}==1.0" for number in range(count)) + " vllm==0.24.0"
    if count < MOST_LINES:
        assert "Your stack: vLLM 0.24.0" in await say(deps, line)
    else:
        with pytest.raises(UserError, match="Only the first 1,000 lines were read"):
            await say(deps, line)


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        pytest.param("stack junk", ["stack vllm==0.24.0 h200 nvfp4", '"stack" junk'], id="a word"),
        pytest.param("stack flashinfr", ["stack flashinfer", '"stack" flashinfr'], id="a misspelt name"),
        pytest.param("stack -junk", ["stack vllm==0.24.0 h200 nvfp4", '"stack" junk'], id="a change"),
    ],
)
async def test_one_word_that_is_not_known(line: str, ways: list[str], deps: Deps) -> None:
    """It is answered with what it comes near to or an example, and can be searched for."""
    with pytest.raises(UserError, match="Nothing of that") as error:
        await say(deps, line)
    assert [way.command for way in error.value.suggestions] == ways


async def test_here_in_direct_messages(deps: Deps) -> None:
    """Where somebody is alone with the bot, `here` is that person."""
    assert "Your stack: vLLM" in await say(deps, "stack here vllm==0.24.0")
    assert "Your stack: vLLM" in await say(deps, "stack here")
    assert stack_of(a_recipient(), deps).pins == (Pin("vllm", "0.24.0"),)


async def test_forgotten_and_taken_back(deps: Deps) -> None:
    """Forgetting can be undone, and without a stack says how to say one."""
    await say(deps, EXAMPLE)
    before = deps.store.stacks.of(a_recipient())
    assert f"stack set {before}" in await say(deps, "stack forget")
    assert stack_of(a_recipient(), deps).is_empty
    for line in ("stack clear", "stack"):
        assert "You have no stack yet." in await say(deps, line)


async def test_a_form(deps: Deps) -> None:
    """The form holds the stack as it stands, takes a pasted text, and what it sends is set."""
    await say(deps, EXAMPLE)
    assert shows("stack edit", deps) is Shows.FORM
    assert shows("stack", deps) is Shows.ASKER
    form = await dispatch(a_command("stack edit"), deps)
    assert isinstance(form, Form)
    pasted = "# frozen\nnumpy==2.1.0\nvllm==0.25.0 # via me\n"
    await say(deps, filled(form.submit, {"stack": pasted}))
    assert stack_of(a_recipient(), deps).pins == (Pin("vllm", "0.25.0"),)


async def test_a_channels_stack(deps: Deps) -> None:
    """Those who manage a channel set its stack; it is nobody's own."""
    for line in ("stack here vllm==0.24.0", "stack here forget"):
        with pytest.raises(UserError, match="Only somebody who manages"):
            await say(deps, line, place=CHANNEL)
    seen = await say(deps, "stack here vllm==0.24.0", place=CHANNEL, actor=MANAGER)
    assert "This channel's stack: vLLM 0.24.0" in seen
    assert stack_of(CHANNEL, deps).pins == (Pin("vllm", "0.24.0"),)
    assert stack_of(a_recipient(), deps).is_empty
    assert "This channel's stack" in await say(deps, "stack here", place=CHANNEL)


@pytest.mark.parametrize(("room", "is_kept"), [(20, False), (21, True), (22, True)])
async def test_longest(room: int, is_kept: bool, deps: Deps, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stack within the limit is kept, one sign more is refused with a sentence."""
    monkeypatch.setattr(commands, "LONGEST_STACK", room)
    if not is_kept:
        with pytest.raises(UserError, match="at most 20 characters"):
            await dispatch(a_command("stack vllm==0.24.0 sm90 fp8"), deps)
    else:
        await say(deps, "stack vllm==0.24.0 sm90 fp8")
    assert stack_of(a_recipient(), deps).is_empty is not is_kept


@pytest.mark.parametrize(
    ("pin", "versions", "latest"),
    [
        pytest.param("0.6.14", ("0.6.14", "0.6.15"), "0.6.15", id="gone past"),
        pytest.param("0.6.15", ("0.6.14", "0.6.15"), None, id="the latest"),
        pytest.param("0.6.15", ("0.6.15", "0.6.16rc1"), None, id="a candidate is no release"),
        pytest.param("0.6.13", ("0.6.14",), "0.6.14", id="a pin that was never read"),
        pytest.param("0.7", ("0.6.15",), None, id="ahead of all"),
        pytest.param("0.6.15", ("0.6.15.post1",), "0.6.15.post1", id="a repaired release"),
        pytest.param("0.6.15", (), None, id="no tag read"),
    ],
)
async def test_gone_past(pin: str, versions: tuple[str, ...], latest: str | None, deps: Deps) -> None:
    """A stable release of the pin's series that is higher is told, with the line that moves the pin on."""
    tagged(deps, *versions)
    seen = await say(deps, f"stack flashinfer=={pin}")
    passed = passed_pins(stack_of(a_recipient(), deps), at(22), deps)
    assert [one.latest for one in passed] == ([latest] if latest else [])
    assert (f"stack now flashinfer=={latest}" in seen) == bool(latest)
