"""Makers of domain values with sensible defaults, shared by every test room.

Each maker takes what the test is about and fills in the rest. The facts are public (FlashInfer, vLLM, summer 2026), the
words are ours. `an_update(number=3682, title="...", tags=("hardware:sm90",))` is the commonest call; any field of the
dataclass can be set by its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.answer import Answer, Section, Story, WindowChoice
from bot.domain.command import Actor, Command
from bot.domain.delivery import Delivery, Recipient, RecipientKind
from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection
from bot.domain.document import Document, Paragraph, Text
from bot.domain.label import Label, SectionHeading
from bot.domain.project import Group, Project, Projects, Scheme, TagSeries
from bot.domain.query import Query
from bot.domain.subscription import Cadence, Subscription
from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.update import BodyState, Kind, Links, Precision, RawUpdate, Update
from bot.domain.vocabulary import Alias, Entry, Vocabulary
from bot.domain.window import Window

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 22, 1, 0, tzinfo=UTC)
"""Wednesday 22 July 2026, 09:00 in Shanghai: when WORDING.md 2 is asked."""

FLASHINFER = "flashinfer-ai/flashinfer"
VLLM = "vllm-project/vllm"


def at(day: int, month: int = 7, hour: int = 4, minute: int = 0) -> datetime:
    """An instant of 2026 in UTC; noon in Shanghai unless said otherwise."""
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def a_tag(text: str) -> Tag:
    """The tag written `facet:name`."""
    return Tag.parse(text)


def found(texts: Iterable[str], place: Place = Place.TITLE, role: Role = Role.ABOUT) -> tuple[FoundTag, ...]:
    """Tags written `facet:name`, all found at one place in one role."""
    return tuple(FoundTag(Tag.parse(text), place, role) for text in texts)


def an_update(
    title: str = "Fix FP8 sliding-window prefill that hangs on Hopper",
    *,
    number: int = 3682,
    repository: str = FLASHINFER,
    tags: Iterable[str] = (),
    mentions: Iterable[str] = (),
    **changes: Any,
) -> Update:
    """A merged pull request of a watched repository; `tags` and `mentions` are written `facet:name`."""
    project = repository.rpartition("/")[2].casefold()
    update = Update(
        key=f"{repository.casefold()}#{number}",
        url=f"https://github.com/{repository}/pull/{number}",
        project=project,
        repository=repository,
        kind=Kind.FIX,
        title=title,
        body="",
        body_state=BodyState.WHOLE,
        published=at(7, hour=15, minute=56),
        precision=Precision.SECOND,
        first_seen=at(7, hour=16, minute=5),
        tags=(*found(tags), *found(mentions, Place.BODY, Role.MENTION)),
        links=Links(pull=number),
    )
    return replace(update, **changes)


def a_raw_update(
    title: str = "Fix FP8 sliding-window prefill that hangs on Hopper (#3682)",
    *,
    number: int = 3682,
    repository: str = FLASHINFER,
    **changes: Any,
) -> RawUpdate:
    """What a source hands in for `an_update`."""
    raw = RawUpdate(
        key=f"{repository.casefold()}#{number}",
        url=f"https://github.com/{repository}/pull/{number}",
        project=repository.rpartition("/")[2].casefold(),
        repository=repository,
        title=title,
        body="",
        body_state=BodyState.WHOLE,
        published=at(7, hour=15, minute=56),
        links=Links(pull=number),
    )
    return replace(raw, **changes)


def a_story(lead: Update | None = None, label: Label = Label.FIX, **changes: Any) -> Story:
    """A story of one update."""
    return replace(Story(lead=lead or an_update(), label=label), **changes)


def a_section(heading: SectionHeading = SectionHeading.FIXED, *stories: Story) -> Section:
    """A section of an answer; of one story unless told."""
    return Section(heading, stories or (a_story(),))


def a_window(start: datetime | None = None, end: datetime = NOW, zone: ZoneInfo = SHANGHAI) -> Window:
    """The 30 days before `end`, or from `start`."""
    return Window(start or end - timedelta(days=30), end, zone)


def a_query(*tags: str, **changes: Any) -> Query:
    """A query for tags written `facet:name`."""
    return replace(Query(tags=frozenset(Tag.parse(tag) for tag in tags)), **changes)


def an_answer(*sections: Section, **changes: Any) -> Answer:
    """The answer to `flashinfer sm120` with these sections, all of whose stories are shown."""
    count = sum(len(section.stories) for section in sections)
    answer = Answer(
        query=a_query("project:flashinfer", "hardware:sm120"),
        text="flashinfer sm120",
        window=a_window(),
        choice=WindowChoice.DEFAULT,
        sections=sections,
        stories=count,
        skipped=0,
        mentions=0,
        noise=0,
    )
    return replace(answer, **changes)


def a_digest(*sections: DigestSection, **changes: Any) -> Digest:
    """The systems daily of 8 July 2026 with these sections."""
    count = sum(len(section.stories) for section in sections)
    digest = Digest(
        edition="systems-daily",
        number="2026-07-08",
        window=Window(at(6, hour=23), at(7, hour=23), SHANGHAI),
        sections=sections,
        coverage=tuple(Coverage(section.key, CoverageStatus.DATA, len(section.stories)) for section in sections),
        left_out=(),
        read=count,
    )
    return replace(digest, **changes)


def a_recipient(kind: RecipientKind = RecipientKind.USER, **changes: Any) -> Recipient:
    """Somebody at the shell."""
    return replace(Recipient(platform="terminal", workspace="local", kind=kind, id="reader"), **changes)


def an_actor(**changes: Any) -> Actor:
    """Somebody at the shell, without rights."""
    return replace(Actor(platform="terminal", workspace="local", user="reader"), **changes)


def a_command(text: str = "flashinfer sm120", **changes: Any) -> Command:
    """A command line typed at NOW in Shanghai, in English."""
    command = Command(text=text, actor=an_actor(), place=a_recipient(), at=NOW, locale="en", zone=SHANGHAI)
    return replace(command, **changes)


def a_subscription(text: str = "flashinfer sm120", **changes: Any) -> Subscription:
    """A daily subscription to `flashinfer sm120`, Monday to Friday at 09:00 in Shanghai."""
    subscription = Subscription(
        id=1,
        recipient=a_recipient(),
        owner="reader",
        text=text,
        query=a_query("project:flashinfer", "hardware:sm120"),
        cadence=Cadence.DAILY,
        zone=SHANGHAI,
        hour=time(9, 0),
        days=frozenset({1, 2, 3, 4, 5}),
        created=NOW,
    )
    return replace(subscription, **changes)


def a_document(text: str = "Nothing new.") -> Document:
    """A document of one paragraph."""
    return Document((Paragraph((Text(text),)),))


def a_delivery(key: str = "daily:2026-07-08:terminal:local/user/reader", **changes: Any) -> Delivery:
    """A pending delivery of one part, due at NOW."""
    delivery = Delivery(key=key, recipient=a_recipient(), parts=(a_document(),), due=NOW)
    return replace(delivery, **changes)


def a_vocabulary() -> Vocabulary:
    """A small vocabulary: enough to word WORDING.md's examples; the real one is config/vocabulary.toml."""
    return Vocabulary(
        (
            _entry("hardware:blackwell", "Blackwell"),
            _entry("hardware:hopper", "Hopper"),
            _entry("hardware:sm90", "SM90", families=("hopper",), note="H100, H200, H20, GH200"),
            _entry("hardware:sm100", "SM100", families=("blackwell",), note="B200, GB200"),
            _entry("hardware:sm103", "SM103", families=("blackwell",), note="B300, GB300"),
            _entry(
                "hardware:sm120",
                "SM120",
                "rtx 5090",
                families=("blackwell",),
                note="RTX 50, RTX PRO 6000. SM12x counts, SM121 alone does not.",
            ),
            _entry("hardware:sm121", "SM121", "gb10", families=("blackwell",), note="DGX Spark (GB10)."),
            _entry("hardware:sm86", "SM86", note="RTX 30, RTX A6000"),
            _entry("hardware:ascend", "Ascend", "昇腾"),
            _entry("hardware:rocm", "ROCm", "hip"),
            _entry("hardware:sycl", "SYCL"),
            _entry("format:nvfp4", "NVFP4"),
            _entry("format:mxfp4", "MXFP4"),
            _entry("format:mxfp8", "MXFP8"),
            _entry("format:fp8", "FP8"),
            _entry("format:fp4", "FP4"),
            _entry("format:bf16", "BF16"),
            _entry("format:awq", "AWQ"),
            _entry("model:deepseek-v4", "DeepSeek-V4", "deepseek v4", "dsv4"),
            _entry("model:qwen3.5", "Qwen3.5", "qwen 3.5"),
            _entry("model:minimax-m3", "MiniMax-M3", "minimax m3"),
            _entry("topic:attention", "attention"),
            _entry("topic:moe", "MoE", "mixture of experts"),
            _entry("topic:gemm", "GEMM"),
            _entry("topic:mla", "MLA"),
            _entry("topic:linear-attention", "linear attention", "gdn"),
            _entry("topic:quantization", "quantization", "quant"),
            _entry("topic:kv-cache", "KV cache", "kvcache"),
        )
    )


def _entry(tag: str, label: str, *aliases: str, families: tuple[str, ...] = (), note: str = "") -> Entry:
    parsed = Tag.parse(tag)
    words = dict.fromkeys((parsed.name, *aliases))
    return Entry(parsed, label, tuple(Alias(word) for word in words), families, note)


def some_projects() -> Projects:
    """Seven projects of several groups; the real catalogue is config/projects.toml."""
    return Projects(
        (
            a_project("vllm", "vLLM", Group.ENGINE, VLLM),
            a_project("sglang", "SGLang", Group.ENGINE, "sgl-project/sglang"),
            a_project("flashinfer", "FlashInfer", Group.KERNELS, FLASHINFER),
            a_project("flash-attention", "FlashAttention", Group.KERNELS, "Dao-AILab/flash-attention", aliases=("fa",)),
            a_project("triton", "Triton", Group.COMPILER, "triton-lang/triton"),
            a_project(
                "vllm-ascend",
                "vllm-ascend",
                Group.VENDOR,
                "vllm-project/vllm-ascend",
                defaults=(Tag(Facet.HARDWARE, "ascend"),),
            ),
            a_project("verl", "verl", Group.RL, "verl-project/verl", "volcengine/verl"),
        )
    )


def a_project(
    key: str, name: str | None = None, group: Group = Group.ENGINE, *repositories: str, **changes: Any
) -> Project:
    """A project with one main series of `v1.2.3` tags."""
    project = Project(
        key=key,
        name=name or key,
        group=group,
        repositories=repositories or (f"{key}/{key}",),
        series=(TagSeries("", r"v(?P<version>\d+(?:\.\d+)+.*)", Scheme.PEP440),),
    )
    return replace(project, **changes)
